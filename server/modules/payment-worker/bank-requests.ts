import { newPart } from '#domain/payments/payment-parts.ts'
import type { Look, PaymentKind } from '#domain/payments/payment.ts'
import type { Context } from '#server/context.ts'
import type { Bank, BankOutcome, Page, Receipt } from '#server/integrations/bank/bank.ts'
import { referenceOf } from '#server/integrations/bank/bank.ts'
import { artistSupplier } from '../artists/artists.service.ts'
import type { OpenOperation, StoredPayment } from '../payments/payments.service.ts'

/** The result of one run at the bank. `refused`: it answered the request itself and did nothing. */
export type BankAnswer =
  /** The bank created the payment's page. */
  | { readonly type: 'page'; readonly page: Page }
  /** The payment's state at the bank. */
  | {
      readonly type: 'look'
      readonly look: Look
      readonly refused?: boolean
      readonly retryAt: Date | null
      readonly answer: string
    }
  /** The payment's page was lost with the bank's answer, so no payer can reach it: the next attempt. */
  | { readonly type: 'again'; readonly attempt: number }
  /** The closing receipt is registered. */
  | { readonly type: 'closed'; readonly answer: string }
  /** The request will never succeed. */
  | { readonly type: 'no'; readonly look: Look | null; readonly answer: string }
  /** No result yet; the request is repeated. `known`: the bank did answer, but without a result. */
  | {
      readonly type: 'nothing'
      readonly known: boolean
      readonly refused?: boolean
      readonly retryAt: Date | null
      readonly answer: string
    }

type BankContext = Context & { readonly bank: Bank }

/** Our own answer for a payment that the bank does not have. */
export const UNKNOWN_TO_BANK = 'unknown to the bank'
/** The bank's answer about an id of a payment that it does not have. */
const NO_PAYMENT = '255'
/** The bank's answer to «this reference was used already». */
const REPEATED = '20'
/** The bank's answer to a second closing receipt: as the demo bank gives it, since the bank documents none. */
const CLOSED_BEFORE = '308'

/** Sends the one open request, or reads the status; never throws whatever the bank does. `resumed`: the request was sent before, and its answer was lost. */
export async function askBank(
  ctx: BankContext,
  {
    payment,
    operation,
    resumed,
  }: { payment: StoredPayment; operation: OpenOperation | null; resumed: boolean },
): Promise<BankAnswer> {
  if (operation?.kind === 'open') return open(ctx, payment, resumed)
  if (operation?.kind === 'close_receipt') return closeReceipt(ctx, payment, operation.tries)
  if (operation !== null) return change(ctx, payment, operation.kind, operation)
  const seen = await look(ctx, payment)
  if (seen.outcome !== 'ok') return nothing(seen)
  if (seen.value === null)
    return { type: 'nothing', known: true, retryAt: null, answer: UNKNOWN_TO_BANK }
  return { type: 'look', look: seen.value, retryAt: null, answer: 'looked' }
}

async function open(
  ctx: BankContext,
  payment: StoredPayment,
  resumed: boolean,
): Promise<BankAnswer> {
  const { bank } = ctx
  const reference = referenceOf(payment.id, payment.attempt)
  if (resumed) {
    const found = await bank.find(reference)
    if (found.outcome !== 'ok') return nothing(found)
    if (found.value !== null) return orphan(bank, payment, found.value)
  }
  const description = describe(payment)
  const opened = await bank.open({
    reference,
    amount: payment.amount,
    mode: payment.mode === 'charge' ? 'charge' : 'hold',
    description,
    returnUrl: `${ctx.publicUrl}/payment/${payment.id}`,
    notificationUrl: ctx.money.notificationUrl(),
    expiresAt: payment.expiresAt,
    // SBP charges at once, hold or no hold; for a hold the receipt that comes with its capture counts.
    receipt: await receiptOf(ctx, payment),
  })
  if (opened.outcome === 'ok') return { type: 'page', page: opened.value }
  if (opened.outcome === 'declined' && opened.code !== REPEATED)
    return { type: 'no', look: null, answer: `${opened.code} ${opened.text}` }
  // A repeated reference is a page of ours whose answer was lost: the next run looks for it.
  return nothing(opened)
}

/** Closes a page whose address was lost with the answer, so that no payer has it; another is made. */
async function orphan(bank: Bank, payment: StoredPayment, found: Look): Promise<BankAnswer> {
  const again: BankAnswer = { type: 'again', attempt: payment.attempt + 1 }
  // Closed by a process that crashed before its commit: recorded nowhere else.
  if (found.state === 'canceled') return again
  if (found.state !== 'new') return { type: 'look', look: found, retryAt: null, answer: 'found' }
  const closed = await bank.refund({
    bankPaymentId: found.bankPaymentId,
    amount: payment.amount,
    requestKey: `${payment.id}:orphan:${payment.attempt}`,
  })
  return closed.outcome === 'ok' ? again : nothing(closed)
}

function look({ bank }: BankContext, payment: StoredPayment): Promise<BankOutcome<Look | null>> {
  return payment.bankPaymentId === null
    ? bank.find(referenceOf(payment.id, payment.attempt))
    : bank.look(payment.bankPaymentId)
}

/** The bank closes a prepayment once: if the request was sent before, «closed already» means that its answer was lost. */
async function closeReceipt(
  ctx: BankContext,
  payment: StoredPayment,
  tries: number,
): Promise<BankAnswer> {
  const receipt = await receiptOf(ctx, payment)
  const { bankPaymentId } = payment
  if (receipt === null || bankPaymentId === null)
    return { type: 'closed', answer: 'receipts are off' }
  const asked = await ctx.bank.closeReceipt({ bankPaymentId, receipt })
  if (asked.outcome === 'ok') return { type: 'closed', answer: 'registered' }
  if (asked.outcome !== 'declined') return nothing(asked)
  const answer = `${asked.code} ${asked.text}`
  if (asked.code === CLOSED_BEFORE && tries > 1) return { type: 'closed', answer }
  return asked.final ? { type: 'no', look: null, answer } : nothing(asked)
}

/** Looks first, so that a change that is already done is never requested again. */
async function change(
  ctx: BankContext,
  payment: StoredPayment,
  kind: Change,
  { id, refusals }: OpenOperation,
): Promise<BankAnswer> {
  const first = await look(ctx, payment)
  if (first.outcome !== 'ok') return nothing(first)
  if (first.value === null)
    return { type: 'nothing', known: true, retryAt: null, answer: UNKNOWN_TO_BANK }
  // A part that the bank gave back is booked first; the next request is for the rest.
  const isPartNew = newPart(payment, first.value) !== null
  if (isPartNew || !ASKED_AT[kind].includes(first.value.state))
    return { type: 'look', look: first.value, retryAt: null, answer: 'as it was' }
  const { bankPaymentId } = first.value
  const { amount } = payment
  const asked =
    kind === 'capture'
      ? await ctx.bank.capture({
          bankPaymentId,
          amount,
          receipt: await receiptOf(ctx, payment),
        })
      : await ctx.bank.refund({ bankPaymentId, amount, requestKey: `${id}:${refusals}` })
  if (asked.outcome === 'ok') {
    // Where nothing has moved, a request with this key was refused before, and that answer was lost.
    const refused = ASKED_AT[kind].includes(asked.value.state)
    return { type: 'look', look: asked.value, refused, retryAt: null, answer: 'asked' }
  }
  if (asked.outcome === 'unknown') return nothing(asked)
  // A decline may mean that another request was faster: the bank's status now decides.
  const then = await look(ctx, payment)
  const seen = then.outcome === 'ok' ? then.value : null
  const answer = asked.outcome === 'later' ? asked.code : `${asked.code} ${asked.text}`
  if (asked.outcome === 'declined' && asked.final) return { type: 'no', look: seen, answer }
  const retryAt = asked.outcome === 'later' ? asked.retryAt : null
  const refused = true
  if (seen === null) return { type: 'nothing', known: true, refused, retryAt, answer }
  return { type: 'look', look: seen, refused, retryAt, answer }
}

type Change = Exclude<OpenOperation['kind'], 'open' | 'close_receipt'>

/** The bank's states in which each request makes sense. */
const ASKED_AT: Record<Change, readonly Look['state'][]> = {
  capture: ['held', 'part_held'],
  give_back: ['held', 'charged', 'part_held', 'part_refunded'],
  close_link: ['new'],
}

function nothing(outcome: Exclude<BankOutcome<unknown>, { outcome: 'ok' }>): BankAnswer {
  if (outcome.outcome === 'unknown')
    return { type: 'nothing', known: false, retryAt: null, answer: outcome.cause }
  const retryAt = outcome.outcome === 'later' ? outcome.retryAt : null
  const answer = outcome.code === NO_PAYMENT ? UNKNOWN_TO_BANK : outcome.code
  return { type: 'nothing', known: outcome.code !== REPEATED, retryAt, answer }
}

/** The most characters in the name of one receipt line. */
const NAME_MAX = 128

/** The subject of the payment, in the till's terms: a tip buys nothing, a check verifies a number. */
const SOLD: Record<PaymentKind, string> = { song: 'service', tip: 'another', check: 'payment' }

/** Whether a receipt made now is for a song still to be played: a hold captured early by the guard stays prepaid. */
function isPrepaid({ kind, state, guarded }: StoredPayment): boolean {
  return kind === 'song' && state !== 'released' && (state !== 'releasing' || guarded)
}

/**
 * Returns the receipt of a payment in its current state, or null where none is to be made. Money that is charged before
 * the song is played is a prepayment; money that is taken after it is the whole payment, and so is what closes a
 * prepayment.
 */
async function receiptOf(ctx: Context, payment: StoredPayment): Promise<Receipt | null> {
  // The tax codes come from the accountant and change by law, so they are configuration.
  const { receipts } = ctx.money
  if (receipts === null) return null
  return {
    to: payment.receiptTo === '' ? receipts.email : payment.receiptTo,
    taxation: receipts.taxation,
    items: [
      {
        name: Array.from(describe(payment)).slice(0, NAME_MAX).join(''),
        amount: payment.amount,
        tax: receipts.tax,
        paymentMethod: isPrepaid(payment) ? 'full_prepayment' : 'full_payment',
        paymentObject: SOLD[payment.kind],
        // For a check we are no agent: the artist pays us for it.
        supplier: payment.kind === 'check' ? null : await artistSupplier(ctx, payment.artistId),
      },
    ],
  }
}

/** The payer's bank shows at most this number of characters of the description. */
const DESCRIPTION_MAX = 140

function describe(payment: StoredPayment): string {
  const text = {
    song: `Песня «${payment.songTitle}». Вернём деньги, если её не исполнят`,
    tip: 'Благодарность музыканту',
    check: 'Проверка номера для выплат',
  }[payment.kind]
  return Array.from(text).slice(0, DESCRIPTION_MAX).join('')
}
