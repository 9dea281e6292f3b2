import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { usernameKey } from '#domain/account.ts'
import type { Age } from '#domain/announcement.ts'
import type { ConcertClock, ConcertStatus } from '#domain/concert.ts'
import type { Sql } from '#server/db/open.ts'
import { folded } from '#server/db/russian-letters.ts'

/** A concert with what stands beside it on every card: its artist, and how many said «I will go». */
export type ConcertRow = ConcertClock & {
  readonly id: string
  readonly title: string
  readonly age: Age
  readonly description: string
  readonly ticketLink: string
  readonly ableGetSongs: boolean
  readonly closedSession: boolean
  readonly showSongsOnPoster: boolean
  readonly placeName: string
  readonly country: string
  readonly city: string
  readonly street: string
  readonly houseNumber: string
  readonly address: string
  readonly placeDescription: string
  readonly longitude: number | null
  readonly latitude: number | null
  /** IANA name. */
  readonly timeZone: string
  readonly artistUsername: string
  readonly artistName: string
  readonly artistImageUrl: string
  readonly goingCount: number
}

/** The rows that every reading of concerts starts from; `c` is the concert, `a` its artist. */
function concertRows(sql: Sql) {
  return sql
    .selectFrom('concerts as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .select((of) => [
      'c.id',
      'c.title',
      'c.status',
      'c.active',
      'c.starts_at as startsAt',
      'c.ends_at as endsAt',
      'c.auto_run as autoRun',
      // A check of the table lets in no other age.
      of.ref('c.age').$castTo<Age>().as('age'),
      'c.description',
      'c.ticket_link as ticketLink',
      'c.able_get_songs as ableGetSongs',
      'c.closed_session as closedSession',
      'c.show_songs_on_poster as showSongsOnPoster',
      'c.place_name as placeName',
      'c.country',
      'c.city',
      'c.street',
      'c.house_number as houseNumber',
      'c.address',
      'c.place_description as placeDescription',
      'c.longitude',
      'c.latitude',
      'c.time_zone as timeZone',
      'a.username as artistUsername',
      'a.name as artistName',
      raw<string>`coalesce(a.image_urls[1], '')`.as('artistImageUrl'),
      raw<number>`(select count(*) from going g where g.concert_id = c.id)`.as('goingCount'),
    ])
}

export function concertById(sql: Sql, id: string): Promise<ConcertRow | undefined> {
  return concertRows(sql).where('c.id', '=', id).executeTakeFirst()
}

/** In no order; those that are gone are left out. */
export function concertsByIds(sql: Sql, ids: readonly string[]): Promise<ConcertRow[]> {
  return concertRows(sql)
    .where(raw<boolean>`c.id = any(${ids}::uuid[])`)
    .execute()
}

export function concertNowOf(sql: Sql, artistId: string): Promise<ConcertRow | undefined> {
  return concertRows(sql)
    .where('c.artist_id', '=', artistId)
    .where(raw<boolean>`c.status = 'NOW'`)
    .executeTakeFirst()
}

/** The nearest concert that may still be started at `now`. */
export function nextConcertOf(
  sql: Sql,
  artistId: string,
  choice: { now: Date; withClosed: boolean },
): Promise<ConcertRow | undefined> {
  return concertRows(sql)
    .where('c.artist_id', '=', artistId)
    .where('c.status', '=', 'SCHEDULED')
    .where('c.ends_at', '>', choice.now)
    .$if(!choice.withClosed, (rows) => rows.where('c.closed_session', '=', false))
    .orderBy('c.starts_at')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
}

/** The artist's concerts that are over, the newest first, behind that one. */
export function pastConcertsOf(
  sql: Sql,
  artistId: string,
  part: { readonly after: Pick<ListPlace, 'startsAt' | 'id'> | null; readonly limit: number },
): Promise<ConcertRow[]> {
  const { after, limit } = part
  return concertRows(sql)
    .where('c.artist_id', '=', artistId)
    .where('c.status', '=', 'PLAYED')
    .$if(after !== null, (rows) =>
      rows.where(
        raw<boolean>`(c.starts_at, c.id) < (${after?.startsAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('c.starts_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
}

/** What the live channel asks of a concert, often: where it stands, and whose it is (the folded nickname). */
export function concertForLive(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .select(['c.status', 'c.active', 'a.username_key as artistKey'])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** Null for an unknown artist, and for a text that no nickname can be. */
export async function artistIdOf(sql: Sql, username: string): Promise<string | null> {
  const key = usernameKey(username)
  if (key === null) return null
  const row = await sql
    .selectFrom('artists')
    .select('id')
    .where('username_key', '=', key)
    .executeTakeFirst()
  return row?.id ?? null
}

/** One end of a span of time: a calendar day («2026-12-05»), meant by the clocks of each venue, or a moment. */
export type Edge = { readonly day: string } | { readonly moment: Date }

export type ConcertFilter = {
  readonly now: Date
  readonly artistId: string | null
  /** Lets in the concerts that stand in no public list. */
  readonly withClosed: boolean
  /** Lets in those that are over. */
  readonly withPast: boolean
  /** Equal without regard to case and ё; null and blank: anywhere. */
  readonly city: string | null
  readonly from: Edge | null
  readonly till: Edge | null
  /** Only concerts where any of these can be played, those with most of them first. */
  readonly songIds: readonly string[]
}

/** Where a concert stands in the order of a list. */
export type ListPlace = {
  readonly matches: number
  readonly startsAt: Date
  readonly id: string
}

type Condition = RawBuilder<boolean>

/** The text that all spellings of a city share: «Орёл», «ОРЕЛ». */
function foldCity(name: string): string {
  const typed = name.normalize('NFC').replace(/\p{Cc}/gu, ' ')
  return typed.trim().toLowerCase().replaceAll('ё', 'е')
}

/** The next concerts after that place, by songs, then by start. */
export function listConcerts(
  sql: Sql,
  filter: ConcertFilter,
  part: { readonly after: ListPlace | null; readonly limit: number },
): Promise<ConcertRow[]> {
  return concertRows(sql)
    .innerJoin(matchesOf(filter.songIds).as('m'), (on) => on.onTrue())
    .where(raw.join<boolean>([...conditionsOf(filter), ...behind(part.after)], raw` and `))
    .orderBy('m.songs', 'desc')
    .orderBy('c.starts_at')
    .orderBy('c.id')
    .limit(part.limit)
    .execute()
}

/** Where this concert stands in a list by these songs; undefined for one that is gone. */
export function placeInList(
  sql: Sql,
  id: string,
  songIds: readonly string[],
): Promise<ListPlace | undefined> {
  return sql
    .selectFrom('concerts as c')
    .innerJoin(matchesOf(songIds).as('m'), (on) => on.onTrue())
    .select(['c.id', 'c.starts_at as startsAt', 'm.songs as matches'])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** How many of these songs a concert can play: from the repertoire, or from a queue that is shown to all. */
function matchesOf(songIds: readonly string[]): RawBuilder<{ songs: number }> {
  if (songIds.length === 0) return raw`lateral (select 0 as songs)`
  return raw`lateral (
    select count(*) as songs from (
      select r.song_id from repertoire r
      where r.artist_id = c.artist_id and r.song_id = any(${songIds}::uuid[])
      union
      select q.song_id from queue_entries q
      where q.concert_id = c.id and c.show_songs_on_poster
        and q.status in ('SCHEDULED', 'QUEUED', 'NOW') and q.song_id = any(${songIds}::uuid[])
    ) as playable
  )`
}

function conditionsOf(filter: ConcertFilter): Condition[] {
  const { artistId, from, till } = filter
  const city = foldCity(filter.city ?? '')
  const conditions: Condition[] = [raw`true`]
  if (artistId !== null) conditions.push(raw`c.artist_id = ${artistId}`)
  if (!filter.withClosed) conditions.push(raw`not c.closed_session`)
  if (!filter.withPast)
    conditions.push(raw`c.status <> 'PLAYED'`, raw`(c.status = 'NOW' or c.ends_at > ${filter.now})`)
  if (city !== '') conditions.push(raw`${folded(raw`c.city`)} = ${city}`)
  if (from !== null)
    conditions.push(
      'day' in from ? raw`${DAY_THERE} >= ${from.day}::date` : raw`c.starts_at >= ${from.moment}`,
    )
  if (till !== null)
    conditions.push(
      'day' in till ? raw`${DAY_THERE} <= ${till.day}::date` : raw`c.starts_at <= ${till.moment}`,
    )
  if (filter.songIds.length > 0) conditions.push(raw`m.songs > 0`)
  return conditions
}

const DAY_THERE = raw`(c.starts_at at time zone c.time_zone)::date`

function behind(place: ListPlace | null): Condition[] {
  if (place === null) return []
  const { matches, startsAt, id } = place
  return [
    raw`(-m.songs, c.starts_at, c.id) > (${-matches}::bigint, ${startsAt}::timestamptz, ${id}::uuid)`,
  ]
}

/** A part of the map in degrees; `west` above `east` where it lies across the 180th meridian. */
export type Bounds = {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
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
  readonly placeName: string
  readonly city: string
  readonly timeZone: string
}

/** The public concerts ahead that have a place on the map, the soonest first. */
export async function locationsOf(
  sql: Sql,
  filter: Pick<ConcertFilter, 'now' | 'city' | 'from' | 'till'>,
  part: { readonly bounds: Bounds | null; readonly limit: number },
): Promise<Location[]> {
  const whole = { ...filter, artistId: null, withClosed: false, withPast: false, songIds: [] }
  const conditions = [...conditionsOf(whole), ...within(part.bounds)]
  const found = await raw<Location>`
    select c.id as "sessionId", a.username as "artistUsername", a.name as "artistName",
      coalesce(a.image_urls[1], '') as "imageUrl", c.title, c.age,
      c.starts_at as "startsAt", c.status as "sessionStatus", c.place_name as "placeName", c.city,
      c.latitude, c.longitude, c.time_zone as "timeZone"
    from concerts c join artists a on a.id = c.artist_id
    where c.latitude is not null and ${raw.join(conditions, raw` and `)}
    order by c.starts_at, c.id limit ${part.limit}`.execute(sql)
  return found.rows
}

function within(bounds: Bounds | null): RawBuilder<boolean>[] {
  if (bounds === null) return []
  const { west, south, east, north } = bounds
  const inside = [raw<boolean>`c.latitude between ${south}::float8 and ${north}::float8`]
  if (west <= east)
    inside.push(raw<boolean>`c.longitude between ${west}::float8 and ${east}::float8`)
  else inside.push(raw<boolean>`(c.longitude >= ${west}::float8 or c.longitude <= ${east}::float8)`)
  return inside
}
