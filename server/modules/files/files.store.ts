import type { Sql } from '#server/platform/db/open.ts'

/** Of an artist: kept, or on their way. */
export async function countPhotos(sql: Sql, artistId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('photos')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('artist_id', '=', artistId)
    .where('state', '<>', 'REMOVED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Writes down a photo whose files are about to be put away. `bytes`: of all of them. */
export async function addPhoto(
  sql: Sql,
  photo: { id: string; artistId: string; bytes: number; at: Date },
): Promise<void> {
  await sql
    .insertInto('photos')
    .values({
      id: photo.id,
      artist_id: photo.artistId,
      state: 'LOADING',
      bytes: photo.bytes,
      created_at: photo.at,
      changed_at: photo.at,
    })
    .execute()
}

/** What becomes of a photo that is still on its way; false where it is not: it may have been kept by a commit whose answer was lost. */
export async function finishLoading(
  sql: Sql,
  id: string,
  state: 'KEPT' | 'REMOVED',
  at: Date,
): Promise<boolean> {
  const ended = await sql
    .updateTable('photos')
    .set({ state, changed_at: at })
    .where('id', '=', id)
    .where('state', '=', 'LOADING')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** From here on its files may go. */
export async function removePhoto(sql: Sql, id: string, at: Date): Promise<void> {
  await sql
    .updateTable('photos')
    .set({ state: 'REMOVED', changed_at: at })
    .where('id', '=', id)
    .execute()
}

/** Its files are gone. */
export async function forgetPhoto(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('photos').where('id', '=', id).where('state', '=', 'REMOVED').execute()
}

/** Gives up those that have been on their way since before `since`: whoever loaded them is gone. */
export async function abandonLoading(sql: Sql, since: Date, at: Date): Promise<void> {
  await sql
    .updateTable('photos')
    .set({ state: 'REMOVED', changed_at: at })
    .where('state', '=', 'LOADING')
    .where('changed_at', '<', since)
    .execute()
}

/** Photos whose files have to go, those that have waited longest first. */
export async function removedPhotos(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom('photos')
    .select('id')
    .where('state', '=', 'REMOVED')
    .orderBy('changed_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function isKept(sql: Sql, id: string): Promise<boolean> {
  const row = await sql
    .selectFrom('photos')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'KEPT')
    .executeTakeFirst()
  return row !== undefined
}
