import { partLost, partRefunded, partVoided } from './ledger.ts'
import type { PartBack, Posting } from './ledger.ts'
import { earning, stay } from './payment.ts'
import type { Attention, BankState, Decision, Look, Payment } from './payment.ts'
import { NOTHING_PAID } from './unpaid-links.ts'
import { kopecks } from '../money.ts'

/** What a look makes of a payment. */
export type Step = (payment: Payment) => Decision

export function followed(first: Decision, step: Step): Decision {
  const second = step(first.payment)
  return { payment: second.payment, postings: [...first.postings, ...second.postings] }
}

/** The first attention stays: a refused refund must not be requested again because of a later problem. */
export function needsAttention(attention: Attention): Step {
  return (payment) => {
    const first = payment.attention === 'receipt_refused' ? null : payment.attention
    return stay(payment, { attention: first ?? attention })
  }
}

export type WholeState = Exclude<BankState, 'part_held' | 'part_refunded'>

/** Once the part is booked, the rest goes on as the whole would. */
export function asWholeState(state: BankState): WholeState {
  if (state === 'part_held') return 'held'
  return state === 'part_refunded' ? 'charged' : state
}

/** The states in which a sum below ours is what the bank has left. */
const IN_PARTS: ReadonlySet<BankState> = new Set(['part_held', 'part_refunded', 'refunding'])

/** A hold charged for less: the rest of it was voided before, and that look was missed, or forgotten by a restore. */
const isHoldChargedInPart = ({ bankState, funds, mode, state }: Payment) =>
  bankState === 'charged' && (funds === 'hold' || (mode !== 'charge' && NOTHING_PAID.has(state)))

/**
 * Returns the part that was given back since the last look; null for none. `untold`: there is one, and the bank does
 * not report which (its registry will); `mismatch`: a sum that no part explains.
 */
export function newPart(payment: Payment, look: Look): PartBack | 'untold' | 'mismatch' | null {
  const { amount, letGo, givenBack, lost } = payment
  const { state, amount: reported } = look
  const left = amount - lost
  if (reported !== null && reported !== left) {
    if (reported < left && reported > 0 && (IN_PARTS.has(state) || isHoldChargedInPart(payment)))
      return { part: kopecks(left - reported), rest: reported }
    // Only these states mean that all is back, in however many parts.
    const isAllBack = state === 'voided' || state === 'refunded'
    // The bank's sum may still include what was given back before.
    if (reported > amount + letGo + givenBack) return 'mismatch'
    // In an unknown status (`busy`) less may be left: the next status tells why.
    if (reported < left && !isAllBack && state !== 'busy') return 'mismatch'
  }
  const booked = state === 'part_held' ? letGo : givenBack + lost
  return state !== asWholeState(state) && booked === 0 ? 'untold' : null
}

/** Books a part that the bank gave back without a request: the payment is worth the rest; a part of earned money is our loss. */
export function inPart(
  payment: Payment,
  back: PartBack,
  by: { step: Step; charged: Step },
): Decision {
  const { state, funds, kind } = payment
  const { step } = by
  const isOfHold = payment.bankState === 'part_held' || isHoldChargedInPart(payment)
  const rest: Payment = {
    ...payment,
    attention: payment.attention === 'partial' ? null : payment.attention,
    amount: back.rest,
    letGo: kopecks(payment.letGo + (isOfHold ? back.part : 0)),
    givenBack: kopecks(payment.givenBack + (isOfHold ? 0 : back.part)),
  }
  const booked = (posting: Posting) => followed({ payment: rest, postings: [posting] }, step)
  const money = earning(payment)
  switch (state) {
    // None of it was booked.
    case 'created':
    case 'awaiting':
    case 'failed':
    case 'expired':
    case 'canceled':
      return step(rest)
    case 'returned':
      return step(payment)
    case 'released': {
      if (funds === 'none') return step(payment)
      const lost = kopecks(payment.lost + back.part)
      const credited: Payment = { ...payment, lost, attention: 'lost_after_release' }
      return followed({ payment: credited, postings: [partLost(money, back)] }, step)
    }
    case 'secured':
    case 'releasing':
    case 'returning':
      break
  }
  if (funds === 'hold')
    return isOfHold
      ? booked(partVoided(money, back))
      : followed(by.charged(payment), (after) => inPart(after, back, by))
  // The nine rubles of a check may be under way already, and no charge can be voided.
  if (isOfHold || (kind === 'check' && state === 'secured'))
    return needsAttention('partial')(payment)
  return booked(partRefunded(money, back, state === 'returning' ? 'refund_due' : 'escrow'))
}
