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

/** The newest check of this number, however it stands. */
export function lastCheck(
  sql: Sql,
  artistId: string,
  number: { phone: string; sbpBankId: string },
): Promise<{ id: string; state: string } | undefined> {
  return sql
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'check')
    .where('phone', '=', number.phone)
    .where('sbp_bank_id', '=', number.sbpBankId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
