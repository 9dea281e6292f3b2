import type { WordList } from './word-list.ts'

/** How a word answers an asked one that has one wrong letter. */
export const NOT_NEAR = 0
/** The word begins with what was meant. */
export const NEAR_BEGINNING = 1
/** The word is what was meant. */
export const NEAR_WHOLE = 2

/** Shorter asked words are taken by the letter: of two letters one wrong is half of the word. */
export const LEAST_LETTERS = 3

/**
 * Whether the asked word is the word, or a beginning of it, but for one letter: another in its place, one
 * too many, one too few, or two neighbours swapped. A beginning has three letters at least. Equal ones are near.
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
  // One too many: the word may end one letter earlier.
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

/** Whether the rest of the asked word stands in the letters from a place on. */
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
