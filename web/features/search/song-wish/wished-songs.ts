import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { YEAR_SECONDS } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import { CallFailed, sentenceOf } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { cookieIn } from '#web/lib/calls/token.ts'

/** A song that a listener wishes to hear. */
export type WishedSong = Pick<Song, 'songId' | 'title' | 'artistName' | 'imageUrl'>

const wishedSong = ({ songId, title, artistName, imageUrl }: WishedSong): WishedSong => ({
  songId,
  title,
  artistName,
  imageUrl,
})

const NAME = 'wishedSongs'

/** Enough to show a listener's taste; the cookie is sent with every request. */
export const MOST_WISHED = 30
export const TOO_MANY_WISHED = `Уже ${MOST_WISHED} песен, больше не запомнить. Уберите одну, и поместится новая.`

/** The ids in a Cookie header or in document.cookie, in the order of choosing; invalid ids are left out. */
export function readWished(cookies: string | null): string[] {
  const written = cookieIn(cookies ?? '', NAME) ?? ''
  const ids = written.split(',').map((id) => id.trim().toLowerCase())
  return [...new Set(ids.filter((id) => isUuid(id)))].slice(0, MOST_WISHED)
}

/** A Set-Cookie line, also for document.cookie; an empty list deletes the cookie. */
export function wishedCookie(ids: readonly string[], secure: boolean): string {
  const age = ids.length === 0 ? 0 : YEAR_SECONDS
  return `${NAME}=${ids.join(',')}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Browser only. */
export function storeWishedSongs(ids: readonly string[]): void {
  document.cookie = wishedCookie(ids, window.location.protocol === 'https:')
}

/** Adds this song once; null where the limit is reached. */
export function withSong(ids: readonly string[], songId: string): string[] | null {
  if (ids.includes(songId)) return [...ids]
  return ids.length < MOST_WISHED ? [...ids, songId] : null
}

/** The songs of a listener on a page. */
export type Wishes = {
  wished: WishedSong[]
  /** The song search in the address, without scripts. */
  search: { q: string; found: WishedSong[] } | null
  failed: string | null
}

const LONGEST_TEXT = 200

/** The songs of the cookie with their titles, and the search of the address. */
export async function loadWishes(call: Caller, request: Request): Promise<Wishes> {
  const { searchParams } = new URL(request.url)
  const q = (searchParams.get('q') ?? '').trim().slice(0, LONGEST_TEXT)
  const songIds = readWished(request.headers.get('cookie'))
  try {
    const [wished, found] = await Promise.all([
      songIds.length === 0 ? [] : call(api.songs.byIds, { body: { songIds } }),
      q === '' ? null : call(api.songs.findSong, { query: { input: q } }),
    ])
    const search = found && { q, found: found.map(wishedSong) }
    return { wished: wished.map(wishedSong), search, failed: null }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return { wished: [], search: null, failed: sentenceOf(failure) }
  }
}

/** The wishes of a listener in a town. */
export type SongsOfTown = {
  town: string
  wishes: Wishes
  /** There is a concert with one of these songs. */
  played: boolean
}

/** Null without a response. */
export async function loadSongsOfTown(
  call: Caller,
  request: Request,
  town: string,
): Promise<SongsOfTown | null> {
  const wishes = await loadWishes(call, request)
  if (wishes.failed !== null) return null
  const songIds = wishes.wished.map(({ songId }) => songId)
  if (songIds.length === 0) return { town, wishes, played: false }
  try {
    const body = { city: town, songIds, limit: 1 }
    const found = await call(api.session.getSessions, { body })
    return { town, wishes, played: found.length > 0 }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return null
  }
}
