import type { NoSession, Session } from '#contract/shapes.ts'
import { dayOfMonth, monthName, timeAndDay } from '#domain/russian.ts'
import type { Context } from '#server/context.ts'
import type { ConcertSummary } from './concert-views.service.ts'

export const NO_SESSION: NoSession = { id: null, active: false, sessionStatus: null }

/** Makes the shape of a concert on the wire, as its dates are said now. */
export const sessionShape =
  ({ now }: Pick<Context, 'now'>) =>
  (concert: ConcertSummary): Session =>
    sessionOf(concert, now())

/** A concert as the API names it; its times are in the time zone of the venue. */
function sessionOf(concert: ConcertSummary, now: Date): Session {
  const { startsAt, endsAt, timeZone, title } = concert
  const artist = {
    username: concert.artistUsername,
    name: concert.artistName,
    imageUrl: concert.artistImageUrl,
  }
  return {
    id: concert.id,
    title,
    description: title,
    dateTimeStart: momentThere(startsAt, timeZone),
    dateTimeEnd: momentThere(endsAt, timeZone),
    timeAndDay: timeAndDay(startsAt, timeZone, now),
    date: dayOfMonth(startsAt, timeZone),
    month: monthName(startsAt, timeZone),
    sessionStatus: concert.status,
    active: concert.active,
    location: locationOf(concert),
    artist,
    artists: [artist],
    songs: [...concert.songs],
    advancedSession: {
      age: concert.age,
      description: concert.description,
      ticketLink: concert.ticketLink,
      privacy: {
        ableGetSongs: concert.ableGetSongs,
        closedSession: concert.closedSession,
        showSongsOnPoster: concert.showSongsOnPoster,
        autoRunSession: concert.autoRun,
        ...(!concert.showPlayed && { showPlayed: false }),
      },
    },
    goingCount: concert.goingCount,
    ...(Object.keys(concert.rules).length > 0 && { rules: concert.rules }),
    ...(concert.pass !== null && (concert.admitted ? { pass: concert.pass } : { locked: true })),
    ...(concert.commandedAt && { street: true as const }),
    ...(concert.longerMinutes > 0 && { longerMinutes: concert.longerMinutes }),
    ...(concert.corrections > 0 && { corrections: concert.corrections }),
    ...(concert.startWas && { dateTimeStartWas: momentThere(concert.startWas, timeZone) }),
    ...(concert.venueWas !== null && { venueWas: concert.venueWas }),
    ...(concert.words !== '' && { words: concert.words }),
    ...(concert.seriesId !== null && { series: concert.seriesId }),
    ...(concert.publishAt && { publishAt: momentThere(concert.publishAt, timeZone) }),
    ...(concert.breakUntil && { breakUntil: momentThere(concert.breakUntil, timeZone) }),
  }
}

function locationOf(concert: ConcertSummary): Session['location'] {
  return {
    name: concert.placeName,
    country: concert.country,
    city: concert.city,
    street: concert.street,
    houseNumber: concert.houseNumber,
    address: concert.address,
    description: concert.placeDescription,
    longitude: concert.longitude,
    latitude: concert.latitude,
    timeZone: concert.timeZone,
  }
}

/** «2026-12-05T20:00:00+03:00» */
export function momentThere(at: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toString({ timeZone })
}
