import type { Log } from '#server/platform/lifecycle/log.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { booksBalance, booksOf, totalsOf } from './books.ts'
import type { SandboxBooks, Totals } from './books.ts'
import { makeCalls } from './calls.ts'
import type { CallAnswer } from './calls.ts'
import { readConditions } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import { makeFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { bySignature, byToken } from './guards.ts'
import type { SandboxKeys } from './keys.ts'
import { makeNotices } from './notices.ts'
import type { Deliver } from './notices.ts'
import { makeOperator } from './operator.ts'
import type { Operator } from './operator.ts'
import { makePayer } from './payer.ts'
import type { PayAnswer, PayForm } from './payer.ts'
import { paymentCalls } from './payment-calls.ts'
import { makePayments } from './payments.ts'
import type { SandboxPayment } from './payments.store.ts'
import { findPayment } from './payments.store.ts'
import { payoutCalls } from './payout-calls.ts'
import { makePayouts } from './payouts.ts'
import type { Arrival } from './payouts.ts'
import { findPayout } from './payouts.store.ts'
import { registryFile, settleDays } from './registry.ts'
import { sbpCalls } from './sbp-calls.ts'

export type SandboxBank = {
  /** Does everything that is due by the bank's clock, beside any number of processes; gives how many things. */
  tick(): Promise<number>
  /** Every sum in kopecks, every payment and every payout. */
  books(): Promise<SandboxBooks>
  /** The sums alone. */
  totals(): Promise<Totals>
  /** Whether no kopeck appeared or vanished. */
  booksBalance(): Promise<boolean>
  readonly faults: Faults
  /** What arrived on a telephone (79xxxxxxxxx), newest first; kopecks. */
  inbox(phone: string): Promise<Arrival[]>
  /** What the payer's form does, by the payment's number or the last piece of its page's address. Throws RangeError where there is none. */
  pay(paymentId: string, form: PayForm): Promise<PayAnswer>
  /** The same from the page itself; null where there is no such page. */
  payOnPage(link: string, form: PayForm): Promise<PayAnswer | null>
  /** As the merchant's person does it in the bank's cabinet. Throws RangeError where it cannot be done. */
  refundFromCabinet(paymentId: string): Promise<void>
  readonly operator: Operator

  /** One call of `v2` or `a2c/sbp`; `body` is its raw text. Null where there is no such method. */
  call(product: 'v2' | 'a2c', method: string, body: string): Promise<CallAnswer> | null
  /** The CP1251 file of a day (YYYY-MM-DD in Moscow); of a day that is not over, the titles alone. */
  registry(day: string): Promise<Uint8Array>
  /** The payment behind a page, and the bank's time; null where there is none. */
  openPage(link: string): Promise<{ payment: SandboxPayment; now: Date } | null>
  readonly publicUrl: string
  /** Resolves once nothing is being delivered. */
  idle(): Promise<void>
}

/** A bank of our own with the real one's protocol. `publicUrl`: without a slash at the end. */
export function makeSandboxBank(deps: {
  sql: Sql
  now: () => Date
  keys: SandboxKeys
  publicUrl: string
  deliver: Deliver
  /** Where the merchant is told of payouts; of none where it is empty. */
  payoutNoticesUrl: () => string
  log: Log
}): SandboxBank {
  const { sql, now, keys, publicUrl } = deps
  const notices = makeNotices(deps)
  const payments = makePayments({ sql, notices })
  const payouts = makePayouts({ sql, notices })
  const payer = makePayer({ payments })
  const operator = makeOperator({ sql, now, payments, notices })
  const conditions = (): Promise<Conditions> => readConditions(sql, now)

  const calls = makeCalls({
    sql,
    now,
    orderOf: async (id) =>
      ((await findPayment(sql, { id })) ?? (await findPayout(sql, id)))?.order_id ?? '',
  })
  const products = {
    v2: {
      guard: byToken(keys),
      calls: {
        ...paymentCalls({ payments, keys, publicUrl }),
        ...sbpCalls({ payments, publicUrl }),
      },
    },
    a2c: { guard: bySignature(keys), calls: payoutCalls({ payouts, keys }) },
  }

  return {
    async tick() {
      const at = await conditions()
      const changed = (await payments.passTime(at)) + (await payouts.passTime(at))
      const settled = await settleDays(sql, at)
      return changed + settled + (await notices.deliverDue())
    },
    books: () => booksOf(sql),
    totals: () => totalsOf(sql),
    booksBalance: () => booksBalance(sql),
    faults: makeFaults({ sql, now }),
    inbox: (phone) => payouts.inbox(phone),
    payOnPage: async (link, form) => payer.pay({ link }, form, await conditions()),
    async pay(paymentId, form) {
      const name = /^\d+$/.test(paymentId) ? { id: paymentId } : { link: paymentId }
      const answer = await payer.pay(name, form, await conditions())
      if (answer === null) throw new RangeError(`The demo bank has no payment ${paymentId}`)
      return answer
    },
    refundFromCabinet: operator.refund,
    operator,

    call(product, method, body) {
      const { guard, calls: known } = products[product]
      const call = Object.hasOwn(known, method) ? known[method] : undefined
      return call === undefined ? null : calls.ask(call, body, guard)
    },
    registry: (day) => registryFile(sql, day, keys.terminalKey),
    async openPage(link) {
      const at = await conditions()
      const payment = await payer.show(link, at)
      return payment === null ? null : { payment, now: at.now }
    },
    publicUrl,
    idle: () => notices.idle(),
  }
}
