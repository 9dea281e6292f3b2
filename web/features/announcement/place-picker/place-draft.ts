import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { foldedText } from '#domain/russian.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'

/** An address from the server's list, with its point. */
export type FoundPlace = AnswerOf<typeof api.session.locationByInput>[number]

/** The place of a concert, as far as its artist has entered it. */
export type PlaceDraft = {
  /** The address line. */
  readonly address: string
  /** The source of the address: the artist (typed or chosen), or the map's address of the point. */
  readonly addressSource: 'own' | 'map'
  readonly point: MapPoint | null
  /** The artist has set the pin himself. */
  readonly byHand: boolean
  /** The town of the point, if known; else empty. */
  readonly city: string
  /** The map's address of the point, offered beside the artist's own one. */
  readonly offered: string | null
}

export const NO_PLACE: PlaceDraft = {
  address: '',
  addressSource: 'own',
  point: null,
  byHand: false,
  city: '',
  offered: null,
}

/** A step of 1 m at the equator: no venue needs more precision. */
const DECIMALS = 5

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/** The point, rounded for the draft. */
export const pointOf = ({ latitude, longitude }: MapPoint): MapPoint => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude),
})

export const samePoint = (one: MapPoint | null, other: MapPoint | null): boolean =>
  one?.latitude === other?.latitude && one?.longitude === other?.longitude

/** The address line of a found place. */
export function lineOf({ description, address, city }: FoundPlace): string {
  if (description.trim() !== '') return description.trim()
  return [city, address].filter((part) => part.trim() !== '').join(', ')
}

/** Whether a typed text names the town of a found place. */
export const namesTown = (text: string, { city }: FoundPlace): boolean =>
  city !== '' && foldedText(text).includes(foldedText(city))

/** Whether an address names the found town and a place in it, where the result is no more than a town. */
function saysMore(address: string, { city, county, address: street }: FoundPlace): boolean {
  const text = foldedText(address)
  if (street !== '' || city === '' || !text.includes(foldedText(city))) return false
  const rest = text.replace(foldedText(city), '').replace(foldedText(county), '')
  return /[\p{L}\d]/u.test(rest.replace(/^\s*(г|город)[.\s]/u, ''))
}

/** Sets the typed address. A point that came with an address stays as long as its town is named: else it may be another one. */
export function typed(place: PlaceDraft, address: string): PlaceDraft {
  const town = foldedText(place.city)
  const namesIt = (line: string) => foldedText(line).includes(town)
  const moved = !place.byHand && town !== '' && namesIt(place.address) && !namesIt(address)
  return { ...(moved ? unpinned(place) : place), address, addressSource: 'own' }
}

/** A chosen suggestion sets the point and the address; one that is no more than a town keeps a typed street. */
export function chose(place: PlaceDraft, found: FoundPlace): PlaceDraft {
  const point = pointOf(found)
  const { city } = found
  if (saysMore(place.address, found))
    return { ...place, addressSource: 'own', point, byHand: false, city, offered: null }
  return { ...NO_PLACE, address: lineOf(found), point, city }
}

/** Sets the pin; the map's address of another point goes, and waits for the map's answer. */
export function pinned(place: PlaceDraft, point: MapPoint): PlaceDraft {
  const next = pointOf(point)
  if (samePoint(place.point, next)) return place
  const address = place.addressSource === 'map' ? '' : place.address
  return { ...place, address, point: next, byHand: true, city: '', offered: null }
}

/** The map's address of a point replaces an address that is not the artist's own; otherwise it is offered. */
export function withFound(place: PlaceDraft, point: MapPoint, found: FoundPlace): PlaceDraft {
  if (!samePoint(place.point, pointOf(point))) return place
  const address = lineOf(found)
  const next = { ...place, city: found.city, offered: null }
  const own = place.addressSource === 'own' && place.address.trim() !== ''
  if (address === '' || address === place.address.trim()) return next
  if (own && saysMore(place.address, found)) return next
  return own ? { ...next, offered: address } : { ...next, address, addressSource: 'map' }
}

/** Replaces the artist's address with the offered one. */
export function tookOffer(place: PlaceDraft): PlaceDraft {
  if (place.offered === null) return place
  return { ...place, address: place.offered, addressSource: 'map', offered: null }
}

/** Removes the pin; the address stays unchanged. */
export function unpinned(place: PlaceDraft): PlaceDraft {
  return { ...place, point: null, byHand: false, city: '', offered: null }
}
