import type { KeyRight } from '#domain/machine-keys.ts'
import type { Sql } from '#server/platform/db/open.ts'

type KeyRow = {
  id: string
  name: string
  rights: KeyRight[]
  createdAt: Date
  usedAt: Date | null
}

/** The keys of an artist, the newest first. */
export function keysOf(sql: Sql, artistId: string): Promise<KeyRow[]> {
  return sql
    .selectFrom('machineKeys')
    .select(['id', 'name', 'rights', 'createdAt', 'usedAt'])
    .where('artistId', '=', artistId)
    .orderBy('id', 'desc')
    .execute()
}

export async function addKey(
  sql: Sql,
  key: Omit<KeyRow, 'usedAt'> & { readonly artistId: string; readonly tokenHash: string },
): Promise<void> {
  await sql.insertInto('machineKeys').values(key).execute()
}

/** False where the artist has no such key. */
export async function removeKey(sql: Sql, artistId: string, id: string): Promise<boolean> {
  const removed = await sql
    .deleteFrom('machineKeys')
    .where('artistId', '=', artistId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function removeKeys(sql: Sql, artistId: string): Promise<void> {
  await sql.deleteFrom('machineKeys').where('artistId', '=', artistId).execute()
}

/** The holder of a key, with the concert of its artist that runs; null where none does. */
export function holderOf(sql: Sql, tokenHash: string) {
  return sql
    .selectFrom('machineKeys as key')
    .innerJoin('artists as artist', 'artist.id', 'key.artistId')
    .leftJoin('concerts as concert', (join) =>
      join.onRef('concert.artistId', '=', 'artist.id').on('concert.status', '=', 'NOW'),
    )
    .select([
      'key.id',
      'key.name',
      'key.rights',
      'key.createdAt',
      'key.usedAt',
      'artist.id as artistId',
      'artist.username',
      'concert.id as concertId',
      'concert.pass',
    ])
    .where('key.tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function markUsed(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.updateTable('machineKeys').set({ usedAt: at }).where('id', '=', id).execute()
}
