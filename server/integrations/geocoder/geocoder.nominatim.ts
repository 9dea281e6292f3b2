import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '#domain/time.ts'
import { askGeocoder, GeocoderFailed, isFields, pointOf, textOf } from './geocoder.ts'
import type { FoundAddress, Geocoder, Point } from './geocoder.ts'

type NominatimDeps = {
  /** Without a slash at the end. */
  url: string
  /** The address of this site, by which the owner of the server identifies the caller. */
  publicUrl: string
  /** The public server takes one question a second, and none that somebody has not finished typing. */
  shared: boolean
  /** Milliseconds between two questions to a shared server. */
  intervalMs?: number
}

const COUNT = 10
const LONGEST_QUERY = 300
/** Longer than this nobody would wait for his turn. */
const LINE_MS = 2000
/** Half the side of the part of the map that is preferred, in degrees. */
const NEAR_DEGREES = 0.5
/** A house; a point in a field has its village. */
const ZOOM = '18'

/** Nominatim, of one's own or the public one of OpenStreetMap; names are asked for in Russian. */
export function nominatimGeocoder(deps: NominatimDeps): Geocoder {
  const { url, publicUrl, shared, intervalMs = SECOND_MS } = deps
  const headers = { accept: 'application/json', 'user-agent': `Bis/1 (${publicUrl})` }
  let nextTurn = 0

  async function turn(signal: AbortSignal): Promise<void> {
    if (!shared) return
    const now = performance.now()
    const wait = Math.max(0, nextTurn - now)
    if (wait > LINE_MS) throw new GeocoderFailed('too many ask Nominatim at once')
    nextTurn = now + wait + intervalMs
    await sleep(wait, undefined, { signal })
  }

  async function ask(call: string, query: Record<string, string>, signal: AbortSignal) {
    await turn(signal)
    const asked = new URLSearchParams({
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'ru',
      ...query,
    })
    return askGeocoder(`${url}/${call}?${asked}`, { headers, signal })
  }

  return {
    async find(text, near, signal) {
      // Its policy forbids to ask while somebody types: the pin on the map is what it may be asked for.
      if (shared) return []
      const q = Array.from(text).slice(0, LONGEST_QUERY).join('')
      const query = { q, limit: String(COUNT), ...(near === null ? {} : around(near)) }
      const answer = await ask('search', query, signal)
      if (!Array.isArray(answer)) throw new GeocoderFailed('Nominatim answers in another shape')
      return answer.slice(0, COUNT).flatMap((place) => addressOf(place) ?? [])
    },

    async at({ latitude, longitude }, signal) {
      const query = { lat: String(latitude), lon: String(longitude), zoom: ZOOM }
      const answer = await ask('reverse', query, signal)
      if (!isFields(answer)) throw new GeocoderFailed('Nominatim answers in another shape')
      return addressOf(answer)
    },
  }
}

/** Preferred, not required. */
function around({ latitude, longitude }: Point) {
  const [west, north] = [longitude - NEAR_DEGREES, latitude + NEAR_DEGREES]
  const [east, south] = [longitude + NEAR_DEGREES, latitude - NEAR_DEGREES]
  return { viewbox: [west, north, east, south].map((side) => side.toFixed(3)).join(',') }
}

function addressOf(place: unknown): FoundAddress | null {
  if (!isFields(place) || !isFields(place['address'])) return null
  const point = pointOf(place['lat'], place['lon'])
  if (point === null) return null
  const parts = place['address']
  return {
    ...point,
    country: textOf(parts, 'country'),
    county: textOf(parts, 'state', 'region'),
    city: textOf(parts, 'city', 'town', 'village', 'hamlet', 'municipality'),
    street: textOf(parts, 'road', 'pedestrian', 'square', 'footway', 'place'),
    house: textOf(parts, 'house_number'),
  }
}
