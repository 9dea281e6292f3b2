import type { Session } from '#contract/shapes.ts'
import type { PosterSession } from './poster.tsx'

/** What the poster of a concert found by a search shows. */
export type FoundConcert = PosterSession & {
  /** The concert is on now. */
  live: boolean
  /** Orders are taken there. */
  open: boolean
}

/** Only what a poster shows: whole sessions would weigh more than their page. */
export function foundConcert({
  id,
  title,
  dateTimeStart,
  artist,
  location,
  advancedSession,
  sessionStatus,
}: Session): FoundConcert {
  return {
    id,
    title,
    dateTimeStart,
    artist: { username: artist.username, name: artist.name, imageUrl: artist.imageUrl },
    location: { name: location.name, city: location.city, timeZone: location.timeZone },
    advancedSession: { age: advancedSession.age },
    live: sessionStatus === 'NOW',
    open: advancedSession.privacy.ableGetSongs,
  }
}

type TimedSession = Pick<Session, 'dateTimeStart'> & {
  location: Pick<Session['location'], 'timeZone'>
}

/** A later concert of a series. */
export type LaterConcert = TimedSession & { href: string }

type SeriesSession = TimedSession & Pick<Session, 'id' | 'series'>

/** Each concert, the first of a series with the later ones. */
export function bySeries<S extends SeriesSession>(
  sessions: readonly S[],
  hrefOf: (session: S) => string,
): (S & { later: LaterConcert[] })[] {
  const firsts = new Map<string, S & { later: LaterConcert[] }>()
  for (const session of sessions) {
    const { id, dateTimeStart, series = id } = session
    const location = { timeZone: session.location.timeZone }
    const first = firsts.get(series)
    if (first === undefined) firsts.set(series, { ...session, later: [] })
    else first.later.push({ href: hrefOf(session), dateTimeStart, location })
  }
  return [...firsts.values()]
}
