import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { SetItem, SongSet } from '#domain/songs/song-set.ts'
import type { Sql } from '#server/platform/db/open.ts'

export type StoredSet = SongSet & { readonly id: string; readonly savedAt: Date }

const setsOf = (sql: Sql, artistId: string) =>
  sql
    .selectFrom('sets')
    .select(['id', 'title', 'targetMinutes', 'items', 'updatedAt as savedAt'])
    .where('artistId', '=', artistId)

export function readSets(sql: Sql, artistId: string): Promise<StoredSet[]> {
  return setsOf(sql, artistId).orderBy('id').execute()
}

export function readSet(sql: Sql, artistId: string, id: string): Promise<StoredSet | undefined> {
  return setsOf(sql, artistId).where('id', '=', id).executeTakeFirst()
}

const written = ({ title, targetMinutes, items }: SongSet, at: Date) => ({
  title,
  targetMinutes,
  items: JSON.stringify(items),
  updatedAt: at,
})

/** Returns the id of the new set. */
export async function addSet(sql: Sql, artistId: string, set: SongSet, at: Date): Promise<string> {
  const id = randomUUIDv7()
  await sql
    .insertInto('sets')
    .values({ id, artistId, ...written(set, at) })
    .execute()
  return id
}

/** False where this artist has no set of this id. */
export async function rewriteSet(
  sql: Sql,
  artistId: string,
  set: SongSet & { readonly id: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('sets')
    .set(written(set, at))
    .where('id', '=', set.id)
    .where('artistId', '=', artistId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeSet(sql: Sql, artistId: string, id: string): Promise<void> {
  await sql.deleteFrom('sets').where('artistId', '=', artistId).where('id', '=', id).execute()
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
      on.onRef('r.songId', '=', 's.id').on('r.artistId', '=', artistId),
    )
    .select(['s.id as songId', 's.title', 's.artistName', 's.imageUrl'])
    .select(['r.songId as favorite', 'r.seconds'])
    .where(raw<boolean>`s.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ favorite, seconds, ...song }) => [
      song.songId,
      { ...song, isFavorite: favorite !== null, ...(seconds !== null && { seconds }) },
    ]),
  )
}
