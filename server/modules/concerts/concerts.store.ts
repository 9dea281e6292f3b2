import { sql as raw } from 'kysely'
import { usernameKey } from '#domain/accounts/account.ts'
import type { Age } from '#domain/concerts/announcement.ts'
import type { ConcertClock, ConcertStatus } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The artist and the times of a concert. */
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
      'series_id as seriesId',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type ConcertTimes = NonNullable<Awaited<ReturnType<typeof concertTimes>>>

/** The later concerts of the same series that have not begun. */
export async function followingIds(
  sql: Sql,
  { id, seriesId, startsAt }: ConcertTimes,
): Promise<string[]> {
  const rows = await sql
    .selectFrom('concerts')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('status', '=', 'SCHEDULED')
    .where(raw<boolean>`(starts_at, id) > (${startsAt}::timestamptz, ${id}::uuid)`)
    .execute()
  return rows.map((row) => row.id)
}

/** The status of a concert, locked against deletion until the commit; undefined when there is none. */
export async function statusOf(sql: Sql, concertId: string): Promise<ConcertStatus | undefined> {
  const row = await sql
    .selectFrom('concerts')
    .select('status')
    .where('id', '=', concertId)
    .forKeyShare()
    .executeTakeFirst()
  return row?.status
}

export async function addGoing(
  sql: Sql,
  going: { readonly concertId: string; readonly deviceId: string; readonly since: Date },
): Promise<void> {
  await sql
    .insertInto('going')
    .values({ concert_id: going.concertId, device_id: going.deviceId, since: going.since })
    .onConflict((already) => already.doNothing())
    .execute()
}

export async function removeGoing(sql: Sql, concertId: string, deviceId: string): Promise<void> {
  await sql
    .deleteFrom('going')
    .where('concert_id', '=', concertId)
    .where('device_id', '=', deviceId)
    .execute()
}

export async function countGoing(sql: Sql, concertId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('going')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('concert_id', '=', concertId)
    .executeTakeFirstOrThrow()
  return count
}

/** A concert with what every card shows: its artist, and how many said «I will go». */
export type ConcertRow = ConcertClock & {
  readonly id: string
  readonly artistId: string
  readonly title: string
  readonly age: Age
  readonly description: string
  readonly ticketLink: string
  readonly ableGetSongs: boolean
  readonly closedSession: boolean
  /** The pass of the guests of a closed evening. */
  readonly pass: string | null
  /** Only of a street concert. */
  readonly commandedAt: Date | null
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
  /** Only those that differ from the default. */
  readonly rules: Partial<EveningRules>
  /** By how much «Играем дольше» has moved the end. */
  readonly longerMinutes: number
  readonly corrections: number
  /** As first announced; null when unchanged. */
  readonly startWas: Date | null
  readonly venueWas: string | null
  /** The end of a break. */
  readonly breakUntil: Date | null
  /** Shared by concerts announced together. */
  readonly seriesId: string | null
}

/** The base query of every read of concerts; `c` is the concert, `a` its artist. */
function concertRows(sql: Sql) {
  return sql
    .selectFrom('concerts as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .select((of) => [
      'c.id',
      'c.artist_id as artistId',
      'c.title',
      'c.status',
      'c.active',
      'c.starts_at as startsAt',
      'c.ends_at as endsAt',
      'c.auto_run as autoRun',
      // A CHECK constraint allows no other age.
      of.ref('c.age').$castTo<Age>().as('age'),
      'c.description',
      'c.ticket_link as ticketLink',
      'c.able_get_songs as ableGetSongs',
      'c.closed_session as closedSession',
      'c.pass',
      'c.commanded_at as commandedAt',
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
      'c.rules',
      'c.longer_minutes as longerMinutes',
      'c.corrections',
      'c.start_was as startWas',
      'c.venue_was as venueWas',
      'c.break_until as breakUntil',
      'c.series_id as seriesId',
      'a.username as artistUsername',
      'a.name as artistName',
      raw<string>`coalesce(a.image_urls[1], '')`.as('artistImageUrl'),
      raw<number>`(select count(*) from going g where g.concert_id = c.id)`.as('goingCount'),
    ])
}

export function concertById(sql: Sql, id: string): Promise<ConcertRow | undefined> {
  return concertRows(sql).where('c.id', '=', id).executeTakeFirst()
}

/** In no particular order; deleted concerts are left out. */
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
  return (
    concertRows(sql)
      .where('c.artist_id', '=', artistId)
      // A literal, so that the index of concerts ahead can be used.
      .where(raw<boolean>`c.status = 'SCHEDULED'`)
      .where('c.ends_at', '>', choice.now)
      .$if(!choice.withClosed, (rows) => rows.where('c.closed_session', '=', false))
      .orderBy('c.starts_at')
      .orderBy('c.id')
      .limit(1)
      .executeTakeFirst()
  )
}

/** The artist's concerts that are over, the newest first, after the cursor. */
export function pastConcertsOf(
  sql: Sql,
  artistId: string,
  part: {
    readonly after: { readonly startsAt: Date; readonly id: string } | null
    readonly limit: number
  },
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

/** The artist of this concert (the folded nickname) and its pass, to admit clients of the live channel. */
export function concertForLive(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts as c')
    .innerJoin('artists as a', 'a.id', 'c.artist_id')
    .select(['a.username_key as artistKey', 'c.pass'])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** The live status of each of these; deleted ones are left out. */
export function statusesForLive(sql: Sql, ids: string[]) {
  return sql
    .selectFrom('concerts')
    .select([
      'id',
      'status',
      'active',
      'rules',
      'ends_at as endsAt',
      'longer_minutes as longerMinutes',
      'corrections',
      'break_until as breakUntil',
      'pass',
    ])
    .where('id', '=', raw<string>`any(${ids}::uuid[])`)
    .execute()
}

/** The artist of a concert and its rules. */
export function concertRulesOf(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts')
    .select([
      'artist_id as artistId',
      'status',
      'ends_at as endsAt',
      'rules',
      'code_word as codeWord',
      'pass',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The number of changes of each of these; deleted ones are left out. */
export async function revisionsOf(sql: Sql, ids: string[]): Promise<Map<string, number>> {
  const rows = await sql
    .selectFrom('concerts')
    .select(['id', 'revision'])
    .where('id', '=', raw<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** Null for an unknown artist, and for a text that cannot be a nickname. */
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
