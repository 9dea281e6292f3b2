import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import type { Match } from '../match-texts.ts'

/** Degrees; two digits are a kilometre, and a listener need not reveal more. */
type Place = { latitude: number; longitude: number }

const DIGITS = 2

const rounded = (degrees: number) => Number(degrees.toFixed(DIGITS))

/** The listener's place in the address; null where there is none, 'wrong' where it is invalid. */
export function placeIn(search: URLSearchParams): Place | 'wrong' | null {
  const [lat, lon] = [search.get('lat')?.trim() ?? '', search.get('lon')?.trim() ?? '']
  if (lat === '' && lon === '') return null
  const [latitude, longitude] = [Number(lat), Number(lon)]
  const known = lat !== '' && lon !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return known ? { latitude: rounded(latitude), longitude: rounded(longitude) } : 'wrong'
}

/** The result at this address, but near that place; null: wherever the listener is. */
export function nearHref(search: URLSearchParams, place: Place | null): string {
  const next = new URLSearchParams(search)
  for (const name of ['lat', 'lon']) next.delete(name)
  if (place !== null) {
    next.set('lat', String(rounded(place.latitude)))
    next.set('lon', String(rounded(place.longitude)))
  }
  return `/search/result?${next.toString()}`
}

export type Recommended = {
  concert: FoundConcert
  match: Match
  /** Null where it has no coordinates. */
  point: MapPoint | null
}

export type ResultView = {
  /** The number of wished songs. */
  wished: number
  /** The filters of the address, in words; empty without any. */
  filtered: string
  /** Where songs and filters are chosen. */
  searchHref: string
  /** The listener's place; null where the address has no valid one. */
  place: Place | null
  /** The address has invalid coordinates. */
  wrongPlace: boolean
  concerts: readonly Recommended[]
  failed: string | null
}
