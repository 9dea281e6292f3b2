import { sql as raw } from 'kysely'
import type { NotNull } from 'kysely'
import type { Sql } from '../../platform/db/open.ts'
import { NOBODY } from './behind.store.ts'
import { asksOf } from './order-words.store.ts'
import type { ShownAsk } from './order-words.store.ts'
import type { ShownEntry } from './queue-view.store.ts'
import type { AliveEntry } from './queue.store.ts'

/** A song of a concert, with when it sounded. */
export type PastEntry = Omit<ShownEntry, 'names'> & {
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly forWhom: string
  readonly inCash: boolean
  /** What the listeners wrote, while it is kept. */
  readonly asks: ShownAsk[]
}

/** A song that listeners ordered and the artist does not say he plays. */
export type StoredWantedSong = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly backers: number
  readonly played: boolean
}

export type Counts = {
  /** What listeners paid for together is one, beside those who ordered it whole later; who joined an order adds none. */
  readonly orders: number
  readonly played: number
  readonly skipped: number
  readonly waiting: number
  /** People who left a name or a dedication; counted after those are erased too. */
  readonly people: number
}

// An artist arranges his own list, too: what he took out of it himself and nobody ordered was not
// skipped, and neither was what its own listeners took off. What he noted of a song stays to be seen.
const EVER_ORDERED = raw<boolean>`(e.noted or exists (select from orders o
  where o.entry_id = e.id and not o.taken_off))`

/** The parts of an evening, each in its own order. */
const PARTS = {
  played: { where: raw<boolean>`e.status in ('PLAYED', 'NOW')`, order: raw`e.now_at` },
  skipped: {
    where: raw<boolean>`e.status = 'SKIPPED' and ${EVER_ORDERED}`,
    order: raw`e.closed_at`,
  },
  // What is collected for has no place, and comes last.
  waiting: {
    where: raw<boolean>`e.status in ('QUEUED', 'SCHEDULED', 'COLLECTING')`,
    order: raw`e.position`,
  },
}

type HistoryPage = keyof typeof PARTS

export async function pastEntries(
  sql: Sql,
  concertId: string,
  part: HistoryPage,
  limit: number,
): Promise<PastEntry[]> {
  const { where, order } = PARTS[part]
  const { rows } = await raw<PastEntry>`
    select e.id, e.song_id as "songId", s.title, s.artist_name as "artistName",
      s.image_url as "imageUrl", e.status, e.now_at as "startedAt", e.closed_at as "endedAt",
      e.for_whom as "forWhom", e.in_cash as "inCash", coalesce(${asksOf(null)}, '[]') as asks,
      (select count(distinct o.device_id) from orders o
        where o.entry_id = e.id and o.dropped_at is null)::integer as backers
    from queue_entries e join songs s on s.id = e.song_id
    where e.concert_id = ${concertId}::uuid and ${where}
    order by ${order}, e.id
    limit ${limit}::integer
  `.execute(sql)
  return rows
}

/** Erases whom songs of concerts that ended before this were for; that they were noted stays counted. */
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
      (select count(*) filter (where not o.share)
          + count(distinct o.entry_id) filter (where o.share and p.goal is not null and (
            select bool_and(w.share) or sum(w.amount) filter (where w.share) >= p.goal
            from orders w where w.entry_id = o.entry_id and w.dropped_at is null))
        from orders o join queue_entries p on p.id = o.entry_id
        where o.concert_id = ${concertId}::uuid and o.dropped_at is null)::integer as orders,
      (select count(distinct o.device_id) from orders o join order_words w on w.order_id = o.id
        where o.concert_id = ${concertId}::uuid and o.dropped_at is null)::integer as people,
      count(*) filter (where e.status = 'PLAYED')::integer as played,
      count(*) filter (where ${PARTS.skipped.where})::integer as skipped,
      count(*) filter (where ${PARTS.waiting.where})::integer as waiting
    from queue_entries e where e.concert_id = ${concertId}::uuid
  `.execute(sql)
  return rows[0] ?? { orders: 0, played: 0, skipped: 0, waiting: 0, people: 0 }
}

/** Those with most listeners first. */
export async function wantedSongs(
  sql: Sql,
  concert: { readonly id: string; readonly artistId: string },
  limit: number,
): Promise<StoredWantedSong[]> {
  const { rows } = await raw<StoredWantedSong>`
    select s.id as "songId", s.title, s.artist_name as "artistName", s.image_url as "imageUrl",
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

type PlayedEntry = { readonly entry: AliveEntry; readonly closedAt: Date }

/** The song of this concert that was played last. */
export const lastPlayed = (sql: Sql, concertId: string): Promise<PlayedEntry | undefined> =>
  firstPlayed(playedIn(sql, concertId).orderBy('closed_at', 'desc').orderBy('id', 'desc').limit(1))

/** This entry of the concert, where its song was played. */
export const playedEntry = (
  sql: Sql,
  concertId: string,
  entryId: string,
): Promise<PlayedEntry | undefined> =>
  firstPlayed(playedIn(sql, concertId).where('id', '=', entryId))

function playedIn(sql: Sql, concertId: string) {
  return sql
    .selectFrom('queue_entries')
    .select(['id', 'song_id as songId', 'closed_at as closedAt'])
    .where('closed_at', 'is not', null)
    .$narrowType<{ closedAt: NotNull }>()
    .where('concert_id', '=', concertId)
    .where(raw<boolean>`status = 'PLAYED'`)
}

async function firstPlayed(played: ReturnType<typeof playedIn>): Promise<PlayedEntry | undefined> {
  const row = await played.executeTakeFirst()
  if (row === undefined) return undefined
  const { id, songId, closedAt } = row
  const kept = { status: 'PLAYED', position: null } as const
  return { entry: { id, songId, status: 'PLAYED', kept, behind: NOBODY }, closedAt }
}
