import {
  charged,
  checkPaid,
  held,
  holdEnded,
  lost,
  refunded,
  refundSentBack,
  returnDue,
  tip,
} from './ledger.ts'
import { needsAttention, followed, inPart, asWholeState, newPart } from './payment-parts.ts'
import type { Step, WholeState } from './payment-parts.ts'
import { kopecks } from '../money.ts'
import type { Kopecks } from '../money.ts'
import { earning, transition, stay } from './payment.ts'
import type { Decision, Look, Payment, PaymentReason, PaymentState } from './payment.ts'

/**
 * Applies a look at the bank to a payment. The same look twice changes nothing, and looks in any order end in the same
 * state: it comes from the bank's state, never from the path to it.
 */
export function applyLook(payment: Payment, look: Look): Decision {
  // Its one refund is over for the bank, and came back: a person gives the money.
  if (isSentBack(payment)) return stay(payment)
  const fresh: Payment = {
    ...payment,
    bankPaymentId: payment.bankPaymentId ?? look.bankPaymentId,
    bankState: look.state,
    method: look.method ?? payment.method,
    holdUntil: look.holdUntil ?? payment.holdUntil,
  }
  if (look.bankPaymentId !== fresh.bankPaymentId) return needsAttention('contradiction')(payment)
  const row = STEPS_BY_STATE[payment.state]
  const step = row[asWholeState(look.state)]
  const part = newPart(fresh, look)
  if (part === 'mismatch') return needsAttention('amount_mismatch')(fresh)
  if (part === 'untold') return needsAttention('partial')(fresh)
  return part === null ? step(fresh) : inPart(fresh, part, { step, charged: row.charged })
}

/** A refund has ended at the bank, and its money came back from the payer's. */
export const isSentBack = ({ state, bankState }: Payment): boolean =>
  state === 'returning' && bankState === 'refunded'

/** What else is known of a payment's refunds, kopecks. `asked`: how many we asked for, but for those that the bank refused. */
export type Refunds = {
  readonly asked: number
  /** What was given back by all registries, and what of it the payer's bank sent back. */
  readonly given: Kopecks
  readonly sentBack: Kopecks
  /** What of that the books owed to the payer again. */
  readonly owedAgain: Kopecks
}

/**
 * The registry says that the payer's bank sent back what was refunded, or a part: it is owed again, until a person
 * gives it. `amount` below zero: a corrected registry says that it did not. Null where this explains no such sum.
 */
export function sentBack(
  payment: Payment,
  line: { readonly id: string; readonly amount: Kopecks },
  refunds: Refunds,
): Decision | null {
  if (line.amount > 0 && cameBack(payment, line.amount, refunds)) {
    const over = backByRefund({ ...payment, bankState: 'refunded' })
    const again = sentBack(over.payment, line, refunds)
    return again && { ...again, postings: [...over.postings, ...again.postings] }
  }
  const { id: paymentId, state, funds, bankState, amount, givenBack } = payment
  if (funds !== 'charged' || line.amount === 0) return null
  const waits = isSentBack(payment)
  if (line.amount === amount && isForPerson(payment) && !waits) return stay(payment)
  if (!waits && !(state === 'returned' && bankState === 'refunded')) return null
  const all = amount + givenBack
  const owed = kopecks(line.amount + (waits ? amount : 0))
  // What was given by hand is owed to nobody: more cannot come back than the bank refunded.
  if (owed < 0 || line.amount + refunds.owedAgain > all) return null
  // A second refund has given what this one did not: by us, or by the registries.
  const isGiven = !hasLastComeBack(refunds, kopecks(all)) || refunds.given - refunds.sentBack >= all
  if (line.amount > 0 && isGiven) return null
  const postings = [refundSentBack({ ...line, paymentId })]
  const left = kopecks(owed === 0 ? all : owed)
  const back = { ...payment, amount: left, givenBack: kopecks(all - left) }
  if (owed === 0) return transition(back, 'returned', { attention: null }, postings)
  return waits
    ? { payment: back, postings }
    : transition(back, 'returning', { attention: 'refund_refused' }, postings)
}

/** The last refund that was asked for came back before the bank called it done. */
function cameBack(payment: Payment, sum: Kopecks, refunds: Refunds): boolean {
  const { state, funds, bankState, amount, givenBack } = payment
  if (state !== 'returning' || funds !== 'charged' || isSentBack(payment)) return false
  // A part that only the bank's cabinet has given back is not the refund.
  if (refunds.asked === 0 && sum !== amount + givenBack) return false
  const wentOut = bankState === 'refunding' || refunds.given >= amount + givenBack
  return wentOut && hasLastComeBack(refunds, amount)
}

/** Of several refunds of this sum one after the other, the last is given unless as many came back as were asked for. */
const hasLastComeBack = ({ asked, sentBack: back }: Refunds, sum: Kopecks) =>
  asked < 2 || back > (asked - 1) * sum

/** A person was called to give the money, or has given it: the bank had refused the refund. */
const isForPerson = ({ state, attention, bankState }: Payment) =>
  state === 'returning'
    ? attention === 'refund_refused'
    : bankState === 'charged' && state === 'returned'

const unchanged: Step = (payment) => stay(payment)

function ends(state: 'failed' | 'expired' | 'canceled', reason: PaymentReason | null): Step {
  return (payment) => transition(payment, state, { reason }, [])
}

/** A hold in any other mode is only transient: it is captured at once, or the bank does that by itself. */
const securedByHold: Step = (payment) =>
  payment.mode === 'hold'
    ? transition(payment, 'secured', { funds: 'hold' }, [held(earning(payment))])
    : stay(payment)

const paid: Step = (payment) => {
  const money = earning(payment)
  if (payment.kind === 'tip')
    return transition(payment, 'released', { funds: 'charged' }, [tip(money)])
  const first = payment.kind === 'check' ? checkPaid(money) : charged(money)
  return transition(payment, 'secured', { funds: 'charged' }, [first])
}

/** Money for a payment that was already called off goes back. A tip stays a tip. */
const lateHold: Step = (payment) => {
  // It is captured first, or is only transient.
  if (payment.kind !== 'song' || payment.mode === 'charge') return stay(payment)
  // The ledger already has its one hold and the end of it.
  if (payment.reason === 'hold_lost') return stay(payment, { attention: 'money_again' })
  return transition(payment, 'returning', { funds: 'hold', reason: 'late' }, [
    held(earning(payment)),
  ])
}

const latePaid: Step = (payment) =>
  payment.kind === 'tip' ? paid(payment) : lateRefunding(payment)

const lateRefunding: Step = (payment) => {
  const money = earning(payment)
  const change = { funds: 'charged', reason: 'late' } as const
  return transition(payment, 'returning', change, [charged(money), returnDue(money)])
}

const lateRefunded: Step = (payment) => thenRefunded(lateRefunding(payment))

/** With all of it back, neither a refused refund nor an untold part needs attention any more; any other stays. */
function attentionResolved({ attention }: Payment): Pick<Payment, 'attention'> {
  return { attention: attention === 'refund_refused' || attention === 'partial' ? null : attention }
}

function thenRefunded({ payment, postings }: Decision): Decision {
  const decision = transition(payment, 'returned', attentionResolved(payment), [
    refunded(earning(payment)),
  ])
  return { payment: decision.payment, postings: [...postings, ...decision.postings] }
}

/** A hold that has become a charge, for whatever reason. */
function captured(payment: Payment): Decision {
  if (payment.funds !== 'hold') return stay(payment)
  const money = earning(payment)
  // Captured after the song, with a receipt for the whole payment.
  const whole = payment.state === 'releasing' && !payment.guarded && payment.receipt === 'made'
  const receipt = whole ? 'closed' : payment.receipt
  return {
    payment: { ...payment, funds: 'charged', guarded: false, receipt },
    postings: [holdEnded(money), charged(money)],
  }
}

/** The bank voided the hold without a request: the song has none behind it any more. */
const voidedUnasked: Step = (payment) =>
  payment.funds === 'hold'
    ? transition(payment, 'returned', { reason: 'external', attention: 'returned_by_bank' }, [
        holdEnded(earning(payment)),
      ])
    : stay(payment, { attention: 'contradiction' })

/** The bank refunded a charge without a request. The nine rubles of a check may be under way already, so a person decides. */
const refundedUnasked: Step = (payment) =>
  payment.kind === 'check'
    ? stay(payment, { attention: 'returned_by_bank' })
    : followed(captured(payment), (after) =>
        transition(after, 'returned', { reason: 'external', attention: 'returned_by_bank' }, [
          returnDue(earning(after)),
          refunded(earning(after)),
        ]),
      )

const holdLost: Step = (payment) =>
  payment.funds === 'hold'
    ? transition(
        payment,
        'failed',
        { funds: 'none', reason: 'hold_lost', attention: 'hold_lost' },
        [holdEnded(earning(payment))],
      )
    : stay(payment, { attention: 'contradiction' })

/** The hold to be voided had been charged: it is due as a refund. */
const oweRefund: Step = (payment) =>
  payment.funds === 'hold'
    ? followed(captured(payment), (after) => ({
        payment: after,
        postings: [returnDue(earning(after))],
      }))
    : stay(payment)

const backByVoid: Step = (payment) =>
  payment.funds === 'hold'
    ? transition(payment, 'returned', attentionResolved(payment), [holdEnded(earning(payment))])
    : stay(payment, { attention: 'contradiction' })

const backByRefund: Step = (payment) =>
  followed(oweRefund(payment), (after) => thenRefunded(stay(after)))

/** Money taken back after it was earned is booked as a loss once. */
const lostMoney: Step = (payment) =>
  payment.funds === 'none'
    ? stay(payment)
    : {
        payment: { ...payment, funds: 'none', attention: 'lost_after_release' },
        postings: [lost(earning(payment), kopecks(payment.amount - payment.lost))],
      }

/** A hold that no look saw and that is already voided: it is booked all the same. */
const lateVoided: Step = (payment) => {
  const late = lateHold(payment)
  return late.payment.state === 'returning' ? followed(late, backByVoid) : stay(payment)
}

const voidedUnseen: Step = (payment) =>
  payment.kind === 'song' && payment.mode !== 'charge'
    ? lateVoided(payment)
    : ends('canceled', 'external')(payment)

const BEFORE_MONEY: Record<WholeState, Step> = {
  new: unchanged,
  busy: unchanged,
  held: securedByHold,
  charged: paid,
  voided: voidedUnseen,
  refunding: lateRefunding,
  refunded: lateRefunded,
  canceled: ends('canceled', 'external'),
  rejected: ends('failed', 'declined'),
  expired: ends('expired', 'link_expired'),
}

const DEAD_END: Record<WholeState, Step> = {
  new: unchanged,
  busy: unchanged,
  held: lateHold,
  charged: latePaid,
  voided: lateVoided,
  refunding: lateRefunding,
  refunded: lateRefunded,
  canceled: unchanged,
  rejected: unchanged,
  expired: unchanged,
}

/** The step for each look in each state of ours, without gaps. */
const STEPS_BY_STATE: Record<PaymentState, Record<WholeState, Step>> = {
  created: BEFORE_MONEY,
  awaiting: BEFORE_MONEY,
  secured: {
    new: unchanged,
    busy: unchanged,
    held: unchanged,
    charged: captured,
    voided: voidedUnasked,
    refunding: captured,
    refunded: refundedUnasked,
    canceled: voidedUnasked,
    rejected: voidedUnasked,
    expired: voidedUnasked,
  },
  releasing: {
    new: unchanged,
    busy: unchanged,
    held: unchanged,
    charged: captured,
    voided: holdLost,
    refunding: captured,
    refunded: refundedUnasked,
    canceled: holdLost,
    rejected: holdLost,
    expired: holdLost,
  },
  returning: {
    new: unchanged,
    busy: unchanged,
    held: unchanged,
    charged: oweRefund,
    voided: backByVoid,
    refunding: oweRefund,
    refunded: backByRefund,
    canceled: backByVoid,
    rejected: backByVoid,
    expired: backByVoid,
  },
  released: {
    new: unchanged,
    busy: unchanged,
    held: unchanged,
    charged: unchanged,
    voided: lostMoney,
    refunding: unchanged,
    refunded: lostMoney,
    canceled: unchanged,
    rejected: unchanged,
    expired: unchanged,
  },
  returned: {
    new: unchanged,
    busy: unchanged,
    held: needsAttention('money_again'),
    charged: needsAttention('money_again'),
    voided: unchanged,
    refunding: unchanged,
    refunded: unchanged,
    canceled: unchanged,
    rejected: unchanged,
    expired: unchanged,
  },
  failed: DEAD_END,
  expired: DEAD_END,
  canceled: DEAD_END,
}
