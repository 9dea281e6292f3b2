/** The question about cookies and its answer. */
export { CookieNotice } from './cookie-notice.tsx'
