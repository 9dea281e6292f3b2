import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import { CONCERT_HIDDEN } from '#server/platform/db/sql-expressions.ts'

/** A concert as calendars and feeds show it, also after it was deleted. */
export type CalendarConcert = {
  readonly id: string
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** In one line; may be empty. */
  readonly place: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly description: string
  readonly ticketLink: string
  /** IANA name. */
  readonly timeZone: string
  readonly sequence: number
  readonly announcedAt: Date
  readonly changedAt: Date
  /** It was deleted. */
  readonly gone: boolean
  /** Of an evening behind a code word: only guests with it see its title and place. */
  readonly pass: string | null
  /** Its time or its place was another one. */
  readonly moved: boolean
  /** How many times it was moved; not those of before this was counted. */
  readonly moves: number
  /** Of the last of them, the same for what was moved together; null where only moves of before are known. */
  readonly movedAt: Date | null
  readonly seriesId: string | null
}

const THERE = raw`
  select c.id, c.artist_id, c.title, c.starts_at, c.ends_at,
    concert_place(c.place_name, c.city, c.address) as place, c.latitude, c.longitude,
    c.description, c.ticket_link, c.time_zone,
    c.closed_session as closed, c.sequence, c.created_at as announced_at,
    coalesce(c.changed_at, c.created_at) as changed_at, false as gone,
    c.pass, c.moves, c.moved_at, c.series_id,
    c.moves > 0 or c.start_was is not null or c.venue_was is not null as moved
  from (select * from concerts c where commanded_at is null and publish_at is null
    and not ${CONCERT_HIDDEN}) c`

const GONE = raw`
  select g.id, g.artist_id, g.title, g.starts_at, g.ends_at, g.place, null::float8 as latitude, null::float8 as longitude,
    '' as description, '' as ticket_link, g.time_zone, g.closed_session as closed, g.sequence,
    g.gone_at as announced_at, g.gone_at as changed_at, true as gone, null::uuid as pass, 0 as moves,
    null::timestamptz as moved_at, null::uuid as series_id, false as moved
  from gone_concerts g`

/** One concert of this artist, closed or not, deleted or not. */
export async function calendarConcert(
  sql: Sql,
  artistId: string,
  id: string,
): Promise<CalendarConcert | undefined> {
  const { rows } = await raw<CalendarConcert>`
    select t.* from (${THERE} where c.id = ${id}::uuid
      union all ${GONE} where g.id = ${id}::uuid) t
    where t.artist_id = ${artistId}::uuid
  `.execute(sql)
  return rows[0]
}

/** The artist's public concerts that were not over at `since`, deleted ones too, in the order of their starts; the latest ones when there are too many. */
export async function calendarConcerts(
  sql: Sql,
  artistId: string,
  part: { readonly since: Date; readonly limit: number },
): Promise<CalendarConcert[]> {
  const { rows } = await raw<CalendarConcert>`
    select t.* from (${THERE} where c.artist_id = ${artistId}::uuid
      union all ${GONE} where g.artist_id = ${artistId}::uuid) t
    where not t.closed and t.ends_at > ${part.since}::timestamptz
    order by t.starts_at desc, t.id desc
    limit ${part.limit}::integer
  `.execute(sql)
  return rows.toReversed()
}

/**
 * The artist's public concerts, the last announced or moved first; of a series only the first, with the number of the
 * others, and the first of those moved together.
 */
export async function announcedConcerts(
  sql: Sql,
  artistId: string,
  limit: number,
): Promise<(CalendarConcert & { readonly more: number })[]> {
  const others = raw`from concerts e where e.series_id = s.series_id and not e.closed_session
    and (e.starts_at, e.id)`
  const hasEarlier = (which = raw`true`) =>
    raw`exists (select ${others} < (s.starts_at, s.id) and ${which})`
  const { rows } = await raw<CalendarConcert & { more: number }>`
    select t.*, case when ${hasEarlier()} then 0
      else (select count(*)::int ${others} > (s.starts_at, s.id)) end as more
    from (${THERE} where c.artist_id = ${artistId}::uuid and not c.closed_session) t
      join concerts s on s.id = t.id
    where not ${hasEarlier(raw`case when t.moved_at is not null then e.moved_at = t.moved_at
      when t.moved then e.changed_at = s.changed_at else true end`)}
    order by case when t.moved then coalesce(t.moved_at, t.changed_at) else t.announced_at end desc, t.id desc
    limit ${limit}::integer
  `.execute(sql)
  return rows
}

/** The artist's public concerts that were cancelled, the last one first. */
export async function cancelledConcerts(
  sql: Sql,
  artistId: string,
  limit: number,
): Promise<CalendarConcert[]> {
  const { rows } = await raw<CalendarConcert>`
    ${GONE} where g.artist_id = ${artistId}::uuid and g.cancelled and not g.closed_session
    order by g.gone_at desc, g.id limit ${limit}::integer
  `.execute(sql)
  return rows
}
