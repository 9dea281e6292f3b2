import { spread } from './bucket-table.ts'
import { grown } from './grown.ts'
import { wordListOf } from './word-list.ts'
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
    while (letters.length < starts[words]! + more) letters = grown(letters)
    if (starts.length < words + 2) starts = grown(starts)
    if (slots.length > words * 2) return
    const before = slots.subarray(0)
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
      let slot = slotOf(text, from, to)
      const known = slots[slot]!
      if (known !== NOBODY) return known
      if (
        slots.length <= words * 2 + 2 ||
        letters.length < starts[words]! + to - from ||
        starts.length < words + 2
      ) {
        makeRoom(to - from)
        slot = slotOf(text, from, to)
      }
      const start = starts[words]!
      for (let at = from; at < to; at++) letters[start + at - from] = text.charCodeAt(at)
      starts[words + 1] = start + to - from
      slots[slot] = words
      return words++
    },

    /** All words in order, and the place in it for each number. */
    sorted(): { words: WordList; ranks: Uint32Array } {
      const sorted = Array.from({ length: words }, (_, number) => textAt(number)).toSorted()
      const ranks = new Uint32Array(words)
      for (const [rank, word] of sorted.entries())
        ranks[slots[slotOf(word, 0, word.length)]!] = rank
      return { words: wordListOf(sorted), ranks }
    },
  }
}
