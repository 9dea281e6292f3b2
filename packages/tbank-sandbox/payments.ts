import { randomInt, randomUUID } from 'node:crypto'
import { merchantBalance } from './books.ts'
import { newBankId, newLink, REFUSALS } from './dialect.ts'
import type { Refused } from './dialect.ts'
import type { SandboxPayment, SandboxReceipt } from './documents.ts'
import { consumeFault } from './fault.ts'
import { dayOf, midnightAfter } from './moscow.ts'
import type { Notices } from './notices.ts'
import {
  byTime,
  captureDone,
  chargedBack,
  closed,
  disputeWon,
  isDisputable,
  isHeld,
  isOpen,
  isRefundable,
  holdVoided,
  partVoided,
  refundAsked,
  remainderOf,
} from './payment-lifecycle.ts'
import type { PaymentStep } from './payment-lifecycle.ts'
import type { BankSession } from './state.ts'

type PaymentOpening = {
  readonly orderId: string
  readonly amount: number
  readonly payType: 'O' | 'T'
  readonly description: string
  readonly successUrl: string
  readonly failUrl: string
  readonly notificationUrl: string
  /** By the bank's clock. */
  readonly expiresAt: number
}

/** The result of a call on a payment; `payment` is its state afterwards. */
export type Verdict = { readonly payment: SandboxPayment; readonly refused: Refused | null }
export type SandboxCancelled = Verdict & {
  readonly originalAmount: number
  readonly newAmount: number
}
/** The decision about a locked payment; a refusal may come with a step all the same. */
export type Decided = { readonly step?: PaymentStep; readonly refused?: Refused }

export type SandboxPayments = ReturnType<typeof makePayments>

/** A payment by the bank's number, or by the last path segment of its page. */
export type PaymentName = { readonly id: string } | { readonly link: string }

/** The payments of the one merchant: every change applies the step due by time first, and is told to the merchant. */
export function makePayments({ notices }: { notices: Notices }) {
  function applyStep(session: BankSession, payment: SandboxPayment, step: PaymentStep) {
    const { state, now } = session
    const after = state.payment.put({
      ...payment,
      ...step.change,
      moves: [...payment.moves, ...step.moves.filter(({ amount }) => amount > 0)],
    })
    for (const operation of step.operations ?? [])
      state.operation.put({
        ...operation,
        id: randomUUID(),
        paymentId: after.id,
        // SBP has none.
        rrn: after.source === 'cards' ? String(randomInt(10 ** 11, 10 ** 12)) : '',
        day: dayOf(now),
        at: now,
        dueAt: midnightAfter(now, 1),
        settledAt: null,
      })
    const { intermediateStatus: status } = step
    if (status !== undefined) notices.queue(session, { ...after, status })
    if (step.notifies) notices.queue(session, after)
    return after
  }

  function find({ state }: BankSession, name: PaymentName): SandboxPayment | undefined {
    return 'id' in name ? state.payment.get(name.id) : state.payment.find(`link ${name.link}`)
  }

  /** Null where there is no such payment. */
  function update(
    session: BankSession,
    name: PaymentName,
    decide: (payment: SandboxPayment) => Decided = () => ({}),
  ): Verdict | null {
    const found = find(session, name)
    if (found === undefined) return null
    const late = byTime(found, session.now)
    const payment = late === null ? found : applyStep(session, found, late)
    const { step, refused = null } = decide(payment)
    const after = step === undefined ? payment : applyStep(session, payment, step)
    return { payment: after, refused }
  }

  function decideCancel(
    session: BankSession,
    payment: SandboxPayment,
    asked: number | null,
  ): Decided {
    if (isOpen(payment)) return { step: closed() }
    if (isHeld(payment)) {
      if (asked === null || asked === payment.amount) return { step: holdVoided(payment) }
      return asked > payment.amount
        ? { refused: REFUSALS.tooMuchBack }
        : { step: partVoided(payment, asked) }
    }
    if (!isRefundable(payment)) return { refused: REFUSALS.wrongStatus(payment.status) }
    const amount = asked ?? remainderOf(payment)
    if (amount <= 0 || amount > remainderOf(payment)) return { refused: REFUSALS.tooMuchBack }
    const at = { reference: payment.orderId }
    const code = consumeFault(session, 'refused_refund', at)
    if (code !== null) return { refused: REFUSALS.notRefunded(code) }
    if (merchantBalance(session.state) < amount) return { refused: REFUSALS.notRefunded('3002') }
    const stuck = consumeFault(session, 'stuck_refund', at) !== null
    return { step: refundAsked(payment, { amount, now: session.now, stuck }) }
  }

  return {
    update,

    /** Null where the merchant has used this order id before. */
    open({ state, now }: BankSession, request: PaymentOpening): SandboxPayment | null {
      if (state.payment.find(`order ${request.orderId}`) !== undefined) return null
      return state.payment.put({
        ...request,
        id: newBankId(),
        link: newLink(),
        status: 'NEW',
        source: null,
        pan: '',
        codeTries: 0,
        errorCode: '0',
        captured: 0,
        refunded: 0,
        refunding: 0,
        stuck: false,
        dispute: '',
        createdAt: now,
        dueAt: request.expiresAt,
        receipts: [],
        cancels: {},
        moves: [],
      })
    },

    confirm(session: BankSession, id: string, amount: number | null): Verdict | null {
      return update(session, { id }, (payment) => {
        if (!isHeld(payment)) return { refused: REFUSALS.wrongStatus(payment.status) }
        const taken = amount ?? payment.amount
        if (taken > payment.amount)
          return { refused: REFUSALS.wrongAmount('Больше заблокированной') }
        if (consumeFault(session, 'refused_capture', { reference: payment.orderId }) !== null)
          return { step: holdVoided(payment), refused: REFUSALS.wrongStatus('REVERSED') }
        return { step: captureDone(payment, taken) }
      })
    },

    /** `key`: the merchant's ExternalRequestId; a retry with the same key has no effect, even after a refusal, except over SBP. */
    cancel(
      session: BankSession,
      id: string,
      { amount, key }: { amount: number | null; key: string | null },
    ): SandboxCancelled | null {
      let sums = { originalAmount: 0, newAmount: 0 }
      let keyed: string | null = null
      const verdict = update(session, { id }, (payment) => {
        const ownKey = key !== null && payment.source !== 'qrsbp' ? key : null
        const before = ownKey === null ? undefined : answerTo(payment, ownKey)
        if (before !== undefined) {
          sums = before
          return {}
        }
        const whole = isRefundable(payment) ? remainderOf(payment) : payment.amount
        const decided = decideCancel(session, payment, amount)
        const asked = isOpen(payment) ? whole : (amount ?? whole)
        sums = { originalAmount: whole, newAmount: decided.refused ? whole : whole - asked }
        keyed = ownKey
        return decided
      })
      if (verdict === null) return null
      const { payment } = verdict
      if (keyed !== null)
        session.state.payment.put({ ...payment, cancels: { ...payment.cancels, [keyed]: sums } })
      return { ...verdict, ...sums }
    },

    /** The payer's bank takes back the rest of a card payment; null if there is no such payment. */
    chargeBack(session: BankSession, id: string): Verdict | null {
      return update(session, { id }, (payment) =>
        isDisputable(payment)
          ? { step: chargedBack(payment) }
          : { refused: REFUSALS.wrongStatus('Оспорить можно списание с карты, и один раз') },
      )
    },

    /** The merchant gets back the sum of a chargeback; null if there is no such payment. */
    winDispute(session: BankSession, id: string): Verdict | null {
      return update(session, { id }, (payment) =>
        payment.dispute === 'taken'
          ? { step: disputeWon(payment) }
          : { refused: REFUSALS.wrongStatus('Спора по этому платежу нет') },
      )
    },

    /** Stores a receipt without the payer's contacts; false for a second closing one. */
    storeReceipt(
      { state }: BankSession,
      id: string,
      { kind, receipt }: { kind: SandboxReceipt['kind']; receipt: object },
    ): boolean {
      const payment = state.payment.get(id)
      if (payment === undefined) return false
      if (kind === 'closing' && payment.receipts.some((one) => one.kind === 'closing')) return false
      const withoutContacts = { ...receipt, Email: undefined, Phone: undefined }
      const receipts = [...payment.receipts, { kind, receipt: withoutContacts }]
      state.payment.put({ ...payment, receipts })
      return true
    },

    /** The payment's current state, with the step due by time applied. */
    look(session: BankSession, name: PaymentName | { orderId: string }): SandboxPayment | null {
      const found =
        'orderId' in name
          ? session.state.payment.find(`order ${name.orderId}`)
          : find(session, name)
      if (found === undefined) return null
      return update(session, { id: found.id })?.payment ?? null
    },

    /** Applies the steps due by time; returns the number of payments. */
    applyDueSteps(session: BankSession): number {
      const due = session.state.payment.due(session.now)
      for (const { id } of due) update(session, { id })
      return due.length
    },
  }
}

function answerTo({ cancels }: SandboxPayment, key: string) {
  return Object.hasOwn(cancels, key) ? cancels[key] : undefined
}
