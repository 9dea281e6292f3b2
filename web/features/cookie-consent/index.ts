/** The cookie notice and its answer. */
export { cookiesAccepted } from './consent-cookie.ts'
export { CookieNotice } from './cookie-notice.tsx'
