import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { AccountType, Signup } from '#domain/account.ts'
import type { Sql } from '#server/db/open.ts'

// PostgreSQL takes no zero character, and nothing stored holds the sign that stands for it here.
function asked(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** Which of the two already belong to somebody. `usernameKey` and `email` in lower case. */
export async function whichAreTaken(
  sql: Sql,
  wanted: { usernameKey: string; email: string },
): Promise<{ username: boolean; email: boolean }> {
  const usernameKey = asked(wanted.usernameKey)
  const email = asked(wanted.email)
  const rows = await sql
    .selectFrom('artists')
    .select(['username_key', 'email'])
    .where((where) =>
      where.or([where('username_key', '=', usernameKey), where('email', '=', email)]),
    )
    .execute()
  return {
    username: rows.some((row) => row.username_key === usernameKey),
    email: rows.some((row) => row.email === email),
  }
}

/** The account behind a nickname or an address in lower case; no nickname holds an @, so they cannot be confused. */
export async function findLogin(
  sql: Sql,
  login: string,
): Promise<{ id: string; passwordHash: string } | undefined> {
  const name = asked(login)
  return sql
    .selectFrom('artists')
    .select(['id', 'password_hash as passwordHash'])
    .where((where) => where.or([where('username_key', '=', name), where('email', '=', name)]))
    .executeTakeFirst()
}

export async function addArtist(
  sql: Sql,
  artist: Signup & { passwordHash: string; partnerId: string | null; at: Date },
): Promise<string> {
  const id = randomUUIDv7()
  await sql
    .insertInto('artists')
    .values({
      id,
      username: artist.username,
      username_key: artist.username.toLowerCase(),
      email: artist.email,
      password_hash: artist.passwordHash,
      account_type: artist.accountType,
      name: artist.name,
      partner_id: artist.partnerId,
      created_at: artist.at,
    })
    .execute()
  return id
}

export async function accountOf(
  sql: Sql,
  artistId: string,
): Promise<{ username: string; accountType: AccountType; role: 'ARTIST' | 'ADMIN' }> {
  return sql
    .selectFrom('artists')
    .select(['username', 'account_type as accountType', 'role'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** Keeps a new token, and lets go of those of this artist that died. */
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

export async function ownerOfToken(
  sql: Sql,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; username: string; role: 'ARTIST' | 'ADMIN' } | undefined> {
  return sql
    .selectFrom('login_tokens as token')
    .innerJoin('artists as artist', 'artist.id', 'token.artist_id')
    .select(['artist.id', 'artist.username', 'artist.role'])
    .where('token.token_hash', '=', tokenHash)
    .where('token.expires_at', '>', now)
    .executeTakeFirst()
}

/** Remembers that the owner of an address agreed to a document; the same agreement stands once. */
export async function keepConsent(
  sql: Sql,
  consent: { email: string; document: 'privacy'; version: string; at: Date },
): Promise<void> {
  await raw`
    insert into consents (id, email, document, version, given_at)
    select ${randomUUIDv7()}::uuid, ${consent.email}, ${consent.document}, ${consent.version},
      ${consent.at}::timestamptz
    where not exists (
      select from consents
      where email = ${consent.email} and document = ${consent.document}
        and version = ${consent.version} and artist_id is null)`.execute(sql)
}

export async function tieConsents(sql: Sql, email: string, artistId: string): Promise<void> {
  await sql
    .updateTable('consents')
    .set({ artist_id: artistId })
    .where('email', '=', email)
    .where('artist_id', 'is', null)
    .execute()
}
