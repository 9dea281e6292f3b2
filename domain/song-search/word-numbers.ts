import { spread } from './bucket-table.ts'
import { withRoom } from './with-room.ts'
import type { WordList } from './word-list.ts'

const NOBODY = 0xffffffff

/**
 * Gives each different word a number as it comes. A Map of strings does the same, but would have to cut
 * a million keys into strings first, which costs three times as much as all the rest of reading them.
 */
export function makeWordNumbers() {
  let letters = new Uint16Array(64)
  let starts = new Uint32Array(16)
  let slots = new Uint32Array(32).fill(NOBODY)
  let words = 0

  function isWord(number: number, text: string, from: number, to: number): boolean {
    const start = starts[number]!
    if (starts[number + 1]! - start !== to - from) return false
    for (let at = from; at < to; at++)
      if (letters[start + at - from] !== text.charCodeAt(at)) return false
    return true
  }

  /** Where the word stands, or would stand. */
  function slotOf(text: string, from: number, to: number): number {
    let hash = 0
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    const mask = slots.length - 1
    let slot = spread(hash) & mask
    while (slots[slot] !== NOBODY && !isWord(slots[slot]!, text, from, to)) slot = (slot + 1) & mask
    return slot
  }

  function makeRoom(more: number): void {
    letters = withRoom(letters, starts[words]! + more)
    starts = withRoom(starts, words + 2)
    if (slots.length > words * 2 + 2) return
    const before = slots
    slots = new Uint32Array(before.length * 2).fill(NOBODY)
    for (const number of before) {
      if (number === NOBODY) continue
      const text = textAt(number)
      slots[slotOf(text, 0, text.length)] = number
    }
  }

  const textAt = (number: number) =>
    String.fromCharCode(...letters.subarray(starts[number], starts[number + 1]))

  return {
    /** The number of the word that stands in the text between two places. */
    numberOf(text: string, from: number, to: number): number {
      const known = slots[slotOf(text, from, to)]!
      if (known !== NOBODY) return known
      makeRoom(to - from)
      const slot = slotOf(text, from, to)
      const start = starts[words]!
      for (let at = from; at < to; at++) letters[start + at - from] = text.charCodeAt(at)
      starts[words + 1] = start + to - from
      slots[slot] = words
      return words++
    },

    /** All words in order, and the place in it for each number; made without a string for each, which would be half of the memory that it takes. */
    sorted(): { words: WordList; ranks: Uint32Array } {
      const pair = (start: number, end: number) =>
        start + 1 < end
          ? letters[start]! * 0x10000 + letters[start + 1]!
          : letters[start]! * 0x10000
      // Two letters tell most words apart.
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
