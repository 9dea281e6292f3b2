import type {
  Move,
  SandboxOperationKind,
  SandboxPayment,
  SandboxPaymentStatus,
} from './documents.ts'

/** The effect of an event on a payment: the row, the money, the registry's lines, and whether the merchant is notified. */
export type PaymentStep = {
  readonly change: Partial<SandboxPayment>
  readonly moves: readonly Move[]
  readonly operations?: readonly { kind: SandboxOperationKind; gross: number; fee: number }[]
  /** An intermediate status, of which the merchant is notified too. */
  readonly intermediateStatus?: SandboxPaymentStatus
  readonly notifies: boolean
}

/** The bank's fee on a payment, in hundredths of a per cent. */
const FEE_BPS = { cards: 250, qrsbp: 70 } as const
const CARD_REFUND_MS = 2000
const SBP_REFUND_MS = 3000
/** The merchant's fee for a chargeback, besides its sum, kopecks. */
const CHARGEBACK_FEE = 5000

const OPEN: ReadonlySet<SandboxPaymentStatus> = new Set(['NEW', 'FORM_SHOWED', '3DS_CHECKING'])
const REFUNDABLE: ReadonlySet<SandboxPaymentStatus> = new Set(['CONFIRMED', 'PARTIAL_REFUNDED'])

export function isOpen({ status }: SandboxPayment): boolean {
  return OPEN.has(status)
}

export function isRefundable({ status }: SandboxPayment): boolean {
  return REFUNDABLE.has(status)
}

/** Whether money is held, all of it or the rest after a partial cancellation. */
export function isHeld({ status }: SandboxPayment): boolean {
  return status === 'AUTHORIZED' || status === 'PARTIAL_REVERSED'
}

export function isPaid(payment: SandboxPayment): boolean {
  return isHeld(payment) || payment.status === 'CONFIRMED'
}

/** The refundable rest, kopecks: zero after a chargeback. */
export function remainderOf({ captured, refunded, refunding, dispute }: SandboxPayment): number {
  return dispute === 'taken' ? 0 : captured - refunded - refunding
}

/** The bank's «current sum» of a payment, kopecks: without the refunded part. */
export function currentSum({ amount, refunded, status }: SandboxPayment): number {
  return status === 'REFUNDED' ? amount : amount - refunded
}

/** Only card payments have chargebacks, and here at most one each. */
export function isDisputable(payment: SandboxPayment): boolean {
  const { source, dispute, refunding } = payment
  return isRefundable(payment) && source === 'cards' && dispute === '' && refunding === 0
}

function feeOf(amount: number, source: SandboxPayment['source']): number {
  return Math.round((amount * FEE_BPS[source ?? 'cards']) / 10_000)
}

function silent(change: Partial<SandboxPayment>): PaymentStep {
  return { change, moves: [], notifies: false }
}

export function formShown(): PaymentStep {
  return silent({ status: 'FORM_SHOWED' })
}

/** The card asks for its code first. */
export function codeAsked(pan: string): PaymentStep {
  return silent({ status: '3DS_CHECKING', source: 'cards', pan, codeTries: 0 })
}

export function wrongCode(payment: SandboxPayment, tries: number): PaymentStep {
  const next = payment.codeTries + 1
  if (next < tries) return silent({ codeTries: next })
  return silent({ codeTries: next, status: 'AUTH_FAIL', errorCode: '101', dueAt: null })
}

/** Held until `holdUntil` if the merchant asked for a hold and the payment method supports one, else charged at once. */
export function paid(
  payment: SandboxPayment,
  by: { source: 'cards' | 'qrsbp'; pan: string },
  holdUntil: number,
): PaymentStep {
  const { amount, payType } = payment
  if (payType === 'T' && by.source === 'cards')
    return {
      change: { ...by, status: 'AUTHORIZED', dueAt: holdUntil },
      moves: [{ cause: 'held', from: 'payers', to: 'held', amount }],
      notifies: true,
    }
  return {
    change: { ...by, status: 'CONFIRMED', captured: amount, dueAt: null },
    moves: [{ cause: 'charged', from: 'payers', to: 'owed', amount }],
    operations: [{ kind: 'Debit', gross: amount, fee: feeOf(amount, by.source) }],
    // A card is authorized first even if it is charged at once.
    ...(by.source === 'cards' ? { intermediateStatus: 'AUTHORIZED' as const } : {}),
    notifies: true,
  }
}

/** The bank's code for a payer who refused. */
export const REFUSED_BY_PAYER = '1005'

export function declined(code: string, by: Partial<SandboxPayment> = {}): PaymentStep {
  const change = { ...by, status: 'REJECTED', errorCode: code, dueAt: null } as const
  return { change, moves: [], notifies: true }
}

/** Captures `amount` of the hold; the rest of it is voided. */
export function captureDone(payment: SandboxPayment, amount: number): PaymentStep {
  const rest = payment.amount - amount
  const back = { cause: 'let_go', from: 'held', to: 'payers', amount: rest } as const
  return {
    change: { status: 'CONFIRMED', captured: amount, dueAt: null },
    moves: [{ cause: 'captured', from: 'held', to: 'owed', amount }, ...(rest > 0 ? [back] : [])],
    operations: [{ kind: 'Debit', gross: amount, fee: feeOf(amount, payment.source) }],
    notifies: true,
  }
}

export function holdVoided({ amount }: SandboxPayment): PaymentStep {
  return {
    change: { status: 'REVERSED', dueAt: null },
    moves: [{ cause: 'let_go', from: 'held', to: 'payers', amount }],
    notifies: true,
  }
}

/** The rest stays held: it is the payment's amount from now on. */
export function partVoided({ amount }: SandboxPayment, part: number): PaymentStep {
  return {
    change: { status: 'PARTIAL_REVERSED', amount: amount - part },
    moves: [{ cause: 'let_go', from: 'held', to: 'payers', amount: part }],
    notifies: true,
  }
}

export function closed(): PaymentStep {
  return { change: { status: 'CANCELED', dueAt: null }, moves: [], notifies: true }
}

/** `stuck`: it never completes by itself. */
export function refundAsked(
  { source }: SandboxPayment,
  { amount, now, stuck }: { amount: number; now: number; stuck: boolean },
): PaymentStep {
  const bySbp = source === 'qrsbp'
  const due = now + (bySbp ? SBP_REFUND_MS : CARD_REFUND_MS)
  return silent({
    status: bySbp ? 'ASYNC_REFUNDING' : 'REFUNDING',
    refunding: amount,
    stuck,
    dueAt: stuck ? null : due,
  })
}

function refundArrived(payment: SandboxPayment): PaymentStep {
  const { refunding: amount, refunded, captured } = payment
  const whole = refunded + amount === captured
  return {
    change: {
      status: whole ? 'REFUNDED' : 'PARTIAL_REFUNDED',
      refunded: refunded + amount,
      refunding: 0,
      dueAt: null,
    },
    moves: [{ cause: 'refunded', from: 'owed', to: 'payers', amount }],
    operations: [{ kind: 'Credit', gross: -amount, fee: 0 }],
    notifies: true,
  }
}

/** The payer's bank takes back the remaining amount: only the registry reports it, and its fee. */
export function chargedBack(payment: SandboxPayment): PaymentStep {
  const amount = remainderOf(payment)
  return {
    change: { dispute: 'taken' },
    moves: [{ cause: 'charged_back', from: 'owed', to: 'payers', amount }],
    operations: [
      { kind: 'Chargeback', gross: -amount, fee: 0 },
      { kind: 'Chargeback_Fee', gross: 0, fee: CHARGEBACK_FEE },
    ],
    notifies: false,
  }
}

/** The merchant has won the dispute: the money comes back, the fee does not. */
export function disputeWon(payment: SandboxPayment): PaymentStep {
  const amount = payment.captured - payment.refunded
  return {
    change: { dispute: 'won' },
    moves: [{ cause: 'dispute_won', from: 'payers', to: 'owed', amount }],
    operations: [{ kind: 'Chargeback_Reversal', gross: amount, fee: 0 }],
    notifies: false,
  }
}

/** The step that is due by time alone, or null. An expired link sends no notice. */
export function byTime(payment: SandboxPayment, now: number): PaymentStep | null {
  if (payment.dueAt === null || now < payment.dueAt) return null
  if (isOpen(payment)) return silent({ status: 'DEADLINE_EXPIRED', dueAt: null })
  return isHeld(payment) ? holdVoided(payment) : refundArrived(payment)
}
