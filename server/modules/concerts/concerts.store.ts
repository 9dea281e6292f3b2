import { sql as raw } from 'kysely'
import { usernameKey } from '#domain/accounts/account.ts'
import type { Age } from '#domain/concerts/announcement.ts'
import type { ConcertClock, ConcertStatus } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { CONCERT_HIDDEN } from '#server/platform/db/sql-expressions.ts'

/** Whether the concert `c` of the artist `a` is hidden from others. */
const HIDDEN = raw<boolean>`(${CONCERT_HIDDEN} or a.hidden_at is not null and c.status <> 'NOW')`

/** The artist and the times of a concert. */
export function concertTimes(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts')
    .select([
      'id',
      'artistId',
      'title',
      'status',
      'startsAt',
      'startedAt',
      'finishedAt',
      'timeZone',
      'seriesId',
      'publishAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type ConcertTimes = NonNullable<Awaited<ReturnType<typeof concertTimes>>>

/** The later concerts of the same series that have not begun. */
export function followingOf(
  sql: Sql,
  { id, seriesId, startsAt }: ConcertTimes,
): Promise<Pick<ConcertTimes, 'id' | 'publishAt'>[]> {
  return sql
    .selectFrom('concerts')
    .select(['id', 'publishAt'])
    .where('seriesId', '=', seriesId)
    .where('status', '=', 'SCHEDULED')
    .where(raw<boolean>`(starts_at, id) > (${startsAt}::timestamptz, ${id}::uuid)`)
    .execute()
}

/** The status of a concert that everybody sees, locked against deletion until the commit; undefined when there is none. */
export async function statusOf(sql: Sql, concertId: string): Promise<ConcertStatus | undefined> {
  const row = await sql
    .selectFrom('concerts')
    .select('status')
    .where('id', '=', concertId)
    .where('publishAt', 'is', null)
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
    .values(going)
    .onConflict((already) => already.doNothing())
    .execute()
}

export async function removeGoing(sql: Sql, concertId: string, deviceId: string): Promise<void> {
  await sql
    .deleteFrom('going')
    .where('concertId', '=', concertId)
    .where('deviceId', '=', deviceId)
    .execute()
}

export async function countGoing(sql: Sql, concertId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('going')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('concertId', '=', concertId)
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
  /** An operator hides it from everybody but its artist. */
  readonly hidden: boolean
  /** The pass of the guests of a closed evening. */
  readonly pass: string | null
  /** Only of a street concert. */
  readonly commandedAt: Date | null
  readonly showSongsOnPoster: boolean
  /** The page of a concert that is over lists what was played, where the poster showed songs. */
  readonly showPlayed: boolean
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
  /** What the artist said of the move. */
  readonly words: string
  /** The end of a break. */
  readonly breakUntil: Date | null
  /** Until then only its artist sees it; null: everybody does. */
  readonly publishAt: Date | null
  /** Shared by concerts announced together. */
  readonly seriesId: string | null
}

/** The base query of every read of concerts; `c` is the concert, `a` its artist. */
function concertRows(sql: Sql) {
  return sql
    .selectFrom('concerts as c')
    .innerJoin('artists as a', 'a.id', 'c.artistId')
    .select((of) => [
      'c.id',
      'c.artistId',
      'c.title',
      'c.status',
      'c.active',
      'c.startsAt',
      'c.endsAt',
      'c.autoRun',
      // A CHECK constraint allows no other age.
      of.ref('c.age').$castTo<Age>().as('age'),
      'c.description',
      'c.ticketLink',
      'c.ableGetSongs',
      // One that waits for its publication is kept out of the lists as a closed one; its artist sees what he chose.
      raw<boolean>`case when c.publish_at is null then c.closed_session
        else coalesce(c.closed_by_artist, false) end`.as('closedSession'),
      HIDDEN.as('hidden'),
      'c.pass',
      'c.commandedAt',
      'c.showSongsOnPoster',
      'c.showPlayed',
      'c.placeName',
      'c.country',
      'c.city',
      'c.street',
      'c.houseNumber',
      'c.address',
      'c.placeDescription',
      'c.longitude',
      'c.latitude',
      'c.timeZone',
      'c.rules',
      'c.longerMinutes',
      'c.corrections',
      'c.startWas',
      'c.venueWas',
      'c.words',
      'c.breakUntil',
      'c.publishAt',
      'c.seriesId',
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
    .where('c.artistId', '=', artistId)
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
      .where('c.artistId', '=', artistId)
      // A literal, so that the index of concerts ahead can be used.
      .where(raw<boolean>`c.status = 'SCHEDULED'`)
      .where('c.endsAt', '>', choice.now)
      .$if(!choice.withClosed, (rows) => rows.where('c.closedSession', '=', false))
      .orderBy('c.startsAt')
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
    .where('c.artistId', '=', artistId)
    .where('c.status', '=', 'PLAYED')
    .$if(after !== null, (rows) =>
      rows.where(
        raw<boolean>`(c.starts_at, c.id) < (${after?.startsAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('c.startsAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes who would come to concerts that ended before then. */
export async function forgetGoing(sql: Sql, before: Date): Promise<void> {
  await raw`delete from going g using concerts c
    where c.id = g.concert_id and c.ends_at < ${before}::timestamptz`.execute(sql)
}

/** The artist of this concert (the folded nickname), its pass and whether it is hidden, to admit clients of the live channel once it is shown. */
export function concertForLive(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts as c')
    .innerJoin('artists as a', 'a.id', 'c.artistId')
    .select(['a.usernameKey as artistKey', 'c.pass', HIDDEN.as('hidden')])
    .where('c.id', '=', id)
    .where('c.publishAt', 'is', null)
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
      'endsAt',
      'longerMinutes',
      'corrections',
      'breakUntil',
      'pass',
      raw<number | null>`(select max(b.number)::integer from band_signals b
        where b.concert_id = concerts.id)`.as('signals'),
    ])
    .where('id', '=', raw<string>`any(${ids}::uuid[])`)
    .execute()
}

/** The artist of a concert and its rules. */
export function concertRulesOf(sql: Sql, id: string) {
  return sql
    .selectFrom('concerts')
    .select(['artistId', 'title', 'status', 'endsAt', 'rules', 'codeWord', 'pass', 'wrongWords'])
    .select('publishAt')
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Counts a wrong word of a closed evening, or with -1 takes one back; returns their number, undefined where it is gone. */
export async function countWrongWord(
  sql: Sql,
  id: string,
  by: 1 | -1,
): Promise<number | undefined> {
  const row = await sql
    .updateTable('concerts')
    .set({ wrongWords: raw<number>`wrong_words + ${by}::integer` })
    .where('id', '=', id)
    .returning('wrongWords')
    .executeTakeFirst()
  return row?.wrongWords
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
    .where('usernameKey', '=', key)
    .executeTakeFirst()
  return row?.id ?? null
}
