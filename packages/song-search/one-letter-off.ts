import { bucketOf, makeBuckets, spread } from './bucket-tables.ts'
import type { BucketTable } from './bucket-tables.ts'
import type { WordList, WordRange } from './words.ts'
import { beginningWith, countOf, endOfBeginning, lengthOf, sameBeginning } from './words.ts'

/** How a word matches a query word that may have one wrong letter. */
export const NOT_NEAR = 0
/** The intended text is a prefix of the word. */
export const NEAR_BEGINNING = 1
/** The intended text is the whole word. */
export const NEAR_WHOLE = 2

/** Shorter query words must match exactly: one wrong letter of two is half of the word. */
export const LEAST_LETTERS = 3

/**
 * Whether the query word equals the word, or a prefix of it, except for one letter: replaced, extra, missing, or
 * swapped with its neighbour. A prefix has at least three letters. Equal words are near.
 */
export function nearness(asked: string, words: WordList, word: number): number {
  const { letters, starts } = words
  const start = starts[word]!
  const length = starts[word + 1]! - start
  const long = asked.length
  let at = 0
  while (at < long && at < length && asked.charCodeAt(at) === letters[start + at]) at++
  if (at === long && length === long) return NEAR_WHOLE
  if (long < LEAST_LETTERS) return at === long ? NEAR_BEGINNING : NOT_NEAR
  if (at === long) return length === long + 1 ? NEAR_WHOLE : NEAR_BEGINNING
  const same = (from: number, to: number) =>
    goesOn(asked, from, letters, start + to, start + length)
  let near = NOT_NEAR
  // An extra letter: the word may end one letter earlier.
  if (same(at + 1, at) && (long > LEAST_LETTERS || length === long - 1))
    near = length === long - 1 ? NEAR_WHOLE : NEAR_BEGINNING
  if (near === NEAR_WHOLE || length < long) return near
  const swapped =
    at + 1 < long &&
    asked.charCodeAt(at) === letters[start + at + 1] &&
    asked.charCodeAt(at + 1) === letters[start + at] &&
    same(at + 2, at + 2)
  if (swapped || same(at + 1, at + 1)) near = length === long ? NEAR_WHOLE : NEAR_BEGINNING
  if (near === NEAR_WHOLE || length === long) return near
  if (same(at, at + 1)) near = length === long + 1 ? NEAR_WHOLE : NEAR_BEGINNING
  return near
}

/** Whether the rest of the query word equals the letters from a position on. */
function goesOn(
  asked: string,
  from: number,
  letters: Uint16Array,
  to: number,
  end: number,
): boolean {
  if (to + asked.length - from > end) return false
  for (let at = from; at < asked.length; at++)
    if (asked.charCodeAt(at) !== letters[to + at - from]) return false
  return true
}

/** Prefixes of these lengths are indexed with each letter left out once. */
const SHORTEST = LEAST_LETTERS
const LONGEST = 7

/**
 * For each prefix the first word that has it, under the prefix with one letter left out: two prefixes that differ by
 * one letter share such a rest.
 */
export function tableOfLeftOut(words: WordList): BucketTable {
  return makeBuckets(countOf(words) * 8, (put) => {
    for (let word = 0; word < countOf(words); word++) {
      const start = words.starts[word]!
      const longest = Math.min(lengthOf(words, word), LONGEST)
      for (let length = SHORTEST; length <= longest; length++) {
        if (word > 0 && sameBeginning(words, word - 1, word, length)) continue
        for (let out = 0; out < length; out++) {
          // Leaving out either of two equal neighbours gives the same.
          if (out > 0 && words.letters[start + out] === words.letters[start + out - 1]) continue
          put(hashOfLetters(words.letters, start, length, out), word)
        }
      }
    }
  })
}

function hashOfLetters(letters: Uint16Array, start: number, length: number, out: number): number {
  let hash = out < length ? length : length + 1
  for (let at = 0; at < length; at++)
    if (at !== out) hash = Math.imul(hash ^ letters[start + at]!, 0x01000193)
  return spread(hash)
}

const asked = new Uint16Array(LONGEST)

/** The possible meanings of a query word: by prefixes, and whole words among them once more. */
type SimilarWords = {
  /** Ranges, which may overlap, of words that are near or begin with a near prefix. */
  ranges: WordRange[]
  /** Words that are near as a whole, possibly repeated, without the query word itself. */
  whole: number[]
}

/** All words of the list that `nearness` calls near the query word, at the cost of the near prefixes alone. */
export function similarWords(words: WordList, table: BucketTable, word: string): SimilarWords {
  const begun = beginningsNear(words, table, word.slice(0, LONGEST - 1))
  const long = word.length >= LONGEST
  const found: SimilarWords = { ranges: long ? [] : begun, whole: [] }
  for (const { low, high } of begun) {
    // For a short query word the whole range is near; a word equal to the prefix is the first in it.
    const last = long ? high : Math.min(high, low + 1)
    for (let one = low; one < last; one++) {
      const nearby = nearness(word, words, one)
      if (nearby === NOT_NEAR) continue
      if (long) found.ranges.push({ low: one, high: one + 1 })
      if (nearby === NEAR_WHOLE) found.whole.push(one)
    }
  }
  return found
}

function beginningsNear(words: WordList, table: BucketTable, text: string): WordRange[] {
  const length = text.length
  const found = [beginningWith(words, text)]
  if (length < SHORTEST) return found
  for (let at = 0; at < length; at++) asked[at] = text.charCodeAt(at)
  for (let out = 0; out < length; out++) {
    if (out > 0 && asked[out] === asked[out - 1]) continue
    const shorter = beginningWith(words, text.slice(0, out) + text.slice(out + 1))
    if (length > SHORTEST) found.push(shorter)
    else if (shorter.low < shorter.high && lengthOf(words, shorter.low) === length - 1)
      found.push({ low: shorter.low, high: shorter.low + 1 })
    gather(words, table, hashOfLetters(asked, 0, length, out), text, length, found)
  }
  // Covers a missing letter: a prefix longer by one letter, with that letter left out, equals the query word.
  gather(words, table, hashOfLetters(asked, 0, length, length), text, length + 1, found)
  return found.filter(({ low, high }) => low < high)
}

/** Adds the ranges of the words under a hash whose first `length` letters are near the text. */
function gather(
  words: WordList,
  table: BucketTable,
  hash: number,
  text: string,
  length: number,
  found: WordRange[],
): void {
  const bucket = bucketOf(table, hash)
  for (let at = table.starts[bucket]!; at < table.starts[bucket + 1]!; at++) {
    const word = table.values[at]!
    // The bucket also has other rests, and words for prefixes of other lengths.
    if (word > 0 && sameBeginning(words, word - 1, word, length)) continue
    if (lengthOf(words, word) < length || !isNear(words, word, text, length)) continue
    found.push({ low: word, high: endOfBeginning(words, word, length) })
  }
}

/** Whether the first `length` letters of the word equal the text except for one letter. */
function isNear(
  { letters, starts }: WordList,
  word: number,
  text: string,
  length: number,
): boolean {
  const start = starts[word]!
  let [left, right] = [0, 0]
  while (left < text.length && text.charCodeAt(left) === letters[start + left]) left++
  while (
    right < text.length - left &&
    text.charCodeAt(text.length - 1 - right) === letters[start + length - 1 - right]
  )
    right++
  const differs = text.length - left - right
  if (length > text.length) return differs === 0
  if (differs <= 1) return true
  return (
    differs === 2 &&
    text.charCodeAt(left) === letters[start + left + 1] &&
    text.charCodeAt(left + 1) === letters[start + left]
  )
}
