import type { PackedIndex } from './packed-index.ts'
import type { SongLine } from './song-line.ts'

export type IndexBuilder = {
  add(line: SongLine): void
  /** Ends the building: nothing can be added after it. */
  build(): PackedIndex
}

/** Takes songs one by one, in any order, each id once, and packs them; a million takes seconds, so in a worker. */
export function makeIndexBuilder(): IndexBuilder {
  const lines: SongLine[] = []
  return {
    add: (line) => void lines.push(line),
    build: () => ({
      lines: lines.toSorted((a, b) => b.orders - a.orders || (a.key < b.key ? -1 : 1)),
    }),
  }
}
