import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

export type CodePurpose = 'signup' | 'reset' | 'email' | 'passkey'

type StoredCode = {
  id: string
  codeHash: string
  issuedAt: Date
  tries: number
  usedAt: Date | null
}

/** Locks the address: no other code is sent to it before the commit. */
export async function lockCodes(sql: Sql, email: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${`code ${email}`}, 0))`.execute(sql)
}

/** Whose codes are counted together: of one device, or of all that are `known` or are not. */
type Askers = { deviceHash: string | null } | { known: boolean }

/** When codes were sent to an address after `since` for these askers, newest first. */
export async function codesSince(
  sql: Sql,
  sent: { email: string; purpose: CodePurpose; by: Askers; since: Date },
): Promise<Date[]> {
  const { by } = sent
  const rows = await sql
    .selectFrom('emailCodes')
    .select('issuedAt')
    .where('email', '=', sent.email)
    .where('purpose', '=', sent.purpose)
    .where((is) =>
      'known' in by
        ? is('known', '=', by.known)
        : is('deviceHash', 'is not distinct from', by.deviceHash),
    )
    .where('issuedAt', '>', sent.since)
    .orderBy('issuedAt', 'desc')
    .execute()
  return rows.map((row) => row.issuedAt)
}

export async function addCode(
  sql: Sql,
  code: {
    email: string
    purpose: CodePurpose
    hash: string
    /** Null: it works on any device, and has no link. */
    deviceHash: string | null
    linkHash: string | null
    known: boolean
    at: Date
  },
): Promise<string> {
  const id = randomUUIDv7()
  await sql
    .insertInto('emailCodes')
    .values({
      id,
      email: code.email,
      purpose: code.purpose,
      codeHash: code.hash,
      deviceHash: code.deviceHash,
      linkHash: code.linkHash,
      known: code.known,
      issuedAt: code.at,
      usedAt: null,
    })
    .execute()
  return id
}

/** Deletes a code whose e-mail was not sent: the one before it is valid again. */
export async function removeCode(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('emailCodes').where('id', '=', id).execute()
}

/** Deletes the old codes of every address, which nothing reads any more. */
export async function removeCodesBefore(sql: Sql, moment: Date): Promise<void> {
  await sql.deleteFrom('emailCodes').where('issuedAt', '<=', moment).execute()
}

/** The one code of an address that may be valid on this device, locked until the end of the transaction. */
export async function newestCode(
  sql: Sql,
  sent: { email: string; purpose: CodePurpose; deviceHash: string | null },
): Promise<StoredCode | undefined> {
  return sql
    .selectFrom('emailCodes')
    .select(['id', 'codeHash', 'issuedAt', 'tries', 'usedAt'])
    .where('email', '=', sent.email)
    .where('purpose', '=', sent.purpose)
    .where((is) => is.or([is('deviceHash', 'is', null), is('deviceHash', '=', sent.deviceHash)]))
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

export async function countWrongTry(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable('emailCodes')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** False when the code was used already. */
export async function useCode(sql: Sql, id: string, at: Date): Promise<boolean> {
  const used = await sql
    .updateTable('emailCodes')
    .set({ usedAt: at })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Returns the unused code whose e-mail had this link, sent after `since`. */
export async function codeOfLink(
  sql: Sql,
  sent: { email: string; purpose: CodePurpose; linkHash: string; since: Date },
): Promise<string | undefined> {
  const row = await sql
    .selectFrom('emailCodes')
    .select('id')
    .where('email', '=', sent.email)
    .where('purpose', '=', sent.purpose)
    .where('linkHash', '=', sent.linkHash)
    .where('issuedAt', '>', sent.since)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Voids the other codes and links of an address. */
export async function voidCodes(
  sql: Sql,
  sent: { email: string; purpose: CodePurpose },
  at: Date,
): Promise<void> {
  await sql
    .updateTable('emailCodes')
    .set({ usedAt: at })
    .where('email', '=', sent.email)
    .where('purpose', '=', sent.purpose)
    .where('usedAt', 'is', null)
    .execute()
}
