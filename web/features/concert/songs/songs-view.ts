import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import type { PublicAccount, RulesOfSession } from '#web/features/ordering/index.ts'
import { accountOf, loadOrder, rulesOfSession } from '#web/features/ordering/load.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { passIn } from '#web/lib/calls/token.ts'

export type SongsView = {
  session: Pick<
    Session,
    | 'id'
    | 'title'
    | 'dateTimeStart'
    | 'dateTimeStartWas'
    | 'venueWas'
    | 'sessionStatus'
    | 'location'
    | 'artist'
    | 'locked'
    | 'pass'
  >
  /** The concert is in no list and no search. */
  closed: boolean
  username: string
  /** The name, or the nickname where there is none. */
  artistName: string
  /** Listeners may order. */
  open: boolean
  /** Everybody may see the songs to be played. */
  shown: boolean
  account: PublicAccount
  sessionRules: RulesOfSession
  queue: readonly QueueEntry[]
  order: OrderView
}

/** Loads everything that the page shows; null when the concert is another artist's. Throws CallFailed for an unknown one. */
export async function loadSongs(
  call: Caller,
  artistUsername: string,
  sessionId: string,
  request: Request,
): Promise<SongsView | null> {
  const search = new URL(request.url).searchParams
  const given = passIn(request.headers.get('cookie'))
  const [page, session] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername } }),
    call(api.session.byId, { query: { sessionId, ...given } }),
  ])
  const { name, username } = page.artistInfoDTO
  if (session.artist.username !== username) return null
  const { id, title, dateTimeStart, sessionStatus, location, artist, locked, pass } = session
  const { dateTimeStartWas, venueWas } = session
  const { ableGetSongs, closedSession, showSongsOnPoster } = session.advancedSession.privacy
  const open = ableGetSongs && sessionStatus !== 'PLAYED'
  return {
    session: {
      id,
      title,
      dateTimeStart,
      sessionStatus,
      location,
      artist,
      ...(dateTimeStartWas && { dateTimeStartWas }),
      ...(venueWas && { venueWas }),
      ...(locked && { locked }),
      ...(pass && { pass }),
    },
    closed: closedSession,
    username,
    artistName: name === '' ? username : name,
    open,
    shown: showSongsOnPoster,
    account: accountOf(page),
    sessionRules: rulesOfSession(session),
    queue: session.songs,
    order: await loadOrder(call, { username, sessionId: id, open, pass }, search),
  }
}
