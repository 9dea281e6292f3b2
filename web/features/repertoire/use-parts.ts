import { useState } from 'react'

const PART = 100

export type Parts<T> = {
  /** As much of the list as is asked for so far. */
  shown: readonly T[]
  /** How many are left. */
  left: number
  more: () => void
}

/** A long list a part at a time, so that thousands of rows do not hold up the screen. */
export function useParts<T>(list: readonly T[]): Parts<T> {
  const [most, setMost] = useState(PART)
  return {
    shown: list.slice(0, most),
    left: Math.max(0, list.length - most),
    more: () => setMost(most + PART),
  }
}
