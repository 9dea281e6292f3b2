import { sql as raw } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

export type StoredNotice = Selectable<Schema['sandbox_bank_notices']>

export async function insertNotices(
  sql: Sql,
  rows: readonly Insertable<Schema['sandbox_bank_notices']>[],
): Promise<void> {
  await sql.insertInto('sandbox_bank_notices').values(rows).execute()
}

/** Releases the notices that were held back in order to arrive late. */
export async function releaseDelayed(sql: Sql, paymentId: string, dueAt: Date): Promise<void> {
  await sql
    .updateTable('sandbox_bank_notices')
    .set({ held_back: false, due_at: dueAt })
    .where('payment_id', '=', paymentId)
    .where('held_back', '=', true)
    .execute()
}

/** Claims due notices for this process until `until`; after that another process may claim them. */
export async function claimNotices(
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<StoredNotice[]> {
  const claimed = await sql
    .updateTable('sandbox_bank_notices')
    .set({ due_at: until, tries: raw<number>`tries + 1` })
    .where('id', 'in', (due) =>
      due
        .selectFrom('sandbox_bank_notices')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return claimed.toSorted((one, other) => one.id - other.id)
}

export async function closeNotice(
  sql: Sql,
  id: number,
  change: { delivered_at?: Date; due_at: Date | null; answer: string },
): Promise<void> {
  await sql.updateTable('sandbox_bank_notices').set(change).where('id', '=', id).execute()
}

/** Newest first. */
export function newestNotices(sql: Sql, limit: number): Promise<StoredNotice[]> {
  return sql
    .selectFrom('sandbox_bank_notices')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Sends the last notice of a payment once more; false if it has none. */
export async function sendAgain(sql: Sql, paymentId: string, now: Date): Promise<boolean> {
  const again = await sql
    .updateTable('sandbox_bank_notices')
    .set({ due_at: now, held_back: false })
    .where('id', '=', (last) =>
      last
        .selectFrom('sandbox_bank_notices')
        .select((row) => row.fn.max('id').as('id'))
        .where('payment_id', '=', paymentId),
    )
    .returning('id')
    .execute()
  return again.length > 0
}
