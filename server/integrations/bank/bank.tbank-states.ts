import type { Kopecks } from '#domain/money.ts'
import type { BankState, Look, PayMethod } from '#domain/payments/payment.ts'
import type { BankPayoutState } from '#domain/payments/payout.ts'
import { isRecord } from '#domain/record.ts'
import type { BankOutcome } from './bank.ts'
import { REFUSED_BY_RECIPIENT } from './bank.tbank-codes.ts'
import { amountOf, ok, unknown, stringOf } from './tbank-dialect.ts'
import type { BankFields } from './tbank-dialect.ts'

/**
 * The bank's statuses of a payment (its documentation, «Статусная модель платежа», for cards and for SBP). All
 * transitional ones are busy, and so is every status that is not listed here.
 */
const PAYMENT_STATES = new Map<string, BankState>([
  ['NEW', 'new'],
  ['FORM_SHOWED', 'new'],
  ['AUTHORIZED', 'held'],
  ['CONFIRMED', 'charged'],
  ['REVERSED', 'voided'],
  ['PARTIAL_REVERSED', 'part_held'],
  ['REFUNDING', 'refunding'],
  ['ASYNC_REFUNDING', 'refunding'],
  ['REFUNDED', 'refunded'],
  ['PARTIAL_REFUNDED', 'part_refunded'],
  ['CANCELED', 'canceled'],
  ['REJECTED', 'rejected'],
  ['AUTH_FAIL', 'rejected'],
  ['DEADLINE_EXPIRED', 'expired'],
  ['ATTEMPTS_EXPIRED', 'expired'],
])

/**
 * The bank's statuses of a payout (its documentation «Массовые выплаты» v1.46). Payment is refused before CHECKED. A
 * status that is not listed here can only be waited out.
 */
const PAYOUT_STATES = new Map<string, BankPayoutState>([
  ['NEW', 'waiting'],
  ['CHECKING', 'waiting'],
  ['CHECKED', 'known'],
  ['AUTHORIZING', 'busy'],
  ['COMPLETING', 'busy'],
  ['CREDIT_CHECKING', 'busy'],
  ['COMPLETED', 'completed'],
])

export function bankStateOf(bankStatus: string, method: PayMethod | null): BankState {
  const state = PAYMENT_STATES.get(bankStatus) ?? 'busy'
  // SBP cannot hold: there this status is transitional, on the way to a charge.
  return state === 'held' && method === 'sbp' ? 'busy' : state
}

/** `code`: the bank's reason; null where it gives none. */
export function payoutStateOf(bankStatus: string, code: string | null): BankPayoutState {
  if (bankStatus !== 'REJECTED') return PAYOUT_STATES.get(bankStatus) ?? 'waiting'
  if (code === null) return 'unexplained'
  return REFUSED_BY_RECIPIENT.has(code) ? 'rejected' : 'failed'
}

/**
 * Reads a look at one payment from an answer about it. `amount` is the payment's own sum where the answer has none.
 * Unknown where something is missing or the answer is about another payment.
 */
export function lookOf(
  answer: BankFields,
  bankPaymentId: string,
  amount?: Kopecks,
): BankOutcome<Look> {
  const bankStatus = stringOf(answer['Status'])
  const sum = amountOf(answer['OriginalAmount'] ?? answer['Amount']) ?? amount
  if (stringOf(answer['PaymentId']) !== bankPaymentId)
    return unknown('the answer is not about this payment')
  if (bankStatus === null) return unknown('the answer has no state')
  const method = methodOf(answer)
  const state = bankStateOf(bankStatus, method)
  const look = { bankPaymentId, state, method, holdUntil: null }
  // Once money went back, the rest of the sum is given, is zero, or is missing.
  const isNone = sum === undefined || sum === 0
  if (isNone && GONE_BACK.has(state)) return ok({ ...look, amount: null })
  // An unknown status may be one of them.
  if (state === 'busy' && sum === 0) return ok({ ...look, amount: null })
  if (sum === undefined) return unknown('the answer has no sum')
  return ok({ ...look, amount: sum })
}

const GONE_BACK: ReadonlySet<BankState> = new Set([
  'refunded',
  'voided',
  'part_held',
  'part_refunded',
])

function methodOf(answer: BankFields): PayMethod | null {
  const source = param(answer['Params'], 'Source')
  // A list of an order's payments has no `Params`, but has the SBP number of those by SBP.
  if (source === null) return hasSbpNumber(answer) ? 'sbp' : null
  if (source === 'cards') return 'card'
  return source === 'qrsbp' ? 'sbp' : 'other'
}

function hasSbpNumber(answer: BankFields): boolean {
  const number = stringOf(answer['SbpPaymentId'])
  return number !== null && number !== 'None'
}

function param(params: unknown, key: string): string | null {
  if (!Array.isArray(params)) return null
  const found: unknown = params.find((pair) => isRecord(pair) && pair['Key'] === key)
  return isRecord(found) ? stringOf(found['Value']) : null
}

/** The payments of an order as the bank lists them, or null where there is no readable list. */
export function listed(answer: BankFields): readonly BankFields[] | null {
  const payments = answer['Payments']
  return Array.isArray(payments) && payments.every(isRecord) ? payments : null
}

/** 3: money is there or on its way; 2: it went and came back; 1: it may still move; 0: none moved. */
const WEIGHT: Readonly<Record<BankState, number>> = {
  held: 3,
  charged: 3,
  refunding: 3,
  part_held: 3,
  part_refunded: 3,
  voided: 2,
  refunded: 2,
  busy: 1,
  new: 0,
  canceled: 0,
  rejected: 0,
  expired: 0,
}

/** Returns the payment of an order that has money behind it; among equals the newest. Null of none. */
export function paymentWithMoney(payments: readonly BankFields[]): BankFields | null {
  return payments.reduce<BankFields | null>(
    (best, payment) => (best === null || outweighs(payment, best) ? payment : best),
    null,
  )
}

function outweighs(payment: BankFields, other: BankFields): boolean {
  const difference = weightOf(payment) - weightOf(other)
  return difference === 0 ? isNewer(payment, other) : difference > 0
}

function weightOf(payment: BankFields): number {
  return WEIGHT[bankStateOf(stringOf(payment['Status']) ?? '', methodOf(payment))]
}

/** The bank's payment ids increase. */
function isNewer(payment: BankFields, other: BankFields): boolean {
  const [a, b] = [payment, other].map((one) => stringOf(one['PaymentId']) ?? '')
  if (a === undefined || b === undefined || !/^\d+$/.test(a) || !/^\d+$/.test(b)) return true
  return BigInt(a) > BigInt(b)
}
