/** Words in the order of their code units, letter after letter; a word is known by its number. */
export type WordList = {
  letters: Uint16Array
  /** Where each word begins; one more, where the last one ends. */
  starts: Uint32Array
}

/** Words from `low` up to, without it, `high`. */
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

/** Of words that share `depth` letters: those that have this code unit next. */
export function narrowed(
  words: WordList,
  range: WordRange,
  depth: number,
  unit: number,
): WordRange {
  const low = firstFrom(words, range.low, range.high, depth, unit)
  // Mostly few words follow, so the end is looked for in steps that grow.
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

/** The word that is the whole of the text that its range begins with; -1 where there is none. */
export function wholeOf(words: WordList, range: WordRange, length: number): number {
  return range.low < range.high && lengthOf(words, range.low) === length ? range.low : -1
}

/** Where the words end that have the same first letters as this one, counted from it on. */
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

/** Whether both words have so many letters, and the same ones. */
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
