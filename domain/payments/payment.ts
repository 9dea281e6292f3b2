import { checkReturn, creditReturned, released, returnDue, returnedByHand } from './ledger.ts'
import type { Earning, Posting } from './ledger.ts'
import { commissionOf, kopecks } from '../money.ts'
import type { Kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { balanceTooSmallText, costOfReturn, splitReturn } from './return-debt.ts'
import { HOUR_MS } from '../time.ts'

export const PAYMENT_KINDS = ['song', 'tip', 'check'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/**
 * The states of a listener's payment. `created`: no answer of the bank yet; `awaiting`: the bank's page waits for the
 * payer; `secured`: held or charged; `releasing`: the song was played and the grace runs, or the bank is asked;
 * `released`: earned; `returning`, `returned`: on its way back, and given back; `failed`, `expired`, `canceled`:
 * nothing was paid.
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
 * The progress of a credited payment's return by its artist: `return_refused` while the bank's refusal waits for a
 * person.
 */
export const CREDIT_STATES = ['credited', 'returning', 'return_refused', 'returned'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

/**
 * Why a credited payment cannot be given back. `open`: its payer complained to his bank; `lost`: the dispute ended, and
 * the money is gone; `by_bank`: the bank gives it back itself, whole or in part; `review`: a person looks at it.
 */
export const DISPUTES = ['none', 'open', 'lost', 'by_bank', 'review'] as const
export type Dispute = (typeof DISPUTES)[number]

/**
 * An admin's actions on money that needs a person. `charge`: a lost dispute is charged to its artist; `close`: it is our
 * loss; `paid`: the bank made the payout before a restore.
 */
export const REVIEW_ACTIONS = ['retry', 'close', 'charge', 'paid'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** The allowed transitions, and no others; late money reopens the three dead ends to be given back or, for a tip, earned, and a refund may come back. */
export const PAYMENT_TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = {
  created: ['awaiting', 'secured', 'released', 'returning', 'failed', 'expired', 'canceled'],
  awaiting: ['secured', 'released', 'returning', 'failed', 'expired', 'canceled'],
  secured: ['releasing', 'released', 'returning', 'returned'],
  releasing: ['secured', 'released', 'returned', 'failed'],
  // Out of the artist's balance, by him or by the service.
  released: ['returning'],
  returning: ['returned'],
  returned: ['returning'],
  failed: ['returning', 'released'],
  expired: ['returning', 'released'],
  canceled: ['returning', 'released'],
}

/** The bank's states of a payment, for any bank. An unknown status is `busy`, never a final one. */
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
  /** A part of the money was given back, which we never request: the rest is held, or was charged. */
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

/** The result of a look at the bank. */
export type Look = {
  readonly bankPaymentId: string
  readonly state: BankState
  /** Of a part given back: what is left. Null where the bank does not report it for a whole or partial return. */
  readonly amount: Kopecks | null
  readonly method: PayMethod | null
  /** When the bank voids a hold by itself, where it reports that. */
  readonly holdUntil: Date | null
}

/**
 * Whether a payment of a restored database was compared with the bank: `wanted`: not yet; `unknown`: the bank has no such
 * payment.
 */
export type RestoreCheck = 'wanted' | 'same' | 'changed' | 'unknown'

/** Why a payment reached its state. */
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
  'battle_lost',
  'battle_over',
  'already_played',
  'concert_deleted',
  'song_refused',
  'late',
  'external',
  'hold_lost',
  'number_rejected',
  'returned_by_artist',
  'returned_by_service',
] as const
export type PaymentReason = (typeof PAYMENT_REASONS)[number]

/**
 * The receipt states of a payment. `made`: a receipt was sent with its page; `closing`: its song was played, and the
 * end of the prepayment is to be reported to the bank; `closed`: nothing is left to report; `refused`: the bank
 * accepted none.
 */
export type ReceiptState = 'none' | 'made' | 'closing' | 'closed' | 'refused'

/** Why a person has to look; `ADVICE` in manual-review.service.ts says what to do about each. */
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
  /** After this the link accepts no payment. */
  readonly expiresAt: Date
  readonly holdUntil: Date | null
  /** The hold would not last: it is to be charged before its song is played. */
  readonly guarded: boolean
  readonly receipt: ReceiptState
  /** When the grace after the song is over. */
  readonly releaseAt: Date | null
}

/** The payment after an event, and the ledger postings for it. */
export type Decision = { readonly payment: Payment; readonly postings: readonly Posting[] }

type PaymentChange = Partial<
  Omit<Payment, 'id' | 'kind' | 'mode' | 'artistId' | 'amount' | 'commissionBps'>
>

/** Leaves the state unchanged and applies the other changes. */
export function stay(payment: Payment, change: PaymentChange = {}): Decision {
  return { payment: { ...payment, ...change }, postings: [] }
}

/** Every change of state goes through here, so that only transitions of the table happen. */
export function transition(
  payment: Payment,
  state: PaymentState,
  change: PaymentChange,
  postings: Posting[],
): Decision {
  if (!PAYMENT_TRANSITIONS[payment.state].includes(state))
    throw new RangeError(`A payment cannot go from ${payment.state} to ${state}`)
  return { payment: { ...payment, ...change, state }, postings }
}

/** Returns the input of postings. */
export function earning(payment: Payment): Earning {
  const { id, kind, artistId, amount, commissionBps } = payment
  return { id, kind, artistId, amount, commission: commissionOf(amount, commissionBps) }
}

/** The bank has created the payer's page. */
export function linked(payment: Payment, page: { bankPaymentId: string; link: string }): Decision {
  // Called off during the request to the bank: the page exists all the same and has to be closed.
  if (payment.state !== 'created')
    return stay(payment, { ...page, bankState: payment.bankState ?? 'new' })
  return transition(payment, 'awaiting', { ...page, bankState: 'new' }, [])
}

/** The bank refuses to create the page. */
export function notOpened(payment: Payment): Decision {
  if (payment.state !== 'created') return stay(payment)
  return transition(payment, 'failed', { reason: 'not_opened' }, [])
}

/** The song was played: its money waits out the grace (seconds), then is the artist's. */
export function played(payment: Payment, now: Date, graceSeconds: number): Decision {
  if (payment.kind !== 'song' || payment.state !== 'secured') return stay(payment)
  const releaseAt = new Date(now.getTime() + graceSeconds * 1000)
  return transition(payment, 'releasing', { releaseAt }, [])
}

/** «Вернуть»: the song is being played again; money that was given back meanwhile stays so. Refuses ILLEGAL_STEP once the grace is over. */
export function undone(payment: Payment, now: Date): Decision {
  if (payment.state === 'returned' || payment.state === 'failed') return stay(payment)
  if (payment.state !== 'releasing' || payment.releaseAt === null || now >= payment.releaseAt)
    throw new Refusal('ILLEGAL_STEP', 'Вернуть песню уже нельзя: деньги за неё зачислены')
  return transition(payment, 'secured', { releaseAt: null }, [])
}

/** Starts the return of secured money; a hold is owed to nobody yet, so nothing is posted for it. */
function refund(payment: Payment, reason: PaymentReason): Decision {
  const money = earning(payment)
  const due = payment.kind === 'check' ? checkReturn(money) : returnDue(money)
  return transition(payment, 'returning', { reason }, payment.funds === 'charged' ? [due] : [])
}

/** The song will not be played. An unpaid payment is called off, a paid one goes back in full. */
export function unplayed(payment: Payment, reason: PaymentReason): Decision {
  if (payment.state === 'created' || payment.state === 'awaiting')
    return transition(payment, 'canceled', { reason }, [])
  // The nine rubles of a check are under way: only their outcome ends it.
  if (payment.state !== 'secured' || payment.kind === 'check') return stay(payment)
  return refund(payment, reason)
}

/** The nine rubles of a check arrived, or the number did not accept them. */
export function checked(payment: Payment, arrived: boolean): Decision {
  if (payment.kind !== 'check' || payment.state !== 'secured') return stay(payment)
  if (arrived) return transition(payment, 'released', {}, [])
  return transition(payment, 'returning', { reason: 'number_rejected' }, [
    checkReturn(earning(payment)),
  ])
}

/** The maximum length of the artist's message to the listener, in characters. */
export const RETURN_MESSAGE_LENGTH = 140

/**
 * Gives a credited order or tip back whole, out of its artist's available balance, and `mayOwe` of it out of his next
 * credits. `disputed`: the bank took its money for a complaint of the payer, now or before. Refuses ILLEGAL_STEP unless
 * the money was credited and is not being taken back otherwise, NOTHING_TO_PAY where both are too small.
 */
export function returnCredited(
  payment: Payment,
  {
    available,
    disputed,
    mayOwe = kopecks(0),
    reason = 'returned_by_artist',
  }: {
    readonly available: Kopecks
    readonly disputed: boolean
    readonly mayOwe?: Kopecks
    readonly reason?: 'returned_by_artist' | 'returned_by_service'
  },
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
  const { owed } = splitReturn(cost, available)
  if (owed > mayOwe) throw new Refusal('NOTHING_TO_PAY', balanceTooSmallText(available, cost))
  const due = creditReturned(earning(payment), owed)
  return transition(payment, 'returning', { reason, attention: null }, [due])
}

/** The payer got the money in another way than by the bank's refund: from an operator, or by a chargeback (`disputed` kopecks). Refuses ILLEGAL_STEP unless the bank refused the refund for good. */
export function givenBackByHand(payment: Payment, disputed: Kopecks, at: Date): Decision {
  const { id, state, funds, attention, bankState, amount, givenBack } = payment
  if (state !== 'returning' || funds !== 'charged' || attention !== 'refund_refused')
    throw new Refusal('ILLEGAL_STEP', 'Закрыть можно только возврат, в котором банк отказал')
  const postings = (key: string) => [returnedByHand(earning(payment), disputed, key)]
  if (bankState !== 'refunded')
    return transition(payment, 'returned', { attention: null }, postings(id))
  // Parts that came back from the payer's bank are given one by one.
  const whole = { ...payment, amount: kopecks(amount + givenBack), givenBack: kopecks(0) }
  return transition(whole, 'returned', { attention: null }, postings(`${id}:${at.toISOString()}`))
}

/** A prepaid song was played: this is still to be reported to the till. */
function closing({ receipt }: Payment): PaymentChange {
  return { receipt: receipt === 'made' ? 'closing' : receipt }
}

/** Applies the changes that are due by the time alone. */
export function advancedByTime(payment: Payment, now: Date): Decision {
  const { state, funds, attention, bankState: bank, releaseAt, holdUntil } = payment
  // Money that the bank is refunding, all or a part that it does not name, is not earned.
  const goesBack = bank === 'refunding' || (bank === 'part_refunded' && attention === 'partial')
  if (state === 'releasing' && funds === 'charged' && !goesBack && releaseAt && now >= releaseAt)
    return transition(payment, 'released', closing(payment), [released(earning(payment))])
  const untouched = bank === null || bank === 'new'
  if ((state === 'awaiting' || state === 'created') && untouched && now >= payment.expiresAt)
    return transition(payment, 'expired', { reason: 'link_expired' }, [])
  if (state === 'secured' && funds === 'hold' && holdUntil !== null && now >= guardAt(holdUntil))
    return stay(payment, { guarded: true })
  return stay(payment)
}

/** A hold is charged this long before the bank would void it. */
const GUARD_MARGIN_MS = 12 * HOUR_MS

export const guardAt = (holdUntil: Date) => new Date(holdUntil.getTime() - GUARD_MARGIN_MS)
