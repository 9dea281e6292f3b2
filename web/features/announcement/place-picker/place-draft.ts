import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'

/** An address of the server's list, with its point. */
export type FoundPlace = AnswerOf<typeof api.session.locationByInput>[number]

/** Where a concert is to be, as far as its artist has said. */
export type PlaceDraft = {
  /** The address line. */
  readonly address: string
  /** Whose words these are: the artist's own, typed or chosen, or what the map says of the point. */
  readonly addressSource: 'own' | 'map'
  readonly point: MapPoint | null
  /** The town of the point, as far as it is known; else empty. */
  readonly city: string
  /** What the map says of the point beside an address of the artist's own. */
  readonly offered: string | null
}

export const NO_PLACE: PlaceDraft = {
  address: '',
  addressSource: 'own',
  point: null,
  city: '',
  offered: null,
}

/** A step of 1 m at the equator: no venue is told more exactly. */
const DECIMALS = 5

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/** The point as a draft keeps it. */
export const pointOf = ({ latitude, longitude }: MapPoint): MapPoint => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude),
})

export const samePoint = (one: MapPoint | null, other: MapPoint | null): boolean =>
  one?.latitude === other?.latitude && one?.longitude === other?.longitude

/** The one line that stands for a place that was found. */
export function lineOf({ description, address, city }: FoundPlace): string {
  if (description.trim() !== '') return description.trim()
  return [city, address].filter((part) => part.trim() !== '').join(', ')
}

const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Whether words name the town that was found, and a place in it where no more than the town was found. */
function saysMore(address: string, { city, county, address: street }: FoundPlace): boolean {
  const text = folded(address)
  if (street !== '' || city === '' || !text.includes(folded(city))) return false
  const rest = text.replace(folded(city), '').replace(folded(county), '')
  return /[\p{L}\d]/u.test(rest.replace(/^\s*(г|город)[.\s]/u, ''))
}

/** The address as it is typed; the point stays where it is. */
export function typed(place: PlaceDraft, address: string): PlaceDraft {
  return { ...place, address, addressSource: 'own' }
}

/** A suggestion that was chosen brings its point and its address; one that is no more than a town leaves a street that was typed. */
export function chose(place: PlaceDraft, found: FoundPlace): PlaceDraft {
  const point = pointOf(found)
  const { city } = found
  if (saysMore(place.address, found))
    return { ...place, addressSource: 'own', point, city, offered: null }
  return { address: lineOf(found), addressSource: 'own', point, city, offered: null }
}

/** The pin is set; the address waits for what the map says of it. */
export function pinned(place: PlaceDraft, point: MapPoint): PlaceDraft {
  const next = pointOf(point)
  return samePoint(place.point, next) ? place : { ...place, point: next, city: '', offered: null }
}

/** What the map says of a point fills an address that is not the artist's own, else it is offered. */
export function withFound(place: PlaceDraft, point: MapPoint, found: FoundPlace): PlaceDraft {
  if (!samePoint(place.point, pointOf(point))) return place
  const address = lineOf(found)
  const next = { ...place, city: found.city, offered: null }
  const own = place.addressSource === 'own' && place.address.trim() !== ''
  if (address === '' || address === place.address.trim()) return next
  if (own && saysMore(place.address, found)) return next
  return own ? { ...next, offered: address } : { ...next, address, addressSource: 'map' }
}

/** The offered address takes the place of the artist's own. */
export function tookOffer(place: PlaceDraft): PlaceDraft {
  if (place.offered === null) return place
  return { ...place, address: place.offered, addressSource: 'map', offered: null }
}

/** The pin is off the map; no word of the address goes with it. */
export function unpinned(place: PlaceDraft): PlaceDraft {
  return { ...place, point: null, city: '', offered: null }
}
