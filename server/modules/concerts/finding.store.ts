import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Age } from '#domain/concerts/announcement.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { Candidate } from '#domain/concerts/recommendation.ts'
import {
  meets,
  publicAhead,
  nextOfSeries,
  within,
  withinWide,
  READ_AT_ONCE,
  countOfMany,
  countsOfFew,
  playsOfMany,
} from '#server/platform/db/concert-filter.ts'
import type {
  Bounds,
  ConcertFilter,
  ReadAtOnce,
  WishedSongs,
} from '#server/platform/db/concert-filter.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Returns those of the ids that are in the catalogue, each once. */
export async function wishedSongs(
  sql: Sql,
  ids: readonly string[],
  most: ReadAtOnce,
): Promise<WishedSongs> {
  if (ids.length === 0) return { few: [], many: [], everywhere: false }
  // Lines of one song are counted up to half of `many`: with more, the song counts as everywhere anyway.
  const counted = Math.max(most.few, most.many / 2) + 1
  const { rows } = await raw<{ id: string; lines: number }>`
    select s.id,
      (select count(*) from (select from repertoire r where r.song_id = s.id limit ${counted}) r)
      + (select count(*) from (select from queue_entries q
          where q.song_id = s.id and q.status in ('SCHEDULED', 'QUEUED', 'NOW')
          limit ${counted}) q) as lines
    from songs s where s.id = any(${ids}::uuid[]) order by lines, s.id`.execute(sql)
  let read = 0
  const few = rows.filter(({ lines }) => (read += lines) <= most.few).map(({ id }) => id)
  const many = rows.slice(few.length)
  const everywhere = read > most.many || many.some(({ lines }) => lines >= counted)
  return { few, many: many.map(({ id }) => id), everywhere }
}

export type Location = {
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
  readonly sessionId: string
  readonly artistUsername: string
  readonly artistName: string
  readonly imageUrl: string
  readonly title: string
  readonly age: Age
  readonly startsAt: Date
  readonly sessionStatus: ConcertStatus
  readonly ableGetSongs: boolean
  readonly placeName: string
  readonly city: string
  readonly timeZone: string
}

/** With more concerts inside the bounds, a scan by time finds the soonest earlier than a scan by place. */
const FEW_INSIDE = 6000

export type DatesAndTown = Pick<ConcertFilter, 'now' | 'city' | 'from' | 'till'>

/** The public concerts ahead that have coordinates, the soonest first; of a series the first that meets the filter. */
export async function locationsOf(
  sql: Sql,
  filter: DatesAndTown,
  part: { readonly bounds: Bounds | null; readonly limit: number },
): Promise<Location[]> {
  const { bounds, limit } = part
  const conditions = meets({ ...filter, artistId: null, withClosed: false, withPast: false })
  const soonest = raw`order by c.starts_at, c.id limit ${limit}`
  // The planner does not see the bounds, so it cannot choose the shorter way.
  const picked =
    bounds !== null && (await countInside(sql, bounds)) < FEW_INSIDE
      ? raw`select c.id from (select c.id, c.starts_at from concerts c
          where ${within(bounds)} and ${conditions} offset 0) c ${soonest}`
      : raw`select c.id from concerts c where c.latitude is not null and ${conditions}
          and ${bounds === null ? raw`true` : withinWide(bounds)} ${soonest}`
  const found = await raw<Location>`
    with picked as materialized (${picked}), first as (
      select distinct on (coalesce(c.series_id, c.id)) c.id from picked join concerts c using (id)
      order by coalesce(c.series_id, c.id), c.starts_at, c.id)
    select c.id as session_id, a.username as artist_username, a.name as artist_name,
      coalesce(a.image_urls[1], '') as image_url, c.title, c.age,
      c.starts_at, c.status as session_status, c.able_get_songs, c.place_name, c.city,
      c.latitude, c.longitude, c.time_zone
    from first join concerts c on c.id = first.id join artists a on a.id = c.artist_id
    order by c.starts_at, c.id`.execute(sql)
  return found.rows
}

/** Counted only up to the limit, by the index alone. */
async function countInside(sql: Sql, bounds: Bounds): Promise<number> {
  const { rows } = await raw<{ many: number }>`
    select count(*)::int as many from (select from concerts c
      where c.status <> 'PLAYED' and ${within(bounds)} limit ${FEW_INSIDE}) c`.execute(sql)
  return rows[0]?.many ?? 0
}

/** A candidate for ranking; degrees. */
export type FoundConcertRow = Omit<Candidate, 'distanceKm'> & {
  readonly latitude: number | null
  readonly longitude: number | null
}

/** How much the search reads. The defaults are enough for any screen and fit in memory; tests take less. */
export type FindingLimits = {
  readonly read: ReadAtOnce
  /** For songs of many: how many concerts are taken … */
  readonly ofMany: number
  /** … out of how many scanned, the soonest first. */
  readonly lookedThrough: number
  /** Concerts of one ring around the listener. */
  readonly ofRing: number
  /** When songs of many are wished, a ring with this many is the last, even if artists beyond it play more of them. */
  readonly enoughOfRing: number
}

export const FINDING_LIMITS: FindingLimits = {
  read: READ_AT_ONCE,
  ofMany: 200,
  lookedThrough: 20_000,
  ofRing: 2000,
  enoughOfRing: 300,
}
/** Started before their time; there is hardly ever one. */
const MOST_EARLY = 400

type SearchQuery = {
  readonly songs: WishedSongs
  readonly now: Date
  readonly limits: FindingLimits
}

const COLUMNS = raw`c.id, c.artist_id, c.status, c.closed_session, c.starts_at, c.ends_at,
  c.latitude, c.longitude`

const toFind = (now: Date) => raw<boolean>`${publicAhead(now)} and ${nextOfSeries(now)}`

/**
 * The public concerts ahead that may be among the best `best` wherever the listener is: the soonest, the running, those
 * without coordinates, all whose artist plays a song of few, and the soonest whose artist plays one of many. Some are
 * returned twice.
 */
export async function findAnywhere(
  sql: Sql,
  query: SearchQuery,
  best: number,
): Promise<FoundConcertRow[]> {
  const { now, limits, songs } = query
  const soonest = (condition: RawBuilder<boolean>, limit: number) =>
    raw`(select ${COLUMNS} from concerts c where ${condition} and ${toFind(now)}
      order by c.starts_at, c.id limit ${limit})`
  const sides = [
    soonest(raw`true`, best),
    soonest(raw`c.status = 'NOW'`, best),
    soonest(raw`c.status = 'NOW' and c.starts_at > ${now}`, MOST_EARLY),
    soonest(raw`c.latitude is null`, best),
    soonest(raw`c.latitude is null and c.status = 'NOW'`, best),
  ]
  if (songs.few.length > 0)
    sides.push(raw`(select ${COLUMNS}
      from (select distinct artist_id from repertoire
        where song_id = any(${songs.few}::uuid[]) and state = 'open') p
      join concerts c on c.artist_id = p.artist_id where ${toFind(now)})`)
  if (songs.many.length > 0)
    sides.push(raw`(select ${COLUMNS} from (
        select ${COLUMNS} from concerts c where ${toFind(now)}
        order by c.starts_at, c.id limit ${limits.lookedThrough}) c
      where ${playsOfMany(songs)} order by c.starts_at, c.id limit ${limits.ofMany})`)
  return weighed(sql, raw.join(sides, raw` union all `), songs)
}

/** The public concerts ahead inside the bounds that start before `before`; the soonest when there are too many. */
export function findWithin(
  sql: Sql,
  query: SearchQuery,
  ring: { readonly bounds: Bounds; readonly before: Date | null },
): Promise<FoundConcertRow[]> {
  const { now, limits, songs } = query
  const soon = ring.before === null ? raw`true` : raw`c.starts_at < ${ring.before}`
  return weighed(
    sql,
    raw`select ${COLUMNS} from concerts c
      where ${toFind(now)} and ${within(ring.bounds)} and ${soon}
      order by c.starts_at, c.id limit ${limits.ofRing}`,
    songs,
  )
}

/** The public concerts ahead that meet the filter, of a series the first of them; the soonest when there are too many. */
export function findFiltered(
  sql: Sql,
  query: SearchQuery,
  filter: DatesAndTown,
): Promise<FoundConcertRow[]> {
  const conditions = meets({ ...filter, artistId: null, withClosed: false, withPast: false })
  return weighed(
    sql,
    raw`select distinct on (coalesce(c.series_id, c.id)) ${COLUMNS}
      from (select * from concerts c where ${conditions}
        order by c.starts_at, c.id limit ${query.limits.ofRing}) c
      order by coalesce(c.series_id, c.id), c.starts_at, c.id`,
    query.songs,
  )
}

async function weighed(
  sql: Sql,
  concerts: RawBuilder<unknown>,
  songs: WishedSongs,
): Promise<FoundConcertRow[]> {
  const { rows } = await raw<FoundConcertRow>`
    select c.id, c.status, c.closed_session, c.starts_at,
      c.ends_at, c.latitude, c.longitude,
      coalesce(p.songs, 0) + ${countOfMany(songs)} as songs
    from (${concerts}) c left join ${countsOfFew(songs)} p on p.artist_id = c.artist_id`.execute(
    sql,
  )
  return rows
}

/** Which of these songs each of these artists plays. */
export async function songsOfArtists(
  sql: Sql,
  artistIds: readonly string[],
  songIds: readonly string[],
) {
  if (songIds.length === 0 || artistIds.length === 0) return []
  return sql
    .selectFrom('repertoire')
    .select(['artistId', 'songId'])
    .where('artistId', '=', raw<string>`any(${artistIds}::uuid[])`)
    .where('songId', '=', raw<string>`any(${songIds}::uuid[])`)
    .where('state', '=', 'open')
    .execute()
}
