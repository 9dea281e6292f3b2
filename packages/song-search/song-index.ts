import type { IndexSearchOptions, IndexedSong, PackedIndex, SongMatch } from './index-format.ts'
import { haveAll, makePhraseFinder, makeSongFinder, MOST_WORK } from './song-finder.ts'
import type { SongWords } from './song-finder.ts'
import { idAt, songOf } from './bucket-tables.ts'
import { tiersOf } from './tiers.ts'
import type { NamingQuery, Tier, TierQuery } from './tiers.ts'
import { isIn, textOf } from './words.ts'
import type { WordSet } from './words.ts'

/** Songs that rank before all others, the most ordered first, with their words in one array. */
type IndexRepertoire = {
  songs: Uint32Array
  words: SongWords
  has: (song: number) => boolean
}

/** Returns a function that takes ids; unknown ids are skipped. The result for the same list is cached. */
function makeRepertoires({ ids, songsById, songWords, songStarts }: PackedIndex) {
  const known = new WeakMap<readonly string[], IndexRepertoire>()
  return (list: readonly string[]): IndexRepertoire => {
    const before = known.get(list)
    if (before !== undefined) return before
    const numbers = new Set(list.map((id) => songOf(ids, songsById, id)))
    numbers.delete(-1)
    const songs = Uint32Array.from(numbers).toSorted()
    const starts = new Uint32Array(songs.length + 1)
    for (const [at, song] of songs.entries())
      starts[at + 1] = starts[at]! + songStarts[song + 1]! - songStarts[song]!
    const words = new Uint32Array(starts.at(-1)!)
    for (const [at, song] of songs.entries())
      words.set(songWords.subarray(songStarts[song], songStarts[song + 1]), starts[at])
    const repertoire = { songs, words: { words, starts }, has: (song: number) => numbers.has(song) }
    known.set(list, repertoire)
    return repertoire
  }
}

/** A song of an index with everything that determines its rank among those of other indexes. */
export type IndexHit = {
  id: string
  match: SongMatch
  first: boolean
  /** Its tier of the query, from 0, and the tier's round. */
  tier: number
  round: number
  orders: number
  /** Its title begins with the first word of the query. */
  begins: boolean
  key: () => string
}

export type SongIndex = {
  /** The number of songs. */
  readonly size: number
  has(id: string): boolean
  /** Hides a song from all searches but those that have it among their `first` ones, or shows it again; unknown ids are ignored. */
  hide(id: string, hidden: boolean): void
  /** The best matches of this index, at most the requested number, the best first. */
  find(query: NamingQuery, options: IndexSearchOptions): IndexHit[]
  /** All songs as they were added. */
  lines(): IterableIterator<IndexedSong>
}

type Found = { song: number; tier: number; match: SongMatch; first: boolean; begins: boolean }

type AskedWords = Extract<TierQuery, { kind: 'words' }>

/** Opens what `makeIndexBuilder` built; costs nothing. */
export function openIndex(packed: PackedIndex): SongIndex {
  const { ids, songsById, orders, words, songWords, songStarts, titleLengths, hidden } = packed
  const phrases = makePhraseFinder(packed)
  const songs = makeSongFinder(packed)
  const repertoireOf = makeRepertoires(packed)
  function keyOf(song: number): string {
    const start = songStarts[song]!
    const title = start + titleLengths[song]!
    const text = (from: number, to: number) =>
      Array.from(songWords.subarray(from, to), (word) => textOf(words, word)).join(' ')
    return `${text(start, title)}\n${text(title, songStarts[song + 1]!)}`
  }

  /** Whether the song contains each row as consecutive words, and is the performer's, if one is asked for. */
  function inRows({ rows, performer }: AskedWords, song: number): boolean {
    const [start, end] = [songStarts[song]!, songStarts[song + 1]!]
    return (
      rows.every((row) => hasRow(row, start, end)) &&
      (performer.length === 0 ||
        (end - start === titleLengths[song]! + performer.length &&
          hasRow(performer, end - performer.length, end)))
    )
  }

  function hasRow(row: readonly number[], from: number, to: number): boolean {
    for (let at = from; at + row.length <= to; at++)
      if (row.every((word, place) => songWords[at + place] === word)) return true
    return false
  }

  /** Whether the title begins with the first word of the query. */
  const begins = ([first]: readonly WordSet[], song: number): boolean =>
    first !== undefined && isIn(first, songWords[songStarts[song]!]!)

  /** The best of these songs: of those ordered equally often the ones whose titles begin so. */
  function best(sets: readonly WordSet[], found: readonly number[], most: number): number[] {
    const rank = (song: number) => Number(begins(sets, song))
    return found
      .toSorted((a, b) => orders[b]! - orders[a]! || rank(b) - rank(a) || a - b)
      .slice(0, most)
  }

  function findSongs(
    asked: AskedWords,
    most: number,
    skip: (song: number) => boolean,
    budget: { work: number },
  ): number[] {
    const { sets } = asked
    const isLeftOut = (song: number) => skip(song) || !inRows(asked, song)
    const found = songs.find(sets, most, isLeftOut, budget)
    const last = found[most - 1]
    if (last === undefined) return best(sets, found, most)
    // More may be ordered as often as the last one, and begin so.
    const isFound = (song: number) => found.includes(song) || isLeftOut(song)
    const more = songs.findBeginning(sets, last, most, isFound, budget)
    return best(sets, [...found, ...more], most)
  }

  return {
    size: orders.length,
    has: (id) => songOf(ids, songsById, id) >= 0,
    hide(id, isHidden) {
      const song = songOf(ids, songsById, id)
      if (song >= 0) hidden[song] = Number(isHidden)
    },
    find(query, { limit, first = [], onlyFirst = false }) {
      const tiers = tiersOf(packed, query).map(lazily)
      const own = repertoireOf(first)
      const budget = { work: MOST_WORK }
      const found: Found[] = []
      const taken = new Set<number>()
      const take = (tier: number, song: number, isFirst: boolean, beginsSo = false) => {
        taken.add(song)
        found.push({ song, tier, match: tiers[tier]!.match, first: isFirst, begins: beginsSo })
      }
      const skip = (song: number) => taken.has(song) || own.has(song) || hidden[song] === 1
      for (const round of new Set(tiers.map((tier) => tier.round))) {
        const places = [...tiers.keys()].filter((place) => tiers[place]!.round === round)
        for (const tier of places) {
          const most = limit - found.length
          const asked = most > 0 && own.songs.length > taken.size ? tiers[tier]!.ask() : null
          if (asked === null) continue
          if (asked.kind === 'phrase') {
            const others = (song: number) => taken.has(song) || !own.has(song)
            for (const song of phrases.find(asked.phrases, asked.others, most, others))
              take(tier, song, true)
            continue
          }
          const { sets } = asked
          const fitting: number[] = []
          for (let at = 0; at < own.songs.length; at++) {
            const song = own.songs[at]!
            const last = fitting[most - 1]
            if (last !== undefined && orders[song]! < orders[last]!) break
            if (haveAll(own.words, sets, at) && inRows(asked, song) && !taken.has(song))
              fitting.push(song)
          }
          for (const song of best(sets, fitting, most)) take(tier, song, true, begins(sets, song))
        }
        for (const tier of onlyFirst ? [] : places) {
          const most = limit - found.length
          const asked = most > 0 ? tiers[tier]!.ask() : null
          if (asked === null) continue
          const more =
            asked.kind === 'phrase'
              ? phrases.find(asked.phrases, asked.others, most, skip)
              : findSongs(asked, most, skip, budget)
          for (const song of more)
            take(tier, song, false, asked.kind === 'words' && begins(asked.sets, song))
        }
        if (found.length > 0) break
      }
      return found.map(({ song, ...place }) => ({
        ...place,
        round: tiers[place.tier]!.round,
        id: idAt(ids, song),
        orders: orders[song]!,
        key: lazilyOnce(() => keyOf(song)),
      }))
    },
    *lines() {
      for (let song = 0; song < orders.length; song++)
        yield {
          id: idAt(ids, song),
          key: keyOf(song),
          orders: orders[song]!,
          ...(hidden[song] === 1 && { hidden: true }),
        }
    },
  }
}

/** With a repertoire each tier is asked for twice. */
const lazily = ({ ask, ...tier }: Tier): Tier => ({ ...tier, ask: lazilyOnce(ask) })

function lazilyOnce<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}
