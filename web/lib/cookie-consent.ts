import { YEAR_SECONDS } from '#domain/time.ts'
import { cookieIn } from './token.ts'

const NAME = 'cookie_consent'

/** Whether a Cookie header (or document.cookie) says that the popup was answered. */
export function cookiesAccepted(cookies: string | null): boolean {
  return cookieIn(cookies ?? '', NAME) === 'accepted'
}

/** The cookie that keeps the popup away for a year, for a header or for document.cookie. */
export function acceptedCookie(secure: boolean): string {
  return `${NAME}=accepted; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
}
