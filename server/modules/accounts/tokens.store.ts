import type { Role } from '#domain/accounts/operators.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Saves a new token and deletes this artist's expired ones. */
export async function addToken(
  sql: Sql,
  token: { hash: string; artistId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await sql
    .deleteFrom('loginTokens')
    .where('artistId', '=', token.artistId)
    .where('expiresAt', '<=', token.at)
    .execute()
  await sql
    .insertInto('loginTokens')
    .values({
      tokenHash: token.hash,
      artistId: token.artistId,
      createdAt: token.at,
      expiresAt: token.expiresAt,
    })
    .execute()
}

type TokenOwner = {
  id: string
  username: string
  role: Role
  openedAt: Date
}

export async function ownerOfToken(
  sql: Sql,
  tokenHash: string,
  now: Date,
): Promise<TokenOwner | undefined> {
  return sql
    .selectFrom('loginTokens as token')
    .innerJoin('artists as artist', 'artist.id', 'token.artistId')
    .select(['artist.id', 'artist.username', 'artist.role', 'token.createdAt as openedAt'])
    .where('token.tokenHash', '=', tokenHash)
    .where('token.expiresAt', '>', now)
    .where('artist.blockedAt', 'is', null)
    .executeTakeFirst()
}

export async function removeToken(sql: Sql, tokenHash: string): Promise<void> {
  await sql.deleteFrom('loginTokens').where('tokenHash', '=', tokenHash).execute()
}

export async function removeOtherTokens(
  sql: Sql,
  artistId: string,
  tokenHash: string,
): Promise<void> {
  await sql
    .deleteFrom('loginTokens')
    .where('artistId', '=', artistId)
    .where('tokenHash', '!=', tokenHash)
    .execute()
}

/** Deletes every token of an artist; returns their hashes. */
export async function removeTokens(sql: Sql, artistId: string): Promise<string[]> {
  const removed = await sql
    .deleteFrom('loginTokens')
    .where('artistId', '=', artistId)
    .returning('tokenHash')
    .execute()
  return removed.map((row) => row.tokenHash)
}
