import { sql as raw } from 'kysely'
import type { Role } from '#domain/accounts/operators.ts'
import type { Sql } from '#server/platform/db/open.ts'

export type PasskeyRow = {
  readonly id: string
  readonly artistId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: string[]
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | null
}

export function passkeysOf(sql: Sql, artistId: string): Promise<PasskeyRow[]> {
  return sql
    .selectFrom('passkeys')
    .selectAll()
    .where('artistId', '=', artistId)
    .orderBy('createdAt')
    .execute()
}

export function passkeyOf(sql: Sql, credentialId: string): Promise<PasskeyRow | undefined> {
  return sql
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
}

export async function addPasskey(sql: Sql, key: PasskeyRow): Promise<void> {
  await sql.insertInto('passkeys').values(key).execute()
}

/** Counts a use of a key; false where another request counted one since it was read. */
export async function countUse(
  sql: Sql,
  { id, counter }: PasskeyRow,
  used: { counter: number; at: Date },
): Promise<boolean> {
  const counted = await sql
    .updateTable('passkeys')
    .set({ counter: used.counter, usedAt: used.at })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

export async function removePasskey(sql: Sql, artistId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('passkeys')
    .where('artistId', '=', artistId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes the keys that an artist added since then and every code in place of keys; false where there were none. */
export async function removeKeysSince(sql: Sql, artistId: string, since: Date): Promise<boolean> {
  const keys = await sql
    .deleteFrom('passkeys')
    .where('artistId', '=', artistId)
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  const codes = await sql
    .deleteFrom('recoveryCodes')
    .where('artistId', '=', artistId)
    .executeTakeFirst()
  return keys.numDeletedRows + codes.numDeletedRows > 0n
}

/** Removes the keys of an artist and the codes in their place. */
export const removeEveryKey = (sql: Sql, artistId: string) =>
  removeKeysSince(sql, artistId, new Date(0))

export type Purpose = 'login' | 'add' | 'prove'
type Challenge = { readonly hash: string; readonly artistId: string | null; purpose: Purpose }

export async function addChallenge(
  sql: Sql,
  { hash, artistId, purpose }: Challenge,
  expiresAt: Date,
): Promise<void> {
  await sql
    .insertInto('passkeyChallenges')
    .values({ challengeHash: hash, artistId, purpose, expiresAt })
    .execute()
}

/** Takes a challenge away; false where it was not given for this, was taken already or is too old. */
export async function takeChallenge(
  sql: Sql,
  { hash, artistId, purpose }: Challenge,
  now: Date,
): Promise<boolean> {
  const { rows } = await raw<{ expiresAt: Date }>`
    delete from passkey_challenges
    where challenge_hash = ${hash} and purpose = ${purpose}
      and artist_id is not distinct from ${artistId}::uuid
    returning expires_at`.execute(sql)
  const [taken] = rows
  return taken !== undefined && taken.expiresAt > now
}

export async function dropChallenges(sql: Sql, now: Date): Promise<void> {
  await sql.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute()
}

/** Whose account it is, as the browser shows it beside a key. */
export function keyOwner(
  sql: Sql,
  artistId: string,
): Promise<{ username: string; name: string; role: Role; blockedAt: Date | null }> {
  return sql
    .selectFrom('artists')
    .select(['username', 'name', 'role', 'blockedAt'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}

export async function saveRecoveryCodes(
  sql: Sql,
  artistId: string,
  hashes: readonly string[],
): Promise<void> {
  await sql.deleteFrom('recoveryCodes').where('artistId', '=', artistId).execute()
  await sql
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ artistId, codeHash })))
    .execute()
}

/** Uses a code up; false where it is none of the artist's, or was used. */
export async function useRecoveryCode(
  sql: Sql,
  artistId: string,
  { codeHash, at }: { codeHash: string; at: Date },
): Promise<boolean> {
  const used = await sql
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('artistId', '=', artistId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('artistId')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(
  sql: Sql,
  artistId: string,
): Promise<{ left: number; of: number }> {
  const { rows } = await raw<{ left: number; of: number }>`
    select count(*) filter (where used_at is null)::int as left, count(*)::int as of
    from recovery_codes where artist_id = ${artistId}::uuid`.execute(sql)
  return rows[0] ?? { left: 0, of: 0 }
}

/** Nothing is paid out before `until`, or later where that was said already. */
export async function restPayouts(sql: Sql, artistId: string, until: Date): Promise<void> {
  await raw`
    update artists set payouts_rest_until = greatest(payouts_rest_until, ${until}::timestamptz)
    where id = ${artistId}::uuid`.execute(sql)
}
