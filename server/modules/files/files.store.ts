import type { Sql } from '#server/platform/db/open.ts'

/** An artist's photos, stored or still loading. */
export async function countPhotos(sql: Sql, artistId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('photos')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('artistId', '=', artistId)
    .where('state', '<>', 'REMOVED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Inserts a photo before its files are stored. `bytes`: of all its files. */
export async function addPhoto(
  sql: Sql,
  photo: { id: string; artistId: string; bytes: number; at: Date },
): Promise<void> {
  await sql
    .insertInto('photos')
    .values({
      id: photo.id,
      artistId: photo.artistId,
      state: 'LOADING',
      bytes: photo.bytes,
      createdAt: photo.at,
      changedAt: photo.at,
    })
    .execute()
}

/** Ends the loading of a photo; false when it is not loading: a commit whose response was lost may have stored it. */
export async function finishLoading(
  sql: Sql,
  id: string,
  state: 'KEPT' | 'REMOVED',
  at: Date,
): Promise<boolean> {
  const ended = await sql
    .updateTable('photos')
    .set({ state, changedAt: at })
    .where('id', '=', id)
    .where('state', '=', 'LOADING')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** From then on its files may be deleted. */
export async function removePhoto(sql: Sql, id: string, at: Date): Promise<void> {
  await sql
    .updateTable('photos')
    .set({ state: 'REMOVED', changedAt: at })
    .where('id', '=', id)
    .execute()
}

/** Deletes the row after its files. */
export async function forgetPhoto(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('photos').where('id', '=', id).where('state', '=', 'REMOVED').execute()
}

/** Marks as removed the photos that have been loading since before `since`: their uploads were lost. */
export async function abandonLoading(sql: Sql, since: Date, at: Date): Promise<void> {
  await sql
    .updateTable('photos')
    .set({ state: 'REMOVED', changedAt: at })
    .where('state', '=', 'LOADING')
    .where('changedAt', '<', since)
    .execute()
}

/** Removed photos whose files have to be deleted, the oldest first. */
export async function removedPhotos(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom('photos')
    .select('id')
    .where('state', '=', 'REMOVED')
    .orderBy('changedAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function isStored(sql: Sql, id: string): Promise<boolean> {
  const row = await sql
    .selectFrom('photos')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'KEPT')
    .executeTakeFirst()
  return row !== undefined
}

export async function storedPhotos(sql: Sql, artistId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('photos')
    .select('id')
    .where('artistId', '=', artistId)
    .where('state', '=', 'KEPT')
    .orderBy('createdAt')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether an operator has hidden the photo of this link. */
export async function isHiddenPhoto(sql: Sql, url: string): Promise<boolean> {
  const row = await sql
    .selectFrom('hiddenPhotos')
    .select('url')
    .where('url', '=', url)
    .executeTakeFirst()
  return row !== undefined
}
