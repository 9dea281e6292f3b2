import { countOf, narrowed, wholeOf } from './words.ts'
import type { WordList, WordRange } from './words.ts'

/** A word of the list that stands in the text, and where it ends there. */
type Cut = { word: number; end: number }

/** Longer texts are looked for with their own spaces alone. */
const MOST_LETTERS = 40
const MOST_CUTS = 100

/** For each place of the text the words that begin there and leave a rest that can be cut, too; the longest first. */
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

/** Ways to cut letters without spaces into words of the list, at most a hundred: those with long words at the beginning first. */
export function wordsWithoutSpaces(words: WordList, text: string): number[][] {
  const found: number[][] = []
  if (text === '' || text.length > MOST_LETTERS) return found
  const cuts = cutsAt(words, text)
  const read = (from: number, before: readonly number[]) => {
    if (from === text.length) found.push([...before])
    // Each step leads to an end, so that the work is bounded by what is found.
    for (const { word, end } of cuts[from] ?? [])
      if (found.length < MOST_CUTS) read(end, [...before, word])
  }
  read(0, [])
  return found
}
