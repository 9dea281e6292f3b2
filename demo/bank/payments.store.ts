import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

export type SandboxPayment = Selectable<Schema['sandboxBankPayments']>

/** Null where the merchant has used this order id before. */
export async function insertPayment(
  sql: Sql,
  row: Insertable<Schema['sandboxBankPayments']>,
): Promise<SandboxPayment | null> {
  const inserted = await sql
    .insertInto('sandboxBankPayments')
    .values(row)
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** A payment by the bank's number, or by the last path segment of its page. */
export type PaymentName = { readonly id: string } | { readonly link: string }

/** Locks the payment's row. */
export async function lockPayment(
  sql: Sql,
  name: PaymentName,
  taken: 'wait' | 'skip' = 'wait',
): Promise<SandboxPayment | null> {
  const found = sql
    .selectFrom('sandboxBankPayments')
    .selectAll()
    .where((row) => ('id' in name ? row('id', '=', name.id) : row('link', '=', name.link)))
    .forUpdate()
  return (await (taken === 'skip' ? found.skipLocked() : found).executeTakeFirst()) ?? null
}

export async function findPayment(
  sql: Sql,
  by: { id: string } | { orderId: string },
): Promise<SandboxPayment | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['orderId', by.orderId] as const)
  const found = await sql
    .selectFrom('sandboxBankPayments')
    .selectAll()
    .where(column, '=', value)
    .executeTakeFirst()
  return found ?? null
}

export async function duePayments(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom('sandboxBankPayments')
    .select('id')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function savePayment(
  sql: Sql,
  id: string,
  change: Partial<SandboxPayment>,
): Promise<SandboxPayment> {
  return sql
    .updateTable('sandboxBankPayments')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** False if there is a closing receipt already. */
export async function insertReceipt(
  sql: Sql,
  row: Insertable<Schema['sandboxBankReceipts']>,
): Promise<boolean> {
  const inserted = await sql
    .insertInto('sandboxBankReceipts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function lastReceipt(sql: Sql, paymentId: string) {
  const row = await sql
    .selectFrom('sandboxBankReceipts')
    .select('receipt')
    .where('paymentId', '=', paymentId)
    .where('kind', '<>', 'closing')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.receipt ?? null
}

export async function findCancel(sql: Sql, paymentId: string, key: string) {
  return sql
    .selectFrom('sandboxBankCancels')
    .select(['originalAmount', 'newAmount'])
    .where('paymentId', '=', paymentId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertCancel(
  sql: Sql,
  cancel: { paymentId: string; key: string; originalAmount: number; newAmount: number },
): Promise<void> {
  await sql.insertInto('sandboxBankCancels').values(cancel).execute()
}

/** Newest first. */
export function newestPayments(sql: Sql, limit: number): Promise<SandboxPayment[]> {
  return sql
    .selectFrom('sandboxBankPayments')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stuck refunds complete on the next tick. */
export async function freeStuckPayments(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('sandboxBankPayments')
    .set({ stuck: false, dueAt: now })
    .where('stuck', '=', true)
    .execute()
}
