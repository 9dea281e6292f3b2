import { distanceKm } from './distance.ts'

type Point = { readonly latitude: number; readonly longitude: number }

const KM_OF_DEGREE = 111.19

/** Finds what lies within some km of a point without measuring the way to everything. */
export function makeTownsAround<Town extends Point>(towns: readonly Town[]) {
  const byLatitude = towns.toSorted((a, b) => a.latitude - b.latitude)

  function firstFrom(latitude: number): number {
    let [low, high] = [0, byLatitude.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((byLatitude[middle]?.latitude ?? 0) < latitude) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Those at most `within` km away, in no order. */
  return function around(point: Point, within: number): { town: Town; km: number }[] {
    const reach = within / KM_OF_DEGREE + 0.01
    const found: { town: Town; km: number }[] = []
    for (let at = firstFrom(point.latitude - reach); at < byLatitude.length; at++) {
      const town = byLatitude[at]
      if (town === undefined || town.latitude > point.latitude + reach) break
      const km = distanceKm(point, town)
      if (km <= within) found.push({ town, km })
    }
    return found
  }
}
