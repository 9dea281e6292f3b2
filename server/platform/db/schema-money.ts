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
  payoutNumberChanges: {
    id: string
    artistId: string
    undoHash: string
    phoneBefore: string | null
    sbpBankBefore: string | null
    checkedAtBefore: Date | null
    recipientBefore: string | null
    phone: string | null
    sbpBankId: string | null
    changedAt: Date
    heldUntil: Date
    undoneAt: Date | null
  }
  bandMembers: { artistId: string; members: Json<Member[]> }
  concertMembers: { concertId: string; artistId: string; members: Json<Member[]> }
  payments: {
    id: string
    kind: PaymentKind
    artistId: string
    amount: number
    letGo: Generated<number>
    givenBack: Generated<number>
    lost: Generated<number>
    commissionBps: number
    state: PaymentState
    funds: 'none' | 'hold' | 'charged'
    reason: PaymentReason | null
    attention: Attention | null
    attentionSince: Date | null
    method: PayMethod | null
    mode: PaymentMode
    attempt: Generated<number>
    bankPaymentId: string | null
    bankState: BankState | null
    link: string | null
    expiresAt: Date
    holdUntil: Date | null
    guarded: Generated<boolean>
    releaseAt: Date | null
    restoreCheck: RestoreCheck | null
    concertId: string | null
    concertTitle: Generated<string>
    songId: string | null
    songTitle: Generated<string>
    songArtist: Generated<string>
    deviceId: string | null
    shareGoal: Generated<number | null>
    message: Generated<string>
    returnWord: Generated<string>
    receiptTo: Generated<string>
    receipt: Generated<ReceiptState>
    phone: string | null
    sbpBankId: string | null
    createdAt: Date
    securedAt: Date | null
    closedAt: Date | null
    dueAt: Date | null
    leasedUntil: Date | null
    quietLooks: Generated<number>
    lookedAt: Date | null
    unpaidLink: Generated<boolean>
    payerNetwork: Generated<string | null>
  }
  bankOperations: {
    id: string
    paymentId: string
    kind: OperationKind
    state: 'planned' | 'sent' | 'done' | 'declined' | 'withdrawn'
    tries: Generated<number>
    notBefore: Date
    answer: Generated<string>
    createdAt: Date
    closedAt: Date | null
  }
  bankNotices: {
    dedupeKey: string
    paymentId: string | null
    payoutId: string | null
    verified: boolean
    word: string
    body: string
    times: Generated<number>
    receivedAt: Date
  }
  payouts: {
    id: string
    artistId: string
    checkPaymentId: string | null
    amount: number
    phone: string
    sbpBankId: string
    state: PayoutState
    attempt: Generated<number>
    orderId: string | null
    orderAsked: Generated<boolean>
    bankPayoutId: string | null
    preparedAt: Date | null
    toldAt: Date | null
    recipient: string | null
    fee: Generated<number>
    words: Generated<string>
    attention: string | null
    attentionSince: Date | null
    createdAt: Date
    closedAt: Date | null
    dueAt: Date | null
    leasedUntil: Date | null
    tries: Generated<number>
  }
  payoutPlans: { artistId: string; dueAt: Date }
  ledgerTransactions: {
    id: string
    key: string
    layer: 'pending' | 'posted'
    resolves: string | null
    cause: string
    lines: number
    paymentId: string | null
    payoutId: string | null
    at: Date
  }
  ledgerLines: {
    id: Generated<number>
    transactionId: string
    layer: 'pending' | 'posted'
    account: string
    kind: 'asset' | 'liability' | 'income' | 'expense'
    amount: number
  }
  ledgerBalances: { account: string; layer: 'pending' | 'posted'; kind: string; amount: number }
  registryDays: {
    day: string
    lines: number
    matched: number
    gross: number
    fee: number
    readAt: Date
  }
  registryLines: {
    key: string
    day: string
    paymentId: string | null
    bankPaymentId: string
    operation: string
    gross: number
    fee: number
  }
  moneyQuestions: {
    id: string
    about: string
    subject: 'registry' | 'ledger' | 'notices'
    what: string
    amount: Generated<number>
    paymentId: string | null
    bankId: string | null
    openedAt: Date
    closedAt: Date | null
    closedBy: string | null
  }
  moneyMarks: { name: string; value: string; at: Date }
}
