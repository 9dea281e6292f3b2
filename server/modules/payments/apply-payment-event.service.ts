import type { Kopecks } from '#domain/money.ts'
import type { Decision, RestoreCheck } from '#domain/payments/payment.ts'
import { nextStatusCheckAt, nextOperation } from '#domain/payments/payment-watch.ts'
import { isUnpaidLink } from '#domain/payments/unpaid-links.ts'
import type { SecuredOrder } from '#domain/queue/order.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { post } from '../ledger/ledger.service.ts'
import {
  closed,
  openOperation,
  planned,
  postponed,
  sent,
  writeOperation,
} from './operations.store.ts'
import type { Ending, Later, OpenOperation, WrittenOperation } from './operations.store.ts'
import { savePayment } from './payments.store.ts'
import type { StoredPayment } from './payments.store.ts'

/** What the event of a payment means for the queue and the payouts: the caller performs it in the same transaction. */
export type PaymentEffect =
  /** The money of an order is secured: the order takes its place in the queue. */
  | { readonly type: 'order_secured'; readonly order: SecuredOrder }
  /** The bank took the money of a standing order back. */
  | { readonly type: 'order_lost'; readonly paymentId: string }
  /** The bank gave a part of a standing order's money back: the rest still stands behind the order. */
  | { readonly type: 'order_lessened'; readonly paymentId: string; readonly amount: Kopecks }
  /** The ten rubles of a check are secured: nine are to be sent to its number. */
  | { readonly type: 'check_secured'; readonly payment: StoredPayment }
  /** A listener's money is settled: earned by the artist, or returned to the payer. */
  | { readonly type: 'money_settled'; readonly payment: StoredPayment }

export type AppliedEvent = {
  /** The payment as it is stored now. */
  readonly payment: StoredPayment
  readonly operation: OpenOperation | null
  /** That request is sent now; `resumed`: it was sent before, and its answer was lost. */
  readonly sending: { readonly resumed: boolean } | null
  readonly effects: readonly PaymentEffect[]
}

/** The request that was sent, and its outcome for the sender: ended, or to be sent again if it is still wanted. */
export type AnsweredOperation = { readonly operation: OpenOperation } & (
  | { readonly end: Ending }
  | { readonly later: Later }
)

/** How the caller leaves a payment: with the lease taken, kept or freed. */
export type ApplyOptions = {
  readonly leasedUntil: Date | null
  /** Only the holder of the lease may withdraw a request whose answer is not known. */
  readonly ownsLease: boolean
  /** If it is not given, the open request is read. */
  readonly answered?: AnsweredOperation
  /** The open request is sent right after the commit, unless it has to wait. */
  readonly sendsNow?: boolean
  readonly attempt?: number
  /** A run is due by then at the latest. */
  readonly dueBy?: Date | null
  /** Set where the bank's status was read: whether it brought anything new. */
  readonly looked?: 'news' | 'quiet'
  /** What the answer shows of the payment's money at the bank; nothing where it is not given. */
  readonly seen?: 'known' | 'unknown' | null
}

/** The only function that stores an event: state, ledger and the wanted request. The payment must be locked. */
export async function applyPaymentEvent(
  sql: Sql,
  now: Date,
  before: StoredPayment,
  decision: Decision,
  options: ApplyOptions,
): Promise<AppliedEvent> {
  const after: StoredPayment = { ...before, ...decision.payment }
  await post(sql, decision.postings, { paymentId: after.id }, now)
  const { operation, write, sending } = await planRequest(sql, after, options, now)
  const quietLooks = quietAfter(before, after, options.looked)
  const look = nextStatusCheckAt(after, now, quietLooks)
  // A requested status check is still made, whatever other event comes before it, except a return by hand.
  const isOther =
    options.looked === undefined && options.sendsNow !== true && after.state !== 'returned'
  const requestedCheckAt = isOther ? before.dueAt : null
  const dueBy = earliest(requestedCheckAt, options.dueBy ?? null)
  // The bank's word stays urgent until a look has answered it: a failed look and a word during one leave a `dueBy`.
  const isAnswered = options.looked !== undefined && (options.dueBy ?? null) === null
  const payment: StoredPayment = {
    ...after,
    attempt: options.attempt ?? before.attempt,
    dueAt: earliest(dueBy, earliest(operation?.notBefore ?? null, look)),
    unpaidLink: isUnpaidLink(after) && (before.unpaidLink || isAnswered),
    leasedUntil: options.leasedUntil,
    quietLooks,
    lookedAt: options.looked === undefined ? before.lookedAt : now,
    restoreCheck: restoreCheckAfter(before, after, options.seen ?? null),
  }
  await savePayment(sql, { before, after: payment, operation: write }, now)
  return { payment, operation, sending, effects: effectsOf(before, payment) }
}

/** For a caller whose events have no effects on other modules: throws where one has, so that no effect is lost. */
export function withoutEffects(applied: AppliedEvent): AppliedEvent {
  if (applied.effects.length === 0) return applied
  throw new Error(`${applied.effects[0]?.type} of payment ${applied.payment.id} is done by nobody`)
}

/** Derives all effects of a change. */
export function effectsOf(before: StoredPayment, after: StoredPayment): PaymentEffect[] {
  const lessened: PaymentEffect[] =
    after.amount < before.amount && hasLiveOrder(before)
      ? [{ type: 'order_lessened', paymentId: after.id, amount: after.amount }]
      : []
  return after.state === before.state ? lessened : [...lessened, ...moveOf(before, after)]
}

/** The effects of the new state. */
function moveOf(before: StoredPayment, after: StoredPayment): PaymentEffect[] {
  const { id, kind, state, concertId, songId, deviceId, amount, shareGoal, battleId } = after
  if (state === 'secured' && before.funds === 'none') {
    if (kind === 'check') return [{ type: 'check_secured', payment: after }]
    if (concertId === null || songId === null || deviceId === null)
      throw new Error(`the song of payment ${id} is not known`)
    const order = { paymentId: id, concertId, songId, deviceId, amount, shareGoal, battleId }
    return [{ type: 'order_secured', order }]
  }
  const isLost = before.state === 'releasing' && state === 'failed'
  if (kind === 'check' || !(state === 'released' || state === 'returned' || isLost)) return []
  const settled: PaymentEffect = { type: 'money_settled', payment: after }
  return before.state === 'secured' && state === 'returned' && kind === 'song'
    ? [{ type: 'order_lost', paymentId: id }, settled]
    : [settled]
}

function hasLiveOrder({ kind, state }: StoredPayment): boolean {
  return kind === 'song' && (state === 'secured' || state === 'releasing')
}

/** Returns the request that the payment's state calls for, in place of an obsolete one. */
async function planRequest(
  sql: Sql,
  after: StoredPayment,
  { ownsLease, answered, sendsNow = false }: ApplyOptions,
  now: Date,
): Promise<WrittenOperation & Pick<AppliedEvent, 'sending'>> {
  const open = answered === undefined ? await openOperation(sql, after.id) : answered.operation
  const want = nextOperation(after)
  const over = answered !== undefined && 'end' in answered ? answered.end : null
  if (open !== null && over === null) {
    if (open.kind === want?.kind) {
      if (answered !== undefined && 'later' in answered)
        return { ...postponed(open, answered.later), sending: null }
      if (!sendsNow || open.notBefore > now) return { operation: open, write: null, sending: null }
      return { ...sent(open), sending: { resumed: open.state === 'sent' } }
    }
    // Its sender is waiting for the answer right now and plans what follows.
    if (open.state === 'sent' && !ownsLease) return { operation: open, write: null, sending: null }
  }
  const end = over ?? {
    state: (open?.tries ?? 0) > 0 ? ('done' as const) : ('withdrawn' as const),
    answer: after.bankState ?? '',
  }
  const ended = open === null ? null : closed(open, end, now)
  if (want === null) return { operation: null, write: ended?.write ?? null, sending: null }
  // A separate statement: the limit of one open request per payment is checked row by row.
  if (ended !== null) await writeOperation(sql, ended.write)
  const next = planned(after.id, want, { now, sendsNow })
  return { ...next, sending: next.operation.state === 'sent' ? { resumed: false } : null }
}

/** A payment of a restored database is compared once; what it does after that is no news of the bank's. */
function restoreCheckAfter(
  before: StoredPayment,
  after: StoredPayment,
  seen: 'known' | 'unknown' | null,
): RestoreCheck | null {
  const { restoreCheck } = before
  const isCompared = restoreCheck === 'wanted' || restoreCheck === 'unknown'
  if (!isCompared || seen === null) return restoreCheck
  if (seen === 'unknown') return 'unknown'
  const moved = (['state', 'funds', 'amount', 'lost'] as const).some(
    (of) => before[of] !== after[of],
  )
  return moved ? 'changed' : 'same'
}

function quietAfter(
  before: StoredPayment,
  after: StoredPayment,
  looked: ApplyOptions['looked'],
): number {
  if (after.state !== before.state || looked === 'news') return 0
  return looked === 'quiet' ? before.quietLooks + 1 : before.quietLooks
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
