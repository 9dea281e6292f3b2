import type { WordRange } from './word-list.ts'

/** Words that answer one asked word, as ranges in order: from each even place up to, without it, the next. */
export type WordSet = {
  bounds: Uint32Array
  /** How many places in songs these words have together. */
  places: number
}

/** Joins ranges in any order, overlapping or not; `starts` tells where the songs of each word begin. */
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
