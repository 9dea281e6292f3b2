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
