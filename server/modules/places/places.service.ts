import timeZoneAt from '@photostructure/tz-lookup'
import { onOtherLayout } from '#packages/song-search/query.ts'
import { NOT_NEAR, nearness } from '#packages/song-search/one-letter-off.ts'
import { transliterated } from '#packages/song-search/transliteration.ts'
import { beginningWith, wordListOf } from '#packages/song-search/words.ts'
import { foldSong } from '#packages/song-search/song-text.ts'
import type { City } from './cities.ts'
import { readCities } from './cities.ts'

/** A shorter name is too short to match with one wrong letter. */
const FUZZY_MIN_LETTERS = 4

/** Colloquial names of towns. */
const COLLOQUIAL_NAMES = new Map([
  ['Санкт-Петербург', ['питер', 'спб', 'ленинград']],
  ['Москва', ['мск']],
  ['Екатеринбург', ['екб']],
  ['Новосибирск', ['нск']],
  ['Нижний Новгород', ['ннов']],
  ['Красноярск', ['крск']],
  ['Владивосток', ['владик']],
])

/** A name from its start, or from a later word of it: «новгород» of «Нижний Новгород». */
type Start = { key: string; town: number; whole: boolean }

function startsOf(name: string, town: number): Start[] {
  const words = foldSong(name).split(' ')
  const own = words.map((_, at) => ({ key: words.slice(at).join(' '), town, whole: at === 0 }))
  return [...own, ...(COLLOQUIAL_NAMES.get(name) ?? []).map((key) => ({ key, town, whole: true }))]
}

/** Finds towns by the beginning of their names. The order of the names is the order of equal matches. */
function makeTownNames(names: readonly string[]) {
  const starts = names
    .flatMap(startsOf)
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const list = wordListOf(starts.map(({ key }) => key))

  /** The whole names before those matched from a later word; each town once. */
  function inOrder(found: readonly Start[]): number[] {
    const townsOf = (whole: boolean) =>
      found
        .filter((start) => start.whole === whole)
        .map(({ town }) => town)
        .toSorted((a, b) => a - b)
    return [...new Set([...townsOf(true), ...townsOf(false)])]
  }

  function prefixMatches(folded: string, most: number): number[] {
    const { low, high } = beginningWith(list, folded)
    const found = starts.slice(low, high)
    const towns = inOrder(found)
    const first = towns.slice(0, most)
    // A small town of exactly this name must not be lost among larger ones.
    const exact = found
      .filter(({ key, whole, town }) => whole && key === folded && !first.includes(town))
      .map(({ town }) => town)
    return [...first.slice(0, Math.max(0, most - exact.length)), ...exact.slice(0, most)]
  }

  function fuzzyMatches(folded: string, most: number): number[] {
    if (folded.length < FUZZY_MIN_LETTERS) return []
    return inOrder(starts.filter((_, at) => nearness(folded, list, at) !== NOT_NEAR)).slice(0, most)
  }

  return {
    /**
     * Returns indexes in `names`: of names that begin with the input, else of those that would on another keyboard
     * layout or in Russian letters, else of those that differ by one letter. A blank input finds the first ones.
     */
    find(input: string, most: number): number[] {
      const typed = foldSong(input)
      if (input.trim() === '') return names.slice(0, most).map((_, at) => at)
      const spellings = [
        typed,
        ...onOtherLayout(input).map(foldSong),
        typed.split(' ').map(transliterated).join(' '),
      ].filter((spelling) => spelling !== '')
      for (const search of [prefixMatches, fuzzyMatches])
        for (const spelling of new Set(spellings)) {
          const found = search(spelling, most)
          if (found.length > 0) return found
        }
      return []
    },
  }
}

type Point = { readonly latitude: number; readonly longitude: number }

const EARTH_KM = 6371

export const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance over ground between two points given in degrees, in km. */
export function distanceKm(from: Point, to: Point): number {
  const across = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const along = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const shrink = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude))
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(across + along * shrink)))
}

const KM_OF_DEGREE = 111.19

/** Finds what lies within some km of a point without computing every distance. */
function makeTownsAround<Town extends Point>(towns: readonly Town[]) {
  const byLatitude = towns.toSorted((a, b) => a.latitude - b.latitude)

  function firstFrom(latitude: number): number {
    let [low, high] = [0, byLatitude.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((byLatitude[middle]?.latitude ?? 0) < latitude) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the towns at most `within` km away, in no order. */
  return function around(point: Point, within: number): { town: Town; km: number }[] {
    const reach = within / KM_OF_DEGREE + 0.01
    const found: { town: Town; km: number }[] = []
    for (let at = firstFrom(point.latitude - reach); at < byLatitude.length; at++) {
      const town = byLatitude[at]
      if (town === undefined || town.latitude > point.latitude + reach) break
      const km = distanceKm(point, town)
      if (km <= within) found.push({ town, km })
    }
    return found
  }
}

export type { City } from './cities.ts'

const MOST_CITIES = 20
const NEAR_KM = 40
/** The distance from the middle of a large city to its far end, and some more. */
const SAME_TOWN_KM = 60
/** Within this distance of a town people use its time; the borders of zones on the general map are only roughly right. */
const SAME_CLOCKS_KM = 10

const isIn = (region: string) => (city: City) => foldSong(city.region).startsWith(region)

function readGazetteer() {
  const cities = readCities()
  const names = makeTownNames(cities.map(({ name }) => name))
  const called = Map.groupBy(cities, ({ name }) => foldSong(name))
  return { cities, names, called, around: makeTownsAround(cities) }
}

let known: ReturnType<typeof readGazetteer> | undefined
/** Read on first use: a process that needs no town does not load them. */
const gazetteer = () => (known ??= readGazetteer())

/**
 * Returns the towns whose name begins so, the most populous first, at most 20; of all where the input is blank. See
 * `makeTownNames`. «Железногорск, Курская область» is the one town of that region.
 */
export function findCities(input: string): City[] {
  const { cities, names, called } = gazetteer()
  const [name = '', ...more] = input.split(',').map(foldSong)
  const region = more.join(' ').trim()
  const there = region === '' ? [] : (called.get(name) ?? []).filter(isIn(region))
  if (there.length > 0) return there
  return names.find(input, MOST_CITIES).flatMap((at) => cities[at] ?? [])
}

/** Returns the towns of exactly this name, the most populous first; with a point (degrees) only those around it. */
export function townsCalled(name: string, near?: Point): City[] {
  const towns = gazetteer().called.get(foldSong(name)) ?? []
  return near === undefined ? towns : towns.filter((town) => distanceKm(town, near) <= SAME_TOWN_KM)
}

/**
 * The town within 40 km that a point (degrees) belongs to, or null. Not simply the nearest: a town a thousand times
 * larger is counted as ten times closer, so that the outskirts of a city are not taken for the small town beyond them.
 */
export function cityNear(latitude: number, longitude: number): City | null {
  const [first] = gazetteer()
    .around({ latitude, longitude }, NEAR_KM)
    .map(({ town, km }) => ({ town, remoteness: km / Math.cbrt(town.population) }))
    .toSorted((a, b) => a.remoteness - b.remoteness)
  return first?.town ?? null
}

/** The IANA zone at a point (degrees). */
export function timeZoneAtPoint(latitude: number, longitude: number): string {
  const [nearest] = gazetteer()
    .around({ latitude, longitude }, SAME_CLOCKS_KM)
    .toSorted((a, b) => a.km - b.km)
  return nearest?.town.timeZone ?? timeZoneAt(latitude, longitude)
}
