import { sql as raw } from 'kysely'
import { CONSENT } from '#domain/documents.ts'
import type { Role } from '#domain/accounts/operators.ts'
import type { Sql } from '#server/platform/db/open.ts'

export async function addToken(
  sql: Sql,
  token: {
    hash: string
    artistId: string
    device: string
    place: string
    at: Date
    expiresAt: Date
    provedAt?: Date | null
    openedBy?: string | null
  },
): Promise<void> {
  await sql
    .insertInto('loginTokens')
    .values({
      tokenHash: token.hash,
      artistId: token.artistId,
      device: token.device,
      place: token.place,
      createdAt: token.at,
      expiresAt: token.expiresAt,
      provedAt: token.provedAt ?? null,
      openedBy: token.openedBy ?? null,
    })
    .execute()
}

/** Deletes the logins of all artists that have ended by this moment. */
export async function dropEndedTokens(sql: Sql, now: Date): Promise<void> {
  await sql.deleteFrom('loginTokens').where('expiresAt', '<=', now).execute()
}

type TokenOwner = {
  id: string
  username: string
  role: Role
  openedAt: Date
  seenAt: Date | null
  provedAt: Date | null
  mustAgree: boolean
}

export async function ownerOfToken(
  sql: Sql,
  tokenHash: string,
  now: Date,
): Promise<TokenOwner | undefined> {
  return sql
    .selectFrom('loginTokens as token')
    .innerJoin('artists as artist', 'artist.id', 'token.artistId')
    .select([
      'artist.id',
      // A running concert is not interrupted.
      raw<boolean>`artist.consent_edition is distinct from ${CONSENT.date} and not exists (
        select from concerts where artist_id = artist.id and status = 'NOW')`.as('mustAgree'),
      'artist.username',
      'artist.role',
      'token.createdAt as openedAt',
      'token.seenAt',
      'token.provedAt',
    ])
    .where('token.tokenHash', '=', tokenHash)
    .where('token.expiresAt', '>', now)
    .where('artist.blockedAt', 'is', null)
    .executeTakeFirst()
}

export async function hasToken(sql: Sql, tokenHash: string): Promise<boolean> {
  const found = await sql
    .selectFrom('loginTokens')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return found !== undefined
}

export async function saveSeen(sql: Sql, tokenHash: string, at: Date): Promise<void> {
  await sql
    .updateTable('loginTokens')
    .set({ seenAt: at })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

export async function saveProof(sql: Sql, tokenHash: string, at: Date): Promise<void> {
  await sql
    .updateTable('loginTokens')
    .set({ provedAt: at })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** The logins of an artist, the last used first. */
export function loginsOf(sql: Sql, artistId: string, now: Date) {
  return sql
    .selectFrom('loginTokens')
    .select((of) => [
      'id',
      'tokenHash',
      'device',
      'place',
      of.fn.coalesce('seenAt', 'createdAt').as('seenAt'),
    ])
    .where('artistId', '=', artistId)
    .where('expiresAt', '>', now)
    .orderBy('seenAt', 'desc')
    .execute()
}

/** Ends one login of an artist; returns whether there was one. */
export async function removeLogin(sql: Sql, artistId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('loginTokens')
    .where('artistId', '=', artistId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
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

/** Of a token that some passkey may have opened: nobody stored which. */
const UNKNOWN_KEY = '00000000-0000-0000-0000-000000000000'

/** Deletes the tokens that a passkey opened, or may have opened, except this one. */
export async function removeTokensOfKey(
  sql: Sql,
  keyId: string,
  { id, tokenHash }: { id: string; tokenHash: string },
): Promise<void> {
  await sql
    .deleteFrom('loginTokens')
    .where('artistId', '=', id)
    .where('openedBy', 'in', [keyId, UNKNOWN_KEY])
    .where('tokenHash', '!=', tokenHash)
    .execute()
}

/** Deletes every token of an artist and returns them. */
export function removeTokens(sql: Sql, artistId: string) {
  return sql
    .deleteFrom('loginTokens')
    .where('artistId', '=', artistId)
    .returning(['tokenHash', 'device', 'place', 'provedAt', 'openedBy'])
    .execute()
}
