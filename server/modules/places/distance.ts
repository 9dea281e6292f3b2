type Point = { readonly latitude: number; readonly longitude: number }

const EARTH_KM = 6371

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The way over ground between two points given in degrees, in km. */
export function distanceKm(from: Point, to: Point): number {
  const across = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const along = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const shrink = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude))
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(across + along * shrink)))
}
