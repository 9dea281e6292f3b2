/** Degrees. */
export type MapPoint = { latitude: number; longitude: number }

/** A concert on the map. */
export type MapPin = MapPoint & {
  id: string
  title: string
  /** The venue, written under the pin from near. */
  place?: string
  /** Its page: for a press with the key that opens a new tab. */
  href: string
  /** It goes on at this moment. */
  live?: boolean
}

/** What the map shows around this point; `zoom` as in the address of any map, 12 is a town. */
export type MapCentre = MapPoint & { zoom?: number }

/** The edges of what is seen, in degrees. */
export type MapBounds = { west: number; south: number; east: number; north: number }

/** What the map is turned to. */
export type MapView = MapCentre | MapBounds

/** Where the map opens as long as nothing is known. */
export const MOSCOW: MapCentre = { latitude: 55.75222, longitude: 37.61556, zoom: 12 }

/** What holds all these points; where there are none, `otherwise`. */
export function viewOfPins(points: readonly MapPoint[], otherwise: MapView = MOSCOW): MapView {
  if (points.length === 0) return otherwise
  const latitudes = points.map(({ latitude }) => latitude)
  const longitudes = points.map(({ longitude }) => longitude)
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}

/** Edges on the screen, pixels. */
export type ScreenBox = { left: number; right: number; top: number; bottom: number }

const meet = (one: ScreenBox, other: ScreenBox) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom

/** Those that find room, in the order given: each one that would lie over an earlier one, or over what stands there already, is left out. */
export function freeRoom<One>(
  all: readonly One[],
  boxOf: (one: One) => ScreenBox,
  standing: readonly ScreenBox[] = [],
): One[] {
  const taken = [...standing]
  return all.filter((one) => {
    const box = boxOf(one)
    if (taken.some((other) => meet(box, other))) return false
    taken.push(box)
    return true
  })
}

/** Metres around the equator, as the projection of the map has it. */
const EQUATOR_M = 40_075_016.686
/** Pixels of the whole world at zoom 0. */
const WORLD_PX = 256
const ROUND = [5, 2, 1]

export type Scale = { text: string; widthPx: number }

const metresPerPixel = (latitude: number, zoom: number) =>
  (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom)

/** The longest round length that is no wider than `widestPx` at this latitude (degrees) and zoom. */
export function scaleOf(latitude: number, zoom: number, widestPx: number): Scale {
  const perPixel = metresPerPixel(latitude, zoom)
  const widest = perPixel * widestPx
  const power = 10 ** Math.floor(Math.log10(widest))
  const metres = (ROUND.find((one) => one * power <= widest) ?? 1) * power
  return {
    text: metres >= 1000 ? `${metres / 1000} км` : `${metres} м`,
    widthPx: Math.round(metres / perPixel),
  }
}

const WAIT_MS = 10_000

/** Where this device is, in degrees; null where the browser has no position or no permission. */
export function devicePosition(): Promise<{ latitude: number; longitude: number } | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(null),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
  })
}
