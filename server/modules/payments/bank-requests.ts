import { newPart } from '#domain/payments/payment-parts.ts'
import type { Look } from '#domain/payments/payment.ts'
import type { Bank, BankOutcome, Page } from '../../integrations/bank/bank.ts'
import { referenceOf } from '../../integrations/bank/bank.ts'
import type { OpenOperation } from './operations.store.ts'
import type { StoredPayment } from './payments.store.ts'
import { describe, receiptOf } from './receipts.ts'
import type { ReceiptDeps } from './receipts.ts'

/** What one run at the bank brought. */
export type BankAnswer =
  /** The bank made its page. */
  | { readonly type: 'page'; readonly page: Page }
  /** Where the payment stands. */
  | {
      readonly type: 'look'
      readonly look: Look
      readonly retryAt: Date | null
      readonly answer: string
    }
  /** The bank has no such payment, or made a page that nobody can find again: the next attempt. */
  | { readonly type: 'again'; readonly attempt: number }
  /** The closing receipt is registered. */
  | { readonly type: 'closed'; readonly answer: string }
  /** It will never be done. */
  | { readonly type: 'no'; readonly look: Look | null; readonly answer: string }
  /** The outcome is unknown; to be asked again. `known`: the bank did answer, only not yet. */
  | {
      readonly type: 'nothing'
      readonly known: boolean
      readonly retryAt: Date | null
      readonly answer: string
    }

export type BankRequestDeps = ReceiptDeps & {
  readonly bank: Bank
  /** The address that people see: the payer comes back there. */
  readonly publicUrl: string
  /** Where the bank sends its notifications. */
  readonly notificationUrl: () => string
}

/** The bank's answer to «this reference was used already». */
const REPEATED = '20'
/** Its answer to a second closing receipt: as the demo bank says it, since the bank documents none. */
const CLOSED_BEFORE = '308'

/** Sends the one request that is open, or reads the status; never throws for what the bank does. `resumed`: the request was sent before, and its answer was lost. */
export async function askBank(
  deps: BankRequestDeps,
  {
    payment,
    operation,
    resumed,
  }: { payment: StoredPayment; operation: OpenOperation | null; resumed: boolean },
): Promise<BankAnswer> {
  if (operation?.kind === 'open') return open(deps, payment, resumed)
  if (operation?.kind === 'close_receipt') return closeReceipt(deps, payment, operation.tries)
  if (operation !== null) return change(deps, payment, operation.kind)
  const seen = await look(deps, payment)
  if (seen.outcome !== 'ok') return nothing(seen)
  if (seen.value === null)
    return { type: 'nothing', known: true, retryAt: null, answer: 'unknown to the bank' }
  return { type: 'look', look: seen.value, retryAt: null, answer: 'looked' }
}

async function open(
  deps: BankRequestDeps,
  payment: StoredPayment,
  resumed: boolean,
): Promise<BankAnswer> {
  const { bank } = deps
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
    returnUrl: `${deps.publicUrl}/payment/${payment.id}`,
    notificationUrl: deps.notificationUrl(),
    expiresAt: payment.expiresAt,
    // By SBP it is charged at once, hold or no hold; of a hold the receipt that comes with its capture counts.
    receipt: await receiptOf(deps, payment),
  })
  if (opened.outcome === 'ok') return { type: 'page', page: opened.value }
  if (opened.outcome === 'declined' && opened.code !== REPEATED)
    return { type: 'no', look: null, answer: `${opened.code} ${opened.text}` }
  // A repeated reference is a page of ours whose answer was lost: it is looked for next time.
  return nothing(opened)
}

/** A page whose address was lost with the answer: nobody has it, so it is closed and another is made. */
async function orphan(bank: Bank, payment: StoredPayment, found: Look): Promise<BankAnswer> {
  const again: BankAnswer = { type: 'again', attempt: payment.attempt + 1 }
  // Closed by a process that died before its commit: written nowhere else.
  if (found.state === 'canceled') return again
  if (found.state !== 'new') return { type: 'look', look: found, retryAt: null, answer: 'found' }
  const closed = await bank.refund({
    bankPaymentId: found.bankPaymentId,
    amount: payment.amount,
    requestKey: `${payment.id}:orphan:${payment.attempt}`,
  })
  return closed.outcome === 'ok' ? again : nothing(closed)
}

function look(
  { bank }: BankRequestDeps,
  payment: StoredPayment,
): Promise<BankOutcome<Look | null>> {
  return payment.bankPaymentId === null
    ? bank.find(referenceOf(payment.id, payment.attempt))
    : bank.look(payment.bankPaymentId)
}

/** The bank closes a prepayment once: where it was asked before, «closed already» is an answer that was lost. */
async function closeReceipt(
  deps: BankRequestDeps,
  payment: StoredPayment,
  tries: number,
): Promise<BankAnswer> {
  const receipt = await receiptOf(deps, payment)
  const { bankPaymentId } = payment
  if (receipt === null || bankPaymentId === null)
    return { type: 'closed', answer: 'receipts are off' }
  const asked = await deps.bank.closeReceipt({ bankPaymentId, receipt })
  if (asked.outcome === 'ok') return { type: 'closed', answer: 'registered' }
  if (asked.outcome !== 'declined') return nothing(asked)
  const answer = `${asked.code} ${asked.text}`
  if (asked.code === CLOSED_BEFORE && tries > 1) return { type: 'closed', answer }
  return asked.final ? { type: 'no', look: null, answer } : nothing(asked)
}

/** Looks first, so that what is done already is never asked for again. */
async function change(
  deps: BankRequestDeps,
  payment: StoredPayment,
  kind: Change,
): Promise<BankAnswer> {
  const first = await look(deps, payment)
  if (first.outcome !== 'ok') return nothing(first)
  if (first.value === null)
    return { type: 'nothing', known: true, retryAt: null, answer: 'unknown to the bank' }
  // A part that went back comes into our books first; what is asked for then is the rest.
  const isPartNew = newPart(payment, first.value) !== null
  if (isPartNew || !ASKED_AT[kind].includes(first.value.state))
    return { type: 'look', look: first.value, retryAt: null, answer: 'as it was' }
  const { bankPaymentId } = first.value
  const { amount } = payment
  const asked =
    kind === 'capture'
      ? await deps.bank.capture({
          bankPaymentId,
          amount,
          receipt: await receiptOf(deps, payment),
        })
      : await deps.bank.refund({ bankPaymentId, amount, requestKey: `${payment.id}:return` })
  if (asked.outcome === 'ok')
    return { type: 'look', look: asked.value, retryAt: null, answer: 'asked' }
  if (asked.outcome === 'unknown') return nothing(asked)
  // A no may mean that somebody else was faster: what the bank says of it now counts.
  const then = await look(deps, payment)
  const seen = then.outcome === 'ok' ? then.value : null
  const answer = asked.outcome === 'later' ? asked.code : `${asked.code} ${asked.text}`
  if (asked.outcome === 'declined' && asked.final) return { type: 'no', look: seen, answer }
  const retryAt = asked.outcome === 'later' ? asked.retryAt : null
  if (seen === null) return { type: 'nothing', known: true, retryAt, answer }
  return { type: 'look', look: seen, retryAt, answer }
}

type Change = Exclude<OpenOperation['kind'], 'open' | 'close_receipt'>

/** At which of the bank's states each question makes sense. */
const ASKED_AT: Record<Change, readonly Look['state'][]> = {
  capture: ['held', 'part_held'],
  give_back: ['held', 'charged', 'part_held', 'part_refunded'],
  close_link: ['new'],
}

function nothing(outcome: Exclude<BankOutcome<unknown>, { outcome: 'ok' }>): BankAnswer {
  if (outcome.outcome === 'unknown')
    return { type: 'nothing', known: false, retryAt: null, answer: outcome.cause }
  const retryAt = outcome.outcome === 'later' ? outcome.retryAt : null
  return { type: 'nothing', known: outcome.code !== REPEATED, retryAt, answer: outcome.code }
}
