import { checkLine } from '#domain/fields.ts'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { DEVICES_KEPT_DAYS, WORDS_KEPT_DAYS } from '#domain/queue/order-words.ts'
import { RETURN_MESSAGE_LENGTH, returnCredited } from '#domain/payments/payment.ts'
import { costOfReturn, splitReturn } from '#domain/payments/return-debt.ts'
import { checkReceiptTo } from '#domain/payments/receipt.ts'
import { admitPage, OPEN_PAGES_MOST } from '#domain/payments/unpaid-links.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import { markPlayMoney } from '#server/platform/lifecycle/play-money.ts'
import { digestOf } from '#server/platform/limits/rate-counters.ts'
import { noteReturned, tryNoteGiven } from '../goals/goals.service.ts'
import { balanceOf, disputedOf, wasDisputed } from '../ledger/ledger.service.ts'
import { applyPaymentEvent, withoutEffects } from './apply-payment-event.service.ts'
import { openPages } from './open-pages.store.ts'
import { refundNumbers } from './operations.store.ts'
import { returnCredit } from './return-credit.service.ts'
import {
  addPayment,
  deleteUnpaid,
  erasePayers,
  eraseWords,
  lockPayment,
  saveReturnWord,
} from './payments.store.ts'
import type { FreshPayment, StoredPayment } from './payments.store.ts'

/** Refuses PAYMENTS_DOWN without a bank. */
export function needBank({ bank }: Pick<Context, 'bank'>): void {
  if (bank === null) throw new Refusal('PAYMENTS_DOWN', 'Оплата сейчас недоступна.')
}

/** `isHeld`: held until its song is played, if the terminal has holds. `network`: the payer's; without one it is not counted. */
export type NewPayment = Omit<FreshPayment, 'receipt' | 'receiptTo' | 'mode' | 'payerNetwork'> & {
  readonly receiptTo?: string | undefined
  readonly isHeld?: boolean
  readonly network?: string | undefined
}

/**
 * Stores a new payment, due at once. On a terminal with holds everything that is not held is captured at once, so that
 * no page is requested against the terminal's setting. Refuses PAYMENTS_DOWN, TOO_MANY where the payer's device, his
 * network or the artist has too many open pages, and VALIDATION (`receiptTo`) where receipts are made. In the caller's
 * transaction.
 */
export async function beginPayment(
  inside: Context,
  { isHeld = false, network, ...fresh }: NewPayment,
): Promise<void> {
  needBank(inside)
  const { sql, bank, money, now } = inside
  const payerNetwork = network === undefined ? null : digestOf(network, inside.codeSecret)
  const { kind, deviceId, concertId = null, artistId } = fresh
  if (deviceId !== undefined) {
    const payer = { deviceId, concertId, payerNetwork, artistId }
    const most = { ...OPEN_PAGES_MOST, network: money.unpaidPages }
    admitPage(kind, await openPages(sql, payer, now()), most, now())
  }
  const mode = bank?.holds === true ? (isHeld ? 'hold' : 'capture') : 'charge'
  if (money.forTests === true) await markPlayMoney(sql, now())
  const makesReceipts = money.receipts !== null
  const receiptTo = makesReceipts ? checkReceiptTo(fresh.receiptTo ?? '') : ''
  const receipt = makesReceipts ? 'made' : 'none'
  await addPayment(sql, { ...fresh, payerNetwork, mode, receipt, receiptTo }, now())
}

type ReturnAnswer = {
  paymentId: string
  /** What the listener gets, and the artist's balance afterwards. Kopecks. */
  amount: Kopecks
  available: Kopecks
}

const CALL = 'payment/return'

/** Returns the message to the payer. Refuses VALIDATION at `word`. */
export function checkReturnWord(typed: string): string {
  return checkLine(typed, {
    field: 'word',
    max: RETURN_MESSAGE_LENGTH,
    blank: null,
    tooLong: `Лимит ${RETURN_MESSAGE_LENGTH} символов`,
  })
}

/**
 * Gives a credited order or tip of the artist back to its payer, whole; the payment worker asks the bank. Refuses
 * VALIDATION (`word`), NOT_FOUND, ILLEGAL_STEP, NOTHING_TO_PAY where his balance is too small; with `fromNext` he may
 * owe what it lacks, within `mayOwe`.
 */
export async function refundCredit(
  ctx: Context,
  artistId: string,
  asked: { readonly paymentId: string; readonly word: string; readonly fromNext?: boolean },
  idempotencyKey: string | null,
  /** Where the service gives it back: runs in the same transaction, once. */
  byService?: (inside: Context) => Promise<void>,
): Promise<ReturnAnswer> {
  const { paymentId, fromNext = false } = asked
  const word = checkReturnWord(asked.word)
  const returned = await transaction(ctx, (inside) => {
    wakeMoney(inside)
    return onceByKey(
      inside.sql,
      CALL,
      idempotencyKey,
      { paymentId, word, fromNext },
      inside.now(),
      async () => {
        await noteReturned(inside, artistId)
        const reason = byService ? 'returned_by_service' : 'returned_by_artist'
        const answer = await refundLocked(inside, { artistId, paymentId, word, fromNext, reason })
        await byService?.(inside)
        return answer
      },
    )
  })
  await tryNoteGiven(ctx, artistId)
  return returned
}

/** Locks the payment before the account, as everywhere. */
async function refundLocked(
  inside: Context,
  asked: {
    artistId: string
    paymentId: string
    word: string
    fromNext: boolean
    reason: 'returned_by_artist' | 'returned_by_service'
  },
): Promise<ReturnAnswer> {
  const { sql, now } = inside
  const { artistId, paymentId, word, fromNext, reason } = asked
  const payment = await lockPayment(sql, paymentId)
  // Another artist's payment is reported like one that never existed.
  if (payment === undefined || payment.artistId !== artistId || payment.kind === 'check')
    throw new Refusal('NOT_FOUND', 'Такого платежа нет')
  const terms = await termsOf(inside, payment, { lock: true, fromNext })
  const decision = returnCredited(payment, { ...terms, reason })
  const options = { leasedUntil: payment.leasedUntil, ownsLease: false }
  withoutEffects(await applyPaymentEvent(sql, now(), payment, decision, options))
  await saveReturnWord(sql, paymentId, word)
  return {
    paymentId,
    amount: payment.amount,
    available: await balanceOf(sql, `artist_payable:${artistId}`),
  }
}

/** What the artist's money allows of a return. */
async function termsOf(
  ctx: Context,
  payment: StoredPayment,
  { lock, fromNext }: { lock: boolean; fromNext: boolean },
) {
  const { sql } = ctx
  const { id, artistId } = payment
  const balance = await balanceOf(sql, `artist_payable:${artistId}`, { lock })
  const inDispute = kopecks((await disputedOf(sql, [artistId])).get(artistId) ?? 0)
  const available = kopecks(Math.max(0, balance - inDispute))
  const disputed = await wasDisputed(sql, id)
  const mayOwe = fromNext
    ? await returnCredit(ctx, artistId, { inDispute, paymentId: id })
    : kopecks(0)
  return { available, disputed, mayOwe }
}

/** What a return with `fromNext` would take now; changes nothing, and refuses as it would. Kopecks. */
export async function foreseeReturn(
  ctx: Context,
  payment: StoredPayment,
): Promise<{ available: Kopecks; owed: Kopecks }> {
  const terms = await termsOf(ctx, payment, { lock: false, fromNext: true })
  returnCredited(payment, terms)
  const { available } = terms
  return { available, owed: splitReturn(costOfReturn(payment), available).owed }
}

/** Returns the refunds to listeners since then, and how fast they were. */
export function refundsSince(ctx: Context, since: Date) {
  return refundNumbers(ctx.sql, since)
}

/** Erases the texts of tips and returns older than `WORDS_KEPT_DAYS`. */
export function forgetPaymentWords({ sql, now }: Context): Promise<void> {
  return eraseWords(sql, new Date(now().getTime() - WORDS_KEPT_DAYS * DAY_MS))
}

/** Erases whose device paid, 90 days after a payment's end. */
export function forgetPayers({ sql, now }: Context): Promise<void> {
  return erasePayers(sql, new Date(now().getTime() - DEVICES_KEPT_DAYS * DAY_MS))
}

const UNPAID_KEPT_DAYS = 30
const ERASED_AT_ONCE = 5000

/** Erases payments that never had money; what the bank tells of one later is a question to a person. */
export async function forgetUnpaidPayments({ sql, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - UNPAID_KEPT_DAYS * DAY_MS)
  while ((await deleteUnpaid(sql, before, ERASED_AT_ONCE)) === ERASED_AT_ONCE);
}

/** What other modules do to a payment's row, inside their own transaction. */
export {
  artistNamed,
  freeLease,
  lockIfDue,
  lockPayment,
  lockPayments,
  paymentById,
  saveReturnWord,
} from './payments.store.ts'
export type { StoredPayment } from './payments.store.ts'
export { endRestoreChecks, wantRestoreChecks } from './restore-checks.store.ts'
export {
  requestStatusChecks,
  requestStatusCheck,
  clearAttention,
  healTimes,
  makeDue,
  retryPageNow,
  returnBegan,
  retryPayment,
} from './operations.store.ts'
export type { OpenOperation } from './operations.store.ts'
