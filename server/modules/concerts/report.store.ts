import type { Sql } from '../../platform/db/open.ts'

/** Whose a concert is, and when it was. */
export function concertTimes(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts')
    .select([
      'id',
      'artist_id as artistId',
      'title',
      'status',
      'starts_at as startsAt',
      'started_at as startedAt',
      'finished_at as finishedAt',
      'time_zone as timeZone',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type ConcertTimes = NonNullable<Awaited<ReturnType<typeof concertTimes>>>
