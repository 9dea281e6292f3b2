import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** Where an artist's money goes, and since when that is proved. */
type StoredPayoutNumber = {
  readonly phone: string | null
  readonly sbpBankId: string | null
  readonly checkedAt: Date | null
}

/** What the tax office calls the artist; null where he has not said. */
type PayoutStatus = { readonly taxStatus: string | null }

/** Whom the bank named for the number, and whom the artist said yes to; null where there is none yet. */
type PayoutRecipient = {
  readonly recipient: string | null
  readonly confirmedRecipient: string | null
}

const COLUMNS = [
  'phone_number as phone',
  'sbp_number_id as sbpBankId',
  'number_checked_at as checkedAt',
  'payout_recipient as recipient',
  'payout_recipient_confirmed as confirmedRecipient',
  'tax_status as taxStatus',
] as const

/** The number that an artist's money goes to, held so that nobody changes it meanwhile. */
export async function lockPayoutNumber(
  sql: Sql,
  artistId: string,
): Promise<(StoredPayoutNumber & PayoutRecipient & PayoutStatus) | undefined> {
  return sql
    .selectFrom('artists')
    .select(COLUMNS)
    .where('id', '=', artistId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Those of these artists whose number is checked; `needsStatus`: and who have a tax status. */
export async function withCheckedNumber(
  sql: Sql,
  artistIds: readonly string[],
  { needsStatus }: { needsStatus: boolean },
): Promise<string[]> {
  const rows = await sql
    .selectFrom('artists')
    .select('id')
    .where(raw<boolean>`id = any(${artistIds}::uuid[])`)
    .where('number_checked_at', 'is not', null)
    .where((is) => (needsStatus ? is('tax_status', 'is not', null) : is.lit(true)))
    .execute()
  return rows.map(({ id }) => id)
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

/** Sets where payouts go, under the lock of the artist. Whom the artist never said yes to, the bank has to name again. */
export async function saveNumber(
  sql: Sql,
  artistId: string,
  number: StoredPayoutNumber & Pick<PayoutRecipient, 'confirmedRecipient'>,
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({
      phone_number: number.phone,
      sbp_number_id: number.sbpBankId,
      number_checked_at: number.checkedAt,
      payout_recipient: number.confirmedRecipient,
      payout_recipient_confirmed: number.confirmedRecipient,
    })
    .where('id', '=', artistId)
    .execute()
}

export function numberOf(
  sql: Sql,
  artistId: string,
): Promise<StoredPayoutNumber & PayoutRecipient & PayoutStatus> {
  return sql
    .selectFrom('artists')
    .select(COLUMNS)
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** The bank has named the recipient of a number; only where it is still this one. */
export async function nameRecipient(
  sql: Sql,
  artistId: string,
  number: { phone: string; sbpBankId: string },
  name: string,
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ payout_recipient: name })
    .where('id', '=', artistId)
    .where('phone_number', '=', number.phone)
    .where('sbp_number_id', '=', number.sbpBankId)
    .execute()
}

/** The artist says yes to the recipient; false where the bank names somebody else by now. */
export async function confirmRecipient(sql: Sql, artistId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('artists')
    .set({ payout_recipient_confirmed: name })
    .where('id', '=', artistId)
    .where('payout_recipient', '=', name)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
