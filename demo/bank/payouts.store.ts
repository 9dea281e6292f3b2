import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

export type SandboxPayout = Selectable<Schema['sandboxBankPayouts']>

export function insertPayout(
  sql: Sql,
  row: Insertable<Schema['sandboxBankPayouts']>,
): Promise<SandboxPayout> {
  return sql.insertInto('sandboxBankPayouts').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function lockPayout(
  sql: Sql,
  id: string,
  taken: 'wait' | 'skip' = 'wait',
): Promise<SandboxPayout | null> {
  const found = sql.selectFrom('sandboxBankPayouts').selectAll().where('id', '=', id).forUpdate()
  return (await (taken === 'skip' ? found.skipLocked() : found).executeTakeFirst()) ?? null
}

export async function findPayout(sql: Sql, id: string): Promise<SandboxPayout | null> {
  const found = await sql
    .selectFrom('sandboxBankPayouts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

export async function findOrder(sql: Sql, orderId: string): Promise<{ id: string } | null> {
  const found = await sql
    .selectFrom('sandboxBankPayouts')
    .select('id')
    .where('orderId', '=', orderId)
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

export async function duePayouts(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom('sandboxBankPayouts')
    .select('id')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function savePayout(
  sql: Sql,
  id: string,
  change: Partial<SandboxPayout>,
): Promise<SandboxPayout> {
  return sql
    .updateTable('sandboxBankPayouts')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Completed payouts to a phone, newest first. */
export async function completedPayoutsTo(
  sql: Sql,
  phone: string,
): Promise<{ amount: number; at: Date | null }[]> {
  return sql
    .selectFrom('sandboxBankPayouts')
    .select(['amount', 'closedAt as at'])
    .where('phone', '=', phone)
    .where('status', '=', 'COMPLETED')
    .orderBy('closedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Newest first. */
export function newestPayouts(sql: Sql, limit: number): Promise<SandboxPayout[]> {
  return sql
    .selectFrom('sandboxBankPayouts')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stuck payouts continue on the next tick. */
export async function freeStuckPayouts(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('sandboxBankPayouts')
    .set({ stuck: false, dueAt: now })
    .where('stuck', '=', true)
    .execute()
}
