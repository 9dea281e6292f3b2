import type { Tile, TileAnswer, TileAt, Tiles } from './tiles.ts'

export type KeptTilesDeps = {
  tiles: Tiles
  now: () => Date
  /** So much memory the tiles may take. */
  roomBytes?: number
}

const ROOM_BYTES = 48 * 1024 * 1024
/** What a tile takes besides its picture. */
const MARGIN_BYTES = 512

type Kept = { tile: Tile; until: number }

const keyOf = ({ z, x, y, large }: TileAt) => `${z}/${x}/${y}${large ? '@2x' : ''}`
const sizeOf = ({ tile }: Kept) => tile.bytes.length + MARGIN_BYTES

/** Keeps tiles for as long as their provider lets them be kept, those asked for last; two who want one tile ask once. */
export function keptTiles({ tiles, now, roomBytes = ROOM_BYTES }: KeptTilesDeps): Tiles {
  // In the order of their last use, the oldest first.
  const kept = new Map<string, Kept>()
  const coming = new Map<string, Promise<TileAnswer>>()
  let taken = 0

  function forget(key: string) {
    const one = kept.get(key)
    if (one === undefined) return
    kept.delete(key)
    taken -= sizeOf(one)
  }

  function keep(key: string, tile: Tile) {
    forget(key)
    const one = { tile, until: now().getTime() + tile.keptSeconds * 1000 }
    kept.set(key, one)
    taken += sizeOf(one)
    for (const [oldest] of kept) {
      if (taken <= roomBytes) break
      forget(oldest)
    }
  }

  /** What is left of its time goes with it, so that no browser keeps it longer. */
  function stored(key: string): Tile | null {
    const one = kept.get(key)
    if (one === undefined) return null
    const leftMs = one.until - now().getTime()
    if (leftMs <= 0) {
      forget(key)
      return null
    }
    kept.delete(key)
    kept.set(key, one)
    return { ...one.tile, keptSeconds: Math.ceil(leftMs / 1000) }
  }

  async function fetched(key: string, at: TileAt): Promise<TileAnswer> {
    try {
      const answer = await tiles.tileAt(at)
      if (typeof answer === 'object' && answer.keptSeconds > 0) keep(key, answer)
      return answer
    } finally {
      coming.delete(key)
    }
  }

  return {
    tileAt(at) {
      const key = keyOf(at)
      const known = stored(key)
      if (known !== null) return Promise.resolve(known)
      const asked = coming.get(key) ?? fetched(key, at)
      if (!coming.has(key)) coming.set(key, asked)
      return asked
    },
  }
}
