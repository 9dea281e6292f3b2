import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

export type FaultRow = {
  readonly id: number
  readonly kind: string
  readonly method: string | null
  readonly reference: string | null
  readonly timesLeft: number | null
  readonly detail: string
}

/** The operator's shift of the clock and the faults that are still active, oldest first. */
export async function loadConditions(
  sql: Sql,
): Promise<{ offsetMs: number; faults: readonly FaultRow[] }> {
  const row = await sql
    .selectFrom('sandboxBankState')
    .select([
      'clockOffsetMs as offsetMs',
      raw<readonly FaultRow[]>`(select coalesce(json_agg(json_build_object('id', f.id,
          'kind', f.kind, 'method', f.method, 'reference', f.reference,
          'timesLeft', f.times_left, 'detail', f.detail) order by f.id), '[]')
        from sandbox_bank_faults f where f.times_left is null or f.times_left > 0)`.as('faults'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

export async function moveClock(sql: Sql, ms: number): Promise<void> {
  await sql
    .updateTable('sandboxBankState')
    .set({ clockOffsetMs: raw<number>`clock_offset_ms + ${ms}::bigint` })
    .execute()
}

export async function insertFault(
  sql: Sql,
  row: {
    kind: string
    method: string | null
    reference: string | null
    timesLeft: number | null
    detail: string
    setAt: Date
  },
): Promise<void> {
  await sql.insertInto('sandboxBankFaults').values(row).execute()
}

/** False where another call has used it up meanwhile. */
export async function useFault(sql: Sql, id: number): Promise<boolean> {
  const used = await sql
    .updateTable('sandboxBankFaults')
    .set({ timesLeft: raw<number>`times_left - 1` })
    .where('id', '=', id)
    .where('timesLeft', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteFaults(sql: Sql): Promise<void> {
  await sql.deleteFrom('sandboxBankFaults').execute()
}
