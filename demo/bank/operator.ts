import type { Sql } from '#server/platform/db/open.ts'
import { readConditions } from './fault.ts'
import type { Conditions } from './fault.ts'
import { moveClock } from './conditions.store.ts'
import type { Notices } from './notices.ts'
import { newestNotices } from './notices.store.ts'
import type { SandboxPayments, Verdict } from './payments.ts'
import { findPayment, newestPayments } from './payments.store.ts'
import { newestPayouts } from './payouts.store.ts'
import { registryDays } from './registry.store.ts'

const SHOWN = 50
const DAYS_SHOWN = 14

export type Operator = ReturnType<typeof makeOperator>

/** The bank operator's data and actions. */
export function makeOperator(deps: {
  sql: Sql
  now: () => Date
  payments: SandboxPayments
  notices: Notices
}) {
  const { sql, payments, notices } = deps

  async function known(id: string) {
    const payment = await findPayment(sql, { id })
    if (payment === null) throw new RangeError(`The demo bank has no payment ${id}`)
    return payment
  }

  async function done(asked: (at: Conditions) => Promise<Verdict | null>, id: string) {
    const verdict = await asked(await readConditions(sql, deps.now))
    if (verdict === null) throw new RangeError(`The demo bank has no payment ${id}`)
    if (verdict.refused !== null) throw new RangeError(verdict.refused.details)
  }

  return {
    /** The newest rows of everything, and the bank's time. */
    async dashboard() {
      const { now, offsetMs, faults } = await readConditions(sql, deps.now)
      return {
        now,
        offsetMs,
        faults,
        payments: await newestPayments(sql, SHOWN),
        payouts: await newestPayouts(sql, SHOWN),
        notices: await newestNotices(sql, SHOWN),
        days: await registryDays(sql, DAYS_SHOWN),
      }
    },

    /** Moves the bank's clock forward; ours does not change. */
    shiftClock: (ms: number) => moveClock(sql, ms),

    /**
     * Returns held or charged money, all or `amount` kopecks of it, without the merchant's request. Throws RangeError
     * if that is not possible.
     */
    refund: (id: string, amount: number | null = null) =>
      done((at) => payments.cancel(id, { amount, key: null }, at), id),

    /** A chargeback of a card payment; the merchant sees it only in the registry. Throws RangeError if it is not possible. */
    chargeBack: (id: string) => done((at) => payments.chargeBack(id, at), id),

    /** The merchant wins that dispute. Throws RangeError if there is none. */
    winDispute: (id: string) => done((at) => payments.winDispute(id, at), id),

    /** Sends the last notice of a payment once more; false if there was none. */
    async resend(id: string): Promise<boolean> {
      const { now } = await readConditions(sql, deps.now)
      const again = await notices.resend(id, now)
      notices.deliverInBackground()
      return again
    },

    /** Sends a forged notice: it says CONFIRMED and its token is wrong. */
    async forge(id: string): Promise<void> {
      const { now } = await readConditions(sql, deps.now)
      await notices.forge(await known(id), now)
      notices.deliverInBackground()
    },
  }
}
