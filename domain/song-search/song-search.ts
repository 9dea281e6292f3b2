import { makeIndexBuilder } from './index-builder.ts'
import type { SearchOptions, SongHit, SongLine, SongMatch } from './song-line.ts'
import { openIndex } from './song-index.ts'
import type { SongIndex } from './song-index.ts'

export type SongSearch = {
  /** True from the first `replace` on. */
  readonly ready: boolean
  /** How many songs are found. */
  readonly size: number
  /** How many of them wait for the next rebuild. */
  readonly fresh: number
  /** New songs, found from now on; those that are known stay as they are. */
  add(lines: readonly SongLine[]): void
  /** What has come so far: taken before a rebuild reads the songs, and handed to its `replace`. */
  mark(): number
  /**
   * Takes the index that was built. Fresh songs that it has are forgotten, and so are those that came
   * before `upTo`: whatever came before the reading and is not in it is gone. All others stay.
   */
  replace(index: SongIndex, upTo?: number): void
  search(input: string, options: SearchOptions): readonly SongHit[]
}

const RANK: Readonly<Record<SongMatch, number>> = { exact: 0, prefix: 1, similar: 2 }

export function makeSongSearch(): SongSearch {
  let big: SongIndex | null = null
  let came = 0
  let fresh = new Map<string, { line: SongLine; came: number }>()
  let small: SongIndex | null = null
  const opened = () => {
    if (small !== null) return small
    const builder = makeIndexBuilder()
    for (const { line } of fresh.values()) builder.add(line)
    return (small = openIndex(builder.build()))
  }
  return {
    get ready() {
      return big !== null
    },
    get size() {
      return (big?.size ?? 0) + fresh.size
    },
    get fresh() {
      return fresh.size
    },
    add(lines) {
      for (const line of lines) {
        if (big?.has(line.id) === true || fresh.has(line.id)) continue
        fresh.set(line.id, { line, came: ++came })
        small = null
      }
    },
    mark: () => came,
    replace(index, upTo = 0) {
      big = index
      fresh = new Map([...fresh].filter(([id, song]) => song.came > upTo && !index.has(id)))
      small = null
    },
    search(input, options) {
      const hits = [...(big?.search(input, options) ?? []), ...opened().search(input, options)]
      return hits
        .toSorted((a, b) => Number(b.first) - Number(a.first) || RANK[a.match] - RANK[b.match])
        .slice(0, options.limit)
    },
  }
}
