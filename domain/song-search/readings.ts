import type { Alphabet, TransliterationStep } from './transliteration.ts'
import { otherAlphabet, stepsAt } from './transliteration.ts'
import { countOf, narrowed, wholeOf } from './word-list.ts'
import type { WordList, WordRange } from './word-list.ts'

/** Words that begin with a reading of an asked word in the other alphabet, and those that are one as a whole. */
export type Readings = { ranges: WordRange[]; whole: number[] }

/** A word like «щщщщ» has no end of readings: what was found after so many steps is all. */
const MOST_STEPS = 400
const MOST_READINGS = 8
const CONSONANT = /[бвгджзклмнпрстфхцчшщ]/u

/**
 * Reads a folded word in the other alphabet, Latin as Russian or Russian as Latin, in all ways that the
 * tables know at once: a way is followed only as far as some word of the list begins so.
 */
export function readingsOf(words: WordList, word: string, loosely: boolean): Readings {
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
