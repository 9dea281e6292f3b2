import type { Bounds } from '../../platform/db/concert-filter.ts'

/** Degrees. */
export type BoxPoint = { readonly latitude: number; readonly longitude: number }

/** Less than the true one, so that no bounds are too narrow. */
const KM_OF_DEGREE = 111

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The part of the map that holds all that lies within so many km of the point. */
export function around({ latitude, longitude }: BoxPoint, km: number): Bounds {
  const reach = km / KM_OF_DEGREE
  const [south, north] = [latitude - reach, latitude + reach]
  const side = Math.sin(radians(reach)) / Math.cos(radians(latitude))
  // A pole lies within.
  if (south <= -90 || north >= 90 || side >= 1) return { south, north, west: -180, east: 180 }
  const wide = (Math.asin(side) * 180) / Math.PI
  return { south, north, west: onGlobe(longitude - wide), east: onGlobe(longitude + wide) }
}

function onGlobe(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude
  return longitude > 0 ? longitude - 360 : longitude + 360
}
