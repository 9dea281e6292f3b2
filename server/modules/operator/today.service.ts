import { OUTSIDE_SERVICES } from '#contract/operator-today.ts'
import type { Today } from '#contract/operator-today.ts'
import { DAY_MS, HOUR_MS, moscowMidnight } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { auditRuns } from '../reconciliation/audit.service.ts'
import { reviewMoney } from '../reconciliation/manual-review.service.ts'
import { concertsNow, earnedSince, hoursSince, waitingWords } from './today.store.ts'
import type { Waiting } from './today.store.ts'

/** Concerts that begin so soon are of tonight. */
const SOON_MS = 3 * HOUR_MS
const HOURS_SHOWN = 12
/** No concert that takes orders began earlier. */
const LONGEST_MS = 2 * DAY_MS

const waits = ({ count, oldest }: Waiting) => ({ count, oldest: oldest?.toISOString() ?? null })

/** What happens tonight, and what waits for an operator. */
export async function todayNow(ctx: Context): Promise<Today> {
  const { sql } = ctx
  const now = ctx.now()
  const thisHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const firstHour = thisHour - (HOURS_SHOWN - 1) * HOUR_MS
  const midnight = moscowMidnight(now, 0)
  const concertsSince = new Date(now.getTime() - LONGEST_MS)
  const since = new Date(Math.min(firstHour, midnight.getTime()))
  const concerts = await concertsNow(sql, now, new Date(now.getTime() + SOON_MS))
  const hours = await hoursSince(sql, since, concertsSince)
  const amount = await earnedSince(sql, midnight, concertsSince)
  const words = await waitingWords(sql)
  const { stuck, audit } = await reviewMoney(ctx)
  const byHour = new Map(hours.map((hour) => [hour.at.getTime(), hour]))
  const ofDay = hours.filter(({ at }) => at >= midnight)
  const sum = (of: 'orders' | 'tips') => ofDay.reduce((all, hour) => all + hour[of], 0)
  return {
    at: now.toISOString(),
    running: concerts.filter(({ running }) => running).length,
    orders: sum('orders'),
    tips: sum('tips'),
    amount,
    concerts: concerts.map(({ startsAt, endsAt, ...concert }) => ({
      ...concert,
      watchers: ctx.live.watchersEverywhere(concert.sessionId),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    hours: Array.from({ length: HOURS_SHOWN }, (_, nth) => {
      const at = firstHour + nth * HOUR_MS
      const { orders = 0, tips = 0 } = byHour.get(at) ?? {}
      return { at: new Date(at).toISOString(), orders, tips }
    }),
    complaints: waits(words.complaints),
    letters: waits(words.letters),
    stuck: {
      count: stuck.length,
      oldest:
        stuck.length === 0
          ? null
          : new Date(Math.min(...stuck.map((one) => one.since.getTime()))).toISOString(),
    },
    auditRuns: await auditRuns(ctx),
    services: OUTSIDE_SERVICES.filter((name) => ctx[name] !== null).map((name) => {
      const state = ctx.services.stateOf(name)
      return { name, up: state?.isUp ?? null, since: state?.since.toISOString() ?? null }
    }),
    diskFree: ctx.diskFree(),
    errors: ctx.bugCount(),
    audit: audit === null ? null : { at: audit.at.toISOString(), clean: audit.clean },
  }
}
