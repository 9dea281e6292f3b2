import timeZoneAt from '@photostructure/tz-lookup'
import { foldSong } from '#domain/song-text.ts'
import type { City } from './cities.ts'
import { readCities } from './cities.ts'
import { distanceKm } from './distance.ts'
import { makeTownNames } from './town-names.ts'
import { makeTownsAround } from './towns-around.ts'

export type { City } from './cities.ts'
export { distanceKm } from './distance.ts'

export type Places = ReturnType<typeof makePlaces>

/** The zone of a concert whose venue has no point on the map. */
export const DEFAULT_ZONE = 'Europe/Moscow'

const MOST_CITIES = 20
const NEAR_KM = 40
/** The far end of a large city from its middle, and some more. */
const SAME_TOWN_KM = 60
/** So near to a town people live by its clocks; the borders of zones on the general map are only roughly right. */
const SAME_CLOCKS_KM = 10

const isIn = (region: string) => (city: City) => foldSong(city.region).startsWith(region)

export function makePlaces() {
  let known: ReturnType<typeof open> | undefined

  // On first use: a process that asks for no town does not read them.
  function open() {
    const cities = readCities()
    const names = makeTownNames(cities.map(({ name }) => name))
    const called = Map.groupBy(cities, ({ name }) => foldSong(name))
    return { cities, names, called, around: makeTownsAround(cities) }
  }

  function gazetteer() {
    known ??= open()
    return known
  }

  return {
    /**
     * Towns whose name begins so, the most populous first, at most 20; of all where the input is blank.
     * See town-names.ts. «Железногорск, Курская область» is the one town of that region.
     */
    cities(input: string): City[] {
      const { cities, names, called } = gazetteer()
      const [name = '', ...more] = input.split(',').map(foldSong)
      const region = more.join(' ').trim()
      const there = region === '' ? [] : (called.get(name) ?? []).filter(isIn(region))
      if (there.length > 0) return there
      return names.find(input, MOST_CITIES).flatMap((at) => cities[at] ?? [])
    },

    /** The towns of just this name, the most populous first; with a point (degrees) only those around it. */
    townsCalled(name: string, near?: { latitude: number; longitude: number }): City[] {
      const towns = gazetteer().called.get(foldSong(name)) ?? []
      return near === undefined
        ? towns
        : towns.filter((town) => distanceKm(town, near) <= SAME_TOWN_KM)
    },

    /**
     * The town within 40 km that a point (degrees) belongs to, or null. Not simply the nearest: a
     * town a thousand times larger is counted as ten times closer, so that the outskirts of a city
     * are not taken for the small town beyond them.
     */
    cityNear(latitude: number, longitude: number): City | null {
      const [first] = gazetteer()
        .around({ latitude, longitude }, NEAR_KM)
        .map(({ town, km }) => ({ town, remoteness: km / Math.cbrt(town.population) }))
        .toSorted((a, b) => a.remoteness - b.remoteness)
      return first?.town ?? null
    },

    /** The IANA zone at a point (degrees). */
    timeZoneOf(latitude: number, longitude: number): string {
      const [nearest] = gazetteer()
        .around({ latitude, longitude }, SAME_CLOCKS_KM)
        .toSorted((a, b) => a.km - b.km)
      return nearest?.town.timeZone ?? timeZoneAt(latitude, longitude)
    },
  }
}
