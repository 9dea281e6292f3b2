import type { Bank } from '../../integrations/bank/bank.ts'
import type { Sql } from '../../platform/db/open.ts'
import { runAllDue } from '../../platform/jobs/due-work.ts'
import type { DueJob } from '../../platform/jobs/due-work.ts'
import { moneyDue } from './due-money.store.ts'

const BATCH = 20
const PLANS = 'payout plans'

/** Runs all money that is due, until nothing is; gives how many runs that took. */
export type RunDueMoney = (stopping?: AbortSignal) => Promise<number>

export function makeDueMoney(deps: {
  readonly sql: Sql
  readonly now: () => Date
  /** Without one nothing is due. */
  readonly bank: Bank | null
  readonly runPayment: (id: string) => Promise<object | null>
  readonly runPayout: (id: string) => Promise<true | null>
  /** Gives how many payouts set out. */
  readonly sendPlanned: () => Promise<number>
}): RunDueMoney {
  if (deps.bank === null) return async () => 0
  const job = (id: string, run: (id: string) => Promise<object | true | null>): DueJob => ({
    id,
    run: async () => ((await run(id)) === null ? 0 : 1),
  })
  return (stopping) =>
    runAllDue(async (except) => {
      const ids = [...except].filter((id) => id !== PLANS)
      const due = await moneyDue(deps.sql, deps.now(), { except: ids, limit: BATCH })
      const plans = due.plans && !except.has(PLANS)
      return [
        // In each round: payouts must not wait for the hour in which no listener pays.
        ...(plans ? [{ id: PLANS, run: deps.sendPlanned }] : []),
        ...due.payments.map((id) => job(id, deps.runPayment)),
        ...due.payouts.map((id) => job(id, deps.runPayout)),
      ]
    }, stopping)
}
