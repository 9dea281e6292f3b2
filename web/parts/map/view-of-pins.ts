import type { MapPoint, MapView } from './map-pin.ts'
import { MOSCOW } from './map-pin.ts'

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
