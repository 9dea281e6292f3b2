import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { checked } from '#domain/payments/payment.ts'
import {
  initiated,
  MAX_PAYOUT_RUBLES,
  applyPayoutLook,
  paidBeforeRestore,
  prepareAgain,
  preparedTooLongAgo,
  recipientText,
  refusedAtOnce,
} from '#domain/payments/payout.ts'
import type { PayoutDecision, PayoutLook } from '#domain/payments/payout.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Bank, BankOutcome, PreparedPayout } from '#server/integrations/bank/bank.ts'
import { referenceOf } from '#server/integrations/bank/bank.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { retryAt, runDueWork } from '#server/platform/jobs/due-work.ts'
import { mayHoldRealMoney } from '#server/platform/lifecycle/play-money.ts'
import { payoutNumbers } from '../artists/artists.service.ts'
import { balanceOf, mark, post, RESTORED, setMark } from '../ledger/ledger.service.ts'
import { applyPaymentEvent, withoutEffects } from '../payments/apply-payment-event.service.ts'
import { lockPayment } from '../payments/payments.service.ts'
import type { StoredPayment } from '../payments/payments.service.ts'
import { KNOWN_TO_BANK, mayBeForgotten, noteOrderAsked } from './payout-orders.store.ts'
import { mailPayoutEnd } from './payout-mail.service.ts'
import { PAUSED, payoutStop } from './payout-stop.ts'
import {
  checkOf,
  claimPayout,
  lockPayout,
  recordPayRequest,
  planPayout,
  savePayout,
} from './payouts.store.ts'
import type { StoredPayout } from './payouts.store.ts'

/** The delay before the bank is asked again, by the number of tries (ms). */
const RETRIES = [2000, 3000, 5000, 15_000, 60_000, 300_000, 900_000, HOUR_MS]
/** A payout that the bank has not finished after this time needs a person (ms). */
const SLOW_MS = HOUR_MS / 2

/** The result of a run at the bank for a payout. */
type PayoutReply =
  | { type: 'look'; look: PayoutLook; recipient?: string | null }
  | { type: 'no'; text: string }
  /** The bank has the order already: `ours` where it is known to be from a request whose answer was lost. */
  | { type: 'repeated'; ours: boolean }
  /** Our account at the bank has no money to send: all payouts wait for a person. */
  | { type: 'empty'; text: string }
  /** The bank refused the order to pay for a reason of its own. */
  | { type: 'refused'; text: string }
  /** The order to pay was never sent to the bank, and now it is too late for it. */
  | { type: 'late' }
  | { type: 'nothing'; notBefore?: Date }
  /** The bank was not asked: we keep payouts back. */
  | { type: 'kept' }

/** One run on a payout; null where it is not due or another run has its lease. */
export async function runPayout(ctx: Context, id: string): Promise<true | null> {
  const { bank } = ctx
  // Without a bank nothing is ever due.
  if (bank === null) return null
  const work = {
    async claim(sql: Sql, payoutId: string, lease: { now: Date; until: Date }) {
      const task = await claimPayout(sql, payoutId, lease.now, lease.until)
      return task === undefined ? null : { task, result: true as const }
    },
    async ask(task: StoredPayout): Promise<PayoutReply> {
      if (ctx.money.forTests === true && (await mayHoldRealMoney(ctx.sql))) {
        ctx.log.warn({ payout: id }, 'a terminal for tests pays out no real money')
        return { type: 'kept' }
      }
      // A payout that was already sent to the bank is followed even then.
      const waits =
        task.attention === KNOWN_TO_BANK ||
        (await payoutStop(ctx.sql)) !== null ||
        (await payoutNumbers.of(ctx.sql, task.artistId))?.payoutsFrozenAt != null
      if (waits && task.state === 'reserved') return { type: 'kept' }
      return ask(ctx, bank, task)
    },
    settle: (sql: Sql, task: StoredPayout, reply: PayoutReply, at: Date) =>
      settle({ ...ctx, sql }, task, { reply, at }),
  }
  return runDueWork<StoredPayout, PayoutReply, true>(ctx, work, id)
}

async function ask({ sql, now }: Context, bank: Bank, payout: StoredPayout): Promise<PayoutReply> {
  if (payout.state === 'reserved') {
    if (!payout.orderAsked) await noteOrderAsked(sql, payout.id)
    const outcome = await bank.preparePayout({
      reference: referenceOf(payout.orderId, payout.attempt),
      amount: payout.amount,
      phone: payout.phone,
      bankId: payout.sbpBankId,
      purpose: payout.checkPaymentId === null ? 'Выплата' : 'Проверка',
    })
    if (outcome.outcome !== 'declined' || outcome.code !== REPEATED) return prepared(outcome)
    return { type: 'repeated', ours: await isOurs(sql, payout) }
  }
  const { bankPayoutId } = payout
  if (bankPayoutId === null) throw new Error(`payout ${payout.id} has no name at the bank`)
  const named = { bankPayoutId, amount: payout.amount }
  const looked = await bank.lookAtPayout(named)
  if (looked.outcome !== 'ok') return replyOf(looked)
  const { state } = looked.value
  if ((state === 'known' || state === 'waiting') && preparedTooLongAgo(payout, now()))
    return { type: 'late' }
  if (state !== 'known') return replyOf(looked)
  // A payout of another sum would be sent all the same: a person checks it first.
  if (looked.value.amount !== payout.amount) return replyOf(looked)
  if (!(await recordPayRequest(sql, { id: payout.id, bankPayoutId }, now())))
    return { type: 'nothing' }
  const paid = await bank.pay(named)
  if (paid.outcome !== 'declined') return replyOf(paid)
  // After the order to pay, only the bank's own status of this payout ends it.
  if (paid.final) return { type: 'nothing' }
  const reply = replyOf(paid)
  return reply.type === 'nothing' ? { type: 'refused', text: wordsOf(paid) } : reply
}

/** Whether the bank can have the order from a request of this payout alone, which moved no money: its answer was lost. */
async function isOurs(sql: Sql, payout: StoredPayout): Promise<boolean> {
  if (!payout.orderAsked) return false
  const restored = await mark(sql, RESTORED)
  return restored === undefined || !(await mayBeForgotten(sql, payout, restored.at))
}

function decide(before: StoredPayout, reply: PayoutReply, at: Date): PayoutDecision {
  // A payout prepared for another recipient is never ordered to be paid, and lapses.
  if (reply.type === 'no') return refusedAtOnce(before)
  if (reply.type === 'look' && unconfirmedRecipient(before, reply) !== null)
    return refusedAtOnce({ ...before, bankPayoutId: reply.look.bankPayoutId, preparedAt: at })
  if (reply.type === 'late' && preparedTooLongAgo(before, at)) return prepareAgain(before)
  if (reply.type !== 'look') return { payout: before, postings: [] }
  const known = initiated(before, reply.look.bankPayoutId, at)
  // If the bank refused the order, that explains the end: the recipient had no part in it.
  const ours = reply.look.state === 'unexplained' && before.words !== ''
  const look = ours ? { ...reply.look, state: 'failed' as const } : reply.look
  const then = applyPayoutLook(known.payout, look, at)
  return { payout: then.payout, postings: [...known.postings, ...then.postings] }
}

async function settle(
  inside: Context,
  task: StoredPayout,
  { reply, at }: { reply: PayoutReply; at: Date },
): Promise<true> {
  const { sql } = inside
  const payment =
    task.checkPaymentId === null ? undefined : await lockPayment(sql, task.checkPaymentId)
  const before = await lockPayout(sql, task.id)
  if (before === undefined) throw new Error(`payout ${task.id} is gone`)
  // Another run has gone on since then: the answer may be about an earlier preparation.
  if (before.leasedUntil?.getTime() !== task.leasedUntil?.getTime()) return true
  const decision = decide(before, reply, at)
  const { state, bankPayoutId, preparedAt, payRequestedAt } = decision.payout
  const over = state === 'completed' || state === 'rejected'
  const slow = !over && reply.type !== 'kept' && at.getTime() - before.createdAt.getTime() > SLOW_MS
  const wrong = reply.type === 'look' && reply.look.amount !== before.amount
  // The next reference is used only once the bank has this one: so a payout that was made before a restore is found by
  // the first of them.
  const isUsedUp =
    state === 'reserved' &&
    (before.state !== 'reserved' || (reply.type === 'repeated' && reply.ours))
  const isKnown = reply.type === 'repeated' && !reply.ours
  const after: StoredPayout = {
    ...before,
    state,
    bankPayoutId,
    preparedAt,
    payRequestedAt,
    attempt: isUsedUp ? before.attempt + 1 : before.attempt,
    orderAsked: before.orderAsked && !isUsedUp,
    words: wordsAfter(before, reply, state),
    attention: over ? null : attentionOf(before, { isKnown, wrong, slow }),
  }
  await post(sql, decision.postings, { payoutId: before.id }, at)
  const name = reply.type === 'look' ? (reply.recipient ?? null) : null
  if (name !== null) await payoutNumbers.nameRecipient(sql, before.artistId, before, name)
  const fee = reply.type === 'look' && state === 'completed' ? { fee: reply.look.fee } : {}
  // Made due during the request, by the bank's notification or a person: the answer may be older than that.
  const isRescheduled = before.dueAt?.getTime() !== task.dueAt?.getTime()
  const next = isRescheduled ? before.dueAt : nextTry(before, { state, reply, at })
  const more = { dueAt: over ? null : next, leasedUntil: null, ...fee }
  await savePayout(sql, before, after, more, at)
  if (reply.type === 'empty') await setMark(sql, PAUSED, reply.text, at)
  const asked = unconfirmedRecipient(before, reply) !== null
  if (over && state !== before.state) await ended(inside, after, { payment, asked, at })
  return true
}

function attentionOf(
  { attention }: StoredPayout,
  { isKnown, wrong, slow }: { isKnown: boolean; wrong: boolean; slow: boolean },
): string | null {
  if (isKnown || attention === KNOWN_TO_BANK) return KNOWN_TO_BANK
  return wrong ? 'amount_mismatch' : slow ? 'payout_slow' : attention
}

/** A step forward is followed up at once and resets the delays; each new preparation waits longer. */
function nextTry(
  before: StoredPayout,
  { state, reply, at }: { state: StoredPayout['state']; reply: PayoutReply; at: Date },
): Date {
  if (state !== before.state && state === 'initiated') return at
  if (reply.type === 'repeated' && reply.ours) return at
  const again = state === 'reserved' && before.state !== 'reserved'
  const tries = state === before.state ? before.tries : again ? before.attempt : 0
  const next = retryAt(RETRIES, tries, at)
  const notBefore = reply.type === 'nothing' ? reply.notBefore : undefined
  return notBefore !== undefined && notBefore > next ? notBefore : next
}

async function ended(
  inside: Context,
  payout: StoredPayout,
  about: { payment: StoredPayment | undefined; asked: boolean; at: Date },
): Promise<void> {
  const { sql } = inside
  const { payment, asked, at } = about
  const arrived = payout.state === 'completed'
  if (payment !== undefined) {
    const options = { leasedUntil: payment.leasedUntil, ownsLease: false }
    withoutEffects(await applyPaymentEvent(sql, at, payment, checked(payment, arrived), options))
    if (!arrived) return
    const still = await payoutNumbers.mark(sql, payout.artistId, payout, at)
    // Money earned before the number was known is paid out now.
    if (still) await planPayout(sql, payout.artistId, at)
    return
  }
  await mailPayoutEnd(inside, payout)
  // The number may be as good as before: the artist decides whether it is his.
  if (asked) return
  if (!arrived) await payoutNumbers.mark(sql, payout.artistId, payout, null)
  // What exceeded the limit of one payout goes into the next one.
  else if (payout.amount === MAX_PAYOUT_RUBLES * 100) await planPayout(sql, payout.artistId, at)
}

/**
 * An operator found in the bank's cabinet that the payout whose order the bank has was paid: it is booked, whole by
 * default. False where none of this id asks that. Locks the payment before the payout and the ledger, as everywhere.
 */
export async function bookAsPaid(
  inside: Context,
  { id, amount }: { readonly id: string; readonly amount: Kopecks | null },
): Promise<boolean> {
  const { sql } = inside
  const at = inside.now()
  const checkPaymentId = await checkOf(sql, id)
  const payment = checkPaymentId === null ? undefined : await lockPayment(sql, checkPaymentId)
  const before = await lockPayout(sql, id)
  if (before?.attention !== KNOWN_TO_BANK) return false
  const available = await balanceOf(sql, `artist_payable:${before.artistId}`, { lock: true })
  const paid = { amount: amount ?? before.amount, available: kopecks(available) }
  const decision = paidBeforeRestore(before, paid)
  const after: StoredPayout = { ...before, ...decision.payout, attention: null }
  await post(sql, decision.postings, { payoutId: id }, at)
  await savePayout(sql, before, after, { dueAt: null, leasedUntil: null }, at)
  await ended(inside, after, { payment, asked: false, at })
  // The rest is on the balance again.
  if (after.amount < before.amount) await planPayout(sql, before.artistId, at)
  return true
}

/** Why the bank refuses a payout, shown to the artist once it is over; blank for each new preparation. */
function wordsAfter(
  before: StoredPayout,
  reply: PayoutReply,
  state: StoredPayout['state'],
): string {
  if (state === 'completed' || state === 'reserved') return ''
  const unconfirmed = unconfirmedRecipient(before, reply)
  if (unconfirmed !== null) return recipientText(unconfirmed)
  return 'text' in reply ? reply.text : before.words
}

/** The recipient that the bank names, where the artist has not confirmed him. The nine rubles of a check are sent anyway. */
function unconfirmedRecipient(payout: StoredPayout, reply: PayoutReply): string | null {
  const name = reply.type === 'look' ? (reply.recipient ?? null) : null
  const first = payout.state === 'reserved' && payout.checkPaymentId === null
  return first && name !== payout.recipient ? name : null
}

function prepared(outcome: BankOutcome<PreparedPayout>): PayoutReply {
  const reply = replyOf(outcome)
  if (reply.type !== 'look' || outcome.outcome !== 'ok') return reply
  return { ...reply, recipient: outcome.value.recipient }
}

/** The bank's answer to an order that it has already. */
const REPEATED = '4005'
/** The bank's codes for «there is nothing on your account»: 103, 1116, 1502 and 3002 of its lists. */
const EMPTY = new Set(['103', '1116', '1502', '3002'])

function replyOf(outcome: BankOutcome<PayoutLook>): PayoutReply {
  if (outcome.outcome === 'ok') return { type: 'look', look: outcome.value }
  if (outcome.outcome === 'later') return { type: 'nothing', notBefore: outcome.retryAt }
  if (outcome.outcome !== 'declined') return { type: 'nothing' }
  const text = wordsOf(outcome)
  if (EMPTY.has(outcome.code)) return { type: 'empty', text }
  return outcome.final ? { type: 'no', text } : { type: 'nothing' }
}

function wordsOf({ code, text }: { readonly code: string; readonly text: string }): string {
  return text === '' ? `Банк отказал: код ${code}` : text
}
