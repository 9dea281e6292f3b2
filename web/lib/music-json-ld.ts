import type { Session } from '#contract/shapes.ts'
import type { JsonLd } from './page-meta.ts'

/** How search engines read that a musician is one, or several. */
const PERFORMER = { ARTIST: 'Person', GROUP: 'MusicGroup' } as const

type Performer = {
  name: string
  accountType: keyof typeof PERFORMER
  /** The whole address of the artist's page. */
  address: string
}

/** Schema.org has no empty texts. */
const orUndefined = (text: string) => (text === '' ? undefined : text)

function performerOf({ name, accountType, address }: Performer): JsonLd {
  return { '@type': PERFORMER[accountType], '@id': address, name, url: address }
}

/** An artist as search engines read it; `links` are the artist's pages elsewhere, `image` a whole address. */
export function artistJsonLd(
  artist: Performer & { description: string; image: string; links: readonly string[] },
): JsonLd {
  return {
    '@context': 'https://schema.org',
    ...performerOf(artist),
    description: orUndefined(artist.description),
    image: artist.image,
    sameAs: artist.links.length === 0 ? undefined : artist.links,
  }
}

type EventFacts = Pick<
  Session,
  'title' | 'dateTimeStart' | 'dateTimeEnd' | 'location' | 'street'
> & {
  advancedSession: Pick<Session['advancedSession'], 'age' | 'description' | 'ticketLink'>
}

/** A concert as search engines read it. `address` and `image` are whole; the moments are told by the clocks of the venue. */
export function concertJsonLd(
  session: EventFacts,
  { performer, address, image }: { performer: Performer; address: string; image: string },
): JsonLd {
  const { age, description, ticketLink } = session.advancedSession
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    '@id': address,
    name: session.title,
    url: address,
    startDate: session.dateTimeStart,
    endDate: session.street ? undefined : session.dateTimeEnd,
    // A concert that was called off has no page any more.
    eventStatus: 'https://schema.org/EventScheduled',
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
