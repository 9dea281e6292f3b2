import { sql as raw } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'

export async function songIdsOf(sql: Sql, artistId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('repertoire')
    .select('song_id')
    .where('artist_id', '=', artistId)
    .execute()
  return rows.map((row) => row.song_id)
}

/** The tags of those songs of a repertoire that have any, by song. */
export async function tagsBySong(sql: Sql, artistId: string): Promise<Map<string, string[]>> {
  const rows = await sql
    .selectFrom('repertoire')
    .select(['song_id', 'tags'])
    .where('artist_id', '=', artistId)
    .where('tags', '<>', raw<string[]>`'{}'`)
    .execute()
  return new Map(rows.map((row) => [row.song_id, row.tags]))
}

/** False where the song is not in the repertoire. */
export async function saveTags(
  sql: Sql,
  { artistId, songId, tags }: { artistId: string; songId: string; tags: string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('repertoire')
    .set({ tags })
    .where('artist_id', '=', artistId)
    .where('song_id', '=', songId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function hasSong(sql: Sql, artistId: string, songId: string): Promise<boolean> {
  const row = await sql
    .selectFrom('repertoire')
    .select('song_id')
    .where('artist_id', '=', artistId)
    .where('song_id', '=', songId)
    .executeTakeFirst()
  return row !== undefined
}

export async function countSongs(sql: Sql, artistId: string): Promise<number> {
  const { songs } = await sql
    .selectFrom('repertoire')
    .select((row) => row.fn.countAll<number>().as('songs'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  return songs
}

export async function insertSong(
  sql: Sql,
  row: { artistId: string; songId: string; at: Date },
): Promise<void> {
  await sql
    .insertInto('repertoire')
    .values({ artist_id: row.artistId, song_id: row.songId, added_at: row.at })
    .execute()
}

/** Takes ids of songs that are there; those that already stand in the repertoire stay. Gives the ones that are new in it. */
export async function insertSongs(
  sql: Sql,
  { artistId, songIds, at }: { artistId: string; songIds: readonly string[]; at: Date },
): Promise<string[]> {
  const { rows } = await raw<{ songId: string }>`
    insert into repertoire (artist_id, song_id, added_at)
    select ${artistId}::uuid, song_id, ${at}::timestamptz
    from unnest(${songIds}::uuid[]) as coming (song_id)
    on conflict (artist_id, song_id) do nothing
    returning song_id as "songId"
  `.execute(sql)
  return rows.map(({ songId }) => songId)
}

/** Gives those that stood there. */
export async function deleteSongs(
  sql: Sql,
  artistId: string,
  songIds: readonly string[],
): Promise<string[]> {
  const rows = await sql
    .deleteFrom('repertoire')
    .where('artist_id', '=', artistId)
    .where('song_id', '=', raw<string>`any(${songIds}::uuid[])`)
    .returning('song_id')
    .execute()
  return rows.map((row) => row.song_id)
}

export async function deleteSong(sql: Sql, artistId: string, songId: string): Promise<void> {
  await sql
    .deleteFrom('repertoire')
    .where('artist_id', '=', artistId)
    .where('song_id', '=', songId)
    .execute()
}
