import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** Where an artist's money is paid out, and when the number was checked. */
type StoredPayoutNumber = {
  readonly phone: string | null
  readonly sbpBankId: string | null
  readonly checkedAt: Date | null
}

/** The artist's tax status; null when he has not stated it. */
type PayoutStatus = {
  readonly taxStatus: string | null
  /** Since when an operator keeps his payouts back; null: he does not. */
  readonly payoutsFrozenAt: Date | null
  /** Nothing is paid before this moment, whatever the number is. */
  readonly payoutsRestUntil: Date | null
}

/** The recipient named by the bank, and the one confirmed by the artist; null where there is none yet. */
type PayoutRecipient = {
  readonly recipient: string | null
  readonly confirmedRecipient: string | null
}

const COLUMNS = [
  'phoneNumber as phone',
  'sbpNumberId as sbpBankId',
  'numberCheckedAt as checkedAt',
  'payoutRecipient as recipient',
  'payoutRecipientConfirmed as confirmedRecipient',
  'taxStatus',
  'payoutsFrozenAt',
  'payoutsRestUntil',
] as const

/** Returns the number that an artist's money is paid out to and locks it against changes. */
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

/** Those of these artists whose number is checked and whose payouts nobody froze; `needsStatus`: and who have a tax status. */
export async function withCheckedNumber(
  sql: Sql,
  artistIds: readonly string[],
  { needsStatus }: { needsStatus: boolean },
): Promise<string[]> {
  const rows = await sql
    .selectFrom('artists')
    .select('id')
    .where(raw<boolean>`id = any(${artistIds}::uuid[])`)
    .where('numberCheckedAt', 'is not', null)
    .where('payoutsFrozenAt', 'is', null)
    .where((is) => (needsStatus ? is('taxStatus', 'is not', null) : is.lit(true)))
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks the number as checked, or as unchecked (null); only when it is still this one. */
export async function markNumber(
  sql: Sql,
  artistId: string,
  number: { phone: string; sbpBankId: string },
  checkedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('artists')
    .set({ numberCheckedAt: checkedAt })
    .where('id', '=', artistId)
    .where('phoneNumber', '=', number.phone)
    .where('sbpNumberId', '=', number.sbpBankId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Saves the payout number; the caller must have locked the artist. The bank has to name an unconfirmed recipient again. */
export async function saveNumber(
  sql: Sql,
  artistId: string,
  number: StoredPayoutNumber & Pick<PayoutRecipient, 'confirmedRecipient'>,
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({
      phoneNumber: number.phone,
      sbpNumberId: number.sbpBankId,
      numberCheckedAt: number.checkedAt,
      payoutRecipient: number.confirmedRecipient,
      payoutRecipientConfirmed: number.confirmedRecipient,
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

/** Saves the recipient that the bank named for a number; only when it is still this one. */
export async function nameRecipient(
  sql: Sql,
  artistId: string,
  number: { phone: string; sbpBankId: string },
  name: string,
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ payoutRecipient: name })
    .where('id', '=', artistId)
    .where('phoneNumber', '=', number.phone)
    .where('sbpNumberId', '=', number.sbpBankId)
    .execute()
}

/** Saves the artist's confirmation; false when the bank names another recipient by now. */
export async function confirmRecipient(sql: Sql, artistId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('artists')
    .set({ payoutRecipientConfirmed: name })
    .where('id', '=', artistId)
    .where('payoutRecipient', '=', name)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
