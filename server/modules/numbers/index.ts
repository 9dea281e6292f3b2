import { api } from '#contract/index.ts'
import { isEnough, mediansOf, NETWORKS_LEAST, percentile } from '#domain/numbers.ts'
import { DAY_MS, moscowMidnight, SECOND_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { cachedAnswers } from '#server/platform/concurrency.ts'
import { on } from '#server/platform/http/route.ts'
import { refundsSince } from '../payments/payments.service.ts'
import { concertNumbers, forgetNetworks, tapTimes } from './numbers.store.ts'

const CACHE_MS = 10 * SECOND_MS

/** The public statistics of the service; nothing about persons. */
export const numbers: Module = {
  routes(ctx) {
    const cached = cachedAnswers<Awaited<ReturnType<typeof readNumbers>>>({
      now: ctx.now,
      ttlMs: CACHE_MS,
      max: 1,
    })
    return [on(api.page.numbers, () => cached('numbers', () => readNumbers(ctx)))]
  },
  forget: [({ sql, now }) => forgetNetworks(sql, new Date(now().getTime() - 2 * DAYS * DAY_MS))],
  close: (ctx) => ctx.tapTimes.flush(),
}

const DAYS = 30
const HALF = 0.5
const ALMOST_ALL = 0.99

/** Returns the numbers of the last 30 days, and of today in Moscow, of concerts that several networks have heard. */
async function readNumbers(ctx: Context) {
  const now = ctx.now()
  const monthAgo = new Date(now.getTime() - DAYS * DAY_MS)
  const span = { today: moscowMidnight(now, 0), tomorrow: moscowMidnight(now, 1), monthAgo }
  // The listeners of a demo are all on its own machine.
  const networks = ctx.site.demo ? 0 : NETWORKS_LEAST
  const [concerts, taps, back] = await Promise.all([
    concertNumbers(ctx.sql, span, networks),
    tapTimes(ctx.sql, monthAgo, networks),
    refundsSince(ctx, monthAgo),
  ])
  const medians = mediansOf(taps)
  const fast = (share: number, ms: number) => (isEnough(back.timed, share) ? ms : null)
  return {
    at: now.toISOString(),
    demo: ctx.site.demo,
    concerts: { running: concerts.running, today: concerts.today, month: concerts.month },
    orders: { today: concerts.ordersToday, month: concerts.ordersMonth },
    taps: {
      count: taps.flat().reduce((sum, one) => sum + one.count, 0),
      concerts: taps.length,
      p50Ms: percentile(medians, HALF),
      p99Ms: percentile(medians, ALMOST_ALL),
    },
    refunds: {
      count: back.count,
      amount: back.amount,
      p50Ms: fast(HALF, back.p50Ms),
      p99Ms: fast(ALMOST_ALL, back.p99Ms),
    },
  }
}
