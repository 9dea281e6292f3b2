import { spread } from './bucket-tables.ts'

/** Words sorted by code units, as one array of letters; a word is identified by its number. */
export type WordList = {
  letters: Uint16Array
  /** The start of each word; the extra last element is the end of the last word. */
  starts: Uint32Array
}

/** Words from `low` up to, but excluding, `high`. */
export type WordRange = { low: number; high: number }

export function wordListOf(sorted: readonly string[]): WordList {
  const starts = new Uint32Array(sorted.length + 1)
  for (const [at, word] of sorted.entries()) starts[at + 1] = starts[at]! + word.length
  const letters = new Uint16Array(starts.at(-1)!)
  for (const [at, word] of sorted.entries()) {
    const start = starts[at]!
    for (let letter = 0; letter < word.length; letter++)
      letters[start + letter] = word.charCodeAt(letter)
  }
  return { letters, starts }
}

export function countOf(words: WordList): number {
  return words.starts.length - 1
}

export function lengthOf(words: WordList, word: number): number {
  return words.starts[word + 1]! - words.starts[word]!
}

export function textOf({ letters, starts }: WordList, word: number): string {
  return String.fromCharCode(...letters.subarray(starts[word], starts[word + 1]))
}

/** Of words that share `depth` letters: those with this code unit next. */
export function narrowed(
  words: WordList,
  range: WordRange,
  depth: number,
  unit: number,
): WordRange {
  const low = firstFrom(words, range.low, range.high, depth, unit)
  // Usually few words follow, so the end is searched in growing steps.
  let step = 1
  let high = low
  while (high + step < range.high && unitAt(words, high + step, depth) <= unit) {
    high += step
    step *= 2
  }
  return { low, high: firstFrom(words, high, Math.min(range.high, high + step), depth, unit + 1) }
}

function firstFrom(words: WordList, from: number, to: number, depth: number, unit: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (unitAt(words, middle, depth) < unit) low = middle + 1
    else high = middle
  }
  return low
}

function unitAt({ letters, starts }: WordList, word: number, depth: number): number {
  const at = starts[word]! + depth
  return at < starts[word + 1]! ? letters[at]! : -1
}

/** All words that begin with the text. */
export function beginningWith(words: WordList, text: string): WordRange {
  let range: WordRange = { low: 0, high: countOf(words) }
  for (let at = 0; at < text.length && range.low < range.high; at++)
    range = narrowed(words, range, at, text.charCodeAt(at))
  return range
}

/** The word that equals the whole prefix of its range; -1 if there is none. */
export function wholeOf(words: WordList, range: WordRange, length: number): number {
  return range.low < range.high && lengthOf(words, range.low) === length ? range.low : -1
}

/** The end of the words that share this one's first `letters` letters, searched from it on. */
export function endOfBeginning(words: WordList, word: number, letters: number): number {
  const count = countOf(words)
  let step = 1
  let low = word
  while (low + step < count && sameBeginning(words, word, low + step, letters)) {
    low += step
    step *= 2
  }
  let high = Math.min(count, low + step)
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (sameBeginning(words, word, middle, letters)) low = middle
    else high = middle
  }
  return low + 1
}

/** Whether both words have at least `length` letters, and the same ones. */
export function sameBeginning(
  { letters, starts }: WordList,
  one: number,
  other: number,
  length: number,
): boolean {
  const [a, b] = [starts[one]!, starts[other]!]
  if (a + length > starts[one + 1]! || b + length > starts[other + 1]!) return false
  for (let at = 0; at < length; at++) if (letters[a + at] !== letters[b + at]) return false
  return true
}

/** Words that match one query word, as sorted ranges: from each even position up to, but excluding, the next. */
export type WordSet = {
  bounds: Uint32Array
  /** The number of occurrences of these words in songs. */
  places: number
}

/** Merges ranges in any order, overlapping or not; `starts` has the start of each word's songs. */
export function setOf(ranges: readonly WordRange[], starts: Uint32Array): WordSet {
  const bounds: number[] = []
  let places = 0
  let end = -1
  const sorted = ranges.length < 2 ? ranges : ranges.toSorted((a, b) => a.low - b.low)
  for (const { low, high } of sorted) {
    if (high <= low || high <= end) continue
    const from = Math.max(low, end)
    if (from === end) bounds[bounds.length - 1] = high
    else bounds.push(from, high)
    places += starts[high]! - starts[from]!
    end = high
  }
  return { bounds: Uint32Array.from(bounds), places }
}

export function isIn({ bounds }: WordSet, word: number): boolean {
  if (bounds.length === 2) return word >= bounds[0]! && word < bounds[1]!
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bounds[middle]! <= word) low = middle + 1
    else high = middle
  }
  return (low & 1) === 1
}

const EMPTY_SLOT = 0xffffffff

/**
 * Numbers distinct words as they come. A Map of strings would do the same, but would first have to split a million keys
 * into strings, which costs three times as much as the rest of reading them.
 */
export function makeWordNumbers() {
  let letters = new Uint16Array(64)
  let starts = new Uint32Array(16)
  let slots = new Uint32Array(32).fill(EMPTY_SLOT)
  let words = 0

  function isWord(number: number, text: string, from: number, to: number): boolean {
    const start = starts[number]!
    if (starts[number + 1]! - start !== to - from) return false
    for (let at = from; at < to; at++)
      if (letters[start + at - from] !== text.charCodeAt(at)) return false
    return true
  }

  /** The slot of the word, or the free one for it. */
  function slotOf(text: string, from: number, to: number): number {
    let hash = 0
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    const mask = slots.length - 1
    let slot = spread(hash) & mask
    while (slots[slot] !== EMPTY_SLOT && !isWord(slots[slot]!, text, from, to))
      slot = (slot + 1) & mask
    return slot
  }

  function makeRoom(more: number): void {
    letters = withRoom(letters, starts[words]! + more)
    starts = withRoom(starts, words + 2)
    if (slots.length > words * 2 + 2) return
    const before = slots
    slots = new Uint32Array(before.length * 2).fill(EMPTY_SLOT)
    for (const number of before) {
      if (number === EMPTY_SLOT) continue
      const text = textAt(number)
      slots[slotOf(text, 0, text.length)] = number
    }
  }

  const textAt = (number: number) =>
    String.fromCharCode(...letters.subarray(starts[number], starts[number + 1]))

  return {
    /** The number of the word between two positions of the text. */
    numberOf(text: string, from: number, to: number): number {
      const known = slots[slotOf(text, from, to)]!
      if (known !== EMPTY_SLOT) return known
      makeRoom(to - from)
      const slot = slotOf(text, from, to)
      const start = starts[words]!
      for (let at = from; at < to; at++) letters[start + at - from] = text.charCodeAt(at)
      starts[words + 1] = start + to - from
      slots[slot] = words
      return words++
    },

    /** All words in order, and the rank of each number; built without a string for each word, which would be half of the memory that it takes. */
    sorted(): { words: WordList; ranks: Uint32Array } {
      const pair = (start: number, end: number) =>
        start + 1 < end
          ? letters[start]! * 0x10000 + letters[start + 1]!
          : letters[start]! * 0x10000
      // The first two letters distinguish most words.
      const pairs = Float64Array.from({ length: words }, (_, number) =>
        pair(starts[number]!, starts[number + 1]!),
      )
      const order = Uint32Array.from({ length: words }, (_, number) => number).toSorted(
        (a, b) => pairs[a]! - pairs[b]! || compared(letters, starts, a, b),
      )
      const ranks = new Uint32Array(words)
      const sortedStarts = new Uint32Array(words + 1)
      const sortedLetters = new Uint16Array(starts[words]!)
      for (let rank = 0; rank < words; rank++) {
        const number = order[rank]!
        const end = sortedStarts[rank]!
        ranks[number] = rank
        sortedLetters.set(letters.subarray(starts[number], starts[number + 1]), end)
        sortedStarts[rank + 1] = end + starts[number + 1]! - starts[number]!
      }
      return { words: { letters: sortedLetters, starts: sortedStarts }, ranks }
    },
  }
}

function compared(letters: Uint16Array, starts: Uint32Array, one: number, other: number): number {
  const [a, b] = [starts[one]!, starts[other]!]
  const [long, longOther] = [starts[one + 1]! - a, starts[other + 1]! - b]
  const least = Math.min(long, longOther)
  for (let at = 0; at < least; at++) {
    const difference = letters[a + at]! - letters[b + at]!
    if (difference !== 0) return difference
  }
  return long - longOther
}

/** The list itself if `needed` numbers fit, else a copy with at least half as much room again. */
export function withRoom<T extends Uint8Array | Uint16Array | Uint32Array>(
  list: T,
  needed: number,
): T {
  if (needed <= list.length) return list
  const length = Math.max(needed, Math.ceil(list.length * 1.5))
  const more = new (list.constructor as new (length: number) => T)(length)
  more.set(list)
  return more
}
