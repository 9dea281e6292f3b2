import { EMAIL_UNDO_MS } from '#domain/accounts/recovery.ts'
import type { Sql } from '#server/platform/db/open.ts'

type OpenChange = {
  readonly emailBefore: string
  readonly emailHeldUntil: Date
  /** Of several changes in a row the first. */
  readonly changedAt: Date
}

/** The version before stores no moment of a change. */
const startOf = (changedAt: Date | null, heldUntil: Date) =>
  changedAt ?? new Date(heldUntil.getTime() - EMAIL_UNDO_MS)

/** The address of an account, and what a running change of it would restore; locked until the commit. */
export async function lockEmail(sql: Sql, artistId: string, now: Date) {
  const row = await sql
    .selectFrom('artists')
    .select(['email', 'emailBefore', 'emailUndoHash', 'emailHeldUntil', 'emailChangedAt'])
    .where('id', '=', artistId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { emailBefore: before, emailUndoHash: undoHash, emailHeldUntil: until } = row
  const running = before !== null && undoHash !== null && until !== null && until > now
  if (!running) return { email: row.email, running: null }
  const changedAt = startOf(row.emailChangedAt, until)
  return { email: row.email, running: { before, undoHash, changedAt } }
}

export async function saveEmail(
  sql: Sql,
  artistId: string,
  to: { email: string; before: string; undoHash: string; heldUntil: Date; changedAt: Date },
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({
      email: to.email,
      emailBefore: to.before,
      emailUndoHash: to.undoHash,
      emailHeldUntil: to.heldUntil,
      emailChangedAt: to.changedAt,
      payoutsRestUntil: to.heldUntil,
    })
    .where('id', '=', artistId)
    .execute()
}

const NO_CHANGE = {
  emailBefore: null,
  emailUndoHash: null,
  emailHeldUntil: null,
  emailChangedAt: null,
} as const

/** Restores the address from before; the payouts rest until the end that was said. */
export async function restoreEmail(sql: Sql, artistId: string, email: string): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ email, ...NO_CHANGE })
    .where('id', '=', artistId)
    .execute()
}

export async function emailChangeOfLink(
  sql: Sql,
  undoHash: string,
  now: Date,
): Promise<(OpenChange & { id: string; email: string }) | undefined> {
  const row = await sql
    .selectFrom('artists')
    .select(['id', 'email', 'emailBefore', 'emailHeldUntil', 'emailChangedAt'])
    .where('emailUndoHash', '=', undoHash)
    .where('emailHeldUntil', '>', now)
    .executeTakeFirst()
  if (row?.emailBefore == null || row.emailHeldUntil === null) return undefined
  const { id, email, emailBefore, emailHeldUntil, emailChangedAt } = row
  const changedAt = startOf(emailChangedAt, emailHeldUntil)
  return { id, email, emailBefore, emailHeldUntil, changedAt }
}

export async function dropFormerEmails(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('artists')
    .set(NO_CHANGE)
    .where('emailBefore', 'is not', null)
    .where('emailHeldUntil', '<=', now)
    .execute()
}
