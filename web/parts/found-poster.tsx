import type { ReactNode } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { FoundConcert } from './found-concert.ts'
import css from './found-poster.module.css'
import { Poster } from './poster.tsx'

export type FoundPosterProps = {
  concert: FoundConcert
  /** Above the button: why it was found. */
  reason?: ReactNode
}

/** A concert that was looked for: one that is on now says so, and takes songs at once. */
export function FoundPoster({ concert, reason }: FoundPosterProps) {
  const { artist, id, live, title } = concert
  const href = live ? `/user/${artist.username}?tab=order` : `/user/${artist.username}/${id}`
  return (
    <Poster
      session={concert}
      action={
        <div className={css.foot}>
          {live && <Badge tone="now">Идёт сейчас</Badge>}
          {reason}
          <Button data-whole href={href} size="s" variant="invert">
            {live ? 'Заказать песню' : 'Подробнее'}
            <span className="sr">: {title}</span>
          </Button>
        </div>
      }
    />
  )
}
