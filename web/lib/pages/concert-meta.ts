import type { Session } from '#contract/shapes.ts'
import { concertCard } from '#domain/concerts/preview-card.ts'
import { serverNow } from '../calls/call.ts'
import type { JsonLd, Performer, PreviewPicture } from './page-meta.ts'
import { orUndefined, performerOf, pictureAt, SITE_PICTURE } from './page-meta.ts'

type PicturedConcert = Pick<
  Session,
  'id' | 'title' | 'dateTimeStart' | 'sessionStatus' | 'artist'
> & { location: Pick<Session['location'], 'name' | 'city' | 'timeZone'> }

/** The preview picture of a concert's pages; `open`: orders are taken. */
export function concertPicture(session: PicturedConcert, open: boolean): PreviewPicture {
  if (!(import.meta.env?.SSR ?? true)) return SITE_PICTURE
  const { id, title, location, artist } = session
  const card = concertCard(
    {
      title,
      startsAt: new Date(session.dateTimeStart),
      timeZone: location.timeZone,
      placeName: location.name,
      city: location.city,
      live: session.sessionStatus === 'NOW',
      open,
    },
    artist,
    new Date(serverNow()),
  )
  return pictureAt(`/og/concert/${id}.jpg`, card)
}

type EventFacts = Pick<
  Session,
  'title' | 'dateTimeStart' | 'dateTimeStartWas' | 'dateTimeEnd' | 'location' | 'street'
> & {
  advancedSession: Pick<Session['advancedSession'], 'age' | 'description' | 'ticketLink'>
}

const EVENT_STATUS = {
  scheduled: 'https://schema.org/EventScheduled',
  moved: 'https://schema.org/EventRescheduled',
  cancelled: 'https://schema.org/EventCancelled',
}

/** A concert as JSON-LD for search engines. `address` and `image` are full addresses; the times are in the venue's time zone. */
export function concertJsonLd(
  session: EventFacts,
  { performer, address, image }: { performer: Performer; address: string; image: string },
): JsonLd {
  if (!(import.meta.env?.SSR ?? true)) return {}
  const { age, description, ticketLink } = session.advancedSession
  const moved =
    session.dateTimeStartWas !== undefined && session.dateTimeStartWas !== session.dateTimeStart
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    '@id': address,
    name: session.title,
    url: address,
    startDate: session.dateTimeStart,
    endDate: session.street ? undefined : session.dateTimeEnd,
    ...(moved
      ? { eventStatus: EVENT_STATUS.moved, previousStartDate: session.dateTimeStartWas }
      : { eventStatus: EVENT_STATUS.scheduled }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    description: orUndefined(description),
    image: [image],
    performer: performerOf(performer),
    location: placeOf(session.location),
    typicalAgeRange: `${age}-`,
    offers:
      ticketLink === ''
        ? undefined
        : { '@type': 'Offer', url: ticketLink, availability: 'https://schema.org/InStock' },
  }
}

/** A concert that does not take place, as JSON-LD for search engines. */
export function cancelledJsonLd(
  concert: {
    title: string
    dateTimeStart: string
    location: { name: string; city: string }
  },
  { performer, address }: { performer: Performer; address: string },
): JsonLd {
  if (!(import.meta.env?.SSR ?? true)) return {}
  const { name, city } = concert.location
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    '@id': address,
    name: concert.title,
    url: address,
    startDate: concert.dateTimeStart,
    eventStatus: EVENT_STATUS.cancelled,
    performer: performerOf(performer),
    location: { '@type': 'Place', name, address: orUndefined(city) ?? name },
  }
}

function placeOf(place: EventFacts['location']): JsonLd {
  const { latitude, longitude, country } = place
  const street = [place.street, place.houseNumber].filter((part) => part !== '').join(', ')
  return {
    '@type': 'Place',
    name: place.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: orUndefined(street === '' ? place.address : street),
      addressLocality: orUndefined(place.city),
      addressCountry: country === 'Россия' ? 'RU' : orUndefined(country),
    },
    geo:
      latitude === null || longitude === null
        ? undefined
        : { '@type': 'GeoCoordinates', latitude, longitude },
  }
}
