import { USERNAME_KEPT_MS } from '#domain/accounts/new-username.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The current nickname of the artist who left this one. */
export async function currentNameOf(sql: Sql, key: string): Promise<string | undefined> {
  const found = await sql
    .selectFrom('oldUsernames as old')
    .innerJoin('artists as artist', 'artist.id', 'old.artistId')
    .select('artist.username')
    .where('old.usernameKey', '=', key)
    .where('artist.erasedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found?.username
}

/** Whether another artist left it so recently that it is still reserved for him. */
export async function isReserved(
  sql: Sql,
  { key, artistId, at }: { key: string; artistId?: string; at: Date },
): Promise<boolean> {
  const reservation = await sql
    .selectFrom('oldUsernames')
    .select('artistId')
    .where('usernameKey', '=', key)
    .where('leftAt', '>', new Date(at.getTime() - USERNAME_KEPT_MS))
    .limit(1)
    .executeTakeFirst()
  return reservation !== undefined && reservation.artistId !== artistId
}

/** Ends the old links of other artists with this nickname; returns whether there were any. */
export async function endOldLinks(sql: Sql, key: string, artistId: string): Promise<boolean> {
  const ended = await sql
    .deleteFrom('oldUsernames')
    .where('usernameKey', '=', key)
    .where('artistId', '!=', artistId)
    .returning('usernameKey')
    .execute()
  return ended.length > 0
}

/** The nickname of an artist, and the times of its changes. */
export async function nameOf(
  sql: Sql,
  artistId: string,
): Promise<{ username: string; changes: Date[] }> {
  const rows = await sql
    .selectFrom('artists as artist')
    .leftJoin('oldUsernames as old', 'old.artistId', 'artist.id')
    .select(['artist.username', 'old.leftAt'])
    .where('artist.id', '=', artistId)
    .execute()
  const [{ username } = { username: '' }] = rows
  return { username, changes: rows.flatMap(({ leftAt }) => leftAt ?? []) }
}

/** Stores that an artist left a nickname. */
export async function keepUsername(
  sql: Sql,
  artistId: string,
  username: string,
  at: Date,
): Promise<void> {
  await sql
    .insertInto('oldUsernames')
    .values({ usernameKey: username.toLowerCase(), artistId, leftAt: at })
    .execute()
}

/** Changes the nickname of an artist and stores the former one. */
export async function rename(
  sql: Sql,
  artistId: string,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  await keepUsername(sql, artistId, from, at)
  await sql
    .updateTable('artists')
    .set({ username: to, usernameKey: to.toLowerCase() })
    .where('id', '=', artistId)
    .execute()
}

/** Deletes the nicknames that erased accounts left until then. */
export async function forgetUsernames(sql: Sql, until: Date): Promise<void> {
  await sql
    .deleteFrom('oldUsernames')
    .where('leftAt', '<=', until)
    .where('artistId', 'in', (of) =>
      of.selectFrom('artists').select('id').where('erasedAt', 'is not', null),
    )
    .execute()
}
