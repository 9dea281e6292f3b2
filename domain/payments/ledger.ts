import type { COMMISSION_BPS, Kopecks } from '../money.ts'
import { kopecks } from '../money.ts'

/**
 * The accounts of the ledger and what each is: what the bank owes us or holds for us (asset), what we
 * owe others (liability), what we earned (income) and what it cost (expense). An account with an
 * owner carries the owner's id after a colon.
 */
const ACCOUNT_KINDS = {
  /** Money that the acquirer took from payers and has not sent us yet. */
  acq_receivable: 'asset',
  /** Money on our own account at the bank. */
  settlement_cash: 'asset',
  /** A song's money, until it is played or given back. Owner: the payment. */
  escrow: 'liability',
  /** An artist's earnings that are not paid out. Owner: the artist. */
  artist_payable: 'liability',
  /** An artist's debt to us for lost disputes and for returns after a payout; taken from his next credits. Owner: the artist. */
  artist_debt: 'asset',
  /** On its way to a phone. Owner: the payout. */
  payout_in_flight: 'liability',
  /** On its way back to the payer. Owner: the payment. */
  refund_due: 'liability',
  /** The nine rubles of a number's check. Owner: the payment. */
  check: 'liability',
  commission_song: 'income',
  commission_tip: 'income',
  commission_check: 'income',
  acquiring_fee: 'expense',
  payout_fee: 'expense',
  /** Money that chargebacks took, until they are won or written off. Owner: the payment. */
  disputed: 'asset',
  /** Money that the bank took back after it had been earned. */
  loss: 'expense',
} as const

export type AccountName = keyof typeof ACCOUNT_KINDS
type AccountKind = (typeof ACCOUNT_KINDS)[AccountName]
export type LedgerAccount = AccountName | `${AccountName}:${string}`

/** `pending`: the bank only holds the money. The layers never mix; each sums to zero by itself. */
export type Layer = 'pending' | 'posted'

/** Kopecks, debit above zero and credit below. */
type LedgerLine = { readonly account: LedgerAccount; readonly amount: Kopecks }

/** One balanced transaction. `key` is unique in the whole ledger, so nothing is ever posted twice. */
export type Posting = {
  readonly key: string
  readonly layer: Layer
  /** The key of the pending transaction that this one reverses; each is reversed at most once. */
  readonly resolves: string | null
  readonly cause: Cause
  readonly lines: readonly LedgerLine[]
}

export const CAUSES = [
  'held',
  'hold_ended',
  'charged',
  'released',
  'return_due',
  'refunded',
  'part_let_go',
  'part_refunded',
  'part_lost',
  'refund_sent_back',
  'returned_by_hand',
  'tip',
  'credit_returned',
  'check_paid',
  'check_return',
  'payout_reserved',
  'payout_completed',
  'payout_rejected',
  'payout_corrected',
  'settled',
  'disputed',
  'dispute_closed',
  'dispute_charged',
  'debt_taken',
  'lost',
] as const
type Cause = (typeof CAUSES)[number]

/** The input of postings: the payment's money, and our part of it. */
export type Earning = {
  readonly id: string
  readonly kind: keyof typeof COMMISSION_BPS
  readonly artistId: string
  readonly amount: Kopecks
  readonly commission: Kopecks
}

export function accountName(account: LedgerAccount): AccountName {
  // The name is the part before the owner's colon.
  return account.split(':')[0] as AccountName
}

export function kindOf(account: LedgerAccount): AccountKind {
  return ACCOUNT_KINDS[accountName(account)]
}

export function minus(amount: Kopecks): Kopecks {
  return kopecks(0 - amount)
}

/** `id`: with the cause, the key. Lines of zero are left out. */
export function posting(
  cause: Cause,
  id: string,
  lines: readonly (readonly [LedgerAccount, Kopecks])[],
  more: { layer?: Layer; resolves?: string } = {},
): Posting {
  return {
    key: `${cause}:${id}`,
    layer: more.layer ?? 'posted',
    resolves: more.resolves ?? null,
    cause,
    lines: lines
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => ({ account, amount })),
  }
}

/** The bank holds the listener's money. */
export function held({ id, amount }: Earning): Posting {
  const lines = [
    ['acq_receivable', amount],
    [`escrow:${id}`, minus(amount)],
  ] as const
  return posting('held', id, lines, { layer: 'pending' })
}

/** The hold has ended, voided or captured: the pending lines are reversed. */
export function holdEnded({ id, amount }: Earning): Posting {
  const lines = [
    ['acq_receivable', minus(amount)],
    [`escrow:${id}`, amount],
  ] as const
  return posting('hold_ended', id, lines, { layer: 'pending', resolves: `held:${id}` })
}

/** A part of a payment that the bank gave back without our request; `rest`: what is left, which makes its key unique. */
export type PartBack = { readonly part: Kopecks; readonly rest: Kopecks }

/** A part of the hold is voided: the rest stays held. */
export function partVoided({ id }: Earning, { part, rest }: PartBack): Posting {
  const lines = [
    ['acq_receivable', minus(part)],
    [`escrow:${id}`, part],
  ] as const
  return posting('part_let_go', `${id}:${rest}`, lines, { layer: 'pending' })
}

/** A part of the charge was given back, out of the song's escrow or of the refund that is due to the payer anyway. */
export function partRefunded(
  { id }: Earning,
  { part, rest }: PartBack,
  from: 'escrow' | 'refund_due',
): Posting {
  return posting('part_refunded', `${id}:${rest}`, [
    [`${from}:${id}`, part],
    ['acq_receivable', minus(part)],
  ])
}

/** A part of earned money was given back to the payer: our loss. */
export function partLost({ id }: Earning, { part, rest }: PartBack): Posting {
  return posting('part_lost', `${id}:${rest}`, [
    ['loss', part],
    ['acq_receivable', minus(part)],
  ])
}

/** The bank took the listener's money for a song that is still to be played. */
export function charged({ id, amount }: Earning): Posting {
  return posting('charged', id, [
    ['acq_receivable', amount],
    [`escrow:${id}`, minus(amount)],
  ])
}

/** The song was played: the artist has earned it, and we our commission. */
export function released({ id, amount, commission, artistId }: Earning): Posting {
  return posting('released', id, [
    [`escrow:${id}`, amount],
    [`artist_payable:${artistId}`, kopecks(commission - amount)],
    ['commission_song', minus(commission)],
  ])
}

/** The song was not played: the money is owed to the listener. */
export function returnDue({ id, amount }: Earning): Posting {
  return posting('return_due', id, [
    [`escrow:${id}`, amount],
    [`refund_due:${id}`, minus(amount)],
  ])
}

/** The bank has given the money back. */
export function refunded({ id, amount }: Earning): Posting {
  return posting('refunded', id, [
    [`refund_due:${id}`, amount],
    ['acq_receivable', minus(amount)],
  ])
}

/** A refund did not reach the payer: the money is with the acquirer, and owed, again. Below zero: it did after all. */
export function refundSentBack(line: { id: string; paymentId: string; amount: Kopecks }): Posting {
  return posting('refund_sent_back', line.id, [
    ['acq_receivable', line.amount],
    [`refund_due:${line.paymentId}`, minus(line.amount)],
  ])
}

/** The bank refused the refund: a chargeback had taken `inDispute` of it, an operator gave the rest from our own account in another way. */
export function returnedByHand(
  { id, amount }: Earning,
  inDispute: Kopecks,
  key: string = id,
): Posting {
  const byDispute = kopecks(Math.min(Math.max(0, inDispute), amount))
  return posting('returned_by_hand', key, [
    [`refund_due:${id}`, amount],
    [`disputed:${id}`, minus(byDispute)],
    ['settlement_cash', kopecks(byDispute - amount)],
  ])
}

/** A tip: earned at once. */
export function tip({ id, amount, commission, artistId }: Earning): Posting {
  return posting('tip', id, [
    ['acq_receivable', amount],
    [`artist_payable:${artistId}`, kopecks(commission - amount)],
    ['commission_tip', minus(commission)],
  ])
}

/** The artist gives a credited order or tip back: his part out of his balance, `owed` of it as his debt, our commission out of our income. */
export function creditReturned(
  { id, kind, amount, commission, artistId }: Earning,
  owed: Kopecks = kopecks(0),
): Posting {
  return posting('credit_returned', id, [
    [`artist_payable:${artistId}`, kopecks(amount - commission - owed)],
    [`artist_debt:${artistId}`, owed],
    [`commission_${kind}`, commission],
    [`refund_due:${id}`, minus(amount)],
  ])
}

/** Ten rubles paid to check a number: nine of them go to it. */
export function checkPaid({ id, amount, commission }: Earning): Posting {
  return posting('check_paid', id, [
    ['acq_receivable', amount],
    [`check:${id}`, kopecks(commission - amount)],
    ['commission_check', minus(commission)],
  ])
}

/** The number accepted no money: all ten rubles go back. */
export function checkReturn({ id, amount, commission }: Earning): Posting {
  return posting('check_return', id, [
    [`check:${id}`, kopecks(amount - commission)],
    ['commission_check', commission],
    [`refund_due:${id}`, minus(amount)],
  ])
}

/** The bank took back earned money, or what is `left` of it: our loss until an operator settles it. */
export function lost({ id, amount }: Earning, left: Kopecks = amount): Posting {
  return posting('lost', id, [
    ['loss', left],
    ['acq_receivable', minus(left)],
  ])
}

/** A chargeback took `amount` of a payment; below zero: it was won, and the money is back. */
export function disputed(line: { id: string; paymentId: string; amount: Kopecks }): Posting {
  return posting('disputed', line.id, [
    [`disputed:${line.paymentId}`, line.amount],
    ['acq_receivable', minus(line.amount)],
  ])
}

/**
 * A person closes the dispute: its amount is lost, but for `counted` of it, which is already booked as taken back by
 * the bank. Below zero: it was won after all.
 */
export function disputeClosed(
  { id, paymentId, amount }: { id: string; paymentId: string; amount: Kopecks },
  counted: Kopecks,
): Posting {
  return posting('dispute_closed', id, [
    ['acq_receivable', counted],
    ['loss', kopecks(amount - counted)],
    [`disputed:${paymentId}`, minus(amount)],
  ])
}

/**
 * A lost dispute of credited money is charged to its artist: `taken` of his part comes out of his balance at once, the
 * rest is his debt. We give back our commission. Below zero: it was won after all.
 */
export function disputeCharged(
  dispute: { id: string; paymentId: string; amount: Kopecks },
  { kind, artistId }: Pick<Earning, 'kind' | 'artistId'>,
  { commission, taken }: { commission: Kopecks; taken: Kopecks },
): Posting {
  const { id, paymentId, amount } = dispute
  return posting('dispute_charged', id, [
    [`artist_payable:${artistId}`, taken],
    [`artist_debt:${artistId}`, kopecks(amount - commission - taken)],
    [`commission_${kind}`, commission],
    [`disputed:${paymentId}`, minus(amount)],
  ])
}

/** A debt is paid from the credit that its artist just got by the posting of this key, before it can be paid out. */
export function debtTaken(credit: { key: string; artistId: string; amount: Kopecks }): Posting {
  return posting('debt_taken', credit.key, [
    [`artist_payable:${credit.artistId}`, credit.amount],
    [`artist_debt:${credit.artistId}`, minus(credit.amount)],
  ])
}

/** A line of the acquirer's registry: `gross` below zero for money it gave back; `fee` is what it kept. */
export function settled(line: { id: string; gross: Kopecks; fee: Kopecks }): Posting {
  return posting('settled', line.id, [
    ['settlement_cash', kopecks(line.gross - line.fee)],
    ['acquiring_fee', line.fee],
    ['acq_receivable', minus(line.gross)],
  ])
}
