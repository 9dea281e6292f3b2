import type { Sql } from '../../platform/db/open.ts'
import type { Payouts } from './payouts.service.ts'
import { moneyDue } from './due-money.store.ts'

const BATCH = 20
const AT_ONCE = 4

/** Attends to all money that is due, until nothing is; gives how many visits that took. */
export type Sweep = (stopping?: AbortSignal) => Promise<number>

/** Without a bank nothing is due. */
export const noSweep: Sweep = async () => 0

/** The worker's round: any number of processes may make it at once, for each visit is claimed. */
export function makeSweep(deps: {
  sql: Sql
  now: () => Date
  /** One visit; null where there was none. */
  attend: (paymentId: string) => Promise<object | null>
  payouts: Payouts
}): Sweep {
  const { sql: database, now, attend, payouts } = deps

  async function planned(failures: unknown[]): Promise<number> {
    try {
      return await payouts.sendPlanned()
    } catch (error) {
      failures.push(error)
      return 0
    }
  }

  /** A visit that fails holds up no other. */
  return async function sweep(stopping?: AbortSignal): Promise<number> {
    const failures: unknown[] = []
    const failed = new Set<string>()
    let visits = 0
    // A process on its way out begins no visit: what it does not hold, another takes at once.
    const mayBegin = () => stopping?.aborted !== true
    const visit = async (id: string, go: (id: string) => Promise<boolean>) => {
      try {
        if (await go(id)) visits += 1
        else failed.add(id)
      } catch (error) {
        failures.push(error)
        failed.add(id)
      }
    }
    while (mayBegin()) {
      const due = await moneyDue(database, now(), { except: [...failed], limit: BATCH })
      // In each round: payouts must not wait for the hour in which no listener pays.
      const setOut = due.plans ? await planned(failures) : 0
      visits += setOut
      const tasks = [
        ...due.payments.map((id) => () => visit(id, async () => (await attend(id)) !== null)),
        ...due.payouts.map((id) => () => visit(id, payouts.attend)),
      ]
      if (tasks.length === 0 && setOut === 0) break
      const hand = async () => {
        for (let task = tasks.shift(); task !== undefined; task = tasks.shift())
          if (mayBegin()) await task()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, hand))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some money was not attended to')
    return visits
  }
}
