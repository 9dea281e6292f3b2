import { COMMISSION_BPS } from '#domain/money.ts'
import type { UnpaidOrders } from '#domain/queue/order.ts'
import { played, undone, unplayed } from '#domain/payments/payment.ts'
import type { Decision, PaymentReason } from '#domain/payments/payment.ts'
import { holdLasts, linkEnd } from '#domain/payments/payment-watch.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { applyPaymentEvent, withoutEffects } from './apply-payment-event.service.ts'
import { beginPayment } from './payments.service.ts'
import type { NewPayment } from './payments.service.ts'
import { lockPayments, lockUnpaidOf } from './payments.store.ts'
import type { StoredPayment } from './payments.store.ts'

// What the queue does to the money behind its orders: in its own transaction, which has the concert locked.

/** An order that joins the queue when it is paid. */
type OrderToPay = Omit<NewPayment, 'kind' | 'commissionBps' | 'isHeld' | 'expiresAt'> & {
  /** The planned end of the concert. */
  readonly concertEnd: Date
  readonly deviceId: string
  readonly concertId: string
}

/** Stores the payment of an order. */
export async function beginOrderPayment(inside: Context, order: OrderToPay): Promise<void> {
  const { concertEnd, ...song } = order
  const over = new Date(concertEnd.getTime() + inside.endGraceMinutes * MINUTE_MS)
  await beginPayment(inside, {
    ...song,
    kind: 'song',
    commissionBps: COMMISSION_BPS.song,
    isHeld: holdLasts(inside.now(), over),
    expiresAt: linkEnd(inside.now(), over),
  })
}

/**
 * The songs of these payments were played: the money is the artist's after the grace, in which it can be taken back.
 * Nothing is posted here: once that is over, `advancedByTime` of domain/payments/payment.ts credits it, for the worker.
 */
export function releasePlayed(inside: Context, ids: readonly string[]): Promise<void> {
  const { captureGraceSeconds } = inside.money
  return decideEachOf(inside, ids, (payment) => played(payment, inside.now(), captureGraceSeconds))
}

/** The songs of these payments will not be played: the whole sums go back, which the payment worker does. */
export function returnUnplayed(
  inside: Context,
  ids: readonly string[],
  reason: PaymentReason,
): Promise<void> {
  return decideEachOf(inside, ids, (payment) => unplayed(payment, reason))
}

/** Unpaid payments of these orders of the concert cannot be paid any more. */
export async function cancelUnpaidOrders(
  inside: Context,
  concertId: string,
  which: UnpaidOrders,
  reason: PaymentReason,
): Promise<void> {
  const unpaid = await lockUnpaidOf(inside.sql, concertId, which)
  await decideEach(inside, unpaid, (payment) => unplayed(payment, reason))
}

/** Takes the release of these payments back; returns those of them whose money went back meanwhile and stays gone. Refuses ILLEGAL_STEP once the grace of one is over. */
export async function secureAgain(inside: Context, ids: readonly string[]): Promise<string[]> {
  const returnedIds: string[] = []
  await decideEachOf(inside, ids, (payment) => {
    const decision = undone(payment, inside.now())
    if (decision.payment.state !== 'secured') returnedIds.push(payment.id)
    return decision
  })
  return returnedIds
}

async function decideEachOf(
  inside: Context,
  ids: readonly string[],
  decide: (payment: StoredPayment) => Decision,
): Promise<void> {
  if (ids.length > 0) await decideEach(inside, await lockPayments(inside.sql, ids), decide)
}

/**
 * Each is one update of `payments` (`savePayment`: state, `release_at`, `due_at`); the bank's call for it, such as the
 * `capture` of a hold, is planned in `bank_operations` with it (`nextOperation`), not before `release_at`.
 */
async function decideEach(
  { sql, now }: Context,
  locked: readonly StoredPayment[],
  decide: (payment: StoredPayment) => Decision,
): Promise<void> {
  for (const payment of locked) {
    const options = { leasedUntil: payment.leasedUntil, ownsLease: false }
    withoutEffects(await applyPaymentEvent(sql, now(), payment, decide(payment), options))
  }
}
