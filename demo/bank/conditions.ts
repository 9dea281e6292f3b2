import type { Sql } from '#server/platform/db/open.ts'
import { loadConditions, useFault } from './conditions.store.ts'
import type { FaultRow } from './conditions.store.ts'
import type { FaultKind, FaultMethod } from './fault.ts'

/** What holds while one question is answered: the bank's time and what goes wrong on purpose. */
export type Conditions = {
  /** Our clock and what the operator has added to it. */
  readonly now: Date
  readonly offsetMs: number
  readonly faults: readonly FaultRow[]
}

export async function readConditions(sql: Sql, now: () => Date): Promise<Conditions> {
  const { offsetMs, faults } = await loadConditions(sql)
  return { now: new Date(now().getTime() + offsetMs), offsetMs, faults }
}

/** A fault of this kind for this order, with one use of it spent; its detail, or null where none strikes. */
export async function struck(
  sql: Sql,
  { faults }: Conditions,
  kind: FaultKind,
  at: { reference: string; method?: FaultMethod },
): Promise<string | null> {
  for (const fault of faults) {
    if (fault.kind !== kind || fault.method !== (at.method ?? null)) continue
    if (fault.reference !== null && fault.reference !== at.reference) continue
    if (fault.times_left === null || (await useFault(sql, fault.id))) return fault.detail
  }
  return null
}
