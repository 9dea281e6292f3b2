import { YEAR_SECONDS } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import { cookieIn } from '#web/lib/token.ts'

const NAME = 'wishedSongs'

/** So many songs say what a listener likes; the cookie goes along with every request. */
export const MOST_WISHED = 30
export const TOO_MANY_WISHED = `Уже ${MOST_WISHED} песен, больше не запомнить. Уберите одну, и поместится новая.`

/** The ids in a Cookie header or in document.cookie, in the order of choosing; what is no id is left out. */
export function readWished(cookies: string | null): string[] {
  const written = cookieIn(cookies ?? '', NAME) ?? ''
  const ids = written.split(',').map((id) => id.trim().toLowerCase())
  return [...new Set(ids.filter((id) => isUuid(id)))].slice(0, MOST_WISHED)
}

/** A Set-Cookie line, also for document.cookie; no ids forget it. */
export function wishedCookie(ids: readonly string[], secure: boolean): string {
  const age = ids.length === 0 ? 0 : YEAR_SECONDS
  return `${NAME}=${ids.join(',')}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** In the browser. */
export function keepWished(ids: readonly string[]): void {
  document.cookie = wishedCookie(ids, window.location.protocol === 'https:')
}

/** With this song too, once; null where there is no room for one more. */
export function withSong(ids: readonly string[], songId: string): string[] | null {
  if (ids.includes(songId)) return [...ids]
  return ids.length < MOST_WISHED ? [...ids, songId] : null
}
