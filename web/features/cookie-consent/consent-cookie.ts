import { YEAR_SECONDS } from '#domain/time.ts'
import { cookieIn } from '#web/lib/calls/token.ts'

const NAME = 'cookie_consent'

/** Whether a Cookie header (or document.cookie) says that the popup was answered. */
export function cookiesAccepted(cookies: string | null): boolean {
  return cookieIn(cookies ?? '', NAME) === 'accepted'
}

/** The cookie that hides the popup for a year, for a header or for document.cookie. */
export function acceptedCookie(secure: boolean): string {
  return `${NAME}=accepted; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
}

const HERE = 'https://here.invalid'

/** The URL on this site that a form named, as a browser would resolve it; `/` for any other. */
export function safeReturnPath(named: string): string {
  if (!URL.canParse(named, HERE)) return '/'
  const { origin, pathname, search } = new URL(named, HERE)
  // A path with two slashes leads to another site.
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
}
