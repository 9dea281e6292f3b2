import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** An artist who cancels more than that has other news. */
const GONE_MOST = 10

export type GoneConcert = Awaited<ReturnType<typeof goneAhead>>[number]

/** Concerts that their artists cancelled. */
function cancelledConcerts(sql: Sql) {
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
    .where('g.cancelled', '=', true)
}

/** A concert that its artist cancelled. */
export function goneConcert(sql: Sql, id: string) {
  return cancelledConcerts(sql).where('g.id', '=', id).executeTakeFirst()
}

/** The concerts in no way closed that this artist cancelled and that would begin after `now`, the nearest first. */
export function goneAhead(sql: Sql, artistId: string, now: Date) {
  return cancelledConcerts(sql)
    .where('g.artistId', '=', artistId)
    .where('g.startsAt', '>', now)
    .where('g.closedSession', '=', false)
    .orderBy('g.startsAt')
    .limit(GONE_MOST)
    .execute()
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
