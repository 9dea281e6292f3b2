import { usernameKey } from '#domain/accounts/account.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The admins' settings of one flag: for everybody, and by artist (nickname in lower case). */
export type StoredFlag = { forAll: boolean | null; forArtists: ReadonlyMap<string, boolean> }

export async function readFlag(sql: Sql, name: string): Promise<StoredFlag> {
  const rows = await sql
    .selectFrom('featureFlags as flag')
    .leftJoin('artists as artist', 'artist.id', 'flag.artistId')
    .select(['artist.usernameKey as artistKey', 'flag.enabled'])
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
    .insertInto('featureFlags')
    .values({ name, artistId: null, enabled })
    .onConflict((same) => same.columns(['name', 'artistId']).doUpdateSet({ enabled }))
    .execute()
}

/** False when no artist has that nickname (case does not matter). */
export async function saveFlagForArtist(
  sql: Sql,
  flag: { name: string; username: string; enabled: boolean },
): Promise<boolean> {
  const key = usernameKey(flag.username)
  if (key === null) return false
  const artist = await sql
    .selectFrom('artists')
    .select('id')
    .where('usernameKey', '=', key)
    .executeTakeFirst()
  if (artist === undefined) return false
  await sql
    .insertInto('featureFlags')
    .values({ name: flag.name, artistId: artist.id, enabled: flag.enabled })
    .onConflict((same) => same.columns(['name', 'artistId']).doUpdateSet({ enabled: flag.enabled }))
    .execute()
  return true
}

type SetFlag = { name: string; username: string | null; enabled: boolean }

/** All settings by admins, artists by nickname. */
export async function allSetFlags(sql: Sql): Promise<SetFlag[]> {
  return sql
    .selectFrom('featureFlags as flag')
    .leftJoin('artists as artist', 'artist.id', 'flag.artistId')
    .select(['flag.name', 'artist.username', 'flag.enabled'])
    .orderBy('artist.usernameKey')
    .execute()
}

/** Removes a setting for all, or for one artist; false when there was none. */
export async function dropFlag(
  sql: Sql,
  { name, username }: { name: string; username: string | undefined },
): Promise<boolean> {
  const key = username === undefined ? null : usernameKey(username)
  if (username !== undefined && key === null) return false
  const dropped = await sql
    .deleteFrom('featureFlags')
    .where('name', '=', name)
    .$if(key === null, (rows) => rows.where('artistId', 'is', null))
    .$if(key !== null, (rows) =>
      rows.where('artistId', 'in', (artists) =>
        artists
          .selectFrom('artists')
          .select('id')
          .where('usernameKey', '=', key ?? ''),
      ),
    )
    .returning('name')
    .execute()
  return dropped.length > 0
}
