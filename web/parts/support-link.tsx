import type { ReactNode } from 'react'
import { supportWay, useSiteFacts } from '../lib/site-facts.ts'
import { Anchor } from '../ui/anchor.tsx'

type SupportLinkProps = {
  className?: string | undefined
  /** Words before the link, which go where the link goes. */
  lead?: ReactNode
}

/** «Написать в поддержку в Telegram»; nothing where the site names no way to be reached. */
export function SupportLink({ className, lead }: SupportLinkProps) {
  const way = supportWay(useSiteFacts())
  if (way === null) return null
  return (
    <>
      {lead}
      <Anchor href={way.href} className={className} rel="noopener">
        Написать в поддержку {way.where}
      </Anchor>
    </>
  )
}
