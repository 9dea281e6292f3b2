import { useState } from 'react'

export type LastWord<T> = {
  word: T
  /** Takes over what a press was answered; `asked` is what the channel had said when it was pressed. */
  answer(asked: T, change: (word: T) => T): void
}

/**
 * The live channel and the answers to presses speak of the same thing on two lines, and either may
 * be late. An answer counts only while the channel is silent since the press: once it speaks, it
 * tells of the press as well.
 */
export function useLastWord<T>(live: T): LastWord<T> {
  const [answered, setAnswered] = useState<{ after: T; word: T } | null>(null)

  return {
    word: answered !== null && answered.after === live ? answered.word : live,
    answer: (asked, change) =>
      setAnswered((before) => ({
        after: asked,
        word: change(before !== null && before.after === asked ? before.word : asked),
      })),
  }
}
