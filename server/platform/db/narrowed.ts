import type { DeedKind, Role } from '#domain/accounts/operators.ts'
import type { ColumnType } from 'kysely'
import type { AccountType } from '#domain/accounts/account.ts'
import type { ComplaintKind, ComplaintReason } from '#domain/complaints.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { KeyRight } from '#domain/machine-keys.ts'
import type { NewsKind, NotificationKind } from '#domain/notifications.ts'
import type { Member } from '#domain/payments/members.ts'
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
import type { OperationKind } from '#domain/payments/payment-watch.ts'
import type { PayoutState } from '#domain/payments/payout.ts'
import type { TaxStatus } from '#domain/payments/tax-status.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { PadAction } from '#domain/queue/second-pad.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { SetItem } from '#domain/songs/song-set.ts'

/** Written as JSON text, read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>

export type Social = { type: string; url: string }

/** What values a column takes, where the database says only `text` or `jsonb`: `npm run schema` puts them into schema.ts. */
export type Narrowed = {
  'artists.accountType': AccountType
  'artists.role': Role
  'artists.socials': Social[]
  'artists.taxStatus': TaxStatus
  'deeds.kind': DeedKind
  'complaints.kind': ComplaintKind
  'complaints.reason': ComplaintReason
  'photos.state': 'LOADING' | 'KEPT' | 'REMOVED'
  'followNews.about': NewsKind
  'notifications.kind': NotificationKind
  'machineKeys.rights': KeyRight[]
  'padLog.action': PadAction
  'emailCodes.purpose': 'signup' | 'reset' | 'email' | 'passkey'
  'consents.document': 'privacy' | 'notifications' | 'consent'
  'repertoire.state': SongState
  'concerts.status': ConcertStatus
  'concerts.rules': Partial<EveningRules>
  'defaultRules.rules': Partial<EveningRules>
  'sets.items': readonly SetItem[]
  'queueEntries.status': SongStatus
  'orders.kind': 'free' | 'paid'
  'bandMembers.members': Member[]
  'concertMembers.members': Member[]
  'payments.kind': PaymentKind
  'payments.state': PaymentState
  'payments.funds': 'none' | 'hold' | 'charged'
  'payments.reason': PaymentReason
  'payments.attention': Attention
  'payments.method': PayMethod
  'payments.mode': PaymentMode
  'payments.bankState': BankState
  'payments.restoreCheck': RestoreCheck
  'payments.receipt': ReceiptState
  'bankOperations.kind': OperationKind
  'bankOperations.state': 'planned' | 'sent' | 'done' | 'declined' | 'withdrawn'
  'payouts.state': PayoutState
  'ledgerTransactions.layer': 'pending' | 'posted'
  'ledgerLines.layer': 'pending' | 'posted'
  'ledgerLines.kind': 'asset' | 'liability' | 'income' | 'expense'
  'ledgerBalances.layer': 'pending' | 'posted'
  'moneyQuestions.subject': 'registry' | 'ledger' | 'notices'
}
