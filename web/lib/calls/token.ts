import { TOKEN_LIFE_MS } from '#domain/accounts/login.ts'
import { DAY_SECONDS } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import { removeCopies, readStored, writeStored } from '../device/device-memory.ts'

/** The cookie of the artist's token; the server reads only the header that is made from it. */
export const TOKEN_COOKIE = 'jwt_authentication'

/** The query parameter by which the login screen knows that a session has ended. */
export const LOGIN_ENDED = 'login_ended'
/** Where a person goes whose token is no longer valid. */
export const LOGIN_AGAIN = `/login?${LOGIN_ENDED}=1`

/** The pages of links that need no login: their calls use the link's token, whoever is signed in on this device. */
const SECOND_PAD = '/second-pad'
const HOST = '/host'
const LINK_TOKENS: Readonly<Record<string, string>> = {
  [SECOND_PAD]: 'second-pad-token',
  [HOST]: 'host-token',
}

/** In the browser: where the token of this page's link is stored; undefined on any other page. */
const linkToken = () => LINK_TOKENS[window.location.pathname]

/** In the browser: the page acts by the token of its link. */
export const onLinkPage = () => linkToken() !== undefined

/** In the browser: stores the token that the address has behind «#», and removes it there, where others could read it. */
export function takeLinkToken(): void {
  const given = window.location.hash.slice(1)
  const name = linkToken()
  if (given === '' || name === undefined) return
  writeStored(name, given)
  window.history.replaceState(window.history.state, '', window.location.pathname)
}

// Any client can send a cookie that does not decode: it is no token either.
function readable(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/** The value of a cookie in a Cookie header or in document.cookie. */
export function cookieIn(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key, ...value] = part.split('=')
    if (key?.trim() === name) return readable(value.join('=').trim())
  }
  return null
}

/** In the browser. */
export function readToken(): string | null {
  const link = linkToken()
  if (link !== undefined) return readStored(link)
  return cookieIn(document.cookie, TOKEN_COOKIE)
}

/** In the browser: removes the token and the copies; returns the page to go to without a token. */
export function removeToken(): string {
  const link = linkToken()
  if (link !== undefined) {
    writeStored(link, null)
    const page = window.location.pathname
    if (page === SECOND_PAD) removeCopies('second')
    return page
  }
  removeCopies('artist')
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  return LOGIN_AGAIN
}

/** In the browser: stores the token that replaces an expired one. */
export function storeToken(token: string): void {
  document.cookie = tokenCookie(token, window.location.protocol === 'https:')
}

/** A Set-Cookie line that stores the token after login or sign-up. */
export function tokenCookie(token: string, secure: boolean): string {
  const mark = secure ? '; Secure' : ''
  return `${TOKEN_COOKIE}=${encodeURIComponent(token)}; Path=/; Max-Age=${TOKEN_LIFE_MS / 1000}; SameSite=Lax${mark}`
}

const PASS_COOKIE = 'evening_pass'

/** The last pass to a closed evening that this device got for its code word, from a Cookie header. */
export function passIn(header: string | null): { pass?: string } {
  const pass = cookieIn(header ?? '', PASS_COOKIE)
  return pass !== null && isUuid(pass) ? { pass } : {}
}

/** The pass in the address of the code at the door. */
export function passOf(search: URLSearchParams): { pass?: string } {
  const pass = search.get('pass')
  return pass !== null && isUuid(pass) ? { pass } : {}
}

/** The address in the code at the door of a closed evening. */
export function doorAddress(publicUrl: string, username: string, pass: string): string {
  return `${publicUrl}/user/${username}?pass=${pass}`
}

/** The hall's screen, of a closed evening with its pass. */
export function screenAddress(username: string, pass: string | null | undefined): string {
  return `/user/${username}/screen${pass ? `?pass=${pass}` : ''}`
}

/** A Set-Cookie line, also for document.cookie: for a day pages are rendered with the pass. */
export function passCookie(pass: string, secure: boolean): string {
  return `${PASS_COOKIE}=${pass}; Path=/; Max-Age=${DAY_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
}
