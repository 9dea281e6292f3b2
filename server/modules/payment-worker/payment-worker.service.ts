import { applyLook } from '#domain/payments/payment-looks.ts'
import { withUsualHoldEnd } from '#domain/payments/payment-watch.ts'
import { linked, notOpened, stay, advancedByTime, unplayed } from '#domain/payments/payment.ts'
import type { Decision, Look } from '#domain/payments/payment.ts'
import { kopecks } from '#domain/money.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { retryAt, runDueWork } from '#server/platform/jobs/due-work.ts'
import { applyPaymentEvent, withoutEffects } from '../payments/apply-payment-event.service.ts'
import type {
  AnsweredOperation,
  AppliedEvent,
  ApplyOptions,
} from '../payments/apply-payment-event.service.ts'
import { tryNoteGiven } from '../goals/goals.service.ts'
import { freeLease, lockIfDue, lockPayment } from '../payments/payments.service.ts'
import type { OpenOperation, StoredPayment } from '../payments/payments.service.ts'
import { lockQueue } from '../queue/queue.service.ts'
import { refundedInRegistries } from '../reconciliation/reconciliation.service.ts'
import { showTip } from '../thanks/thanks.service.ts'
import { noteTip } from '../webhooks/webhook-events.service.ts'
import { askBank, UNKNOWN_TO_BANK } from './bank-requests.ts'
import type { BankAnswer } from './bank-requests.ts'
import { performEffects } from './payment-effects.service.ts'

/** The delay before a request is sent again, by the number of tries (ms). */
const RETRIES = [2000, 5000, 15_000, 60_000, 300_000, 900_000, HOUR_MS]

type Task = {
  readonly payment: StoredPayment
  readonly operation: OpenOperation | null
  /** The request was sent before, and its answer was lost. */
  readonly resumed: boolean
}

type Run = {
  readonly payment: StoredPayment
  /** It became the artist's in this run. */
  readonly earned: boolean
}

/** Makes one run on a payment and returns it as the run left it. Null where it is not due or another run has its lease. */
export async function runPayment(ctx: Context, id: string): Promise<StoredPayment | null> {
  const { bank } = ctx
  // Without a bank nothing is ever due.
  if (bank === null) return null
  const receivedAt = Date.now()
  const work = {
    claim,
    ask: (task: Task) => askBank({ ...ctx, bank }, task),
    settle: (sql: Sql, task: Task, answer: BankAnswer) =>
      settle({ ...ctx, sql }, task, answer, receivedAt),
  }
  const run = await runDueWork<Task, BankAnswer, Run>(ctx, work, id)
  if (run === null) return null
  ctx.paymentRuns.ran(id)
  const { payment, earned } = run
  if (earned && payment.kind === 'tip') await showEarnedTip(ctx, payment)
  if (earned) await tryNoteGiven(ctx, payment.artistId)
  return payment
}

/**
 * It locks the artist's concert, which songs lock before their payment and the ledger, so it does not share the
 * transaction of the money. The tip is shown for seconds alone: a lost one is not repeated, and the money stays earned.
 */
async function showEarnedTip(ctx: Context, tip: StoredPayment): Promise<void> {
  await showTip(ctx, tip).catch((err: unknown) =>
    ctx.log.error({ err, payment: tip.id }, 'a tip was not shown to the hall'),
  )
}

/** Applies what the time alone calls for; no task where there is nothing to ask the bank. */
async function claim(
  sql: Sql,
  id: string,
  lease: { readonly now: Date; readonly until: Date },
): Promise<{ task: Task | null; result: Run } | null> {
  const locked = await lockIfDue(sql, id, lease.now)
  if (locked === undefined) return null
  const due = endsByTime(locked) ? stay(locked) : advancedByTime(locked, lease.now)
  // If the process crashes during the look, another one repeats it.
  const dueBy = locked.bankPaymentId === null ? null : lease.until
  const options = { leasedUntil: lease.until, ownsLease: true, sendsNow: true, dueBy }
  const { payment, operation, sending } = withoutEffects(
    await applyPaymentEvent(sql, lease.now, locked, due, options),
  )
  const result = { payment, earned: false }
  if (sending !== null) return { result, task: { payment, operation, ...sending } }
  if (payment.bankPaymentId !== null)
    return { result, task: { payment, operation: null, resumed: false } }
  await freeLease(sql, id)
  return { result, task: null }
}

async function settle(
  inside: Context,
  task: Task,
  bankAnswer: BankAnswer,
  receivedAt: number,
): Promise<Run> {
  const { sql } = inside
  const now = inside.now()
  const { id, kind, concertId } = task.payment
  // Locks the concert before its payment, and only where the status may move its song.
  if (kind === 'song' && concertId !== null && mayMove(bankAnswer))
    await lockQueue(inside, concertId)
  const before = await lockPayment(sql, id)
  if (before === undefined) throw new Error(`payment ${id} is gone`)
  const answer = await withPart(sql, before, bankAnswer)
  const ownsLease = before.leasedUntil?.getTime() === task.payment.leasedUntil?.getTime()
  const options = { leasedUntil: ownsLease ? null : before.leasedUntil, ownsLease }
  const news =
    answer.type === 'page' || (answer.type === 'look' && answer.look.state !== before.bankState)
  const applied = await applyPaymentEvent(sql, now, before, decide(before, task, answer, now), {
    ...options,
    ...(task.operation !== null && ownsLease
      ? { answered: outcomeOf(task.operation, answer, now) }
      : {}),
    looked: news ? 'news' : 'quiet',
    seen: seenIn(task, answer),
    dueBy:
      earlierCheckAt(task.payment, before, now) ?? nextLookAt(task, answer, before.quietLooks, now),
    ...(answer.type === 'again' ? { attempt: answer.attempt } : {}),
  })
  return perform(inside, applied, options, receivedAt)
}

/** Takes the part that went back from the bank's registry where its look does not name it. */
async function withPart(sql: Sql, payment: StoredPayment, answer: BankAnswer): Promise<BankAnswer> {
  if (!('look' in answer) || answer.look?.state !== 'part_refunded') return answer
  const { look } = answer
  const whole = payment.amount + payment.givenBack
  if (look.amount !== null && look.amount < whole) return answer
  const refunded = await refundedInRegistries(sql, payment.id)
  if (refunded === 0 || refunded >= whole) return answer
  return { ...answer, look: { ...look, amount: kopecks(whole - refunded) } }
}

/** Performs the effects; the money of an order that cannot stand goes back in the same transaction. */
async function perform(
  inside: Context,
  { payment, effects }: AppliedEvent,
  options: ApplyOptions,
  receivedAt: number,
): Promise<Run> {
  const { sql, now } = inside
  const refused = await performEffects(inside, effects, receivedAt)
  if (refused !== null) {
    const decision = unplayed(payment, refused)
    const back = await applyPaymentEvent(sql, now(), payment, decision, options)
    return { payment: back.payment, earned: false }
  }
  const earned =
    payment.state === 'released' && effects.some(({ type }) => type === 'money_settled')
  if (earned && payment.kind === 'tip') await noteTip(inside, payment)
  return { payment, earned }
}

/** Applies the look, and then what the time calls for: money taken after the grace is the artist's at once. */
function looked(before: StoredPayment, look: Look, now: Date): Decision {
  const first = applyLook(before, look)
  const then = advancedByTime(withUsualHoldEnd(first.payment, now), now)
  return { payment: then.payment, postings: [...first.postings, ...then.postings] }
}

function decide(before: StoredPayment, task: Task, answer: BankAnswer, now: Date): Decision {
  // The page of an earlier attempt was closed before the next one.
  if (answer.type === 'page')
    return task.payment.attempt === before.attempt ? linked(before, answer.page) : stay(before)
  if (answer.type === 'look') return looked(before, answer.look, now)
  if (answer.type === 'closed') return stay(before, { receipt: 'closed' })
  if (answer.type !== 'no') return stay(before)
  if (task.operation?.kind === 'open') return notOpened(before)
  if (task.operation?.kind === 'close_receipt') {
    // For money that is on its way back there is no receipt to close.
    const asks = before.state === 'released' && before.attention === null
    return stay(before, {
      receipt: 'refused',
      attention: asks ? 'receipt_refused' : before.attention,
    })
  }
  const then = answer.look === null ? stay(before) : looked(before, answer.look, now)
  const refused = task.operation?.kind === 'give_back' && then.payment.state === 'returning'
  // The request was for the whole, but a part went back meanwhile: the next request is for the rest.
  if (!refused || then.payment.amount < before.amount) return then
  return { ...then, payment: { ...then.payment, attention: 'refund_refused' } }
}

const ENDED_BY_NO: ReadonlySet<OpenOperation['kind']> = new Set([
  'open',
  'give_back',
  'close_receipt',
])

/** The outcome of the request itself. Whether it is still wanted follows from the state afterwards. */
function outcomeOf(operation: OpenOperation, answer: BankAnswer, now: Date): AnsweredOperation {
  if (answer.type === 'page') return { operation, end: { state: 'done', answer: 'page' } }
  if (answer.type === 'closed') return { operation, end: { state: 'done', answer: answer.answer } }
  if (answer.type === 'no' && ENDED_BY_NO.has(operation.kind))
    return { operation, end: { state: 'declined', answer: answer.answer } }
  if (answer.type === 'again')
    return { operation, later: { notBefore: now, known: true, refused: false, answer: 'again' } }
  const asked = answer.type === 'no' ? null : answer.retryAt
  const later = {
    notBefore: asked ?? retryAt(RETRIES, operation.tries - 1, now),
    known: answer.type !== 'nothing' || answer.known,
    refused: answer.type === 'no' || answer.refused === true,
    answer: answer.answer,
  }
  return { operation, later }
}

/**
 * Whether the time alone would end the payment. The look comes first: an open page may have been paid at the last
 * moment, and what a song has earned may be on its way back.
 */
function endsByTime({ state, funds, restoreCheck }: StoredPayment): boolean {
  // One begun just before a backup may have been paid after it.
  if (restoreCheck === 'wanted') return true
  return state === 'awaiting' || (state === 'releasing' && funds === 'charged')
}

/** What the answer shows of the payment at the bank; null where it shows nothing. */
function seenIn({ operation }: Task, answer: BankAnswer): 'known' | 'unknown' | null {
  if (answer.type === 'page' || answer.type === 'look') return 'known'
  if (answer.type === 'no') return operation?.kind === 'close_receipt' ? null : 'known'
  const isUnknown = answer.type === 'nothing' && answer.answer === UNKNOWN_TO_BANK
  return isUnknown ? 'unknown' : null
}

/** Whether the answer shows where the money is, so that the song may come or go. */
function mayMove(answer: BankAnswer): boolean {
  return answer.type === 'look' || (answer.type === 'no' && answer.look !== null)
}

/** The time of a check requested during ours, which may be too early: a webhook came while the bank was answering us. */
function earlierCheckAt(claimed: StoredPayment, before: StoredPayment, now: Date): Date | null {
  const { dueAt } = before
  const moved = dueAt?.getTime() !== claimed.dueAt?.getTime()
  return moved && dueAt !== null && dueAt <= now ? dueAt : null
}

/**
 * Returns when to look again, since each look is requested only once: later after one that brought nothing, and at once
 * after a closing receipt, whose answer shows nothing of the money.
 */
function nextLookAt(
  { operation }: Task,
  answer: BankAnswer,
  quiet: number,
  now: Date,
): Date | null {
  const closes = operation?.kind === 'close_receipt'
  if (closes && (answer.type === 'closed' || answer.type === 'no')) return now
  if (operation !== null || answer.type !== 'nothing') return null
  return answer.retryAt ?? retryAt(RETRIES, quiet, now)
}
