import type { Generated } from 'kysely'
import type { Json } from './schema-money.ts'

/** The tables of the demo bank, as migrations leave them. */
export type SandboxSchema = {
  sandbox_bank_state: { only_row: Generated<boolean>; balance: number; clock_offset_ms: number }
  sandbox_bank_payments: {
    id: string
    link: string
    order_id: string
    amount: number
    pay_type: 'O' | 'T'
    description: string
    success_url: string
    fail_url: string
    notification_url: string
    status: SandboxPaymentStatus
    source: 'cards' | 'qrsbp' | null
    pan: Generated<string>
    code_tries: Generated<number>
    error_code: Generated<string>
    captured: Generated<number>
    refunded: Generated<number>
    refunding: Generated<number>
    stuck: Generated<boolean>
    /** A chargeback took the rest of the payment, or was won back. */
    dispute: Generated<'' | 'taken' | 'won'>
    created_at: Date
    expires_at: Date
    due_at: Date | null
  }
  sandbox_bank_receipts: {
    id: Generated<number>
    payment_id: string
    kind: 'open' | 'capture' | 'closing'
    receipt: Json<Readonly<Record<string, unknown>>>
    at: Date
  }
  sandbox_bank_cancels: {
    payment_id: string
    key: string
    original_amount: number
    new_amount: number
  }
  sandbox_bank_payouts: {
    id: string
    order_id: string
    amount: number
    phone: string
    member_id: string
    status: SandboxPayoutStatus
    /** The reason of a rejection; '' where the bank gives none. */
    error_code: Generated<string>
    doomed: Generated<boolean>
    stuck: Generated<boolean>
    created_at: Date
    due_at: Date | null
    closed_at: Date | null
  }
  sandbox_bank_moves: {
    id: Generated<number>
    cause: string
    from_account: SandboxAccount
    to_account: SandboxAccount
    amount: number
    payment_id: string | null
    payout_id: string | null
    at: Date
  }
  sandbox_bank_operations: {
    id: string
    payment_id: string
    kind: SandboxOperation
    gross: number
    fee: number
    rrn: string
    day: string
    at: Date
    settled_at: Date | null
  }
  sandbox_bank_notices: {
    id: Generated<number>
    payment_id: string | null
    payout_id: string | null
    status: string
    url: string
    body: string
    due_at: Date | null
    held_back: Generated<boolean>
    tries: Generated<number>
    fault: Generated<string>
    answer: Generated<string>
    created_at: Date
    delivered_at: Date | null
  }
  sandbox_bank_faults: {
    id: Generated<number>
    kind: string
    method: string | null
    reference: string | null
    times_left: number | null
    detail: Generated<string>
    set_at: Date
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
