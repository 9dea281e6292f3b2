import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { MapPin } from '#web/parts/map/map-view.ts'
import type { PosterSession } from '#web/parts/concerts/poster.tsx'

/** A concert as the map endpoints return it. */
export type MapConcert = AnswerOf<typeof api.session.searchLocations>[number]

export const isLive = ({ sessionStatus }: MapConcert) => sessionStatus === 'NOW'

export const performerOf = ({ artistName, artistUsername }: MapConcert) =>
  artistName === '' ? artistUsername : artistName

export const hrefOf = ({ artistUsername, sessionId }: MapConcert) =>
  `/user/${artistUsername}/${sessionId}`

/** The URL where songs are ordered from a running concert. */
export const orderHrefOf = ({ artistUsername }: MapConcert) => `/user/${artistUsername}?tab=order`

export function pinOf(concert: MapConcert): MapPin {
  const { sessionId, title, placeName: place, latitude, longitude } = concert
  return {
    id: sessionId,
    title: `${title}, ${performerOf(concert)}`,
    href: hrefOf(concert),
    live: isLive(concert),
    place,
    latitude,
    longitude,
  }
}

export function posterOf(concert: MapConcert): PosterSession {
  const { artistUsername: username, artistName, imageUrl, placeName, city, timeZone } = concert
  return {
    id: concert.sessionId,
    title: concert.title,
    dateTimeStart: concert.dateTimeStart,
    artist: { username, name: artistName, imageUrl },
    location: { name: placeName, city, timeZone },
    advancedSession: { age: concert.age },
  }
}
