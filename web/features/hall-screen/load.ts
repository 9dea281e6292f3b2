import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import type { PublicAccount } from '#web/features/ordering/index.ts'
import { concertRules } from '#web/features/ordering/index.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { accountOf, rulesOfSession } from '#web/features/ordering/load.ts'
import type { Caller } from '#web/lib/calls/call.ts'

export type HallConcert = {
  id: string
  /** A closed evening, and the address has not its pass. */
  locked: boolean
  /** False while it is paused. */
  active: boolean
  /** Listeners may order. */
  open: boolean
  queue: readonly QueueEntry[]
  /** The rules in one line; null where they are the default. */
  rules: string | null
  /** The text while it is paused. */
  paused: string
  /** Null on the street. */
  endsAt: string | null
  /** The venue's, an IANA name. */
  timeZone: string
}

export type HallView = {
  username: string
  name: string
  imageUrl: string
  current: HallConcert | null
  /** `timeZone` is the venue's, an IANA name. */
  next: {
    id: string
    dateTimeStart: string
    open: boolean
    timeZone: string
    place: string
  } | null
  /** The concert that has just ended. */
  ended: { songs: number; ordered: number } | null
}

/** Loads the initial state of a hall's screen. Throws CallFailed. */
export async function loadHall(
  call: Caller,
  artistUsername: string,
  given: { pass?: string },
): Promise<HallView> {
  const query = { artistUsername }
  const [page, session, next, ended] = await Promise.all([
    call(api.page.getInfo, { query }),
    call(api.page.getCurrentSessionInfo, { query: { ...query, ...given } }),
    call(api.page.getNextSession, { query }),
    orWhenUnavailable(call(api.session.last, { query }), null),
  ])
  const { username, name, imageUrl } = page.artistInfoDTO
  return {
    username,
    imageUrl,
    ended,
    name: name === '' ? username : name,
    current:
      session.id === null || session.sessionStatus !== 'NOW'
        ? null
        : concertOf(session, accountOf(page)),
    next: next && {
      id: next.id,
      dateTimeStart: next.dateTimeStart,
      timeZone: next.location.timeZone,
      place: [next.location.name, next.location.city].filter(Boolean).join(', '),
      open: next.advancedSession.privacy.ableGetSongs,
    },
  }
}

function concertOf(session: Session, account: PublicAccount): HallConcert {
  const zone = session.location.timeZone
  const viewer = { zone, now: new Date() }
  const rules = concertRules({ session: null }, rulesOfSession(session), account, viewer)
  return {
    id: session.id,
    locked: session.locked === true,
    active: session.active,
    open: session.advancedSession.privacy.ableGetSongs && rules.reception,
    queue: session.songs,
    rules: rules.line,
    paused: rules.paused,
    endsAt: session.street ? null : session.dateTimeEnd,
    timeZone: zone,
  }
}
