import { LEAST_LETTERS, similarWords } from './one-letter-off.ts'
import type { PackedIndex, SongMatch } from './index-format.ts'
import type { Phrase } from './phrases.ts'
import type { SongQuery, Text } from './query.ts'
import type { Readings } from './transliteration.ts'
import { readingsOf, transliterated } from './transliteration.ts'
import { beginningWith, setOf, wholeOf } from './words.ts'
import type { WordRange, WordSet } from './words.ts'

/** What a song must be or have to stand in one tier of the answer. */
export type TierQuery =
  | { kind: 'phrase'; phrase: Phrase; others: number }
  | { kind: 'words'; sets: readonly WordSet[] }

/**
 * `ask` gives null where no song can stand in the tier. Asking costs time, so only when the tier's turn has come.
 * `round`: songs of a later round are left out where an earlier one found any.
 */
export type Tier = { match: SongMatch; round: number; ask: () => TierQuery | null }

const PRECISE = 0
const GUESSED = 1

/** One short word with a wrong letter is as likely a beginning as a whole title. */
const isLong = ({ words }: Text) => words.length > 1 || (words[0] ?? '').length >= LONG_LETTERS
const LONG_LETTERS = 5

type Found = { ranges: readonly WordRange[]; whole: readonly number[] }

/**
 * All ways in which songs answer a query, the best first; within a tier, what is ordered more comes first.
 * Their number depends on the query alone, so that the tiers of two indexes can be merged.
 *
 * Precise ones first. As typed: the whole of a title, or of title and performer; then songs with words that begin
 * so, those before others where all but the last asked word, which may still be being typed, are whole.
 * Then the same on another layout of the keyboard and in the other alphabet, which seldom make sense by chance.
 *
 * Guesses are shown only where nothing was precise, since they would be the noise behind it. A whole phrase with
 * one wrong letter, or by ear in the other alphabet, if it is long; then one wrong letter in any word as typed,
 * and last on another layout, if it is long and each key gave a letter, or loosely by ear in the other alphabet.
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

  const precise = (ask: Tier['ask'], match: SongMatch = 'similar') => ({
    match,
    round: PRECISE,
    ask,
  })
  const guessed = (ask: Tier['ask']): Tier => ({ match: 'similar', round: GUESSED, ask })

  return [
    precise(() => being(typed, 0, near), 'exact'),
    precise(
      () =>
        having(typed, (word, at) => (at + 1 < typed.words.length ? finished(word) : begun(word))),
      'prefix',
    ),
    precise(() => (typed.words.length < 2 ? null : having(typed, begun)), 'prefix'),
    ...retyped.map((text) => precise(() => being(text, 0, near))),
    precise(() => (isForeign ? being(foreign, all, strict) : null)),
    ...retyped.map((text) => precise(() => having(text, begun))),
    precise(() =>
      isForeign ? having(foreign, (word) => [beginning(word), ...strict(word).ranges]) : null,
    ),
    guessed(() => (isLong(typed) ? being(typed, 1, near) : null)),
    guessed(() => (isForeign && isLong(foreign) ? being(foreign, all, loose) : null)),
    guessed(() => having(typed, (word) => near(word).ranges)),
    ...retyped
      .filter((text) => text.kept && isLong(text))
      .map((text) => guessed(() => having(text, (word) => near(word).ranges))),
    guessed(() =>
      isForeign
        ? having(foreign, (word) => [
            ...near(word).ranges,
            ...loose(word).ranges,
            ...near(transliterated(word)).ranges,
          ])
        : null,
    ),
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
