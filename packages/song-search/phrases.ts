import { bucketOf, makeBuckets, spread } from './bucket-table.ts'
import type { BucketTable } from './bucket-table.ts'
import type { PackedIndex } from './index-format.ts'

/** The sum over the words of a phrase: the same for every order of theirs, and changed by one word without the others. */
export const partOfSum = (word: number): number => spread(word + 1)

export const hashOfSum = (sum: number): number => spread(sum | 0)

/** Finds songs by all words of the title, and by all words of title and performer. */
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

/** For each place of an asked phrase the words that may stand there: first the one as asked, -1 where no song has it. */
export type Phrase = readonly (readonly number[])[]

/** So many ways to read a phrase are looked up. */
const MOST_READINGS = 500
const MOST_STEPS = 5000

/** Finds songs whose title, title and performer, or performer and title are the phrase, with so many words not as asked. */
export function makePhraseFinder(index: PackedIndex) {
  const { songWords, songStarts, titleLengths, songsByPhrase } = index

  function standsAt(start: number, phrase: Phrase, from: number, to: number, most: number): number {
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

  /** Whether the song is the phrase with at most so many words that are not as asked. */
  function answers(phrase: Phrase, others: number, song: number): boolean {
    const start = songStarts[song]!
    const words = songStarts[song + 1]! - start
    const title = titleLengths[song]!
    const long = phrase.length
    if (title === long && standsAt(start, phrase, 0, long, others) >= 0) return true
    if (words !== long) return false
    if (standsAt(start, phrase, 0, long, others) >= 0) return true
    const left = standsAt(start + title, phrase, 0, long - title, others)
    return left >= 0 && standsAt(start, phrase, long - title, long, left) >= 0
  }

  return {
    /** At most `most` songs that are one of the phrases, the lowest numbers first. */
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

/** The sums of all ways to read the phrase with at most so many words not as asked, as far as there are not too many. */
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
  // A word that no song has must be another one.
  const missing = phrase.filter(([word]) => word === -1).length
  const hopeless = phrase.some((may) => may.every((word) => word === -1))
  if (missing <= others && !hopeless) read(0, 0, others)
  return sums
}
