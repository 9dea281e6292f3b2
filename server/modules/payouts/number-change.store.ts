import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** A phone and its bank as stored; `checkedAt` is null until the number has passed its check. */
export type StoredNumber = {
  readonly phone: string | null
  readonly sbpBankId: string | null
  readonly checkedAt: Date | null
  /** The recipient that the artist confirmed. */
  readonly confirmedRecipient: string | null
}

export type NumberChangeRow = {
  readonly id: string
  readonly artistId: string
  /** The number that an undo restores. */
  readonly before: StoredNumber
  readonly after: Pick<StoredNumber, 'phone' | 'sbpBankId'>
  readonly heldUntil: Date
  readonly undoneAt: Date | null
}

function changes(sql: Sql) {
  return sql
    .selectFrom('payout_number_changes')
    .select([
      'id',
      'artist_id as artistId',
      'phone_before as phoneBefore',
      'sbp_bank_before as bankBefore',
      'checked_at_before as checkedAtBefore',
      'recipient_before as recipientBefore',
      'phone',
      'sbp_bank_id as sbpBankId',
      'held_until as heldUntil',
      'undone_at as undoneAt',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>

function toChange(row: Row): NumberChangeRow {
  const { phoneBefore, bankBefore, checkedAtBefore, recipientBefore, ...rest } = row
  const { phone, sbpBankId, ...same } = rest
  return {
    ...same,
    before: {
      phone: phoneBefore,
      sbpBankId: bankBefore,
      checkedAt: checkedAtBefore,
      confirmedRecipient: recipientBefore,
    },
    after: { phone, sbpBankId },
  }
}

/** The newest change that was not undone; its hold may be over. */
export async function lastChange(sql: Sql, artistId: string): Promise<NumberChangeRow | undefined> {
  const row = await changes(sql)
    .where('artist_id', '=', artistId)
    .where('undone_at', 'is', null)
    .orderBy('held_until', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toChange(row)
}

export async function changeOfLink(
  sql: Sql,
  undoHash: string,
): Promise<NumberChangeRow | undefined> {
  const row = await changes(sql).where('undo_hash', '=', undoHash).executeTakeFirst()
  return row && toChange(row)
}

export async function addChange(
  sql: Sql,
  change: Omit<NumberChangeRow, 'undoneAt'> & { undoHash: string; at: Date },
): Promise<void> {
  await sql
    .insertInto('payout_number_changes')
    .values({
      id: change.id,
      artist_id: change.artistId,
      undo_hash: change.undoHash,
      phone_before: change.before.phone,
      sbp_bank_before: change.before.sbpBankId,
      checked_at_before: change.before.checkedAt,
      recipient_before: change.before.confirmedRecipient,
      phone: change.after.phone,
      sbp_bank_id: change.after.sbpBankId,
      changed_at: change.at,
      held_until: change.heldUntil,
      undone_at: null,
    })
    .execute()
}

/** Ends every change of an artist whose link still works. */
export async function endChanges(sql: Sql, artistId: string, at: Date): Promise<void> {
  await sql
    .updateTable('payout_number_changes')
    .set({ undone_at: at })
    .where('artist_id', '=', artistId)
    .where('undone_at', 'is', null)
    .where('held_until', '>', at)
    .execute()
}

/** Whether a listener ever paid this artist for a song or a tip. */
export async function hasEarned(sql: Sql, artistId: string): Promise<boolean> {
  const { rows } = await raw<{ earned: boolean }>`
    select exists (
      select from payments
      where artist_id = ${artistId}::uuid and kind in ('song', 'tip')
        and (funds <> 'none' or state = 'released')
    ) as earned
  `.execute(sql)
  return rows[0]?.earned === true
}

/** Returns the newest check of this number, in whatever state. */
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
