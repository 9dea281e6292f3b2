import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useSearchParams } from 'react-router'
import type { FirstLook } from '#web/lib/server-api.ts'
import type { MapBounds, MapCentre, MapPoint, MapView } from '#web/parts/map/map-view.ts'
import { MOSCOW, viewOfPins } from '#web/parts/map/map-view.ts'
import type { MapConcert } from './map-concert.ts'

/** The sides of a screen of middling size, in pixels of the map. */
const SCREEN = { width: 800, height: 600 }
const WORLD_PX = 256
const WHOLE = 360
const FINEST = 20

/** «55.752,37.616,12» read; null where it says no place. */
export function readPlace(text: string | null): MapCentre | null {
  const [latitude = NaN, longitude = NaN, zoom = NaN] = (text ?? '').split(',').map(Number)
  if (![latitude, longitude, zoom].every(Number.isFinite)) return null
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > WHOLE) return null
  return zoom >= 0 && zoom <= FINEST ? { latitude, longitude, zoom } : null
}

/** Five digits after the point are a metre. */
export function writePlace({ latitude, longitude, zoom = 0 }: MapCentre): string {
  const [north, east] = [latitude.toFixed(4), longitude.toFixed(4)]
  return `${Number(north)},${Number(east)},${Math.round(zoom)}`
}

/** What a screen of middling size shows around the place. */
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

/** So many concerts stand in the list at first; the map shows all of them. */
const FIRST_SHOWN = 40

export type MapAddress = {
  /** The id of the chosen concert. */
  selected: string | null
  /** How many concerts the list shows. */
  shown: number
  /** The same page with these words of the address changed, null takes one out. */
  hrefOf: (change: Readonly<Record<string, string | null>>) => string
  select: (id: string) => void
  /** Changes the address without a step of the back button. */
  change: (change: Readonly<Record<string, string | null>>) => void
}

function changed(now: URLSearchParams, change: Readonly<Record<string, string | null>>) {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries(change))
    if (value === null) next.delete(name)
    else next.set(name, value)
  return next
}

/** What of the map stands in the address: it can be sent to a friend, and the way back finds it again. */
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

/** A pin that is chosen, a longer list and a map that was moved need no page from the server; a question put again does. */
export function asksAnew(turn: ShouldRevalidateFunctionArgs): boolean {
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

/** A whole town is seen where it is known, and its surroundings where a country alone is. */
const ZOOMS = { town: 12, country: 10 }
/** The widest is a quarter of the country. */
const WIDER = [9, 6, 4]

/** Asks for the concerts within bounds, or for those of everywhere. */
export type Locations = (body: { bounds?: MapBounds; city?: string }) => Promise<MapConcert[]>

/** The middle of a map that nobody has turned yet: by the network address, over Moscow where it says nothing. */
export async function initialView(
  firstLook: () => Promise<FirstLook | null>,
): Promise<{ view: MapCentre; byAddress: boolean }> {
  const found = await firstLook()
  if (found === null) return { view: MOSCOW, byAddress: false }
  const { latitude, longitude, byTown } = found
  const zoom = byTown ? ZOOMS.town : ZOOMS.country
  return { view: { latitude, longitude, zoom }, byAddress: byTown }
}

/** Only for comparing what lies near: degrees, those of longitude shrunk. */
function remoteness(from: MapPoint, { latitude, longitude }: MapPoint): number {
  const across = (longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  return Math.hypot(latitude - from.latitude, across)
}

/** The concerts around a middle; where there are none, the view widens until it holds the nearest one. */
export async function lookAround(
  locations: Locations,
  from: MapCentre,
): Promise<{ view: MapView; concerts: MapConcert[] }> {
  const near = await locations({ bounds: boundsAround(from) })
  if (near.length > 0) return { view: viewOfPins([from, ...near]), concerts: near }
  for (const zoom of WIDER) {
    const concerts = await locations({ bounds: boundsAround({ ...from, zoom }) })
    const [nearest] = concerts.toSorted(
      (one, other) => remoteness(from, one) - remoteness(from, other),
    )
    if (nearest !== undefined) return { view: viewOfPins([from, nearest]), concerts }
  }
  // Nobody plays in this part of the world: the map is no use empty while others play elsewhere.
  const everywhere = await locations({})
  return { view: viewOfPins(everywhere, from), concerts: everywhere }
}
