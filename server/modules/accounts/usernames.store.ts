import { USERNAME_KEPT_MS } from '#domain/accounts/new-username.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The current nickname of the artist who left this one. */
export async function currentNameOf(sql: Sql, key: string): Promise<string | undefined> {
  const found = await sql
    .selectFrom('old_usernames as old')
    .innerJoin('artists as artist', 'artist.id', 'old.artist_id')
    .select('artist.username')
    .where('old.username_key', '=', key)
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
    .selectFrom('old_usernames')
    .select('artist_id as artistId')
    .where('username_key', '=', key)
    .where('left_at', '>', new Date(at.getTime() - USERNAME_KEPT_MS))
    .limit(1)
    .executeTakeFirst()
  return reservation !== undefined && reservation.artistId !== artistId
}

/** Ends the old links of other artists with this nickname; returns whether there were any. */
export async function endOldLinks(sql: Sql, key: string, artistId: string): Promise<boolean> {
  const ended = await sql
    .deleteFrom('old_usernames')
    .where('username_key', '=', key)
    .where('artist_id', '!=', artistId)
    .returning('username_key')
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
    .leftJoin('old_usernames as old', 'old.artist_id', 'artist.id')
    .select(['artist.username', 'old.left_at as leftAt'])
    .where('artist.id', '=', artistId)
    .execute()
  const [{ username } = { username: '' }] = rows
  return { username, changes: rows.flatMap(({ leftAt }) => leftAt ?? []) }
}

/** Changes the nickname of an artist and stores the former one. */
export async function rename(
  sql: Sql,
  artistId: string,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  await sql
    .insertInto('old_usernames')
    .values({ username_key: from.toLowerCase(), artist_id: artistId, left_at: at })
    .execute()
  await sql
    .updateTable('artists')
    .set({ username: to, username_key: to.toLowerCase() })
    .where('id', '=', artistId)
    .execute()
}
