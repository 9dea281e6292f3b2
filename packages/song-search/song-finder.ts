import type { PackedIndex } from './index-format.ts'
import { bucketOf, makeBuckets, spread } from './bucket-tables.ts'
import type { BucketTable } from './bucket-tables.ts'
import { isIn } from './words.ts'
import type { WordSet } from './words.ts'

/** The summand of a word in a phrase's sum, which is independent of word order and changes with any single word. */
const partOfSum = (word: number): number => spread(word + 1)

const hashOfSum = (sum: number): number => spread(sum | 0)

/** Maps songs by all words of the title, and by all words of title and performer. */
export function tableOfPhrases(
  songWords: Uint32Array,
  songStarts: Uint32Array,
  titleLengths: Uint8Array,
): BucketTable {
  const songs = titleLengths.length
  return makeBuckets(songs * 2, (put) => {
    for (let song = 0; song < songs; song++) {
      const start = songStarts[song]!
      const end = songStarts[song + 1]!
      const titleEnd = start + titleLengths[song]!
      let sum = 0
      for (let at = start; at < end; at++) {
        sum = (sum + partOfSum(songWords[at]!)) | 0
        if (at + 1 === titleEnd) put(hashOfSum(sum), song)
      }
      put(hashOfSum(sum), song)
    }
  })
}

/** For each position of the query phrase the possible words: first the one as typed, -1 if no song has it. */
export type Phrase = readonly (readonly number[])[]

/** The most readings of a phrase to look up. */
const MOST_READINGS = 500
const MOST_STEPS = 5000

/** Finds songs whose title, title and performer, or performer and title equal the phrase, with a limited number of words not as typed. */
export function makePhraseFinder(index: PackedIndex) {
  const { songWords, songStarts, titleLengths, songsByPhrase } = index

  function matchAt(start: number, phrase: Phrase, from: number, to: number, most: number): number {
    let left = most
    for (let place = from; place < to; place++) {
      const word = songWords[start + place - from]!
      const may = phrase[place]!
      if (may[0] === word) continue
      if (left === 0 || !may.includes(word)) return -1
      left--
    }
    return left
  }

  /** Whether the song equals the phrase with at most `others` words not as typed. */
  function answers(phrase: Phrase, others: number, song: number): boolean {
    const start = songStarts[song]!
    const words = songStarts[song + 1]! - start
    const title = titleLengths[song]!
    const long = phrase.length
    if (title === long && matchAt(start, phrase, 0, long, others) >= 0) return true
    if (words !== long) return false
    if (matchAt(start, phrase, 0, long, others) >= 0) return true
    const left = matchAt(start + title, phrase, 0, long - title, others)
    return left >= 0 && matchAt(start, phrase, long - title, long, left) >= 0
  }

  return {
    /** At most `most` songs that equal one of the phrases, the lowest numbers first. */
    find(
      phrases: readonly Phrase[],
      others: number,
      most: number,
      skip: (song: number) => boolean,
    ): number[] {
      const found = new Set<number>()
      const sums = phrases.flatMap((phrase) =>
        [...sumsOf(phrase, others)].map((sum) => ({ phrase, sum })),
      )
      for (const { phrase, sum } of sums) {
        const bucket = bucketOf(songsByPhrase, hashOfSum(sum))
        const end = songsByPhrase.starts[bucket + 1]!
        let taken = 0
        for (let at = songsByPhrase.starts[bucket]!; at < end && taken < most; at++) {
          const song = songsByPhrase.values[at]!
          if (found.has(song) || !answers(phrase, others, song) || skip(song)) continue
          found.add(song)
          taken++
        }
      }
      return [...found].toSorted((a, b) => a - b).slice(0, most)
    },
  }
}

/** The sums of all readings of the phrase with at most `others` words not as typed, up to the limits. */
function sumsOf(phrase: Phrase, others: number): Set<number> {
  const sums = new Set<number>()
  let steps = 0
  const read = (place: number, sum: number, left: number) => {
    const may = phrase[place]
    if (sums.size >= MOST_READINGS || ++steps > MOST_STEPS) return
    if (may === undefined) {
      sums.add(sum)
      return
    }
    for (const [at, word] of may.entries())
      if (word >= 0 && (at === 0 || left > 0))
        read(place + 1, (sum + partOfSum(word)) | 0, at === 0 ? left : left - 1)
  }
  // A word that no song has must be replaced by another.
  const missing = phrase.filter(([word]) => word === -1).length
  const hopeless = phrase.some((may) => may.every((word) => word === -1))
  if (missing <= others && !hopeless) read(0, 0, others)
  return sums
}

/** The words of the songs, one song after another; those of song `n` are from `starts[n]` up to `starts[n + 1]`. */
export type SongWords = { words: Uint32Array; starts: Uint32Array }

/** The unit of work is one skipped song of a word; reading the words of a song costs this many units. */
const WORK_OF_READING = 16
/** The most work of one search, about 3 ms: a dozen one-letter words over a million songs would cost ten times as much. */
export const MOST_WORK = 600_000
/** If every word is in many songs, at most this many of the first songs are scanned before all others. */
const LOOKED_THROUGH = 8000
/** Above this number, a word's songs are first filtered by those of another word. */
const SIFTED = 2000

/** The remaining work of a search; steps that would exceed it are skipped. */
type WorkBudget = { work: number }

export function haveAll(
  { words, starts }: SongWords,
  sets: readonly WordSet[],
  song: number,
): boolean {
  const start = starts[song]!
  const end = starts[song + 1]!
  for (const set of sets) {
    let at = start
    while (at < end && !isIn(set, words[at]!)) at++
    if (at === end) return false
  }
  return true
}

/** Finds the songs that have a word of each set, the lowest numbers first. */
export function makeSongFinder(index: PackedIndex) {
  const { wordSongs, wordStarts, orders, songWords, songStarts } = index
  const all: SongWords = { words: index.songWords, starts: index.songStarts }
  const songs = index.orders.length
  const marks = new Uint32Array((songs + 31) >>> 5)

  function mark({ bounds }: WordSet, from: number): void {
    for (let range = 0; range < bounds.length; range += 2) {
      const end = wordStarts[bounds[range + 1]!]!
      for (let at = wordStarts[bounds[range]!]!; at < end; at++) {
        const song = wordSongs[at]!
        if (song >= from) marks[song >>> 5]! |= 1 << (song & 31)
      }
    }
  }

  /** The number of first songs to scan: zero if the rarest word has fewer songs. */
  function lookedThrough(sets: readonly WordSet[], rarest: number, wanted: number): number {
    let share = 1
    for (const { places } of sets) share *= Math.min(1, places / songs)
    // Twice the number that would contain enough hits if the words were distributed evenly.
    const enough = Math.min(songs, LOOKED_THROUGH, Math.ceil((2 * wanted) / share))
    return enough < rarest ? enough : 0
  }

  return {
    /** At most `most` songs with a word of each set, without those to skip. */
    find(
      asked: readonly WordSet[],
      most: number,
      skip: (song: number) => boolean,
      budget: WorkBudget,
    ): number[] {
      const found: number[] = []
      const sets = asked.toSorted((a, b) => a.places - b.places)
      const [rarest, ...others] = sets
      if (rarest === undefined || rarest.places === 0 || most <= 0) return found
      const from = lookedThrough(sets, rarest.places, most)
      budget.work -= from * sets.length
      for (let song = 0; song < from; song++) {
        if (!haveAll(all, sets, song) || skip(song)) continue
        found.push(song)
        if (found.length === most) return found
      }
      const [second] = others
      const sifted =
        second !== undefined &&
        rarest.places > SIFTED &&
        second.places < rarest.places * WORK_OF_READING
      const passed =
        second === undefined
          ? rarest.places
          : sifted
            ? rarest.places +
              second.places +
              WORK_OF_READING * rarest.places * (second.places / songs)
            : rarest.places * WORK_OF_READING
      if (passed > budget.work) return found
      budget.work -= passed
      if (sifted) mark(second, from)
      // The songs of a word are sorted, so the first one beyond `worst` ends the word.
      let worst = songs
      for (let range = 0; range < rarest.bounds.length; range += 2) {
        const last = rarest.bounds[range + 1]!
        for (let word = rarest.bounds[range]!; word < last; word++) {
          const end = wordStarts[word + 1]!
          for (let at = wordStarts[word]!; at < end; at++) {
            const song = wordSongs[at]!
            if (song >= worst) break
            if (song < from) continue
            if (sifted && (marks[song >>> 5]! & (1 << (song & 31))) === 0) continue
            if (!haveAll(all, others, song) || found.includes(song) || skip(song)) continue
            insert(found, song, most)
            if (found.length === most) worst = found[most - 1]!
          }
        }
      }
      if (sifted) marks.fill(0)
      return found
    },

    /** The same among the songs ordered as often as this one whose titles begin with a word of the first set: they stand together. */
    findBeginning(
      asked: readonly WordSet[],
      like: number,
      most: number,
      skip: (song: number) => boolean,
      budget: WorkBudget,
    ): number[] {
      const found: number[] = []
      const [{ bounds }] = asked as [WordSet]
      const often = orders[like]
      const low = firstThat(0, like, (song) => orders[song] === often)
      const high = firstThat(like, songs, (song) => orders[song] !== often)
      for (let range = 0; range < bounds.length; range += 2) {
        const word = (song: number) => songWords[songStarts[song]!]!
        const from = firstThat(low, high, (song) => word(song) >= bounds[range]!)
        for (let song = from; song < high && word(song) < bounds[range + 1]!; song++) {
          budget.work -= WORK_OF_READING
          if (found.length === most || budget.work < 0) return found
          if (haveAll(all, asked, song) && !skip(song)) found.push(song)
        }
      }
      return found
    },
  }
}

/** The first number from `low` that passes, as all after it do; `high` where none does. */
function firstThat(low: number, high: number, passes: (at: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Inserts in order and limits the list to `most`. */
function insert(list: number[], song: number, most: number): void {
  if (list.length === most) list.pop()
  let at = list.length
  list.push(song)
  for (; at > 0 && list[at - 1]! > song; at--) list[at] = list[at - 1]!
  list[at] = song
}
