import type { Context } from '#server/context.ts'
import { runAllDue } from '#server/platform/jobs/due-work.ts'
import type { DueJob } from '#server/platform/jobs/due-work.ts'
import { runPayout } from '../payouts/payout-worker.service.ts'
import { healTimes } from '../payments/payments.service.ts'
import { healPayoutTimes, sendPlannedPayouts } from '../payouts/payouts.service.ts'
import { dueMoney, dueUnpaidLinks } from './due-money.store.ts'
import { runPayment } from './payment-worker.service.ts'

const BATCH = 20
const PLANS = 'payout plans'

const job = (id: string, run: (id: string) => Promise<object | true | null>): DueJob => ({
  id,
  run: async () => ((await run(id)) === null ? 0 : 1),
})

/** Processes all due money in hand, and all that the bank sent word of, until none is left; returns the number of runs. */
export async function runDueMoney(ctx: Context, stopping?: AbortSignal): Promise<number> {
  // Without a bank nothing is due.
  if (ctx.bank === null) return 0
  return runAllDue(async (except) => {
    const ids = [...except].filter((id) => id !== PLANS)
    const due = await dueMoney(ctx.sql, ctx.now(), { except: ids, limit: BATCH })
    const plans = due.plans && !except.has(PLANS)
    return [
      // In each round: payouts must not wait for an hour without paying listeners.
      ...(plans ? [{ id: PLANS, run: () => sendPlannedPayouts(ctx) }] : []),
      ...due.payments.map((id) => job(id, (one) => runPayment(ctx, one))),
      ...due.payouts.map((id) => job(id, (one) => runPayout(ctx, one))),
    ]
  }, stopping)
}

/** Looks at once at money whose next look was planned by a clock that ran ahead. */
export async function healClock({ sql, now }: Context): Promise<void> {
  await healTimes(sql, now())
  await healPayoutTimes(sql, now())
}

/** The most questions to the bank about unpaid links in one tick of the clock, and how many of them at once. */
const UNPAID_LINKS = { aTick: 20, atOnce: 10 }

/**
 * Processes some of the due unpaid links; returns the number of runs. Unlike `runDueMoney` it ends after a number of
 * them, and its clock ticks once a second: however many pages nobody pays, the bank is asked no more often, and the work
 * on money, which has a clock of its own, waits for none of them.
 */
export async function runUnpaidLinks(ctx: Context, stopping?: AbortSignal): Promise<number> {
  if (ctx.bank === null) return 0
  let left = UNPAID_LINKS.aTick
  const dueJobs = async (except: ReadonlySet<string>) => {
    const due = await dueUnpaidLinks(ctx.sql, ctx.now(), { except: [...except], limit: left })
    left -= due.length
    return due.map((id) => job(id, (one) => runPayment(ctx, one)))
  }
  return runAllDue(dueJobs, stopping, UNPAID_LINKS.atOnce)
}
