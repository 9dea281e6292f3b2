import type { ColumnType, Generated } from 'kysely'
import type {
  Attention,
  BankState,
  PaymentKind,
  PaymentMode,
  PaymentReason,
  PaymentState,
  PayMethod,
  ReceiptState,
  RestoreCheck,
} from '#domain/payments/payment.ts'
import type { Member } from '#domain/payments/members.ts'
import type { OperationKind } from '#domain/payments/payment-watch.ts'
import type { PayoutState } from '#domain/payments/payout.ts'

/** Written as JSON text, read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>

/** The tables of money as migrations leave them. */
export type MoneySchema = {
  payout_number_changes: {
    id: string
    artist_id: string
    undo_hash: string
    phone_before: string | null
    sbp_bank_before: string | null
    checked_at_before: Date | null
    recipient_before: string | null
    phone: string | null
    sbp_bank_id: string | null
    changed_at: Date
    held_until: Date
    undone_at: Date | null
  }
  band_members: { artist_id: string; members: Json<Member[]> }
  concert_members: { concert_id: string; artist_id: string; members: Json<Member[]> }
  payments: {
    id: string
    kind: PaymentKind
    artist_id: string
    amount: number
    let_go: Generated<number>
    given_back: Generated<number>
    lost: Generated<number>
    commission_bps: number
    state: PaymentState
    funds: 'none' | 'hold' | 'charged'
    reason: PaymentReason | null
    attention: Attention | null
    attention_since: Date | null
    method: PayMethod | null
    mode: PaymentMode
    attempt: Generated<number>
    bank_payment_id: string | null
    bank_state: BankState | null
    link: string | null
    expires_at: Date
    hold_until: Date | null
    guarded: Generated<boolean>
    release_at: Date | null
    restore_check: RestoreCheck | null
    concert_id: string | null
    concert_title: Generated<string>
    song_id: string | null
    song_title: Generated<string>
    song_artist: Generated<string>
    device_id: string | null
    share_goal: Generated<number | null>
    message: Generated<string>
    return_word: Generated<string>
    receipt_to: Generated<string>
    receipt: Generated<ReceiptState>
    phone: string | null
    sbp_bank_id: string | null
    created_at: Date
    secured_at: Date | null
    closed_at: Date | null
    due_at: Date | null
    leased_until: Date | null
    quiet_looks: Generated<number>
    looked_at: Date | null
    unpaid_link: Generated<boolean>
    payer_network: Generated<string | null>
  }
  bank_operations: {
    id: string
    payment_id: string
    kind: OperationKind
    state: 'planned' | 'sent' | 'done' | 'declined' | 'withdrawn'
    tries: Generated<number>
    not_before: Date
    answer: Generated<string>
    created_at: Date
    closed_at: Date | null
  }
  bank_notices: {
    dedupe_key: string
    payment_id: string | null
    payout_id: string | null
    verified: boolean
    word: string
    body: string
    times: Generated<number>
    received_at: Date
  }
  payouts: {
    id: string
    artist_id: string
    check_payment_id: string | null
    amount: number
    phone: string
    sbp_bank_id: string
    state: PayoutState
    attempt: Generated<number>
    order_id: string | null
    order_asked: Generated<boolean>
    bank_payout_id: string | null
    prepared_at: Date | null
    told_at: Date | null
    recipient: string | null
    fee: Generated<number>
    words: Generated<string>
    attention: string | null
    attention_since: Date | null
    created_at: Date
    closed_at: Date | null
    due_at: Date | null
    leased_until: Date | null
    tries: Generated<number>
  }
  payout_plans: { artist_id: string; due_at: Date }
  ledger_transactions: {
    id: string
    key: string
    layer: 'pending' | 'posted'
    resolves: string | null
    cause: string
    lines: number
    payment_id: string | null
    payout_id: string | null
    at: Date
  }
  ledger_lines: {
    id: Generated<number>
    transaction_id: string
    layer: 'pending' | 'posted'
    account: string
    kind: 'asset' | 'liability' | 'income' | 'expense'
    amount: number
  }
  ledger_balances: { account: string; layer: 'pending' | 'posted'; kind: string; amount: number }
  registry_days: {
    day: string
    lines: number
    matched: number
    gross: number
    fee: number
    read_at: Date
  }
  registry_lines: {
    key: string
    day: string
    payment_id: string | null
    bank_payment_id: string
    operation: string
    gross: number
    fee: number
  }
  money_questions: {
    id: string
    about: string
    subject: 'registry' | 'ledger' | 'notices'
    what: string
    amount: Generated<number>
    payment_id: string | null
    bank_id: string | null
    opened_at: Date
    closed_at: Date | null
    closed_by: string | null
  }
  money_marks: { name: string; value: string; at: Date }
}
