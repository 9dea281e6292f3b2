import { checkReturn, creditReturned, released, returnDue, returnedByHand } from './ledger.ts'
import type { Earning, Posting } from './ledger.ts'
import { commissionOf, formatRubles, kopecks } from '../money.ts'
import type { Kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'

export const PAYMENT_KINDS = ['song', 'tip', 'check'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/**
 * The life of a listener's money. `created`: no answer of the bank yet; `awaiting`: its page waits for
 * the payer; `secured`: held or charged; `releasing`: the song was played and the grace runs, or the
 * bank is asked; `released`: earned; `returning`, `returned`: on its way back, and there;
 * `failed`, `expired`, `canceled`: nothing was paid.
 */
export const PAYMENT_STATES = [
  'created',
  'awaiting',
  'secured',
  'releasing',
  'released',
  'returning',
  'returned',
  'failed',
  'expired',
  'canceled',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * How far a credited payment is on its way back, where its artist gives it back: `return_refused` while
 * the bank's refusal waits for a person.
 */
export const CREDIT_STATES = ['credited', 'returning', 'return_refused', 'returned'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

/**
 * Why a credited payment cannot be given back. `open`: its payer complained to his bank; `lost`: that ended, and
 * the money is gone; `by_bank`: the bank gives it back itself, whole or in part; `review`: a person looks at it.
 */
export const DISPUTES = ['none', 'open', 'lost', 'by_bank', 'review'] as const
export type Dispute = (typeof DISPUTES)[number]

/** What an admin may do about money that needs a person. `charge`: a lost dispute falls to its artist; `close`: it is our loss. */
export const REVIEW_ACTIONS = ['retry', 'close', 'charge'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** What may follow what. Nothing else may; money that comes late reopens the three dead ends only to go back. */
export const PAYMENT_MOVES: Record<PaymentState, readonly PaymentState[]> = {
  created: ['awaiting', 'secured', 'released', 'returning', 'failed', 'expired', 'canceled'],
  awaiting: ['secured', 'released', 'returning', 'failed', 'expired', 'canceled'],
  secured: ['releasing', 'released', 'returning', 'returned'],
  releasing: ['secured', 'released', 'returned', 'failed'],
  // By the artist alone, out of his balance.
  released: ['returning'],
  returning: ['returned'],
  returned: [],
  failed: ['returning', 'released'],
  expired: ['returning', 'released'],
  canceled: ['returning', 'released'],
}

/** Where the bank stands, whichever bank it is. An unknown status is `busy`, never an end. */
export const BANK_STATES = [
  'new',
  'busy',
  'held',
  'charged',
  'voided',
  'refunding',
  'refunded',
  'canceled',
  'rejected',
  'expired',
  /** A part of the money went back, which we never ask for: the rest is held, or was charged. */
  'part_held',
  'part_refunded',
] as const
export type BankState = (typeof BANK_STATES)[number]

export type PayMethod = 'card' | 'sbp' | 'other'

/**
 * How the money is taken. `hold`: held until its song was played; `capture`: held, as a two-stage terminal
 * does, and captured at once; `charge`: by a one-stage terminal.
 */
export const PAYMENT_MODES = ['hold', 'capture', 'charge'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** What a look at the bank tells of a payment. */
export type Look = {
  readonly bankPaymentId: string
  readonly state: BankState
  /** Of a part given back: what is left. Null where the bank does not tell it, of what was given back whole or in part. */
  readonly amount: Kopecks | null
  readonly method: PayMethod | null
  /** When the bank lets a hold go by itself, where it says so. */
  readonly holdUntil: Date | null
}

/** Why a payment went the way it went. */
export const PAYMENT_REASONS = [
  'declined',
  'link_expired',
  'not_opened',
  'skipped',
  'interrupted',
  'taken_off',
  'concert_over',
  'last_call',
  'not_collected',
  'concert_deleted',
  'song_refused',
  'late',
  'external',
  'hold_lost',
  'number_rejected',
  'returned_by_artist',
] as const
export type PaymentReason = (typeof PAYMENT_REASONS)[number]

/**
 * The receipts of a payment. `made`: one went with its page; `closing`: its song was played, and the bank is
 * to be told that the prepayment is one no more; `closed`: nothing is left to tell; `refused`: the bank took none.
 */
export type ReceiptState = 'none' | 'made' | 'closing' | 'closed' | 'refused'

/** Why a person has to look; docs/money.md says what to do about each. */
export const ATTENTIONS = [
  'amount_mismatch',
  'partial',
  'hold_lost',
  'returned_by_bank',
  'lost_after_release',
  'money_again',
  'refund_refused',
  'contradiction',
  'receipt_refused',
] as const
export type Attention = (typeof ATTENTIONS)[number]

export type Payment = {
  readonly id: string
  readonly kind: PaymentKind
  readonly mode: PaymentMode
  readonly artistId: string
  /** What is left of it where the bank gave a part back before it was credited. */
  readonly amount: Kopecks
  /** Parts that the bank gave back unasked: of the hold, of the charge before it was credited, and after that, at our loss. */
  readonly letGo: Kopecks
  readonly givenBack: Kopecks
  readonly lost: Kopecks
  /** As it was when the payment was made. */
  readonly commissionBps: number
  readonly state: PaymentState
  readonly funds: 'none' | 'hold' | 'charged'
  readonly reason: PaymentReason | null
  readonly attention: Attention | null
  readonly method: PayMethod | null
  readonly bankPaymentId: string | null
  /** What the last look saw; null before the first. */
  readonly bankState: BankState | null
  /** The bank's page for the payer. */
  readonly link: string | null
  /** After this the link takes no money. */
  readonly expiresAt: Date
  readonly holdUntil: Date | null
  /** The hold would not last: it is to be charged before its song is played. */
  readonly guarded: boolean
  readonly receipt: ReceiptState
  /** When the grace after the song is over. */
  readonly releaseAt: Date | null
}

/** The payment after an event, and what the ledger has to say about it. */
export type Decision = { readonly payment: Payment; readonly postings: readonly Posting[] }

type PaymentChange = Partial<
  Omit<Payment, 'id' | 'kind' | 'mode' | 'artistId' | 'amount' | 'commissionBps'>
>

/** The same state, with what else was learnt. */
export function stay(payment: Payment, change: PaymentChange = {}): Decision {
  return { payment: { ...payment, ...change }, postings: [] }
}

/** Every change of state goes through here, so that none can leave the table. */
export function moved(
  payment: Payment,
  state: PaymentState,
  change: PaymentChange,
  postings: Posting[],
): Decision {
  if (!PAYMENT_MOVES[payment.state].includes(state))
    throw new RangeError(`A payment cannot go from ${payment.state} to ${state}`)
  return { payment: { ...payment, ...change, state }, postings }
}

/** What postings are made from. */
export function earning(payment: Payment): Earning {
  const { id, kind, artistId, amount, commissionBps } = payment
  return { id, kind, artistId, amount, commission: commissionOf(amount, commissionBps) }
}

/** The bank has made its page. */
export function linked(payment: Payment, page: { bankPaymentId: string; link: string }): Decision {
  // Called off while the bank was asked: the page is there all the same and has to be closed.
  if (payment.state !== 'created')
    return stay(payment, { ...page, bankState: payment.bankState ?? 'new' })
  return moved(payment, 'awaiting', { ...page, bankState: 'new' }, [])
}

/** The bank will not make its page. */
export function notOpened(payment: Payment): Decision {
  if (payment.state !== 'created') return stay(payment)
  return moved(payment, 'failed', { reason: 'not_opened' }, [])
}

/** The song was played: its money waits out the grace (seconds), then is the artist's. */
export function played(payment: Payment, now: Date, graceSeconds: number): Decision {
  if (payment.kind !== 'song' || payment.state !== 'secured') return stay(payment)
  const releaseAt = new Date(now.getTime() + graceSeconds * 1000)
  return moved(payment, 'releasing', { releaseAt }, [])
}

/** «Вернуть»: the song is being played again; money that went back meanwhile stays gone. Refuses ILLEGAL_STEP once the grace is over. */
export function undone(payment: Payment, now: Date): Decision {
  if (payment.state === 'returned' || payment.state === 'failed') return stay(payment)
  if (payment.state !== 'releasing' || payment.releaseAt === null || now >= payment.releaseAt)
    throw new Refusal('ILLEGAL_STEP', 'Вернуть песню уже нельзя: деньги за неё зачислены')
  return moved(payment, 'secured', { releaseAt: null }, [])
}

/** Secured money sets out on its way back; a hold is owed to nobody yet. */
function refund(payment: Payment, reason: PaymentReason): Decision {
  const money = earning(payment)
  const due = payment.kind === 'check' ? checkReturn(money) : returnDue(money)
  return moved(payment, 'returning', { reason }, payment.funds === 'charged' ? [due] : [])
}

/** The song will not be played. What was not paid is called off, what was paid goes back in full. */
export function unplayed(payment: Payment, reason: PaymentReason): Decision {
  if (payment.state === 'created' || payment.state === 'awaiting')
    return moved(payment, 'canceled', { reason }, [])
  // The nine rubles of a check are under way: only their end ends it.
  if (payment.state !== 'secured' || payment.kind === 'check') return stay(payment)
  return refund(payment, reason)
}

/** The nine rubles of a check arrived, or the number would not take them. */
export function checked(payment: Payment, arrived: boolean): Decision {
  if (payment.kind !== 'check' || payment.state !== 'secured') return stay(payment)
  if (arrived) return moved(payment, 'released', {}, [])
  return moved(payment, 'returning', { reason: 'number_rejected' }, [checkReturn(earning(payment))])
}

/** Kopecks that leave the artist's balance where he gives a credited payment back whole: our commission is returned by us. */
function costOfReturn({
  amount,
  commissionBps,
}: Pick<Payment, 'amount' | 'commissionBps'>): Kopecks {
  return kopecks(amount - commissionOf(amount, commissionBps))
}

/** Characters of the artist's word to the listener. */
export const RETURN_WORD_LENGTH = 140

/** Why a balance (kopecks) is too small for a return of `cost`. */
export function balanceTooSmallText(available: Kopecks, cost: Kopecks): string {
  return `На балансе ${formatRubles(available)}, а вернуть нужно ${formatRubles(cost)}`
}

/**
 * The artist gives a credited order or tip back whole, out of his available balance. `disputed`: the
 * bank took its money for a complaint of the payer, now or before. Refuses ILLEGAL_STEP unless the
 * money was credited and nobody else is taking it back, NOTHING_TO_PAY where the balance is too small.
 */
export function returnCredited(
  payment: Payment,
  { available, disputed }: { readonly available: Kopecks; readonly disputed: boolean },
): Decision {
  const { state, funds, lost, bankState, attention } = payment
  if (state === 'returning')
    throw new Refusal('ILLEGAL_STEP', 'Эти деньги уже возвращаются слушателю')
  if (state === 'returned') throw new Refusal('ILLEGAL_STEP', 'Эти деньги слушателю уже вернули')
  if (state !== 'released' || payment.kind === 'check')
    throw new Refusal('ILLEGAL_STEP', 'Вернуть можно только зачисленные деньги')
  if (funds !== 'charged' || lost > 0 || bankState === 'refunding' || bankState === 'refunded')
    throw new Refusal('ILLEGAL_STEP', 'Банк уже сам возвращает эти деньги слушателю')
  if (disputed || (attention !== null && attention !== 'receipt_refused'))
    throw new Refusal('ILLEGAL_STEP', 'По этому платежу идёт разбирательство с банком')
  const cost = costOfReturn(payment)
  if (available < cost) throw new Refusal('NOTHING_TO_PAY', balanceTooSmallText(available, cost))
  const due = creditReturned(earning(payment))
  return moved(payment, 'returning', { reason: 'returned_by_artist', attention: null }, [due])
}

/**
 * The payer has the money by another way than the bank's refund: an operator gave it, or a chargeback took it
 * (`disputed` kopecks). Refuses ILLEGAL_STEP unless the bank refused the refund for good.
 */
export function givenBackByHand(payment: Payment, disputed: Kopecks): Decision {
  const { state, funds, attention } = payment
  if (state !== 'returning' || funds !== 'charged' || attention !== 'refund_refused')
    throw new Refusal('ILLEGAL_STEP', 'Закрыть можно только возврат, в котором банк отказал')
  return moved(payment, 'returned', { attention: null }, [
    returnedByHand(earning(payment), kopecks(Math.min(Math.max(0, disputed), payment.amount))),
  ])
}

/** A prepaid song is played: the till has still to be told. */
function closing({ receipt }: Payment): PaymentChange {
  return { receipt: receipt === 'made' ? 'closing' : receipt }
}

/** What is due by the time alone. */
export function advancedByTime(payment: Payment, now: Date): Decision {
  const { state, funds, releaseAt, holdUntil } = payment
  const over = releaseAt !== null && now >= releaseAt
  // What the bank is giving back already is nobody's to earn.
  if (state === 'releasing' && funds === 'charged' && over && payment.bankState !== 'refunding')
    return moved(payment, 'released', closing(payment), [released(earning(payment))])
  const untouched = payment.bankState === null || payment.bankState === 'new'
  if ((state === 'awaiting' || state === 'created') && untouched && now >= payment.expiresAt)
    return moved(payment, 'expired', { reason: 'link_expired' }, [])
  if (state === 'secured' && funds === 'hold' && holdUntil !== null && now >= guardAt(holdUntil))
    return stay(payment, { guarded: true })
  return stay(payment)
}

/** A hold is charged so long before the bank would let it go. */
const GUARD_MARGIN_MS = 12 * 3_600_000

export function guardAt(holdUntil: Date): Date {
  return new Date(holdUntil.getTime() - GUARD_MARGIN_MS)
}
