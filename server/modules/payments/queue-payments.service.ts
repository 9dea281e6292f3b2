import { COMMISSION_BPS } from '#domain/money.ts'
import type { UnpaidOrders } from '#domain/queue/order.ts'
import { played, undone, unplayed } from '#domain/payments/payment.ts'
import type { Decision, PaymentReason } from '#domain/payments/payment.ts'
import { holdLasts, linkEnd } from '#domain/payments/payment-watch.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { applyPaymentEvent, withoutEffects } from './apply-payment-event.service.ts'
import { lockPayments, lockUnpaidOf } from './payments.store.ts'
import type { StoredPayment } from './payments.store.ts'
import { beginPayment } from './payments.service.ts'
import type { BeginContext } from './payments.service.ts'

type QueuePaymentsDeps = BeginContext & {
  /** Seconds in which a played song can be taken back. */
  readonly captureGraceSeconds: number
  readonly endGraceMinutes: number
}

/** What the queue does to the money behind its orders, in its own transaction, which has the concert locked. */
export function makeQueuePayments(deps: QueuePaymentsDeps) {
  const { now } = deps

  async function each(
    sql: Sql,
    locked: readonly StoredPayment[],
    decide: (payment: StoredPayment) => Decision,
  ): Promise<void> {
    for (const payment of locked) {
      const { leasedUntil } = payment
      const options = { leasedUntil, ownsLease: false }
      withoutEffects(await applyPaymentEvent(sql, now(), payment, decide(payment), options))
    }
  }

  async function eachOf(
    sql: Sql,
    ids: readonly string[],
    decide: (payment: StoredPayment) => Decision,
  ): Promise<void> {
    if (ids.length > 0) await each(sql, await lockPayments(sql, ids), decide)
  }

  return {
    graceSeconds: deps.captureGraceSeconds,

    async begin(
      sql: Sql,
      wish: Omit<
        Parameters<typeof beginPayment>[2],
        'kind' | 'commissionBps' | 'isHeld' | 'expiresAt'
      > & {
        concertEnd: Date
      },
    ): Promise<void> {
      const { concertEnd, ...song } = wish
      const over = new Date(concertEnd.getTime() + deps.endGraceMinutes * MINUTE_MS)
      await beginPayment(deps, sql, {
        ...song,
        kind: 'song',
        commissionBps: COMMISSION_BPS.song,
        isHeld: holdLasts(now(), over),
        expiresAt: linkEnd(now(), over),
      })
    },

    played: (sql: Sql, ids: readonly string[]) =>
      eachOf(sql, ids, (payment) => played(payment, now(), deps.captureGraceSeconds)),

    unplayed: (sql: Sql, ids: readonly string[], reason: PaymentReason) =>
      eachOf(sql, ids, (payment) => unplayed(payment, reason)),

    /** Ends the unpaid payments of these orders of the concert. */
    cancelUnpaid: async (sql: Sql, concertId: string, which: UnpaidOrders, reason: PaymentReason) =>
      each(sql, await lockUnpaidOf(sql, concertId, which), (unpaid) => unplayed(unpaid, reason)),

    async undone(sql: Sql, ids: readonly string[]): Promise<readonly string[]> {
      const returnedIds: string[] = []
      await eachOf(sql, ids, (payment) => {
        const decision = undone(payment, now())
        if (decision.payment.state !== 'secured') returnedIds.push(payment.id)
        return decision
      })
      return returnedIds
    },
  }
}
