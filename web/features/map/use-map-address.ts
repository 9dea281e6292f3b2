import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useSearchParams } from 'react-router'
import type { FirstLook } from '#web/lib/calls/server-api.ts'
import type { MapBounds, MapCentre, MapPoint, MapView } from '#web/parts/map/map-view.ts'
import { MOSCOW, viewOfPins } from '#web/parts/map/map-view.ts'
import type { MapConcert } from './map-concert.ts'

/** The sides of a medium screen, in pixels of the map. */
const SCREEN = { width: 800, height: 600 }
const WORLD_PX = 256
const WHOLE = 360
const FINEST = 20

/** Parses «55.752,37.616,12»; null when the text is no place. */
export function readPlace(text: string | null): MapCentre | null {
  const [latitude = NaN, longitude = NaN, zoom = NaN] = (text ?? '').split(',').map(Number)
  if (![latitude, longitude, zoom].every(Number.isFinite)) return null
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > WHOLE) return null
  return zoom >= 0 && zoom <= FINEST ? { latitude, longitude, zoom } : null
}

/** Four digits after the point are about 11 m. */
export function writePlace({ latitude, longitude, zoom = 0 }: MapCentre): string {
  const [north, east] = [latitude.toFixed(4), longitude.toFixed(4)]
  return `${Number(north)},${Number(east)},${Math.round(zoom)}`
}

/** The bounds that a medium screen shows around the place. */
export function boundsAround({ latitude, longitude, zoom = 0 }: MapCentre): MapBounds {
  const perPixel = WHOLE / (WORLD_PX * 2 ** zoom)
  const wide = (SCREEN.width / 2) * perPixel
  const high = (SCREEN.height / 2) * perPixel * Math.cos((latitude * Math.PI) / 180)
  return {
    west: longitude - wide,
    east: longitude + wide,
    south: latitude - high,
    north: latitude + high,
  }
}

/** The number of concerts in the list at first; the map shows all of them. */
const FIRST_SHOWN = 40

export type MapAddress = {
  /** The id of the chosen concert. */
  selected: string | null
  /** How many concerts the list shows. */
  shown: number
  /** The URL of this page with these parameters changed; null removes one. */
  hrefOf: (change: Readonly<Record<string, string | null>>) => string
  select: (id: string) => void
  /** Changes the URL without a new entry in the history. */
  change: (change: Readonly<Record<string, string | null>>) => void
}

function changed(now: URLSearchParams, change: Readonly<Record<string, string | null>>) {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries(change))
    if (value === null) next.delete(name)
    else next.set(name, value)
  return next
}

/** The map's state in the URL: it can be shared with a friend, and «back» restores it. */
export function useMapAddress(): MapAddress {
  const [search, setSearch] = useSearchParams()
  const change: MapAddress['change'] = (words) =>
    setSearch((now) => changed(now, words), { replace: true, preventScrollReset: true })
  const shown = Number(search.get('shown'))
  return {
    selected: search.get('concert'),
    shown: Number.isInteger(shown) && shown > FIRST_SHOWN ? shown : FIRST_SHOWN,
    hrefOf: (words) => `?${changed(search, words).toString()}`,
    select: (id) => change({ concert: id }),
    change,
  }
}

const WORDS = ['concert', 'shown', 'at']

/** A chosen pin, a longer list and a moved map do not reload the page's data; the same URL again does. */
export function shouldReload(turn: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = turn
  const again = currentUrl.href === nextUrl.href
  return defaultShouldRevalidate && (again || !asksTheSame(currentUrl, nextUrl))
}

function asksTheSame(one: URL, other: URL): boolean {
  const asked = ({ pathname, searchParams }: URL) => {
    const words = new URLSearchParams(searchParams)
    for (const name of WORDS) words.delete(name)
    return `${pathname}?${words.toString()}`
  }
  return asked(one) === asked(other)
}

/** The zoom of a whole town where it is known, and of the surroundings where only the country is. */
const ZOOMS = { town: 12, country: 10 }
/** The widest zoom shows a quarter of the country. */
const WIDER = [9, 6, 4]

/** Requests the concerts within bounds, of a town, or everywhere. */
export type Locations = (body: { bounds?: MapBounds; city?: string }) => Promise<MapConcert[]>

/** The centre of a map that has not been moved yet, by the IP address; null when that is unknown. */
export async function initialView(
  firstLook: () => Promise<FirstLook | null>,
): Promise<{ view: MapCentre; byAddress: boolean } | null> {
  const found = await firstLook()
  if (found === null) return null
  const { latitude, longitude, byTown } = found
  const zoom = byTown ? ZOOMS.town : ZOOMS.country
  return { view: { latitude, longitude, zoom }, byAddress: byTown }
}

/** Only for comparing short distances: degrees, with longitude shrunk. */
function remoteness(from: MapPoint, { latitude, longitude }: MapPoint): number {
  const across = (longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  return Math.hypot(latitude - from.latitude, across)
}

type Seen = { view: MapView; concerts: MapConcert[] }

/** All concerts; where there are none, `otherwise`. */
export async function searchEverywhere(locations: Locations, otherwise = MOSCOW): Promise<Seen> {
  const concerts = await locations({})
  return { view: viewOfPins(concerts, otherwise), concerts }
}

/** The concerts around a centre; when there are none, the view widens until it contains the nearest one. */
export async function searchAround(locations: Locations, from: MapCentre): Promise<Seen> {
  const near = await locations({ bounds: boundsAround(from) })
  if (near.length > 0) return { view: viewOfPins([from, ...near]), concerts: near }
  for (const zoom of WIDER) {
    const concerts = await locations({ bounds: boundsAround({ ...from, zoom }) })
    const [nearest] = concerts.toSorted(
      (one, other) => remoteness(from, one) - remoteness(from, other),
    )
    if (nearest !== undefined) return { view: viewOfPins([from, nearest]), concerts }
  }
  // There are no concerts in this part of the world: an empty map is useless while there are some elsewhere.
  return searchEverywhere(locations, from)
}
