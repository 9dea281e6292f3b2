import { sql as raw } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

export type StoredNotice = Selectable<Schema['sandboxBankNotices']>

export async function insertNotices(
  sql: Sql,
  rows: readonly Insertable<Schema['sandboxBankNotices']>[],
): Promise<void> {
  await sql.insertInto('sandboxBankNotices').values(rows).execute()
}

/** Releases the notices that were held back in order to arrive late. */
export async function releaseDelayed(sql: Sql, paymentId: string, dueAt: Date): Promise<void> {
  await sql
    .updateTable('sandboxBankNotices')
    .set({ heldBack: false, dueAt })
    .where('paymentId', '=', paymentId)
    .where('heldBack', '=', true)
    .execute()
}

/** Claims due notices for this process until `until`; after that another process may claim them. */
export async function claimNotices(
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<StoredNotice[]> {
  const claimed = await sql
    .updateTable('sandboxBankNotices')
    .set({ dueAt: until, tries: raw<number>`tries + 1` })
    .where('id', 'in', (due) =>
      due
        .selectFrom('sandboxBankNotices')
        .select('id')
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
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
  change: { deliveredAt?: Date; dueAt: Date | null; answer: string },
): Promise<void> {
  await sql.updateTable('sandboxBankNotices').set(change).where('id', '=', id).execute()
}

/** Newest first. */
export function newestNotices(sql: Sql, limit: number): Promise<StoredNotice[]> {
  return sql
    .selectFrom('sandboxBankNotices')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Sends the last notice of a payment once more; false if it has none. */
export async function sendAgain(sql: Sql, paymentId: string, now: Date): Promise<boolean> {
  const again = await sql
    .updateTable('sandboxBankNotices')
    .set({ dueAt: now, heldBack: false })
    .where('id', '=', (last) =>
      last
        .selectFrom('sandboxBankNotices')
        .select((row) => row.fn.max('id').as('id'))
        .where('paymentId', '=', paymentId),
    )
    .returning('id')
    .execute()
  return again.length > 0
}
