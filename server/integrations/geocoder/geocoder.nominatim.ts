import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '#domain/record.ts'
import { SECOND_MS } from '#domain/time.ts'
import { askGeocoder, GeocoderFailed, pointOf, textOf } from './geocoder.ts'
import type { FoundAddress, Geocoder, Point } from './geocoder.ts'

type NominatimDeps = {
  /** Without a slash at the end. */
  url: string
  /** The address of this site, by which the server's owner identifies the caller. */
  publicUrl: string
  /** The public server allows one request a second, and none while a user types. */
  shared: boolean
  /** Milliseconds between two requests to a shared server. */
  intervalMs?: number
}

const COUNT = 10
const LONGEST_QUERY = 300
/** The longest wait in the queue; users would not wait longer. */
const LINE_MS = 2000
/** Half the side of the preferred part of the map, in degrees. */
const NEAR_DEGREES = 0.5
/** A building; a point in a field has its village. */
const ZOOM = '18'

/** Nominatim, self-hosted or the public one of OpenStreetMap; names are requested in Russian. */
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
      // Its policy forbids requests while a user types: only the pin on the map may be looked up.
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
      if (!isRecord(answer)) throw new GeocoderFailed('Nominatim answers in another shape')
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
  if (!isRecord(place) || !isRecord(place['address'])) return null
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
