import type { Generated } from 'kysely'
import type { Json } from './schema-money.ts'

/** The tables of the demo bank, as migrations leave them. */
export type SandboxSchema = {
  sandboxBankState: { onlyRow: Generated<boolean>; balance: number; clockOffsetMs: number }
  sandboxBankPayments: {
    id: string
    link: string
    orderId: string
    amount: number
    payType: 'O' | 'T'
    description: string
    successUrl: string
    failUrl: string
    notificationUrl: string
    status: SandboxPaymentStatus
    source: 'cards' | 'qrsbp' | null
    pan: Generated<string>
    codeTries: Generated<number>
    errorCode: Generated<string>
    captured: Generated<number>
    refunded: Generated<number>
    refunding: Generated<number>
    stuck: Generated<boolean>
    /** A chargeback took the rest of the payment, or was won back. */
    dispute: Generated<'' | 'taken' | 'won'>
    createdAt: Date
    expiresAt: Date
    dueAt: Date | null
  }
  sandboxBankReceipts: {
    id: Generated<number>
    paymentId: string
    kind: 'open' | 'capture' | 'closing'
    receipt: Json<Readonly<Record<string, unknown>>>
    at: Date
  }
  sandboxBankCancels: {
    paymentId: string
    key: string
    originalAmount: number
    newAmount: number
  }
  sandboxBankPayouts: {
    id: string
    orderId: string
    amount: number
    phone: string
    memberId: string
    status: SandboxPayoutStatus
    /** The reason of a rejection; '' where the bank gives none. */
    errorCode: Generated<string>
    doomed: Generated<boolean>
    stuck: Generated<boolean>
    createdAt: Date
    dueAt: Date | null
    closedAt: Date | null
  }
  sandboxBankMoves: {
    id: Generated<number>
    cause: string
    fromAccount: SandboxAccount
    toAccount: SandboxAccount
    amount: number
    paymentId: string | null
    payoutId: string | null
    at: Date
  }
  sandboxBankOperations: {
    id: string
    paymentId: string
    kind: SandboxOperation
    gross: number
    fee: number
    rrn: string
    day: string
    at: Date
    settledAt: Date | null
  }
  sandboxBankNotices: {
    id: Generated<number>
    paymentId: string | null
    payoutId: string | null
    status: string
    url: string
    body: string
    dueAt: Date | null
    heldBack: Generated<boolean>
    tries: Generated<number>
    fault: Generated<string>
    answer: Generated<string>
    createdAt: Date
    deliveredAt: Date | null
  }
  sandboxBankFaults: {
    id: Generated<number>
    kind: string
    method: string | null
    reference: string | null
    timesLeft: number | null
    detail: Generated<string>
    setAt: Date
  }
}

/** The kinds of operations in the demo bank's registries. */
export type SandboxOperation =
  | 'Debit'
  | 'Credit'
  | 'Chargeback'
  | 'Chargeback_Reversal'
  | 'Chargeback_Fee'

/** The statuses of the demo bank's dialect, as that bank stores them. */
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
type SandboxPayoutStatus = 'CHECKED' | 'COMPLETING' | 'CREDIT_CHECKING' | 'COMPLETED' | 'REJECTED'
/** Where money can be at the demo bank; `owed`: taken for the merchant and not yet transferred to its account. */
export type SandboxAccount =
  | 'payers'
  | 'held'
  | 'owed'
  | 'merchant'
  | 'fees'
  | 'in_flight'
  | 'phones'
