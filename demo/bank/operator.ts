import type { Sql } from '#server/platform/db/open.ts'
import { readConditions } from './conditions.ts'
import { moveClock } from './conditions.store.ts'
import type { Notices } from './notices.ts'
import { newestNotices } from './notices.store.ts'
import type { SandboxPayments } from './payments.ts'
import { findPayment, newestPayments } from './payments.store.ts'
import { newestPayouts } from './payouts.store.ts'
import { registryDays } from './registry.store.ts'

const SHOWN = 50
const DAYS_SHOWN = 14

export type Operator = ReturnType<typeof makeOperator>

/** What a person at the bank's own desk sees and does. */
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

  return {
    /** The newest of everything, and the bank's time. */
    async desk() {
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

    /** Moves the bank's clock forward; our own stays. */
    shiftClock: (ms: number) => moveClock(sql, ms),

    /** Gives back what is held or charged, unasked by the merchant. Throws RangeError where there is nothing to give. */
    async refund(id: string): Promise<void> {
      const conditions = await readConditions(sql, deps.now)
      const verdict = await payments.cancel(id, { amount: null, key: null }, conditions)
      if (verdict === null) throw new RangeError(`The demo bank has no payment ${id}`)
      if (verdict.refused !== null) throw new RangeError(verdict.refused.details)
    },

    /** Sends the last notice of a payment once more; false where there was none. */
    async resend(id: string): Promise<boolean> {
      const { now } = await readConditions(sql, deps.now)
      const again = await notices.resend(id, now)
      notices.kick()
      return again
    },

    /** Sends what a stranger could send: it says CONFIRMED and its token is wrong. */
    async forge(id: string): Promise<void> {
      const { now } = await readConditions(sql, deps.now)
      await notices.forge(await known(id), now)
      notices.kick()
    },
  }
}
