import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** A concert that its artist cancelled. */
export function goneConcert(sql: Sql, id: string) {
  return sql
    .selectFrom('goneConcerts as g')
    .innerJoin('artists as a', 'a.id', 'g.artistId')
    .select([
      'g.id',
      'g.title',
      'g.startsAt',
      'g.placeName',
      'g.city',
      'g.timeZone',
      'g.words',
      'g.closedSession as closed',
      'a.username',
      'a.name',
      raw<string>`coalesce(a.image_urls[1], '')`.as('imageUrl'),
    ])
    .where('g.id', '=', id)
    .where('g.cancelled', '=', true)
    .executeTakeFirst()
}

/** The concert of this artist that ended last, if not before `since`. */
export async function lastFinishedOf(
  sql: Sql,
  artistId: string,
  since: Date,
): Promise<string | null> {
  const row = await sql
    .selectFrom('concerts')
    .select('id')
    .where('artistId', '=', artistId)
    .where('status', '=', 'PLAYED')
    .where('finishedAt', '>', since)
    .where('startedAt', 'is not', null)
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
