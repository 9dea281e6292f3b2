import { sql as raw } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Sql } from '#server/platform/db/open.ts'

export type FaultRow = {
  readonly id: number
  readonly kind: string
  readonly method: string | null
  readonly reference: string | null
  readonly times_left: number | null
  readonly detail: string
}

/** The operator's shift of the clock and the faults that are still active, oldest first. */
export async function loadConditions(
  sql: Sql,
): Promise<{ offsetMs: number; faults: readonly FaultRow[] }> {
  const row = await sql
    .selectFrom('sandbox_bank_state')
    .select((state) => [
      'clock_offset_ms as offsetMs',
      jsonArrayFrom(
        state
          .selectFrom('sandbox_bank_faults')
          .select(['id', 'kind', 'method', 'reference', 'times_left', 'detail'])
          .where((either) =>
            either.or([either('times_left', 'is', null), either('times_left', '>', 0)]),
          )
          .orderBy('id'),
      ).as('faults'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

export async function moveClock(sql: Sql, ms: number): Promise<void> {
  await sql
    .updateTable('sandbox_bank_state')
    .set({ clock_offset_ms: raw<number>`clock_offset_ms + ${ms}::bigint` })
    .execute()
}

export async function insertFault(
  sql: Sql,
  row: {
    kind: string
    method: string | null
    reference: string | null
    times_left: number | null
    detail: string
    set_at: Date
  },
): Promise<void> {
  await sql.insertInto('sandbox_bank_faults').values(row).execute()
}

/** False where another call has used it up meanwhile. */
export async function useFault(sql: Sql, id: number): Promise<boolean> {
  const used = await sql
    .updateTable('sandbox_bank_faults')
    .set({ times_left: raw<number>`times_left - 1` })
    .where('id', '=', id)
    .where('times_left', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteFaults(sql: Sql): Promise<void> {
  await sql.deleteFrom('sandbox_bank_faults').execute()
}
