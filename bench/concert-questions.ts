import type { AnyEndpoint } from '../contract/endpoint.ts'
import { api } from '../contract/index.ts'
import { readCities } from '../server/modules/places/cities.ts'
import type { WorldSize } from './concert-world.ts'
import { artistNumber, songNumber } from './concert-world.ts'

/** A kind of request, with other parameters at every turn. */
export type ConcertQuestion = {
  readonly kind: string
  readonly endpoint: AnyEndpoint
  readonly body: (turn: number) => object
  /** The last id of the first answer becomes the cursor of the measured request. */
  readonly secondPage?: true
}

const DAY_MS = 24 * 60 * 60_000
/** Arbitrary steps through a range without a pattern. */
const spread = (turn: number, over: number) => (turn * 7919 + 13) % over

/** The kinds of search that the product has; `now` is the clock of the world. */
export function questionsOf(size: WorldSize, now: Date): ConcertQuestion[] {
  const cities = readCities()
  const city = (turn: number) => cities[spread(turn, Math.min(60, cities.length))] ?? assertCity()
  const day = (turn: number) => {
    const from = now.getTime() + spread(turn, 60) * DAY_MS
    const iso = (at: number) => new Date(at).toISOString().slice(0, 10)
    return { dateStart: iso(from), dateEnd: iso(from + 3 * DAY_MS) }
  }
  // `rare` takes songs from the rarer half; `popular` from the first hundred, which some thousands to half of all
  // artists play.
  const rare = (turn: number) => songNumber(size.songs / 2 + spread(turn, size.songs / 2))
  const popular = (turn: number) => songNumber(1 + spread(turn, 100))
  const five = (turn: number) => [
    popular(turn),
    popular(turn + 7),
    songNumber(100 + spread(turn, size.songs / 100)),
    songNumber(100 + spread(turn + 3, size.songs / 10)),
    rare(turn),
  ]
  const at = (turn: number) => {
    const { latitude, longitude } = city(turn)
    return { latitude: latitude + 0.001 * spread(turn, 90), longitude }
  }
  const list = (
    kind: string,
    body: ConcertQuestion['body'],
    more: Partial<ConcertQuestion> = {},
  ): ConcertQuestion => ({
    kind,
    endpoint: api.session.getSessions,
    body,
    ...more,
  })
  const map = (kind: string, body: ConcertQuestion['body']): ConcertQuestion => ({
    kind,
    endpoint: api.session.searchLocations,
    body,
  })
  const best = (kind: string, wish: (turn: number) => { coords?: object; songs?: string[] }) => ({
    kind: `recommended: ${kind}`,
    endpoint: api.session.searchRecommended,
    body: (turn: number) => ({
      coords: { latitude: null, longitude: null },
      songs: [],
      ...wish(turn),
    }),
  })
  const around = (turn: number, degrees: number) => {
    const { latitude, longitude } = city(turn)
    return {
      bounds: {
        west: longitude - 2 * degrees,
        east: longitude + 2 * degrees,
        south: latitude - degrees,
        north: latitude + degrees,
      },
    }
  }
  return [
    list('nothing asked', () => ({})),
    list('city', (turn) => ({ city: city(turn).name })),
    list('city, past too', (turn) => ({ city: city(turn).name, allData: true })),
    list('dates', day),
    list('dates, past too', (turn) => ({ ...day(turn), allData: true })),
    list('city and dates', (turn) => ({ city: city(turn).name, ...day(turn) })),
    list('artist', (turn) => ({
      artistUsername: `musician-${artistNumber(spread(turn, size.artists))}`,
    })),
    list('one rare song', (turn) => ({ songIds: [rare(turn)] })),
    list('one popular song', (turn) => ({ songIds: [popular(turn)] })),
    list('five songs', (turn) => ({ songIds: five(turn) })),
    list('five songs and city', (turn) => ({ songIds: five(turn), city: city(turn).name })),
    list('second page of a city', (turn) => ({ city: cities[spread(turn, 5)]?.name }), {
      secondPage: true,
    }),
    list('second page of five songs', (turn) => ({ songIds: five(turn) }), { secondPage: true }),
    map('map: a city', (turn) => around(turn, 0.15)),
    map('map: some regions', (turn) => around(turn, 4)),
    map('map: the country', () => ({ bounds: { west: 19, south: 41, east: 190, north: 82 } })),
    best('coordinates and five songs', (turn) => ({ coords: at(turn), songs: five(turn) })),
    best('coordinates and a popular song', (turn) => ({
      coords: at(turn),
      songs: [popular(turn)],
    })),
    best('five songs', (turn) => ({ songs: five(turn) })),
    best('coordinates', (turn) => ({ coords: at(turn) })),
    best('nothing', () => ({})),
  ]
}

function assertCity(): never {
  throw new Error('the gazetteer is empty')
}
