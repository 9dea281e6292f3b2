/** Degrees. */
export type MapPoint = { latitude: number; longitude: number }

/** A concert on the map. */
export type MapPin = MapPoint & {
  id: string
  title: string
  /** The venue, written under the pin at a near zoom. */
  place?: string
  /** The concert's page: for a press with the key that opens a new tab. */
  href: string
  /** The concert is on now. */
  live?: boolean
}

/** What the map shows around this point; `zoom` as in the address of any map, 12 is a town. */
export type MapCentre = MapPoint & { zoom?: number }

/** The edges of the visible part, in degrees. */
export type MapBounds = { west: number; south: number; east: number; north: number }

/** The view of the map: a centre or bounds. */
export type MapView = MapCentre | MapBounds

/** Where the map opens while nothing is known. */
export const MOSCOW: MapCentre = { latitude: 55.75222, longitude: 37.61556, zoom: 12 }

/** Returns the view that contains all these points; where there are none, `otherwise`. */
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

/** Returns the items that fit, in the order given: one that would overlap an earlier one, or a box of `standing`, is left out. */
export function freeRoom<One>(
  all: readonly One[],
  boxOf: (one: One) => ScreenBox,
  occupied: readonly ScreenBox[] = [],
): One[] {
  return placed(all, (one) => [boxOf(one)], occupied).map(({ one }) => one)
}

/** As `freeRoom`, where each item takes the first free one of its boxes; `at` is the index of the box. */
export function placed<One>(
  all: readonly One[],
  boxesOf: (one: One) => readonly ScreenBox[],
  occupied: readonly ScreenBox[] = [],
): { one: One; at: number }[] {
  const taken = [...occupied]
  return all.flatMap((one) => {
    const boxes = boxesOf(one)
    const at = boxes.findIndex((box) => !taken.some((other) => meet(box, other)))
    const box = boxes[at]
    if (box === undefined) return []
    taken.push(box)
    return { one, at }
  })
}

/** Groups items in the order given: each joins the first group whose first member is within `withinPx`, else starts one. */
export function groupsOf<One>(
  all: readonly One[],
  xyOf: (one: One) => { x: number; y: number },
  withinPx: number,
): One[][] {
  const groups: { x: number; y: number; members: One[] }[] = []
  for (const one of all) {
    const { x, y } = xyOf(one)
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < withinPx)
    if (near === undefined) groups.push({ x, y, members: [one] })
    else near.members.push(one)
  }
  return groups.map(({ members }) => members)
}

/** Metres around the equator, as in the map's projection. */
const EQUATOR_M = 40_075_016.686
/** The width of the whole world at zoom 0, in pixels. */
const WORLD_PX = 256
const ROUND = [5, 2, 1]

export type Scale = { text: string; widthPx: number }

export const metresPerPixel = (latitude: number, zoom: number) =>
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

/** The position of this device, in degrees; null where the browser has none or no permission. */
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

/** The class of a town: 1 has a million people and more, 4 the fewest. */
export type Town = readonly [name: string, latitude: number, longitude: number, size: number]

/** Where a river's name is written. */
export type RiverName = readonly [name: string, latitude: number, longitude: number]

/** How far around a town of each class its people look for concerts, km. */
const REACH_KM = [0, 60, 45, 35, 30]
const DEGREE_KM = 111.2

/** Km between two points, exact enough for a map of one region. */
export function kmBetween(from: MapPoint, to: MapPoint): number {
  const middle = ((from.latitude + to.latitude) / 2) * (Math.PI / 180)
  const across = (to.longitude - from.longitude) * Math.cos(middle)
  return DEGREE_KM * Math.hypot(to.latitude - from.latitude, across)
}

export const pointOfTown = ([, latitude, longitude]: Town): MapPoint => ({ latitude, longitude })

/** The town around a point, or null in open country: a large town reaches farther. */
export function townAround(towns: readonly Town[], point: MapPoint): Town | null {
  let [found, least]: [Town | null, number] = [null, 1]
  for (const town of towns) {
    const part = kmBetween(pointOfTown(town), point) / (REACH_KM[town[3]] ?? 1)
    if (part < least) [found, least] = [town, part]
  }
  return found
}

/** «850 м», «3,4 км», «26 км» */
export function kmText(km: number): string {
  if (km < 0.95) return `${Math.max(50, Math.round(km * 20) * 50)} м`
  return `${(km < 10 ? Number(km.toFixed(1)) : Math.round(km)).toLocaleString('ru-RU')} км`
}

/** With tiles: streets; around a town: rings of distance, water and venues; a lone venue; nothing but land. */
const NEAREST = { tiles: 17, town: 12, venue: 11, land: 7 }

/** The nearest zoom at which the map still has something to show. */
export function nearestZoom(has: { tiles: boolean; town: boolean; venue: boolean }): number {
  if (has.tiles) return NEAREST.tiles
  return has.town ? NEAREST.town : has.venue ? NEAREST.venue : NEAREST.land
}

const RING_PX = 110
const MOST_RINGS = 12

/** Radii in km of the rings that cross the part between `near` and `far` from the town: round ones, the closest first. */
export function ringsOf(seen: { near: number; far: number }, kmPerPixel: number): number[] {
  const least = kmPerPixel * RING_PX
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find((one) => one * power >= least) ?? 10) * power
  const first = Math.max(1, Math.ceil(seen.near / step))
  const last = Math.floor(seen.far / step)
  const rings = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, at) => (first + at) * step,
  )
  return rings.slice(0, MOST_RINGS).map((km) => Number(km.toPrecision(6)))
}

/** The point where the line from the middle of a box to a point outside leaves it; null for a point inside. */
export function edgeOf(box: ScreenBox, { x, y }: { x: number; y: number }) {
  const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const [dx, dy] = [x - middleX, y - middleY]
  const part = Math.min(
    dx === 0 ? Infinity : (box.right - middleX) / Math.abs(dx),
    dy === 0 ? Infinity : (box.bottom - middleY) / Math.abs(dy),
  )
  return part >= 1 ? null : { x: middleX + dx * part, y: middleY + dy * part }
}

const ARROWS = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗']

/** The arrow closest to this direction, in pixels to the right and down. */
export function arrowTo(dx: number, dy: number): string {
  const turn = Math.round((Math.atan2(dy, dx) / (2 * Math.PI)) * ARROWS.length)
  return ARROWS[(turn + ARROWS.length) % ARROWS.length] ?? ''
}
