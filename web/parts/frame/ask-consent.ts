import { redirect } from 'react-router'
import { CONSENT } from '#domain/documents.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'

const NAME = 'consent-later'
const PAGE = '/artist/consent'

/** «Не сейчас»: this tab asks no more about this edition. */
export const postponeConsent = () => writeStored(NAME, CONSENT.date, 'sessionStorage')

/** Leads to the consent whoever has not agreed to its present edition, once in a tab. */
export function askConsent({ mustAgree }: SignedIn, { url }: { readonly url: string }): void {
  const { pathname, search } = new URL(url)
  if (
    mustAgree !== true ||
    pathname === PAGE ||
    readStored(NAME, 'sessionStorage') === CONSENT.date
  )
    return
  throw redirect(`${PAGE}?then=${encodeURIComponent(`${pathname}${search}`)}`)
}
