import type { Sql } from '#server/platform/db/open.ts'

type OpenChange = {
  readonly emailBefore: string
  readonly emailHeldUntil: Date
}

/** The address of an account, and what a running change of it would restore; locked until the commit. */
export async function lockEmail(sql: Sql, artistId: string, now: Date) {
  const row = await sql
    .selectFrom('artists')
    .select(['email', 'emailBefore', 'emailUndoHash', 'emailHeldUntil'])
    .where('id', '=', artistId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { emailBefore: before, emailUndoHash: undoHash, emailHeldUntil: until } = row
  const running = before !== null && undoHash !== null && until !== null && until > now
  return { email: row.email, running: running ? { before, undoHash } : null }
}

export async function saveEmail(
  sql: Sql,
  artistId: string,
  to: { email: string; before: string; undoHash: string; heldUntil: Date },
): Promise<void> {
  await sql
    .updateTable('artists')
    .set({
      email: to.email,
      emailBefore: to.before,
      emailUndoHash: to.undoHash,
      emailHeldUntil: to.heldUntil,
      payoutsRestUntil: to.heldUntil,
    })
    .where('id', '=', artistId)
    .execute()
}

/** Restores the address from before; the payouts rest until the end that was said. */
export async function restoreEmail(sql: Sql, artistId: string, email: string): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ email, emailBefore: null, emailUndoHash: null, emailHeldUntil: null })
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
    .select(['id', 'email', 'emailBefore', 'emailHeldUntil'])
    .where('emailUndoHash', '=', undoHash)
    .where('emailHeldUntil', '>', now)
    .executeTakeFirst()
  if (row?.emailBefore == null || row.emailHeldUntil === null) return undefined
  return { ...row, emailBefore: row.emailBefore, emailHeldUntil: row.emailHeldUntil }
}

export async function dropFormerEmails(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ emailBefore: null, emailUndoHash: null, emailHeldUntil: null })
    .where('emailBefore', 'is not', null)
    .where('emailHeldUntil', '<=', now)
    .execute()
}
