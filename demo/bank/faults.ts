import type { Sql } from '#server/platform/db/open.ts'
import { readConditions } from './conditions.ts'
import { deleteFaults, insertFault } from './conditions.store.ts'
import { detailOf } from './fault.ts'
import type { SandboxFault } from './fault.ts'
import { freeStuckPayments } from './payments.store.ts'
import { freeStuckPayouts } from './payouts.store.ts'

export type Faults = ReturnType<typeof makeFaults>

/** The switches of what goes wrong on purpose, the same for every process on this database. */
export function makeFaults({ sql, now }: { sql: Sql; now: () => Date }) {
  return {
    async set(fault: SandboxFault): Promise<void> {
      await insertFault(sql, {
        kind: fault.kind,
        method: 'method' in fault ? fault.method : null,
        reference: fault.reference ?? null,
        times_left: fault.times ?? null,
        detail: detailOf(fault),
        set_at: now(),
      })
    },
    /** Nothing goes wrong any more, and what hung because of it goes on. */
    async clear(): Promise<void> {
      const conditions = await readConditions(sql, now)
      await deleteFaults(sql)
      await freeStuckPayments(sql, conditions.now)
      await freeStuckPayouts(sql, conditions.now)
    },
  }
}
