import { Refusal } from '#domain/refusal.ts'

/** Runs work through a door: at most so much of it at once, the rest waits its turn. */
export type HashingLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * `width`: how much may run at once; `queue`: how many may wait for it.
 * The gate refuses OVERLOADED to whoever comes after those, so that a flood cannot fill the memory.
 */
export function makeGate({ width, queue }: { width: number; queue: number }): HashingLimit {
  let free = width
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    if (waiting.length >= queue)
      throw new Refusal(
        'OVERLOADED',
        'Сейчас слишком много входов. Повторите чуть позже.',
        undefined,
        {
          retryAfterSeconds: 5,
        },
      )
    await new Promise<void>((enterNow) => waiting.push(enterNow))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
