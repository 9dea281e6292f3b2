import type { Sql } from '#server/platform/db/open.ts'

/** Saves a new token and deletes this artist's expired ones. */
export async function addToken(
  sql: Sql,
  token: { hash: string; artistId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await sql
    .deleteFrom('login_tokens')
    .where('artist_id', '=', token.artistId)
    .where('expires_at', '<=', token.at)
    .execute()
  await sql
    .insertInto('login_tokens')
    .values({
      token_hash: token.hash,
      artist_id: token.artistId,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute()
}

type TokenOwner = {
  id: string
  username: string
  role: 'ARTIST' | 'ADMIN'
  openedAt: Date
}

export async function ownerOfToken(
  sql: Sql,
  tokenHash: string,
  now: Date,
): Promise<TokenOwner | undefined> {
  return sql
    .selectFrom('login_tokens as token')
    .innerJoin('artists as artist', 'artist.id', 'token.artist_id')
    .select(['artist.id', 'artist.username', 'artist.role', 'token.created_at as openedAt'])
    .where('token.token_hash', '=', tokenHash)
    .where('token.expires_at', '>', now)
    .executeTakeFirst()
}

export async function removeToken(sql: Sql, tokenHash: string): Promise<void> {
  await sql.deleteFrom('login_tokens').where('token_hash', '=', tokenHash).execute()
}

export async function removeOtherTokens(
  sql: Sql,
  artistId: string,
  tokenHash: string,
): Promise<void> {
  await sql
    .deleteFrom('login_tokens')
    .where('artist_id', '=', artistId)
    .where('token_hash', '!=', tokenHash)
    .execute()
}

/** Deletes every token of an artist; returns their hashes. */
export async function removeTokens(sql: Sql, artistId: string): Promise<string[]> {
  const removed = await sql
    .deleteFrom('login_tokens')
    .where('artist_id', '=', artistId)
    .returning('token_hash')
    .execute()
  return removed.map((row) => row.token_hash)
}
