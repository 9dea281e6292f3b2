import type { Sql } from '../../platform/db/open.ts'

/** Whom the money is for, as everybody may know. */
export function artistNamed(
  sql: Sql,
  artistId: string,
): Promise<{ username: string; name: string }> {
  return sql
    .selectFrom('artists')
    .select(['username', 'name'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** Whether this payment's money set out on its way back before `moment`. */
export async function returnBegan(sql: Sql, paymentId: string, moment: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('bank_operations')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'give_back')
    .where('created_at', '<', moment)
    .executeTakeFirst()
  return row !== undefined
}
