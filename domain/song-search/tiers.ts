import { similarWords } from './left-out.ts'
import { LEAST_LETTERS } from './one-letter-off.ts'
import type { PackedIndex } from './packed-index.ts'
import type { Phrase } from './phrases.ts'
import type { SongQuery, Text } from './query.ts'
import type { SongMatch } from './song-line.ts'
import type { Alphabet, TransliterationStep } from './transliteration.ts'
import { otherAlphabet, stepsAt, transliterated } from './transliteration.ts'
import { beginningWith, countOf, narrowed, wholeOf } from './word-list.ts'
import type { WordList, WordRange } from './word-list.ts'
import { setOf } from './word-set.ts'
import type { WordSet } from './word-set.ts'

/** Words that begin with a reading of an asked word in the other alphabet, and those that are one as a whole. */
type Readings = { ranges: WordRange[]; whole: number[] }

/** A word like «щщщщ» has no end of readings: what was found after so many steps is all. */
const MOST_STEPS = 400
const MOST_READINGS = 8
const CONSONANT = /[бвгджзклмнпрстфхцчшщ]/u

/**
 * Reads a folded word in the other alphabet, Latin as Russian or Russian as Latin, in all ways that the
 * tables know at once: a way is followed only as far as some word of the list begins so.
 */
function readingsOf(words: WordList, word: string, loosely: boolean): Readings {
  const found: Readings = { ranges: [], whole: [] }
  const alphabet = otherAlphabet(word, loosely)
  if (alphabet === null) return found
  let steps = 0
  const ways: (readonly TransliterationStep[] | undefined)[] = []
  const readOn = (place: number, range: WordRange, depth: number, last: string) => {
    if (found.ranges.length >= MOST_READINGS || steps > MOST_STEPS) return
    if (place === word.length) {
      found.ranges.push(range)
      wholes(words, range, depth, alphabet, found.whole)
      return
    }
    for (const { taken, written } of (ways[place] ??= stepsAt(alphabet, word, place))) {
      steps++
      const next = writtenOn(words, range, depth, written)
      if (next.low < next.high)
        readOn(place + taken, next, depth + written.length, written.at(-1) ?? last)
    }
    if (!CONSONANT.test(last)) return
    for (const silent of alphabet.silent) {
      const next = narrowed(words, range, depth, silent.charCodeAt(0))
      if (next.low < next.high) readOn(place, next, depth + 1, silent)
    }
  }
  readOn(0, { low: 0, high: countOf(words) }, 0, '')
  return found
}

function writtenOn(words: WordList, range: WordRange, depth: number, written: string): WordRange {
  let next = range
  for (let at = 0; at < written.length && next.low < next.high; at++)
    next = narrowed(words, next, depth + at, written.charCodeAt(at))
  return next
}

function wholes(
  words: WordList,
  range: WordRange,
  depth: number,
  { silent }: Alphabet,
  found: number[],
): void {
  const whole = wholeOf(words, range, depth)
  if (whole >= 0) found.push(whole)
  for (const letter of silent) {
    const longer = wholeOf(words, narrowed(words, range, depth, letter.charCodeAt(0)), depth + 1)
    if (longer >= 0) found.push(longer)
  }
}

/** What a song must be or have to stand in one tier of the answer. */
export type TierQuery =
  | { kind: 'phrase'; phrase: Phrase; others: number }
  | { kind: 'words'; sets: readonly WordSet[] }

/** Null where no song can stand in it. Asking costs time, so only when the tier's turn has come. */
export type Tier = { match: SongMatch; ask: () => TierQuery | null }

/** One short word with a wrong letter is as likely a beginning as a whole title. */
const isLong = ({ words }: Text) => words.length > 1 || (words[0] ?? '').length >= LONG_LETTERS
const LONG_LETTERS = 5

type Found = { ranges: readonly WordRange[]; whole: readonly number[] }

/**
 * All ways in which songs answer a query, the best first; within a tier, what is ordered more comes first.
 * Their number depends on the query alone, so that the tiers of two indexes can be merged.
 *
 * As typed: the whole of a title, or of title and performer; then songs with words that begin so, those
 * before others where all but the last asked word, which may still be being typed, are whole.
 * Then what is a whole phrase once more: on another layout of the keyboard, in the other alphabet, and, if it
 * is long, with one wrong letter or by ear in the other alphabet; then beginnings on another layout and in the other alphabet, which seldom
 * make sense by chance. Then one wrong letter in any word as typed, and last on another layout, if it is long
 * and each key gave a letter, or loosely by ear in the other alphabet.
 */
export function tiersOf(index: PackedIndex, { typed, retyped, foreign }: SongQuery): Tier[] {
  const { words, wordStarts, leftOut } = index
  const beginning = once((word) => beginningWith(words, word))
  const whole = (word: string) => wholeOf(words, beginning(word), word.length)
  const near = once((word) =>
    word.length < LEAST_LETTERS
      ? { ranges: [beginning(word)], whole: [] }
      : similarWords(words, leftOut, word),
  )
  const strict = once((word): Readings => readingsOf(words, word, false))
  const loose = once((word): Readings => readingsOf(words, word, true))

  const having = (text: Text, rangesOf: (word: string, at: number) => readonly WordRange[]) => {
    const sets: WordSet[] = []
    for (const [at, word] of text.words.entries()) {
      const set = setOf(rangesOf(word, at), wordStarts)
      if (set.places === 0) return null
      sets.push(set)
    }
    return sets.length === 0 ? null : ({ kind: 'words', sets } as const)
  }
  const being = (text: Text, others: number, found: (word: string) => Found) =>
    text.phrase.length === 0
      ? null
      : ({
          kind: 'phrase',
          phrase: text.phrase.map((word) => [
            whole(word),
            ...(others > 0 ? found(word).whole : []),
          ]),
          others,
        } as const)
  const begun = (word: string) => [beginning(word)]
  const finished = (word: string) => {
    const at = whole(word)
    return at < 0 ? [] : [{ low: at, high: at + 1 }]
  }
  const isForeign = foreign.words.some((word) => transliterated(word) !== word)
  const all = foreign.phrase.length

  return [
    { match: 'exact', ask: () => being(typed, 0, near) },
    {
      match: 'prefix',
      ask: () =>
        having(typed, (word, at) => (at + 1 < typed.words.length ? finished(word) : begun(word))),
    },
    { match: 'prefix', ask: () => (typed.words.length < 2 ? null : having(typed, begun)) },
    ...retyped.map((text): Tier => ({ match: 'similar', ask: () => being(text, 0, near) })),
    { match: 'similar', ask: () => (isForeign ? being(foreign, all, strict) : null) },
    { match: 'similar', ask: () => (isLong(typed) ? being(typed, 1, near) : null) },
    {
      match: 'similar',
      ask: () => (isForeign && isLong(foreign) ? being(foreign, all, loose) : null),
    },
    ...retyped.map((text): Tier => ({ match: 'similar', ask: () => having(text, begun) })),
    {
      match: 'similar',
      ask: () =>
        isForeign ? having(foreign, (word) => [beginning(word), ...strict(word).ranges]) : null,
    },
    { match: 'similar', ask: () => having(typed, (word) => near(word).ranges) },
    ...retyped
      .filter((text) => text.kept && isLong(text))
      .map((text): Tier => ({
        match: 'similar',
        ask: () => having(text, (word) => near(word).ranges),
      })),
    {
      match: 'similar',
      ask: () =>
        isForeign
          ? having(foreign, (word) => [
              ...near(word).ranges,
              ...loose(word).ranges,
              ...near(transliterated(word)).ranges,
            ])
          : null,
    },
  ]
}

function once<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = find(word)
    known.set(word, found)
    return found
  }
}
