import { randomUUIDv7 } from 'node:crypto'
import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { noConcert } from '#domain/concerts/concert.ts'
import { mayStepBefore, supporter } from '#domain/queue/arrangement.ts'
import { admitOrder, leftOf } from '#domain/queue/admission.ts'
import { effectiveRules } from '#domain/queue/evening-rules.ts'
import { endAhead, paceFrom, waitRange } from '#domain/queue/forecast.ts'
import { placeAndArrange, seated } from '#domain/queue/order-decision.ts'
import { placeIn, waiting } from '#domain/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { tableOf } from './behind.store.ts'
import { forecastFacts } from './forecast.store.ts'
import { paceOf } from './my-orders.store.ts'
import { freshEntry, liveQueue } from './queue.store.ts'

/** A device that has ordered nothing. */
const SOMEBODY = ''

/**
 * Foretells the place that an order would get, by the steps that place it: of this song, or without one of any song
 * that does not wait yet. Nothing is stored. Refuses as an order does: NOT_FOUND, SESSION_NOT_OPEN.
 */
export async function foretellPlace(
  ctx: Context,
  asked: QueryOf<typeof api.songs.placeAhead>,
  deviceId: string | null,
): Promise<AnswerOf<typeof api.songs.placeAhead>> {
  const { sessionId, songId, amount = 0, share = false, pass } = asked
  const device = deviceId ?? SOMEBODY
  const now = ctx.now()
  const [facts, pace] = await Promise.all([
    forecastFacts(ctx.sql, sessionId, { deviceId, songId: songId ?? null }),
    paceOf(ctx.sql, sessionId, now),
  ])
  if (facts === undefined) throw noConcert()
  admitOrder(facts, { pass })
  const { rules } = pace
  const [live, last] = await Promise.all([
    liveQueue(ctx.sql, sessionId, rules),
    deviceId !== null && rules.byTable ? tableOf(ctx.sql, sessionId, deviceId) : null,
  ])
  const named = asked.table === 0 ? null : asked.table
  const { table, queue: before } = seated(
    { queue: live, table: last },
    { deviceId: device, table: named },
  )
  const waits = waiting(before).some((entry) => entry.songId === songId)
  const fresh = freshEntry(songId ?? randomUUIDv7(), now)
  const person = share && waits ? supporter(device) : device
  const { arranged, entry } = placeAndArrange(before, rules, fresh, { person, table, amount })
  const place = placeIn(arranged, entry.id) ?? 1
  const wait = waitRange({
    ...pace,
    place,
    mayStepBefore: mayStepBefore(arranged, rules, entry.id),
  })
  const isPaid = effectiveRules(rules, facts.account).paid
  const left = leftOf(facts.orders, rules, isPaid ? 'paid' : 'free')
  return {
    place,
    waitMinutes: wait,
    ...(waits && { waits }),
    ...endAhead(facts.street ? null : facts.endsAt, wait, now),
    ...(left !== null && { left }),
    ...(facts.foreign && { foreign: true as const }),
    ...(isPaid && facts.usual !== null && { usual: facts.usual }),
    pace: paceFrom(pace, now),
  }
}
