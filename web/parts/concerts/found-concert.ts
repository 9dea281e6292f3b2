import type { Session } from '#contract/shapes.ts'
import { timeAndDay } from '#domain/russian.ts'
import type { PosterSession } from './poster.tsx'

/** What the poster of a concert found by a search shows. */
export type FoundConcert = PosterSession & {
  /** The concert is on now. */
  live: boolean
}

/** Only what a poster shows: whole sessions would weigh more than their page. */
export function foundConcert({
  id,
  title,
  dateTimeStart,
  artist,
  location,
  ...rest
}: Session): FoundConcert {
  return {
    id,
    title,
    dateTimeStart,
    artist: { username: artist.username, name: artist.name, imageUrl: artist.imageUrl },
    location: { name: location.name, city: location.city, timeZone: location.timeZone },
    advancedSession: { age: rest.advancedSession.age },
    live: rest.sessionStatus === 'NOW',
  }
}

/** A later concert of a series; `when` in the time zone of its venue. */
export type LaterConcert = { href: string; when: string }

type SeriesSession = Pick<Session, 'id' | 'dateTimeStart' | 'series'> & {
  location: Pick<Session['location'], 'timeZone'>
}

/** Each concert, the first of a series with the later ones. */
export function bySeries<S extends SeriesSession>(
  sessions: readonly S[],
  hrefOf: (session: S) => string,
  now: Date,
): (S & { later: LaterConcert[] })[] {
  const firsts = new Map<string, S & { later: LaterConcert[] }>()
  for (const session of sessions) {
    const { id, dateTimeStart, location, series = id } = session
    const when = timeAndDay(new Date(dateTimeStart), location.timeZone, now)
    const first = firsts.get(series)
    if (first === undefined) firsts.set(series, { ...session, later: [] })
    else first.later.push({ href: hrefOf(session), when })
  }
  return [...firsts.values()]
}
