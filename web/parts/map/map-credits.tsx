import { Fragment } from 'react'
import { Anchor } from '#web/ui/anchor.tsx'
import type { Credit } from './ground.ts'

export type MapCreditsProps = { credits: readonly Credit[]; className?: string | undefined }

/** Whose work a map is, with the links that their terms ask for. */
export function MapCredits({ credits, className }: MapCreditsProps) {
  return (
    <p className={className}>
      {credits.map(({ text, href }, at) => (
        <Fragment key={text}>
          {at > 0 && ', '}
          {href === undefined ? (
            text
          ) : (
            <Anchor href={href} target="_blank" rel="noopener noreferrer">
              {text}
            </Anchor>
          )}
        </Fragment>
      ))}
    </p>
  )
}
