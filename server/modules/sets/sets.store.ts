import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { SetItem, SongSet } from '#domain/songs/song-set.ts'
import type { Sql } from '#server/platform/db/open.ts'

export type StoredSet = SongSet & { readonly id: string }

const setsOf = (sql: Sql, artistId: string) =>
  sql
    .selectFrom('sets')
    .select(['id', 'title', 'target_minutes as targetMinutes', 'items'])
    .where('artist_id', '=', artistId)

/** By title. */
export function readSets(sql: Sql, artistId: string): Promise<StoredSet[]> {
  return setsOf(sql, artistId)
    .orderBy(raw`lower(title)`)
    .orderBy('id')
    .execute()
}

export function readSet(sql: Sql, artistId: string, id: string): Promise<StoredSet | undefined> {
  return setsOf(sql, artistId).where('id', '=', id).executeTakeFirst()
}

const written = ({ title, targetMinutes, items }: SongSet, at: Date) => ({
  title,
  target_minutes: targetMinutes,
  items: JSON.stringify(items),
  updated_at: at,
})

/** Returns the id of the new set. */
export async function addSet(sql: Sql, artistId: string, set: SongSet, at: Date): Promise<string> {
  const id = randomUUIDv7()
  await sql
    .insertInto('sets')
    .values({ id, artist_id: artistId, ...written(set, at) })
    .execute()
  return id
}

/** False where this artist has no set of this id. */
export async function rewriteSet(
  sql: Sql,
  artistId: string,
  set: StoredSet,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('sets')
    .set(written(set, at))
    .where('id', '=', set.id)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeSet(sql: Sql, artistId: string, id: string): Promise<void> {
  await sql.deleteFrom('sets').where('artist_id', '=', artistId).where('id', '=', id).execute()
}

export type SongOfSet = {
  songId: string
  title: string
  artistName: string
  imageUrl: string
  isFavorite: boolean
  seconds?: number
}

/** The songs of sets as their artist sees them, by id. */
export async function songsOf(
  sql: Sql,
  artistId: string,
  items: readonly SetItem[],
): Promise<ReadonlyMap<string, SongOfSet>> {
  const ids = items.flatMap((item) => (item.kind === 'song' ? [item.songId] : []))
  const rows = await sql
    .selectFrom('songs as s')
    .leftJoin('repertoire as r', (on) =>
      on.onRef('r.song_id', '=', 's.id').on('r.artist_id', '=', artistId),
    )
    .select(['s.id as songId', 's.title', 's.artist_name as artistName', 's.image_url as imageUrl'])
    .select(['r.song_id as favorite', 'r.seconds'])
    .where(raw<boolean>`s.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ favorite, seconds, ...song }) => [
      song.songId,
      { ...song, isFavorite: favorite !== null, ...(seconds !== null && { seconds }) },
    ]),
  )
}
