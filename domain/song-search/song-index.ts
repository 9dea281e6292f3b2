import type { PackedIndex } from './packed-index.ts'
import { makePhraseFinder } from './phrases.ts'
import type { Query } from './query.ts'
import { makeSongFinder } from './song-finder.ts'
import { idAt, songOf } from './song-ids.ts'
import type { SearchOptions, SongLine, SongMatch } from './song-line.ts'
import { tiersOf } from './tiers.ts'
import type { Asked, Tier } from './tiers.ts'
import { textOf } from './word-list.ts'

/** A song of an index with all that its place among those of other indexes depends on. */
export type FoundSong = {
  id: string
  match: SongMatch
  first: boolean
  /** Which tier of the query it stands in, from 0. */
  tier: number
  orders: number
  key: () => string
}

export type SongIndex = {
  /** How many songs. */
  readonly size: number
  has(id: string): boolean
  /** The best answers of this index, at most as many as asked for, the best first. */
  find(query: Query, options: SearchOptions): FoundSong[]
  /** All songs as they were added. */
  lines(): IterableIterator<SongLine>
}

type Found = { song: number; tier: number; match: SongMatch; first: boolean }

/** Takes what `makeIndexBuilder` built; costs nothing. */
export function openIndex(packed: PackedIndex): SongIndex {
  const { ids, songsById, orders, words, songWords, songStarts, titleLengths } = packed
  const phrases = makePhraseFinder(packed)
  const songs = makeSongFinder(packed)
  // The same list again, as of one artist whose listeners search, is not looked up again.
  const repertoires = new WeakMap<readonly string[], Set<number>>()

  function repertoire(list: readonly string[]): Set<number> {
    const before = repertoires.get(list)
    if (before !== undefined) return before
    const numbers = list.map((id) => songOf(ids, songsById, id)).filter((song) => song >= 0)
    const sorted = new Set(numbers.toSorted((a, b) => a - b))
    repertoires.set(list, sorted)
    return sorted
  }

  const answers = (asked: Asked, song: number) =>
    asked.kind === 'phrase'
      ? phrases.answers(asked.phrase, asked.others, song)
      : songs.answers(asked.sets, song)
  const find = (asked: Asked, most: number, skip: (song: number) => boolean) =>
    asked.kind === 'phrase'
      ? phrases.find(asked.phrase, asked.others, most, skip)
      : songs.find(asked.sets, most, skip)

  function keyOf(song: number): string {
    const start = songStarts[song]!
    const title = start + titleLengths[song]!
    const text = (from: number, to: number) =>
      Array.from(songWords.subarray(from, to), (word) => textOf(words, word)).join(' ')
    return `${text(start, title)}\n${text(title, songStarts[song + 1]!)}`
  }

  return {
    size: orders.length,
    has: (id) => songOf(ids, songsById, id) >= 0,
    find(query, { limit, first = [], onlyFirst = false }) {
      const tiers = tiersOf(packed, query).map(lazily)
      const wanted = repertoire(first)
      const found: Found[] = []
      const taken = new Set<number>()
      const take = (tier: number, song: number, isFirst: boolean) => {
        taken.add(song)
        found.push({ song, tier, match: tiers[tier]!.match, first: isFirst })
      }
      for (let tier = 0; tier < tiers.length && wanted.size > taken.size; tier++) {
        const asked = tiers[tier]!.ask()
        if (asked === null) continue
        for (const song of wanted) {
          if (found.length >= limit) break
          if (!taken.has(song) && answers(asked, song)) take(tier, song, true)
        }
      }
      const skip = (song: number) => taken.has(song) || wanted.has(song)
      for (let tier = 0; tier < tiers.length && found.length < limit; tier++) {
        const asked = onlyFirst ? null : tiers[tier]!.ask()
        if (asked === null) continue
        for (const song of find(asked, limit - found.length, skip)) take(tier, song, false)
      }
      return found.map(({ song, ...place }) => ({
        ...place,
        id: idAt(ids, song),
        orders: orders[song]!,
        key: () => keyOf(song),
      }))
    },
    *lines() {
      for (let song = 0; song < orders.length; song++)
        yield { id: idAt(ids, song), key: keyOf(song), orders: orders[song]! }
    },
  }
}

function lazily({ match, ask }: Tier): Tier {
  let asked: Asked | null | undefined
  return { match, ask: () => (asked === undefined ? (asked = ask()) : asked) }
}
