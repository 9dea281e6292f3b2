import type { ReactNode } from 'react'
import { supportContact, useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'

type SupportLinkProps = {
  className?: string | undefined
  /** A text before the link, shown only with the link. */
  lead?: ReactNode
}

/** «Написать в поддержку в Telegram»; nothing where the site names no contact. */
export function SupportLink({ className, lead }: SupportLinkProps) {
  const way = supportContact(useSiteFacts())
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
