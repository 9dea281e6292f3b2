import { moscowDay } from '#domain/time.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { newBankId, newLink, REFUSALS } from './dialect.ts'
import { consumeFault } from './fault.ts'
import type { Conditions } from './fault.ts'
import { insertMoves, merchantBalance } from './accounts.store.ts'
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
import {
  duePayments,
  findCancel,
  findPayment,
  insertPayment,
  insertCancel,
  insertReceipt,
  lastReceipt,
  lockPayment,
  savePayment,
} from './payments.store.ts'
import type { PaymentName, SandboxPayment } from './payments.store.ts'
import { insertOperation } from './registry.store.ts'
import type { Refused } from './dialect.ts'

type PaymentOpening = {
  readonly orderId: string
  readonly amount: number
  readonly payType: 'O' | 'T'
  readonly description: string
  readonly successUrl: string
  readonly failUrl: string
  readonly notificationUrl: string
  /** By the bank's clock. */
  readonly expiresAt: Date
}

/** The result of a call on a payment; `payment` is its state afterwards. */
export type Verdict = { readonly payment: SandboxPayment; readonly refused: Refused | null }
export type SandboxCancelled = Verdict & {
  readonly originalAmount: number
  readonly newAmount: number
}
/** The decision about a locked payment; a refusal may come with a step all the same. */
export type Decided = { readonly step?: PaymentStep; readonly refused?: Refused }

const MOST_AT_ONCE = 500

export type SandboxPayments = ReturnType<typeof makePayments>

/** The payments of the one merchant: every change locks the row, applies the step due by time first, and is notified after the commit. */
export function makePayments({ sql, notices }: { sql: Sql; notices: Notices }) {
  async function applyStep(
    tx: Sql,
    payment: SandboxPayment,
    step: PaymentStep,
    conditions: Conditions,
  ) {
    const { now } = conditions
    const after = await savePayment(tx, payment.id, step.change)
    const moves = step.moves.map((move) => ({ ...move, paymentId: payment.id }))
    await insertMoves(tx, moves, now)
    for (const operation of step.operations ?? [])
      await insertOperation(tx, { ...operation, payment: after, day: moscowDay(now), at: now })
    const { intermediateStatus: status } = step
    if (status !== undefined) await notices.queue(tx, { ...after, status }, conditions)
    if (step.notifies) await notices.queue(tx, after, conditions)
    return after
  }

  /** Null where there is no such payment. */
  async function updateLocked(
    name: PaymentName,
    conditions: Conditions,
    decide: (payment: SandboxPayment, tx: Sql) => Promise<Decided> | Decided = () => ({}),
    taken: 'wait' | 'skip' = 'wait',
  ): Promise<Verdict | null> {
    let notifies = false
    const verdict = await inTransaction(sql, async (tx) => {
      const locked = await lockPayment(tx, name, taken)
      if (locked === null) return null
      const late = byTime(locked, conditions.now)
      const payment = late === null ? locked : await applyStep(tx, locked, late, conditions)
      const { step, refused = null } = await decide(payment, tx)
      notifies = late?.notifies === true || step?.notifies === true
      const after = step === undefined ? payment : await applyStep(tx, payment, step, conditions)
      return { payment: after, refused }
    })
    if (notifies) notices.deliverInBackground()
    return verdict
  }

  async function decideCancel(
    payment: SandboxPayment,
    asked: number | null,
    { tx, conditions }: { tx: Sql; conditions: Conditions },
  ): Promise<Decided> {
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
    const code = await consumeFault(tx, conditions, 'refused_refund', at)
    if (code !== null) return { refused: REFUSALS.notRefunded(code) }
    if ((await merchantBalance(tx)) < amount) return { refused: REFUSALS.notRefunded('3002') }
    const stuck = (await consumeFault(tx, conditions, 'stuck_refund', at)) !== null
    return { step: refundAsked(payment, { amount, now: conditions.now, stuck }) }
  }

  return {
    updateLocked,

    /** Null where the merchant has used this order id before. */
    open(request: PaymentOpening, { now }: Conditions): Promise<SandboxPayment | null> {
      return insertPayment(sql, {
        id: newBankId(),
        link: newLink(),
        orderId: request.orderId,
        amount: request.amount,
        payType: request.payType,
        description: request.description,
        successUrl: request.successUrl,
        failUrl: request.failUrl,
        notificationUrl: request.notificationUrl,
        status: 'NEW',
        source: null,
        createdAt: now,
        expiresAt: request.expiresAt,
        dueAt: request.expiresAt,
      })
    },

    confirm(id: string, amount: number | null, conditions: Conditions): Promise<Verdict | null> {
      return updateLocked({ id }, conditions, async (payment, tx) => {
        if (!isHeld(payment)) return { refused: REFUSALS.wrongStatus(payment.status) }
        const taken = amount ?? payment.amount
        if (taken > payment.amount)
          return { refused: REFUSALS.wrongAmount('Больше заблокированной') }
        const at = { reference: payment.orderId }
        if ((await consumeFault(tx, conditions, 'refused_capture', at)) !== null)
          return { step: holdVoided(payment), refused: REFUSALS.wrongStatus('REVERSED') }
        return { step: captureDone(payment, taken) }
      })
    },

    /** `key`: the merchant's ExternalRequestId; a retry with the same key has no effect, except over SBP. */
    async cancel(
      id: string,
      { amount, key }: { amount: number | null; key: string | null },
      conditions: Conditions,
    ): Promise<SandboxCancelled | null> {
      let sums = { originalAmount: 0, newAmount: 0 }
      const verdict = await updateLocked({ id }, conditions, async (payment, tx) => {
        const keyed = key !== null && payment.source !== 'qrsbp' ? key : null
        const before = keyed === null ? undefined : await findCancel(tx, payment.id, keyed)
        if (before !== undefined) {
          sums = before
          return {}
        }
        const whole = isRefundable(payment) ? remainderOf(payment) : payment.amount
        const decided = await decideCancel(payment, amount, { tx, conditions })
        const asked = isOpen(payment) ? whole : (amount ?? whole)
        sums = { originalAmount: whole, newAmount: decided.refused ? whole : whole - asked }
        if (keyed !== null && decided.refused === undefined)
          await insertCancel(tx, { paymentId: payment.id, key: keyed, ...sums })
        return decided
      })
      return verdict === null ? null : { ...verdict, ...sums }
    },

    /** The payer's bank takes back the rest of a card payment; null if there is no such payment. */
    chargeBack(id: string, conditions: Conditions): Promise<Verdict | null> {
      return updateLocked({ id }, conditions, (payment) =>
        isDisputable(payment)
          ? { step: chargedBack(payment) }
          : { refused: REFUSALS.wrongStatus('Оспорить можно списание с карты, и один раз') },
      )
    },

    /** The merchant gets back the sum of a chargeback; null if there is no such payment. */
    winDispute(id: string, conditions: Conditions): Promise<Verdict | null> {
      return updateLocked({ id }, conditions, (payment) =>
        payment.dispute === 'taken'
          ? { step: disputeWon(payment) }
          : { refused: REFUSALS.wrongStatus('Спора по этому платежу нет') },
      )
    },

    /** Stores a receipt without the payer's contacts; false for a second closing one. */
    storeReceipt(
      paymentId: string,
      kind: 'open' | 'capture' | 'closing',
      { receipt, at }: { receipt: object; at: Date },
    ): Promise<boolean> {
      const withoutContacts = { ...receipt, Email: undefined, Phone: undefined }
      const row = { paymentId, kind, receipt: JSON.stringify(withoutContacts), at }
      return insertReceipt(sql, row)
    },

    /** The last receipt before a closing one; null if there is none. */
    lastReceipt: (paymentId: string) => lastReceipt(sql, paymentId),

    /** The payment's current state, with the step due by time applied. */
    async look(by: { id: string } | { orderId: string }, conditions: Conditions) {
      const found = await findPayment(sql, by)
      if (found === null || byTime(found, conditions.now) === null) return found
      return (await updateLocked({ id: found.id }, conditions))?.payment ?? null
    },

    /** Applies the steps due by time; returns the number of payments. */
    async applyDueSteps(conditions: Conditions): Promise<number> {
      let changed = 0
      for (const id of await duePayments(sql, conditions.now, MOST_AT_ONCE))
        if ((await updateLocked({ id }, conditions, undefined, 'skip')) !== null) changed++
      return changed
    },
  }
}
