import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'

/** Makes it due at once, unless nothing is expected to change any more. */
export async function makeDue(sql: Sql, id: string, now: Date): Promise<void> {
  await sql
    .updateTable('payments')
    .set({ due_at: now, quiet_looks: 0 })
    .where('id', '=', id)
    .where('due_at', '>', now)
    .execute()
}

/** Makes the status of these payments checked, even where nothing was expected of them any more. */
export async function requestStatusChecks(
  sql: Sql,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await sql
    .updateTable('payments')
    .set({ due_at: at, quiet_looks: 0 })
    .where(raw<boolean>`id = any(${ids}::uuid[])`)
    .where((is) => is.or([is('due_at', '>', at), is('due_at', 'is', null)]))
    .execute()
}

/** The same for one payment that the bank told of; false where we have no such payment. In a transaction. */
export async function requestStatusCheck(sql: Sql, id: string | null, at: Date): Promise<boolean> {
  // One statement: it stands in the transaction of each webhook.
  const { rows } = await raw<{ known: boolean }>`
    with due as (
      update payments set due_at = ${at}::timestamptz, quiet_looks = 0
      where id = ${id}::uuid and (due_at > ${at}::timestamptz or due_at is null))
    select exists (select from payments where id = ${id}::uuid) as known
  `.execute(sql)
  return rows[0]?.known ?? false
}

/**
 * Lets the worker try again at once; false where there is no such payment, or where its question is
 * none of `retried`. In a transaction.
 */
export async function retryPayment(
  sql: Sql,
  id: string,
  { retried, now }: { retried: readonly string[]; now: Date },
): Promise<boolean> {
  const payment = await sql
    .updateTable('payments')
    .set({ attention: null, attention_since: null, due_at: now, quiet_looks: 0 })
    .where('id', '=', id)
    .where(raw<boolean>`case when attention is null then state in ('returning', 'releasing')
      else attention = any(${retried}::text[]) end`)
    .returning('id')
    .executeTakeFirst()
  if (payment === undefined) return false
  await sql
    .updateTable('bank_operations')
    .set({ not_before: now })
    .where('payment_id', '=', id)
    .where(raw<boolean>`state in ('planned', 'sent')`)
    .execute()
  return true
}

/** Takes the mark off a payment that a person has settled by hand; false where it has none. */
export async function clearAttention(sql: Sql, id: string): Promise<boolean> {
  const payment = await sql
    .updateTable('payments')
    .set({ attention: null, attention_since: null })
    .where('id', '=', id)
    .where('attention', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return payment !== undefined
}
