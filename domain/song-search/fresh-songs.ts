import { makeIndexBuilder } from './index-builder.ts'
import type { IndexedSong } from './song-line.ts'
import { openIndex } from './song-index.ts'
import type { SongIndex } from './song-index.ts'

type Fresh = { line: IndexedSong; came: number }

/** A small index may be so many times smaller than the one before it. */
const GROWTH = 4

/**
 * Songs that came since the big index was read. Each call packs its lines into a small index, and small ones
 * are packed together as they become many: a song is packed again a few times, and few indexes are searched.
 */
export function makeFreshSongs() {
  let songs = new Map<string, Fresh>()
  let indexes: SongIndex[] = []
  let came = 0

  return {
    get size() {
      return songs.size
    },
    get indexes(): readonly SongIndex[] {
      return indexes
    },
    /** How many have come so far, known or not. */
    get came() {
      return came
    },
    has: (id: string) => songs.has(id),
    add(lines: readonly IndexedSong[]): void {
      const unpacked: IndexedSong[] = []
      for (const line of lines) {
        if (songs.has(line.id)) continue
        songs.set(line.id, { line, came: ++came })
        unpacked.push(line)
      }
      if (unpacked.length === 0) return
      while (indexes.length > 0 && indexes.at(-1)!.size < unpacked.length * GROWTH)
        unpacked.push(...(indexes.pop()?.lines() ?? []))
      indexes.push(packed(unpacked))
    },
    /** Keeps those alone that pass. */
    keep(passes: (fresh: Fresh) => boolean): void {
      const kept = [...songs].filter(([, fresh]) => passes(fresh))
      if (kept.length === songs.size) return
      songs = new Map(kept)
      indexes = kept.length === 0 ? [] : [packed(kept.map(([, { line }]) => line))]
    },
  }
}

function packed(lines: readonly IndexedSong[]): SongIndex {
  const builder = makeIndexBuilder()
  for (const line of lines) builder.add(line)
  return openIndex(builder.build())
}
