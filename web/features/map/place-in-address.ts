import type { MapBounds, MapCentre } from '#web/parts/map/map-pin.ts'

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
