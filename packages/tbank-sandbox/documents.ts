/** The kinds of operations in the bank's registries. */
export type SandboxOperationKind =
  | 'Debit'
  | 'Credit'
  | 'Chargeback'
  | 'Chargeback_Reversal'
  | 'Chargeback_Fee'

export type SandboxPaymentStatus =
  | 'NEW'
  | 'FORM_SHOWED'
  | '3DS_CHECKING'
  | 'AUTHORIZED'
  | 'CONFIRMED'
  | 'PARTIAL_REVERSED'
  | 'REVERSED'
  | 'REFUNDING'
  | 'ASYNC_REFUNDING'
  | 'PARTIAL_REFUNDED'
  | 'REFUNDED'
  | 'CANCELED'
  | 'REJECTED'
  | 'AUTH_FAIL'
  | 'DEADLINE_EXPIRED'

/** Where money can be; `owed`: taken for the merchant and not yet transferred to its account. */
export type SandboxAccount =
  | 'payers'
  | 'held'
  | 'owed'
  | 'merchant'
  | 'fees'
  | 'in_flight'
  | 'phones'

/** A transfer in kopecks between two accounts of the bank. */
export type Move = {
  readonly cause: string
  readonly from: SandboxAccount
  readonly to: SandboxAccount
  readonly amount: number
}

/** What every document has. Sums are kopecks, moments are milliseconds by the bank's clock. */
type BankDocument = {
  readonly id: string
  /** When time alone changes it; null: never. */
  readonly dueAt: number | null
}

export type SandboxReceipt = {
  readonly kind: 'open' | 'capture' | 'closing'
  readonly receipt: Readonly<Record<string, unknown>>
}

export type SandboxPayment = BankDocument & {
  /** The last path segment of the payer's page. */
  readonly link: string
  readonly orderId: string
  readonly amount: number
  /** O: charged at once; T: held first. */
  readonly payType: 'O' | 'T'
  readonly description: string
  readonly successUrl: string
  readonly failUrl: string
  readonly notificationUrl: string
  readonly status: SandboxPaymentStatus
  readonly source: 'cards' | 'qrsbp' | null
  /** Masked: no number of a card is kept. */
  readonly pan: string
  readonly codeTries: number
  readonly errorCode: string
  readonly captured: number
  readonly refunded: number
  /** Asked back and not there yet. */
  readonly refunding: number
  readonly stuck: boolean
  /** A chargeback took the rest of the payment, or was won back. */
  readonly dispute: '' | 'taken' | 'won'
  readonly createdAt: number
  readonly expiresAt: number
  readonly receipts: readonly SandboxReceipt[]
  /** The answers to cancellations, by their keys. */
  readonly cancels: Readonly<Record<string, { originalAmount: number; newAmount: number }>>
  /** Every kopeck of it that moved; its settlement is in the operations. */
  readonly moves: readonly Move[]
}

export type SandboxPayout = BankDocument & {
  readonly orderId: string
  readonly amount: number
  readonly phone: string
  readonly memberId: string
  readonly status: 'CHECKED' | 'COMPLETING' | 'CREDIT_CHECKING' | 'COMPLETED' | 'REJECTED'
  /** The reason of a rejection; '' where the bank gives none. */
  readonly errorCode: string
  /** Will be rejected when it is due. */
  readonly doomed: boolean
  readonly stuck: boolean
  readonly createdAt: number
  readonly closedAt: number | null
  readonly moves: readonly Move[]
}

/** A line of the daily registry; due when its day is over. */
export type SandboxOperation = BankDocument & {
  readonly paymentId: string
  readonly kind: SandboxOperationKind
  /** Below zero for money given back. */
  readonly gross: number
  readonly fee: number
  readonly rrn: string
  /** YYYY-MM-DD in Moscow. */
  readonly day: string
  readonly at: number
  readonly settledAt: number | null
}

export type SandboxNotice = BankDocument & {
  /** The payment or the payout. */
  readonly about: string
  readonly orderId: string
  readonly status: string
  readonly url: string
  readonly body: string
  /** Waits until the next notice of this payment has overtaken it. */
  readonly heldBack: boolean
  readonly tries: number
  /** What is wrong with it on purpose. */
  readonly fault: string
  /** The merchant's last answer. */
  readonly answer: string
  readonly createdAt: number
}

export type ActiveFault = {
  readonly kind: string
  readonly method: string | null
  readonly reference: string | null
  readonly timesLeft: number | null
  readonly detail: string
}

/** What the operator has set: one document. */
export type SandboxConditions = BankDocument & {
  /** What the merchant's account had at first, and what the operator has added. */
  readonly float: number
  /** How far the bank's clock is ahead. */
  readonly offsetMs: number
  /** Oldest first. */
  readonly faults: readonly ActiveFault[]
}

export type Documents = {
  payment: SandboxPayment
  payout: SandboxPayout
  operation: SandboxOperation
  notice: SandboxNotice
  conditions: SandboxConditions
}
