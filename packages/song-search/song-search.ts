import { makeIndexBuilder } from './index-builder.ts'
import { makePerformerNames } from './performer-names.ts'
import type { PerformerNames } from './performer-names.ts'
import { queryOf } from './query.ts'
import { openIndex } from './song-index.ts'
import type { IndexHit, SongIndex } from './song-index.ts'
import type { IndexSearchOptions, IndexedSong, SongHit } from './index-format.ts'

type Fresh = { line: IndexedSong; sequence: number }

/** A small index may be up to this many times smaller than the one before it. */
const GROWTH = 4

/**
 * Songs added since the big index was read. Each call packs its lines into a small index, and small indexes are merged
 * as they become many: a song is repacked a few times, and few indexes are searched.
 */
function makeFreshSongs() {
  let songs = new Map<string, Fresh>()
  let indexes: SongIndex[] = []

  return {
    get size() {
      return songs.size
    },
    get indexes(): readonly SongIndex[] {
      return indexes
    },
    has: (id: string) => songs.has(id),
    add(lines: readonly IndexedSong[], sequence: number): void {
      const unpacked: IndexedSong[] = []
      for (const line of lines) {
        const known = songs.get(line.id)
        if (known !== undefined) {
          const { hidden = false } = line
          songs.set(line.id, { ...known, line: { ...known.line, hidden } })
          for (const index of indexes) index.hide(line.id, hidden)
          continue
        }
        songs.set(line.id, { line, sequence })
        unpacked.push(line)
      }
      if (unpacked.length === 0) return
      while (indexes.length > 0 && indexes.at(-1)!.size < unpacked.length * GROWTH)
        unpacked.push(...(indexes.pop()?.lines() ?? []))
      indexes.push(packed(unpacked))
    },
    /** Drops the songs that do not pass. */
    retain(passes: (fresh: Fresh) => boolean): void {
      const retained = [...songs].filter(([, fresh]) => passes(fresh))
      if (retained.length === songs.size) return
      songs = new Map(retained)
      indexes = retained.length === 0 ? [] : [packed(retained.map(([, { line }]) => line))]
    },
  }
}

function packed(lines: readonly IndexedSong[]): SongIndex {
  const builder = makeIndexBuilder()
  for (const line of lines) builder.add(line)
  return openIndex(builder.build())
}

export type SongSearch = {
  /** True from the first `replace` on. */
  readonly ready: boolean
  /** The number of searchable songs. */
  readonly size: number
  /** How many of them await the next rebuild; only these make the memory grow, by some 300 bytes each. */
  readonly fresh: number
  /** Adds new songs, searchable at once; of known ones only whether they are hidden changes. */
  add(lines: readonly IndexedSong[]): void
  /** The number of additions so far: taken before a rebuild reads the songs, and passed to its `replace`. */
  mark(): number
  /**
   * Replaces the big index. Drops the fresh songs that it contains, and those added up to the mark: a song added before
   * the reading and not in the index has been deleted. All others stay, and so does what was hidden or shown since.
   */
  replace(index: SongIndex, upTo?: number): void
  /** Accepts any input; blank input finds nothing. Unknown ids and texts that are not ids in `first` are ignored. */
  search(input: string, options: IndexSearchOptions): readonly SongHit[]
}

const NO_NAMES = makePerformerNames([])

/** All songs of a service: the big index, and small ones over the songs added since it was read. */
export function makeSongSearch(names: PerformerNames = NO_NAMES): SongSearch {
  let big: SongIndex | null = null
  const fresh = makeFreshSongs()
  let sequence = 0
  /** The known songs that were hidden or shown since the last rebuild. */
  const changed = new Map<string, { hidden: boolean; sequence: number }>()
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
      sequence += 1
      for (const { id, hidden = false } of lines)
        if (big?.has(id) === true || fresh.has(id)) {
          big?.hide(id, hidden)
          changed.set(id, { hidden, sequence })
        }
      fresh.add(
        lines.filter(({ id }) => big?.has(id) !== true),
        sequence,
      )
    },
    mark: () => sequence,
    replace(index, upTo = 0) {
      big = index
      fresh.retain((one) => one.sequence > upTo && !index.has(one.line.id))
      for (const [id, { hidden, sequence: at }] of changed)
        if (at > upTo) index.hide(id, hidden)
        else changed.delete(id)
    },
    search(input, options) {
      const asked = queryOf(input)
      const query = { ...asked, named: names.in(asked) }
      const indexes = big === null ? fresh.indexes : [big, ...fresh.indexes]
      const all = indexes.flatMap((index) => index.find(query, options))
      const round = Math.min(...all.map((hit) => hit.round))
      const found = all.filter((hit) => hit.round === round)
      if (indexes.length > 1) found.sort(byRank)
      return found.slice(0, options.limit).map(({ id, match, first }) => ({ id, match, first }))
    },
  }
}

function byRank(one: IndexHit, other: IndexHit): number {
  if (one.first !== other.first) return one.first ? -1 : 1
  if (one.tier !== other.tier) return one.tier - other.tier
  if (one.orders !== other.orders) return other.orders - one.orders
  if (one.begins !== other.begins) return one.begins ? -1 : 1
  const [a, b] = [one.key(), other.key()]
  return a === b ? 0 : a < b ? -1 : 1
}
