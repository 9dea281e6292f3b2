import type { Sql } from '../../platform/db/open.ts'

/** Where an artist's money goes, and since when that is proved. */
export type StoredPayoutNumber = {
  readonly phone: string | null
  readonly sbpBankId: string | null
  readonly checkedAt: Date | null
}

/** The number that an artist's money goes to, held so that nobody changes it meanwhile. */
export async function holdNumber(
  sql: Sql,
  artistId: string,
): Promise<StoredPayoutNumber | undefined> {
  return sql
    .selectFrom('artists')
    .select([
      'phone_number as phone',
      'sbp_number_id as sbpBankId',
      'number_checked_at as checkedAt',
    ])
    .where('id', '=', artistId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The number proved itself, or lost its proof; only where it is still this one. */
export async function markNumber(
  sql: Sql,
  artistId: string,
  number: { phone: string; sbpBankId: string },
  checkedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('artists')
    .set({ number_checked_at: checkedAt })
    .where('id', '=', artistId)
    .where('phone_number', '=', number.phone)
    .where('sbp_number_id', '=', number.sbpBankId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets where payouts go, under the lock of the artist. */
export async function saveNumber(
  sql: Sql,
  artistId: string,
  number: StoredPayoutNumber,
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({
      phone_number: number.phone,
      sbp_number_id: number.sbpBankId,
      number_checked_at: number.checkedAt,
    })
    .where('id', '=', artistId)
    .execute()
}

export function numberOf(sql: Sql, artistId: string): Promise<StoredPayoutNumber> {
  return sql
    .selectFrom('artists')
    .select([
      'phone_number as phone',
      'sbp_number_id as sbpBankId',
      'number_checked_at as checkedAt',
    ])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}
