import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import type { Caller } from '#web/lib/call.ts'

/** How many songs the page gives away. */
export const PREVIEW_SONGS = 3

export type ConcertView = {
  session: Omit<Session, 'songs'>
  /** The name, or the nickname where there is none. */
  artistName: string
  group: boolean
  songs: readonly QueueEntry[]
}

export type ConcertPage = ConcertView & {
  /** For people who come by a link that was shared. */
  shared: boolean
  /** The whole address of the main page. */
  address: string
}

/** Everything that the page shows; null where the concert is another artist's. Throws CallFailed for an unknown one. */
export async function loadConcert(
  call: Caller,
  artistUsername: string,
  sessionId: string,
): Promise<ConcertView | null> {
  const [page, session, songs] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername } }),
    call(api.session.byId, { query: { sessionId } }),
    call(api.session.songs, { query: { sessionId, limit: PREVIEW_SONGS } }),
  ])
  const { name, username, accountType } = page.artistInfoDTO
  if (session.artist.username !== username) return null
  const { songs: _, ...rest } = session
  return {
    session: rest,
    artistName: name === '' ? username : name,
    group: accountType === 'GROUP',
    songs,
  }
}
