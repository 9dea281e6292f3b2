import type { Map as LeafletMap } from 'leaflet'
import type { TileFacts } from '#web/lib/site-facts.ts'
import { drawOwnGround } from './own-ground.ts'

/** Whose work is seen, and where its terms are. */
export type Credit = { text: string; href?: string }

/** What is drawn under the pins. */
export type Ground = {
  /** For the line in the corner. */
  credits: readonly Credit[]
  /** Ends when all that could come has come; a part that could not leaves the others. */
  draw: (map: LeafletMap, signal: AbortSignal) => Promise<void>
}

async function drawTiles(map: LeafletMap, tiles: TileFacts, signal: AbortSignal): Promise<void> {
  const { layTiles } = await import('./tile-ground.ts')
  if (!signal.aborted) layTiles(map, tiles)
}

/** The map's own drawing, and over it the tiles where somebody's are named: where one is missing, the drawing is seen. */
export function groundOf(tiles: TileFacts | null): Ground {
  const own: Credit = { text: 'Natural Earth, GeoNames' }
  return {
    credits: tiles === null ? [own] : [{ text: tiles.credit, href: tiles.creditUrl }, own],
    async draw(map, signal) {
      const over = tiles === null ? [] : [drawTiles(map, tiles, signal)]
      await Promise.allSettled([drawOwnGround(map, signal), ...over])
    },
  }
}
