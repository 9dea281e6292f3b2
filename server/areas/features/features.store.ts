import { usernameKey } from '#domain/account.ts'
import type { Sql } from '#server/db/open.ts'

/** What admins set for one flag: for everybody, and by artist (nickname in lower case). */
export type StoredFlag = { forAll: boolean | null; forArtists: ReadonlyMap<string, boolean> }

export async function readFlag(sql: Sql, name: string): Promise<StoredFlag> {
  const rows = await sql
    .selectFrom('feature_flags as flag')
    .leftJoin('artists as artist', 'artist.id', 'flag.artist_id')
    .select(['artist.username_key as artistKey', 'flag.enabled'])
    .where('flag.name', '=', name)
    .execute()
  const forArtists = new Map<string, boolean>()
  let forAll: boolean | null = null
  for (const { artistKey, enabled } of rows) {
    if (artistKey === null) forAll = enabled
    else forArtists.set(artistKey, enabled)
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

/** False when there is no artist of that nickname (case does not matter). */
export async function saveFlagForArtist(
  sql: Sql,
  flag: { name: string; username: string; enabled: boolean },
): Promise<boolean> {
  const key = usernameKey(flag.username)
  if (key === null) return false
  const artist = await sql
    .selectFrom('artists')
    .select('id')
    .where('username_key', '=', key)
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
