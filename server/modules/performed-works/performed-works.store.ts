import { sql as raw } from 'kysely'
import type { WorkDays } from '#domain/concerts/performed-works.ts'
import { BEGAN } from '#server/platform/db/sql-expressions.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** A song that was played in a concert. */
type PerformedRow = {
  readonly sessionId: string
  readonly concert: string
  readonly began: Date
  readonly timeZone: string
  readonly venue: string
  readonly town: string
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly musicBy: string
  readonly wordsBy: string
  readonly noted: number | null
  /** How long it took on the average. */
  readonly took: number | null
  readonly times: number
}

/** More than an artist plays in years; the oldest are left out. */
const ROWS_MOST = 20_000

/** What an artist played in one of his concerts, or in those that began on these days; by concert, in the order of playing. */
export async function performedSongs(
  sql: Sql,
  artistId: string,
  { sessionId, days }: { sessionId: string | null; days: WorkDays },
): Promise<PerformedRow[]> {
  const day = raw`(${BEGAN} at time zone c.time_zone)::date`
  const { rows } = await raw<PerformedRow>`
    select * from (
      select c.id as session_id, c.title as concert, ${BEGAN} as began, c.time_zone, c.place_name as venue,
        c.city as town, s.id as song_id, s.title, s.artist_name,
        coalesce(r.music_by, p.music_by, s.music_by) as music_by,
        coalesce(r.words_by, p.words_by, s.words_by) as words_by, coalesce(r.seconds, p.seconds) as noted,
        count(*)::integer as times, min(e.now_at) as first_at,
        round(avg(extract(epoch from coalesce(e.break_at, e.closed_at) - e.now_at)))::integer as took
      from concerts c join queue_entries e on e.concert_id = c.id and e.status = 'PLAYED'
        join songs s on s.id = e.song_id
        left join repertoire r on r.artist_id = c.artist_id and r.song_id = s.id
        left join past_song_notes p on p.artist_id = c.artist_id and p.song_id = s.id
      where c.artist_id = ${artistId}::uuid and (${sessionId}::uuid is null or c.id = ${sessionId}::uuid)
        and (${days.from}::date is null or ${day} >= ${days.from}::date)
        and (${days.till}::date is null or ${day} <= ${days.till}::date)
      group by c.id, s.id, r.artist_id, r.song_id, p.artist_id, p.song_id
      order by began desc, c.id desc limit ${ROWS_MOST}) t
    order by began, session_id, first_at nulls last, song_id
  `.execute(sql)
  return rows
}
