import type { PackedIndex, SongMatch } from './index-format.ts'
import { LEAST_LETTERS, similarWords } from './one-letter-off.ts'
import type { Phrase } from './song-finder.ts'
import type { Named } from './performer-names.ts'
import type { SongQuery, Text } from './query.ts'
import type { Readings } from './transliteration.ts'
import { readingsOf, transliterated } from './transliteration.ts'
import { beginningWith, countOf, lengthOf, narrowed, setOf, wholeOf } from './words.ts'
import type { WordList, WordRange, WordSet } from './words.ts'

/** A word of the list found in the text, and its end there. */
type Cut = { word: number; end: number }

/** Longer texts are searched only with their own spaces. */
const MOST_LETTERS = 40
const MOST_CUTS = 100

/** For each position of the text the words that begin there and leave a rest that can be split too; the longest first. */
function cutsAt(words: WordList, text: string): Cut[][] {
  const cuts: Cut[][] = []
  for (let from = text.length - 1; from >= 0; from--) {
    const own: Cut[] = []
    let range: WordRange = { low: 0, high: countOf(words) }
    for (let at = from; at < text.length && range.low < range.high; at++) {
      range = narrowed(words, range, at - from, text.charCodeAt(at))
      const word = wholeOf(words, range, at + 1 - from)
      if (word >= 0 && cuts[at + 1]?.length !== 0) own.unshift({ word, end: at + 1 })
    }
    cuts[from] = own
  }
  return cuts
}

/** Ways to split letters without spaces into words of the list, at most a hundred: those with long words at the beginning first. */
function wordsWithoutSpaces(words: WordList, text: string): number[][] {
  const found: number[][] = []
  if (text === '' || text.length > MOST_LETTERS) return found
  const cuts = cutsAt(words, text)
  const row: number[] = []
  const read = (from: number) => {
    if (from === text.length) found.push([...row])
    // Each step leads to a complete split, so the work is bounded by the number of results.
    for (const { word, end } of cuts[from] ?? []) {
      if (found.length >= MOST_CUTS) return
      row.push(word)
      read(end)
      row.pop()
    }
  }
  read(0)
  return found
}

/** What a song must equal or contain to be in one tier. */
export type TierQuery =
  | { kind: 'phrase'; phrases: readonly Phrase[]; others: number }
  /** `rows`: consecutive words, by number; `performer`: all words of the performer; empty for any. */
  | {
      kind: 'words'
      sets: readonly WordSet[]
      rows: readonly (readonly number[])[]
      performer: readonly number[]
    }

type WordsQuery = Extract<TierQuery, { kind: 'words' }>

/** A query and the performers that it calls by other names. */
export type NamingQuery = SongQuery & { named: readonly Named[] }

/**
 * `ask` returns null if no song can be in the tier. It is expensive, so it is called only when the tier is reached.
 * `round`: songs of a later round are left out if an earlier one found any.
 */
export type Tier = { match: SongMatch; round: number; ask: () => TierQuery | null }

const PRECISE = 0
const REGROUPED = 1
const GUESSED = 2

/** Joined words of up to this many letters have few readings, so that none makes sense by chance. */
const FEW_LETTERS = 8
/** The ways to split the words of a query that are tried. */
const PARTED_WAYS = [0, 1, 2, 3] as const
const LEAST_PARTED = 4

/** A short word with one wrong letter is as likely a prefix as a whole title. */
const isLong = ({ words }: Text) => words.length > 1 || (words[0] ?? '').length >= LONG_LETTERS
const LONG_LETTERS = 5

type Found = { ranges: readonly WordRange[]; whole: readonly number[] }

/**
 * All tiers of matches for a query, the best first; within a tier, more ordered songs come first, and of equally
 * ordered ones those whose titles begin with the first word. The number of tiers
 * depends on the query alone, so that the tiers of two indexes can be merged.
 *
 * Precise tiers first. As typed: a whole title, or title and performer; then songs with words of these prefixes, first
 * those in which all query words are whole except the last, which may be unfinished. Then the songs of performers called by
 * another name. Then the same on another keyboard layout and in the other alphabet, which seldom make sense by chance.
 *
 * Only without a precise match: the beginning of another name of a performer; the letters with other spaces, as a whole phrase or a word as several consecutive ones;
 * the input without guests and performance tags.
 *
 * Guesses are shown only without any match so far, since they would be noise behind it. A whole phrase with one wrong
 * letter, or by ear in the other alphabet, if it is long; then one wrong letter in any word as typed, and last on
 * another layout, if it is long and each key gave a letter, or loosely by ear in the other alphabet.
 */
export function tiersOf(index: PackedIndex, query: NamingQuery): Tier[] {
  const { typed, plain, retyped, foreign, named } = query
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

  const withAllWords = (
    asked: readonly (readonly WordRange[])[],
    rows: readonly (readonly number[])[] = [],
  ): WordsQuery | null => {
    const sets: WordSet[] = []
    for (const ranges of asked) {
      const set = setOf(ranges, wordStarts)
      if (set.places === 0) return null
      sets.push(set)
    }
    return sets.length === 0 ? null : { kind: 'words', sets, rows, performer: [] }
  }
  const withWords = (text: Text, rangesOf: (word: string, at: number) => readonly WordRange[]) =>
    withAllWords(text.words.map(rangesOf))
  const wholePhrase = (text: Text, others: number, found: (word: string) => Found) =>
    text.phrase.length === 0
      ? null
      : ({
          kind: 'phrase',
          phrases: [
            text.phrase.map((word) => [whole(word), ...(others > 0 ? found(word).whole : [])]),
          ],
          others,
        } as const)
  const begun = (word: string) => [beginning(word)]
  const finished = (word: string) => {
    const at = whole(word)
    return at < 0 ? [] : [{ low: at, high: at + 1 }]
  }
  const joined = typed.phrase.join('')
  const cut = once((text) => wordsWithoutSpaces(words, text))
  const regrouped = (): TierQuery | null => {
    const phrases = cut(joined).map((row) => row.map((word) => [word]))
    return phrases.length === 0 ? null : { kind: 'phrase', phrases, others: 0 }
  }
  const parts = once((word) => (word.length < LEAST_PARTED ? [] : partsOf(words, word, cut(word))))
  /** The query with its words that no song has as a whole split in one of the ways. */
  const parted = (way: number): TierQuery | null => {
    const read = typed.words.map((word) => ({
      word,
      row: whole(word) < 0 ? parts(word)[way] : undefined,
    }))
    const rows = read.flatMap(({ row }) => (row === undefined ? [] : [row]))
    const asked = read.flatMap(
      ({ word, row }) => row?.map((one) => [{ low: one, high: one + 1 }]) ?? [begun(word)],
    )
    return rows.length === 0 ? null : withAllWords(asked, rows)
  }
  const ofNamed = ({ performer, rest }: Named): TierQuery | null => {
    const asked = withAllWords([
      ...rest.words.map((word) => [beginning(word), ...loose(word).ranges]),
      ...performer.map(finished),
    ])
    return asked && { ...asked, performer: performer.map(whole) }
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
    precise(() => wholePhrase(typed, 0, near), 'exact'),
    precise(
      () =>
        withWords(typed, (word, at) =>
          at + 1 < typed.words.length ? finished(word) : begun(word),
        ),
      'prefix',
    ),
    precise(() => (typed.words.length < 2 ? null : withWords(typed, begun)), 'prefix'),
    ...named.map((one): Tier => ({
      match: 'similar',
      round: one.begun ? REGROUPED : PRECISE,
      ask: () => ofNamed(one),
    })),
    ...retyped.map((text) => precise(() => wholePhrase(text, 0, near))),
    precise(() => (isForeign ? wholePhrase(foreign, all, strict) : null)),
    ...retyped.map((text) => precise(() => withWords(text, begun))),
    precise(() =>
      isForeign ? withWords(foreign, (word) => [beginning(word), ...strict(word).ranges]) : null,
    ),
    { match: 'similar', round: joined.length > FEW_LETTERS ? REGROUPED : PRECISE, ask: regrouped },
    { match: 'similar', round: REGROUPED, ask: () => wholePhrase(plain, 0, near) },
    { match: 'similar', round: REGROUPED, ask: () => withWords(plain, begun) },
    ...PARTED_WAYS.map((way): Tier => ({
      match: 'similar',
      round: REGROUPED,
      ask: () => parted(way),
    })),
    guessed(() => (isLong(typed) ? wholePhrase(typed, 1, near) : null)),
    guessed(() => (isForeign && isLong(foreign) ? wholePhrase(foreign, all, loose) : null)),
    guessed(() => withWords(typed, (word) => near(word).ranges)),
    ...retyped
      .filter((text) => text.lossless && isLong(text))
      .map((text) => guessed(() => withWords(text, (word) => near(word).ranges))),
    guessed(() =>
      isForeign
        ? withWords(foreign, (word) => [
            ...near(word).ranges,
            ...loose(word).ranges,
            ...near(transliterated(word)).ranges,
          ])
        : null,
    ),
  ]
}

/** Ways to split a word into two or more, the fewest parts first: each of at least two letters but for one inside («рок-н-ролл»), or all of one letter, as initials are. */
function partsOf(words: WordList, word: string, rows: readonly number[][]): number[][] {
  return rows
    .filter(
      (row) =>
        row.length === word.length ||
        (row.length > 1 &&
          row.every((one, at) => lengthOf(words, one) > 1 || (row.length === 3 && at === 1))),
    )
    .toSorted((a, b) => a.length - b.length)
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
