import timeZoneAt from '@photostructure/tz-lookup'
import { foldSong } from '#domain/song-text.ts'
import type { City } from './cities.ts'
import { readCities } from './cities.ts'
import { distanceKm } from './distance.ts'

export type { City } from './cities.ts'
export { distanceKm } from './distance.ts'

export type Places = ReturnType<typeof makePlaces>

/** The zone of a concert whose venue has no point on the map. */
export const DEFAULT_ZONE = 'Europe/Moscow'

const MOST_CITIES = 20
const NEAR_KM = 40

export function makePlaces() {
  let known: { city: City; folded: string }[] | undefined

  // Read on first use: 360 lines, and a process that asks for none does not read them.
  function gazetteer() {
    known ??= readCities().map((city) => ({ city, folded: foldSong(city.name) }))
    return known
  }

  return {
    /** Towns whose name begins so, the most populous first, at most 20; of all where the input is blank. */
    cities(input: string): City[] {
      const start = foldSong(input)
      return gazetteer()
        .filter(({ folded }) => folded.startsWith(start))
        .slice(0, MOST_CITIES)
        .map(({ city }) => city)
    },

    /**
     * The town within 40 km that a point (degrees) belongs to, or null. Not simply the nearest: a
     * town a thousand times larger is counted as ten times closer, so that the outskirts of a city
     * are not taken for the small town beyond them.
     */
    cityNear(latitude: number, longitude: number): City | null {
      const [first] = gazetteer()
        .map(({ city }) => ({ city, km: distanceKm({ latitude, longitude }, city) }))
        .filter(({ km }) => km <= NEAR_KM)
        .map(({ city, km }) => ({ city, remoteness: km / Math.cbrt(city.population) }))
        .toSorted((a, b) => a.remoteness - b.remoteness)
      return first?.city ?? null
    },

    /** The IANA zone at a point (degrees). */
    timeZoneOf: (latitude: number, longitude: number): string => timeZoneAt(latitude, longitude),
  }
}
