import { LRUCache } from 'lru-cache'

/** A square of the map: its zoom, and its column and row from the north-west corner. */
export type TileAt = {
  z: number
  x: number
  y: number
  /** Twice as many pixels for the same square. */
  large: boolean
}

export type Tile = {
  bytes: Buffer
  /** An image type that browsers draw, never one with scripts. */
  type: string
  /** How long the provider allows to cache it; at most a day. 0: not at all. */
  maxAgeSeconds: number
}

/** `none`: the provider has no such tile. `down`: it does not answer, or not with a tile. */
export type TileAnswer = Tile | 'none' | 'down'

/** Map tiles from an outside provider. It never fails, and answers within 3 s. */
export type Tiles = { tileAt(at: TileAt): Promise<TileAnswer> }

type CachedTilesOptions = {
  tiles: Tiles
  now: () => Date
  /** Memory for all tiles. */
  maxBytes?: number
}

const MAX_BYTES = 48 * 1024 * 1024
/** Memory of a tile besides its picture. */
const OBJECT_BYTES = 512

const keyOf = ({ z, x, y, large }: TileAt) => `${z}/${x}/${y}${large ? '@2x' : ''}`

/** Caches tiles in memory for as long as their provider allows; concurrent requests for one tile share one answer. */
export function cachedTiles({ tiles, now, maxBytes = MAX_BYTES }: CachedTilesOptions): Tiles {
  const cache = new LRUCache<string, Tile>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length + OBJECT_BYTES,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  const inFlight = new Map<string, Promise<TileAnswer>>()

  async function load(key: string, at: TileAt): Promise<TileAnswer> {
    const answer = await tiles.tileAt(at)
    if (typeof answer === 'object' && answer.maxAgeSeconds > 0)
      cache.set(key, answer, { ttl: answer.maxAgeSeconds * 1000 })
    return answer
  }

  return {
    async tileAt(at) {
      const key = keyOf(at)
      const tile = cache.get(key)
      // Browsers get the remaining time, and none caches it longer.
      if (tile !== undefined)
        return { ...tile, maxAgeSeconds: Math.ceil(cache.getRemainingTTL(key) / 1000) }
      const underway = inFlight.get(key)
      if (underway !== undefined) return underway
      const answer = load(key, at).finally(() => inFlight.delete(key))
      inFlight.set(key, answer)
      return answer
    },
  }
}
