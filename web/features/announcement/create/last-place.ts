import { keep, recall } from '#web/lib/device-memory.ts'
import type { MapPoint } from '#web/parts/map/map-pin.ts'

const nameFor = (username: string) => `lastPlace:${username}`

/** Where this artist announced a concert from this device before. */
export function lastPlaceOf(username: string): MapPoint | null {
  const [latitude, longitude] = (recall(nameFor(username)) ?? '').split(',').map(Number)
  if (latitude === undefined || longitude === undefined) return null
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null
}

/** The next concert is looked for around this one. */
export function keepLastPlace(username: string, point: MapPoint | null): void {
  if (point !== null) keep(nameFor(username), `${point.latitude},${point.longitude}`)
}
