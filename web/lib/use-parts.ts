import { useState } from 'react'

const PART = 100

type Parts<T> = {
  /** The part of the list to show so far. */
  shown: readonly T[]
  /** The number of the rest. */
  left: number
  more: () => void
}

/** Shows a long list in parts, so that thousands of rows do not block the screen. */
export function useParts<T>(list: readonly T[]): Parts<T> {
  const [most, setMost] = useState(PART)
  return {
    shown: list.slice(0, most),
    left: Math.max(0, list.length - most),
    more: () => setMost(most + PART),
  }
}
