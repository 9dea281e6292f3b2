import type { Sql } from '../../db/open.ts'

/** What admins set for one flag: for everybody, and by artist (nickname in lower case). */
export type StoredFlag = { forAll: boolean | null; forArtists: ReadonlyMap<string, boolean> }

export async function readFlag(sql: Sql, name: string): Promise<StoredFlag> {
  const rows = await sql
    .selectFrom('feature_flags as flag')
    .leftJoin('artists as artist', 'artist.id', 'flag.artist_id')
    .select(['artist.username_key as usernameKey', 'flag.enabled'])
    .where('flag.name', '=', name)
    .execute()
  const forArtists = new Map<string, boolean>()
  let forAll: boolean | null = null
  for (const { usernameKey, enabled } of rows) {
    if (usernameKey === null) forAll = enabled
    else forArtists.set(usernameKey, enabled)
  }
  return { forAll, forArtists }
}

export async function saveFlagForAll(sql: Sql, name: string, enabled: boolean): Promise<void> {
  await sql
    .insertInto('feature_flags')
    .values({ name, artist_id: null, enabled })
    .onConflict((same) => same.columns(['name', 'artist_id']).doUpdateSet({ enabled }))
    .execute()
}

const NICKNAME = /^[\w.-]+$/u

/** False when there is no artist of that nickname (case does not matter). */
export async function saveFlagForArtist(
  sql: Sql,
  flag: { name: string; username: string; enabled: boolean },
): Promise<boolean> {
  if (!NICKNAME.test(flag.username)) return false
  const artist = await sql
    .selectFrom('artists')
    .select('id')
    .where('username_key', '=', flag.username.toLowerCase())
    .executeTakeFirst()
  if (artist === undefined) return false
  await sql
    .insertInto('feature_flags')
    .values({ name: flag.name, artist_id: artist.id, enabled: flag.enabled })
    .onConflict((same) =>
      same.columns(['name', 'artist_id']).doUpdateSet({ enabled: flag.enabled }),
    )
    .execute()
  return true
}
