import { boundOf } from '#domain/numbers.ts'
import { moscowDay, SECOND_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { addTapTimes } from './numbers.store.ts'

type TapTimeBufferDeps = {
  sql: Sql
  now: () => Date
  log: { warn(about: object, sentence: string): void }
}

/** How long measurements are buffered in memory: a killed process loses those of this time. */
const FLUSH_MS = 5 * SECOND_MS

/** Counts how late orders reached a pad after their press: buffered in memory, stored together. */
export function makeTapTimeBuffer({ sql, now, log }: TapTimeBufferDeps) {
  let measured = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  let failing = false

  function count(upToMs: number, more: number): void {
    measured.set(upToMs, (measured.get(upToMs) ?? 0) + more)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = measured
    if (taken.size === 0) return
    measured = new Map()
    try {
      const rows = [...taken].map(([upToMs, times]) => ({ upToMs, count: times }))
      await addTapTimes(sql, moscowDay(now()), rows)
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'measured times cannot be stored; they are kept')
      failing = true
      for (const [upToMs, times] of taken) count(upToMs, times)
    }
  }

  async function flushAndRest(): Promise<void> {
    await flush()
    if (measured.size > 0) flushLater()
  }

  function flushLater(): void {
    timer ??= setTimeout(() => void flushAndRest(), FLUSH_MS).unref()
  }

  return {
    /** An order reached a pad so many ms after its press. */
    add(ms: number): void {
      count(boundOf(ms), 1)
      flushLater()
    },

    /** The number of measurements not stored yet. */
    waiting: () => [...measured.values()].reduce((sum, times) => sum + times, 0),
    flush,
  }
}

export type TapTimeBuffer = ReturnType<typeof makeTapTimeBuffer>
