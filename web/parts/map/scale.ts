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
