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
  /** Of several changes in a row the first. */
  readonly beganAt: Date
  readonly heldUntil: Date
  readonly undoneAt: Date | null
}

function changes(sql: Sql) {
  return sql
    .selectFrom('payoutNumberChanges')
    .select([
      'id',
      'artistId',
      'phoneBefore',
      'sbpBankBefore as bankBefore',
      'checkedAtBefore',
      'recipientBefore',
      'phone',
      'sbpBankId',
      'beganAt',
      'heldUntil',
      'undoneAt',
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
    .where('artistId', '=', artistId)
    .where('undoneAt', 'is', null)
    .orderBy('heldUntil', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toChange(row)
}

/** The oldest change since then that was not undone; its hold may be over. */
export async function firstChangeSince(
  sql: Sql,
  artistId: string,
  since: Date,
): Promise<NumberChangeRow | undefined> {
  const row = await changes(sql)
    .where('artistId', '=', artistId)
    .where('undoneAt', 'is', null)
    .where('changedAt', '>=', since)
    .orderBy('changedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && toChange(row)
}

export async function changeOfLink(
  sql: Sql,
  undoHash: string,
): Promise<NumberChangeRow | undefined> {
  const row = await changes(sql).where('undoHash', '=', undoHash).executeTakeFirst()
  return row && toChange(row)
}

export async function addChange(
  sql: Sql,
  change: Omit<NumberChangeRow, 'undoneAt'> & { undoHash: string; at: Date },
): Promise<void> {
  await sql
    .insertInto('payoutNumberChanges')
    .values({
      id: change.id,
      artistId: change.artistId,
      undoHash: change.undoHash,
      phoneBefore: change.before.phone,
      sbpBankBefore: change.before.sbpBankId,
      checkedAtBefore: change.before.checkedAt,
      recipientBefore: change.before.confirmedRecipient,
      phone: change.after.phone,
      sbpBankId: change.after.sbpBankId,
      changedAt: change.at,
      beganAt: change.beganAt,
      heldUntil: change.heldUntil,
      undoneAt: null,
    })
    .execute()
}

/** Ends every change of an artist whose link still works, or that was made since then. */
export async function endChanges(
  sql: Sql,
  artistId: string,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<void> {
  await sql
    .updateTable('payoutNumberChanges')
    .set({ undoneAt: at })
    .where('artistId', '=', artistId)
    .where('undoneAt', 'is', null)
    .where((is) => is.or([is('heldUntil', '>', at), is('changedAt', '>=', since)]))
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
    .where('artistId', '=', artistId)
    .where('kind', '=', 'check')
    .where('phone', '=', number.phone)
    .where('sbpBankId', '=', number.sbpBankId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
