import { boundOf, isEnough, percentile } from '#domain/numbers.ts'
import { DAY_MS, moscowDay, moscowMidnight, SECOND_MS } from '#domain/time.ts'
import { cachedAnswers } from '#server/platform/concurrency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { RefundNumbers } from '../payments/payments.service.ts'
import { addTapTimes, concertNumbers, tapTimes } from './numbers.store.ts'

type NumbersDeps = {
  sql: Sql
  now: () => Date
  refunds: (since: Date) => Promise<RefundNumbers>
  log: { warn(about: object, sentence: string): void }
}

/** How long measurements are buffered in memory: a killed process loses those of this time. */
const FLUSH_MS = 5 * SECOND_MS
const CACHE_MS = 10 * SECOND_MS
const DAYS = 30
const HALF = 0.5
const ALMOST_ALL = 0.99

/** The public statistics of the service; nothing about persons. */
export function makeNumbers({ sql, now, refunds, log }: NumbersDeps) {
  const cached = cachedAnswers<Awaited<ReturnType<typeof read>>>({ now, ttlMs: CACHE_MS, max: 1 })
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

  async function read() {
    const monthAgo = new Date(now().getTime() - DAYS * DAY_MS)
    const span = { today: moscowMidnight(now(), 0), tomorrow: moscowMidnight(now(), 1), monthAgo }
    const [concerts, taps, back] = await Promise.all([
      concertNumbers(sql, span),
      tapTimes(sql, moscowDay(monthAgo)),
      refunds(monthAgo),
    ])
    const fast = (share: number, ms: number) => (isEnough(back.timed, share) ? ms : null)
    return {
      at: now(),
      concerts: { running: concerts.running, today: concerts.today, month: concerts.month },
      orders: { today: concerts.ordersToday, month: concerts.ordersMonth },
      taps: {
        count: taps.reduce((sum, one) => sum + one.count, 0),
        p50Ms: percentile(taps, HALF),
        p99Ms: percentile(taps, ALMOST_ALL),
      },
      refunds: {
        count: back.count,
        amount: back.amount,
        p50Ms: fast(HALF, back.p50Ms),
        p99Ms: fast(ALMOST_ALL, back.p99Ms),
      },
    }
  }

  return {
    /** Returns the numbers of the last 30 days, and of today in Moscow; at most ten seconds old. */
    read: () => cached('numbers', read),

    /** Counts how late an order reached a pad after its press: buffered in memory, stored with the others. */
    tapped(ms: number): void {
      count(boundOf(ms), 1)
      flushLater()
    },

    /** The number of measurements not stored yet. */
    waiting: () => [...measured.values()].reduce((sum, times) => sum + times, 0),
    flush,
  }
}

export type Numbers = ReturnType<typeof makeNumbers>
