import { sql as raw } from 'kysely'
import type { NotNull } from 'kysely'
import { eveningMonth, HALL_PERFORMER, HALL_TITLE } from '#server/platform/db/sql-expressions.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { NOBODY } from './behind.store.ts'
import { asksOf, ownSingers, singersShown } from './order-words.store.ts'
import type { AskView, StoredSingers } from './order-words.store.ts'
import type { EntryView } from './queue-view.store.ts'
import type { ActiveEntry } from './queue.store.ts'

/** A song of a concert, with its start and end. */
export type PastEntry = Omit<EntryView, 'names'> & {
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly forWhom: string
  readonly inCash: boolean
  readonly cash: number
  /** What the listeners wrote, while it is stored. */
  readonly asks: AskView[]
}
type PastRow = Omit<PastEntry, 'singers'> & { readonly singers: StoredSingers | null }

/** A song that listeners ordered and that is not in the artist's repertoire. */
export type StoredWantedSong = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly backers: number
  readonly played: boolean
}

export type Counts = {
  /** Shares paid together count as one order, beside those who ordered it whole later; joining an order adds none. */
  readonly orders: number
  readonly played: number
  readonly skipped: number
  readonly waiting: number
  /** Listeners who left a name or a dedication; still counted after those are erased. */
  readonly people: number
  /** Kopecks that the artist got in cash for what was played. */
  readonly cash: number
}

// An artist arranges his own list, too: an entry that he took out himself without an order was not skipped, and neither
// was one that its own listeners took off. An entry that he noted or began to play stays visible.
const TOLD = raw<boolean>`(e.noted or e.now_at is not null or exists (select from orders o
  where o.entry_id = e.id and not o.taken_off))`

/** The parts of an evening, each in its own order. */
const PARTS = {
  played: { where: raw<boolean>`e.status in ('PLAYED', 'NOW')`, order: raw`e.now_at` },
  skipped: {
    where: raw<boolean>`e.status = 'SKIPPED' and ${TOLD}`,
    order: raw`e.closed_at`,
  },
  // Songs that are collected for have no position, and come last.
  waiting: {
    where: raw<boolean>`e.status in ('QUEUED', 'SCHEDULED', 'COLLECTING')`,
    order: raw`e.position`,
  },
}

/** The number of orders of one entry `e` with its orders `o`: shares paid together, and votes, are one order. */
const ORDERS = raw<number>`count(*) filter (where not o.share)
  + case when bool_and(o.share) and (e.goal is not null or bool_or(o.battle_id is not null))
      or sum(o.amount) filter (where o.share) >= e.goal
    then 1 else 0 end`

type HistoryPage = keyof typeof PARTS

/** How many songs sounded, and how many of them listeners ordered. */
export async function countPlayed(sql: Sql, concertId: string) {
  const { rows } = await raw<{ songs: number; ordered: number }>`
    select count(*)::integer as songs,
      count(*) filter (where exists (select from orders o
        where o.entry_id = e.id and not o.taken_off))::integer as ordered
    from queue_entries e where e.concert_id = ${concertId}::uuid and e.status = 'PLAYED'
  `.execute(sql)
  return rows[0] ?? { songs: 0, ordered: 0 }
}

export async function pastEntries(
  sql: Sql,
  concertId: string,
  part: HistoryPage,
  limit: number,
): Promise<PastEntry[]> {
  const { where, order } = PARTS[part]
  const { rows } = await raw<PastRow>`
    select e.id, e.song_id, s.title, s.artist_name,
      s.image_url, e.status, e.now_at as started_at, e.closed_at as ended_at,
      e.for_whom, e.in_cash, e.cash, coalesce(${asksOf(null)}, '[]') as asks, ${ownSingers()} as singers,
      (select count(distinct o.device_id) from orders o
        where o.entry_id = e.id and o.dropped_at is null)::integer as backers
    from queue_entries e join songs s on s.id = e.song_id
    where e.concert_id = ${concertId}::uuid and ${where}
    order by ${order}, e.id
    limit ${limit}::integer
  `.execute(sql)
  return rows.map(({ singers, ...row }) => ({ ...row, ...singersShown(singers, true) }))
}

type SetlistEntry = Pick<
  PastEntry,
  'id' | 'songId' | 'title' | 'artistName' | 'imageUrl' | 'startedAt'
>

/** What sounded in a concert, in its order, with the titles that everybody may see. */
export async function setlistEntries(
  sql: Sql,
  concertId: string,
  limit: number,
): Promise<SetlistEntry[]> {
  const { where, order } = PARTS.played
  const { rows } = await raw<SetlistEntry>`
    select e.id, e.song_id, ${HALL_TITLE} as title, ${HALL_PERFORMER} as artist_name, s.image_url,
      e.now_at as started_at
    from queue_entries e join songs s on s.id = e.song_id
    where e.concert_id = ${concertId}::uuid and ${where}
    order by ${order}, e.id
    limit ${limit}::integer
  `.execute(sql)
  return rows
}

/** Erases `for_whom` in concerts that ended before this; that the entries were noted is still counted. */
export async function eraseForWhom(sql: Sql, endedBefore: Date): Promise<void> {
  await raw`
    update queue_entries e set for_whom = '' from concerts c
    where c.id = e.concert_id and e.for_whom <> ''
      and coalesce(c.finished_at, c.ends_at) < ${endedBefore}::timestamptz
  `.execute(sql)
}

export async function countEntries(sql: Sql, concertId: string): Promise<Counts> {
  const { rows } = await raw<Counts>`
    select
      (select coalesce(sum(b.orders), 0) from (
        select ${ORDERS} as orders from queue_entries e join orders o on o.entry_id = e.id
        where e.concert_id = ${concertId}::uuid and o.dropped_at is null
        group by e.id) b)::integer as orders,
      (select count(distinct o.device_id) from orders o join order_words w on w.order_id = o.id
        where o.concert_id = ${concertId}::uuid and o.dropped_at is null)::integer as people,
      count(*) filter (where e.status = 'PLAYED')::integer as played,
      count(*) filter (where ${PARTS.skipped.where})::integer as skipped,
      count(*) filter (where ${PARTS.waiting.where})::integer as waiting,
      coalesce(sum(e.cash) filter (where ${PARTS.played.where}), 0)::integer as cash
    from queue_entries e where e.concert_id = ${concertId}::uuid
  `.execute(sql)
  return rows[0] ?? { orders: 0, played: 0, skipped: 0, waiting: 0, people: 0, cash: 0 }
}

/** The songs with most listeners first. */
export async function wantedSongs(
  sql: Sql,
  concert: { readonly id: string; readonly artistId: string },
  limit: number,
): Promise<StoredWantedSong[]> {
  const { rows } = await raw<StoredWantedSong>`
    select s.id as song_id, s.title, s.artist_name, s.image_url,
      count(distinct o.device_id)::integer as backers, bool_or(e.status = 'PLAYED') as played
    from orders o join queue_entries e on e.id = o.entry_id join songs s on s.id = e.song_id
    where o.concert_id = ${concert.id}::uuid and o.dropped_at is null
      and not exists (select from repertoire r
        where r.artist_id = ${concert.artistId}::uuid and r.song_id = s.id)
    group by s.id
    order by backers desc, s.title, s.id
    limit ${limit}::integer
  `.execute(sql)
  return rows
}

type PlayedEntry = { readonly entry: ActiveEntry; readonly closedAt: Date }

/** The song of this concert that was played last. */
export const lastPlayed = (sql: Sql, concertId: string): Promise<PlayedEntry | undefined> =>
  firstPlayed(playedIn(sql, concertId).orderBy('closedAt', 'desc').orderBy('id', 'desc').limit(1))

/** Returns this entry of the concert if its song was played. */
export const playedEntry = (
  sql: Sql,
  concertId: string,
  entryId: string,
): Promise<PlayedEntry | undefined> =>
  firstPlayed(playedIn(sql, concertId).where('id', '=', entryId))

function playedIn(sql: Sql, concertId: string) {
  return sql
    .selectFrom('queueEntries')
    .select(['id', 'songId', 'closedAt'])
    .where('closedAt', 'is not', null)
    .$narrowType<{ closedAt: NotNull }>()
    .where('concertId', '=', concertId)
    .where(raw<boolean>`status = 'PLAYED'`)
}

async function firstPlayed(played: ReturnType<typeof playedIn>): Promise<PlayedEntry | undefined> {
  const row = await played.executeTakeFirst()
  if (row === undefined) return undefined
  const { id, songId, closedAt } = row
  const stored = { status: 'PLAYED', position: null } as const
  return { entry: { id, songId, status: 'PLAYED', stored, behind: NOBODY }, closedAt }
}

/** Counts of orders and played songs of some evenings together; the fields that they are not grouped by are null. */
export type EveningCounts = {
  readonly by: 'month' | 'town' | 'venue' | 'evening' | 'all'
  readonly eveningId: string | null
  readonly month: string | null
  readonly town: string | null
  readonly venue: string | null
  readonly concerts: number
  readonly orders: number
  readonly played: number
  /** Of one evening: the devices that ordered, and when and where it was. */
  readonly listeners: number
  readonly title: string
  readonly startedAt: Date
  readonly timeZone: string
  readonly city: string
  readonly placeName: string
}

/** Concerts of an artist that began and are over, from that month on. */
const evenings = (artistId: string, since: string | null) => raw`
  select c.id, ${eveningMonth(raw`null::timestamptz`)} as month, c.city as town,
    c.place_name as venue, c.title, c.started_at, c.time_zone
  from concerts c where c.artist_id = ${artistId}::uuid and c.started_at is not null
    and c.status = 'PLAYED' and (${since}::text is null or ${eveningMonth(raw`null::timestamptz`)} >= ${since}::text)`

/** Counts orders and played songs, by month, by town, by venue, by evening, and all together. */
export async function countEvenings(
  sql: Sql,
  artistId: string,
  since: string | null,
): Promise<EveningCounts[]> {
  const { rows } = await raw<EveningCounts>`
    with evening as (${evenings(artistId, since)}),
    asked as (
      select b.concert_id, sum(b.orders) as orders from (
        select e.concert_id, ${ORDERS} as orders
        from evening v join queue_entries e on e.concert_id = v.id join orders o on o.entry_id = e.id
        where o.dropped_at is null group by e.id) b
      group by b.concert_id
    ), played as (
      select e.concert_id, count(*) as played
      from evening v join queue_entries e on e.concert_id = v.id
      where e.status = 'PLAYED' group by e.concert_id
    ), heard as (
      select o.concert_id, count(distinct o.device_id) as listeners
      from evening v join orders o on o.concert_id = v.id
      where o.dropped_at is null group by o.concert_id
    )
    select case grouping(v.month, v.town, v.venue, v.id)
        when 7 then 'month' when 11 then 'town' when 9 then 'venue' when 14 then 'evening'
        else 'all' end as by,
      v.month, v.town, v.venue, v.id as evening_id, count(*)::integer as concerts,
      coalesce(sum(a.orders), 0)::integer as orders, coalesce(sum(p.played), 0)::integer as played,
      coalesce(sum(h.listeners), 0)::integer as listeners, max(v.title) as title,
      max(v.started_at) as started_at, max(v.time_zone) as time_zone, max(v.town) as city,
      max(v.venue) as place_name
    from evening v left join asked a on a.concert_id = v.id left join played p on p.concert_id = v.id
      left join heard h on h.concert_id = v.id
    group by grouping sets ((v.month), (v.town), (v.town, v.venue), (v.id), ())
  `.execute(sql)
  return rows
}

/** Counts the devices that ordered on these evenings. */
export async function countListeners(
  sql: Sql,
  artistId: string,
  since: string | null,
): Promise<number> {
  const { rows } = await raw<{ listeners: number }>`
    with evening as (${evenings(artistId, since)})
    select count(distinct o.device_id)::integer as listeners
    from evening v join orders o on o.concert_id = v.id where o.dropped_at is null
  `.execute(sql)
  return rows[0]?.listeners ?? 0
}

/** Whether the artist had an evening before that month. */
export async function hasEarlier(sql: Sql, artistId: string, month: string): Promise<boolean> {
  const { rows } = await raw<{ earlier: boolean }>`
    with evening as (${evenings(artistId, null)})
    select exists (select 1 from evening v where v.month < ${month}::text) as earlier
  `.execute(sql)
  return rows[0]?.earlier ?? false
}

/** A song over many evenings. */
type StoredEveningSong = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly orders: number
  readonly played: number
  readonly inRepertoire: boolean
}

/** Returns the most ordered songs of these evenings, and as many of those that were never played. */
export async function askedSongs(
  sql: Sql,
  artistId: string,
  { since, limit }: { since: string | null; limit: number },
): Promise<StoredEveningSong[]> {
  const { rows } = await raw<StoredEveningSong>`
    with evening as (${evenings(artistId, since)}),
    entry as (
      select e.song_id, e.status, ${ORDERS} as orders
      from evening v join queue_entries e on e.concert_id = v.id
        left join orders o on o.entry_id = e.id and o.dropped_at is null
      group by e.id
    ), song as (
      select song_id, sum(orders)::integer as orders,
        count(*) filter (where status = 'PLAYED')::integer as played
      from entry group by song_id having sum(orders) > 0
    ), ranked as (
      select r.*, row_number() over (order by orders desc, song_id) as place,
        row_number() over (partition by played = 0 order by orders desc, song_id) as place_among
      from song r
    )
    select s.id as song_id, s.title, s.artist_name, s.image_url,
      r.orders, r.played, exists (select from repertoire o
        where o.artist_id = ${artistId}::uuid and o.song_id = s.id) as in_repertoire
    from ranked r join songs s on s.id = r.song_id
    where r.place <= ${limit}::integer or (r.played = 0 and r.place_among <= ${limit}::integer)
    order by r.place
  `.execute(sql)
  return rows
}
