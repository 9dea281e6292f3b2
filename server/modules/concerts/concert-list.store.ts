import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import {
  meets,
  countOfMany,
  countsOfFew,
  liveQueueHasAny,
  playsOfMany,
} from '#server/platform/db/concert-filter.ts'
import type { Condition, ConcertFilter, WishedSongs } from '#server/platform/db/concert-filter.ts'

/** The position of a concert in the order of a list. */
type ListPlace = {
  /** The number of wished songs. */
  readonly matches: number
  readonly startsAt: Date
  readonly id: string
}

type Part = { readonly after: ListPlace | null; readonly limit: number }

/** The ids of the next concerts after that position, by start. */
export async function listConcerts(sql: Sql, filter: ConcertFilter, part: Part): Promise<string[]> {
  const { after, limit } = part
  const conditions = [meets(filter)]
  if (after !== null)
    conditions.push(raw`(c.starts_at, c.id) > (${after.startsAt}::timestamptz, ${after.id}::uuid)`)
  const { rows } = await raw<{ id: string }>`
    select c.id from concerts c where ${raw.join(conditions, raw` and `)}
    order by c.starts_at, c.id limit ${limit}`.execute(sql)
  return rows.map(({ id }) => id)
}

/** For songs of many: how many concerts are scanned, the soonest first, … */
const LOOKED_THROUGH = 20_000
/** … until this many are found. */
const MOST_OF_MANY = 400
/** Of those that are over the first so many; ahead, songs of few have few. */
const MOST_PAST = 2000

/**
 * The ids of the next concerts after that position where any of the songs can be played, those with most of them first,
 * then by start; one of a series. For songs of many only the soonest 400 concerts are considered.
 */
export async function listConcertsBySongs(
  sql: Sql,
  filter: ConcertFilter,
  songs: WishedSongs,
  part: Part,
): Promise<string[]> {
  const { few, many } = songs
  const sides: RawBuilder<{ id: string }>[] = []
  if (few.length > 0) sides.push(concertsOfFew(filter, few), concertsWithQueued(filter, few))
  if (many.length > 0) sides.push(soonestOfMany(filter, songs))
  if (sides.length === 0) return []
  const { rows } = await raw<{ id: string }>`
    with picked as (${raw.join(sides, raw` union `)}), each as materialized (
      select c.id, c.starts_at, coalesce(c.series_id, c.id) as series,
        coalesce(p.songs, 0) + ${countOfMany(songs)} + ${onlyQueued([...few, ...many])} as songs
      from picked join concerts c on c.id = picked.id
        left join ${countsOfFew(songs)} p on p.artist_id = c.artist_id),
    counted as (select distinct on (series) id, starts_at, songs from each
      order by series, songs desc, starts_at, id)
    select m.id from counted m
    where ${raw.join([raw`m.songs > 0`, ...behind(part.after)], raw` and `)}
    order by m.songs desc, m.starts_at, m.id limit ${part.limit}`.execute(sql)
  return rows.map(({ id }) => id)
}

function concertsOfFew(filter: ConcertFilter, songIds: readonly string[]) {
  return raw<{ id: string }>`(select c.id
    from (select distinct artist_id from repertoire
      where song_id = any(${songIds}::uuid[]) and state = 'open') p
    join concerts c on c.artist_id = p.artist_id where ${meets(filter)}
    ${filter.withPast ? raw`order by c.starts_at, c.id limit ${MOST_PAST}` : raw``})`
}

function concertsWithQueued(filter: ConcertFilter, songIds: readonly string[]) {
  return raw<{
    id: string
  }>`(select c.id from queue_entries q join concerts c on c.id = q.concert_id
    where ${liveQueueHasAny(songIds)} and c.show_songs_on_poster and ${meets(filter)})`
}

function soonestOfMany(filter: ConcertFilter, songs: WishedSongs) {
  return raw<{ id: string }>`(select c.id from (
      select c.id, c.artist_id, c.starts_at, c.show_songs_on_poster from concerts c
      where ${meets(filter)} order by c.starts_at, c.id limit ${LOOKED_THROUGH}) c
    where ${playsOfMany(songs)} or (c.show_songs_on_poster and (c.id in (
      select q.concert_id from queue_entries q where ${liveQueueHasAny(songs.many)})) is true)
    order by c.starts_at, c.id limit ${MOST_OF_MANY})`
}

/** The position of this concert in a list by these songs; undefined when it was deleted. */
export function placeInList(
  sql: Sql,
  id: string,
  songIds: readonly string[],
): Promise<ListPlace | undefined> {
  const songs = { few: [], many: songIds, everywhere: true }
  return sql
    .selectFrom('concerts as c')
    .select([
      'c.id',
      'c.startsAt',
      raw<number>`${countOfMany(songs)} + ${onlyQueued(songIds)}`.as('matches'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** How many of the songs are in a publicly shown queue but not in its artist's repertoire. */
function onlyQueued(songIds: readonly string[]): RawBuilder<number> {
  if (songIds.length === 0) return raw`0`
  return raw`(select count(distinct q.song_id) from queue_entries q
    where q.concert_id = c.id and c.show_songs_on_poster and ${liveQueueHasAny(songIds)}
      and not exists (select from repertoire r
        where r.artist_id = c.artist_id and r.song_id = q.song_id and r.state = 'open'))`
}

function behind(place: ListPlace | null): Condition[] {
  if (place === null) return []
  const { matches, startsAt, id } = place
  return [
    raw`(-m.songs, m.starts_at, m.id) > (${-matches}::bigint, ${startsAt}::timestamptz, ${id}::uuid)`,
  ]
}
