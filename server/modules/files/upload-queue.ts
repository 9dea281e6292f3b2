import { Refusal } from '#domain/refusal.ts'

export type UploadQueue = {
  /** Work that is let in. Refuses OVERLOADED when too many are inside already. */
  enter<T>(work: () => Promise<T>): Promise<T>
  /** Of those inside, only `atOnce` do this at the same time; the others wait in turn. */
  turn<T>(work: () => Promise<T>): Promise<T>
}

/** Bounds what uploads may take of this process: `inside` of them held in memory, `atOnce` worked on. */
export function makeLine({ inside, atOnce }: { inside: number; atOnce: number }): UploadQueue {
  let entered = 0
  let working = 0
  const waiting: (() => void)[] = []
  return {
    async enter(work) {
      if (entered >= inside)
        throw new Refusal(
          'OVERLOADED',
          'Сейчас загружают слишком много фото. Попробуйте через минуту.',
          undefined,
          { retryAfterSeconds: 20 },
        )
      entered++
      try {
        return await work()
      } finally {
        entered--
      }
    },
    async turn(work) {
      if (working < atOnce) working++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // The place goes straight to the next one, so that nobody comes in between.
        const next = waiting.shift()
        if (next === undefined) working--
        else next()
      }
    },
  }
}
