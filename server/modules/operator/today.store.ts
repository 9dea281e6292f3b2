import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

type ConcertNow = {
  readonly sessionId: string
  readonly username: string
  readonly name: string
  readonly title: string
  readonly venue: string
  readonly running: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  readonly orders: number
  readonly amount: number
}

const SHOWN_MOST = 1000
const EARNED = raw`p.state in ('secured', 'releasing', 'released')`
/** What orders and tips brought the concert `c`, taken or held; a tip is of the concert during which it was begun, as in its report. */
const MONEY = raw`
  select p.amount, p.created_at as at, false as tip from payments p
  where p.concert_id = c.id and p.kind = 'song' and ${EARNED}
  union all
  select p.amount, p.created_at, true from payments p
  where p.kind = 'tip' and p.artist_id = c.artist_id and ${EARNED}
    and p.created_at between c.started_at and coalesce(c.finished_at, 'infinity')`

/** Concerts that run, and those that should have begun and are not over, or begin until then; the running ones first. */
export async function concertsNow(sql: Sql, now: Date, until: Date): Promise<ConcertNow[]> {
  const { rows } = await raw<ConcertNow>`
    select c.id as session_id, a.username, a.name, c.title, c.place_name as venue,
      c.status = 'NOW' as running, c.starts_at, c.ends_at,
      (select count(*) from orders o where o.concert_id = c.id and o.dropped_at is null)::integer
        as orders,
      (select coalesce(sum(m.amount), 0) from (${MONEY}) m)::bigint as amount
    from concerts c join artists a on a.id = c.artist_id
    where c.status = 'NOW' or c.status = 'SCHEDULED'
      and c.starts_at <= ${until}::timestamptz and c.ends_at > ${now}::timestamptz
    order by running desc, c.starts_at, c.id limit ${SHOWN_MOST}::integer
  `.execute(sql)
  return rows
}

type HourOfOrders = { readonly at: Date; readonly orders: number; readonly tips: number }

/** Orders and tips since then by hour, of concerts that began since `concertsSince`. */
export async function hoursSince(
  sql: Sql,
  since: Date,
  concertsSince: Date,
): Promise<HourOfOrders[]> {
  const { rows } = await raw<HourOfOrders>`
    with evenings as (select * from concerts where starts_at > ${concertsSince}::timestamptz)
    select date_trunc('hour', at) as at, count(*) filter (where not tip)::integer as orders,
      count(*) filter (where tip)::integer as tips
    from (
      select o.created_at as at, false as tip from orders o join evenings c on c.id = o.concert_id
        where o.dropped_at is null
      union all
      select m.at, true from evenings c cross join lateral (${MONEY}) m where m.tip) all_of_them
    where at >= ${since}::timestamptz group by 1 order by 1
  `.execute(sql)
  return rows
}

/** Kopecks that came since then to concerts that began since `concertsSince`. */
export async function earnedSince(sql: Sql, since: Date, concertsSince: Date): Promise<number> {
  const { rows } = await raw<{ amount: number }>`
    select coalesce(sum(m.amount), 0)::bigint as amount
    from concerts c cross join lateral (${MONEY}) m
    where c.starts_at > ${concertsSince}::timestamptz and m.at >= ${since}::timestamptz
  `.execute(sql)
  return rows[0]?.amount ?? 0
}

export type Waiting = { readonly count: number; readonly oldest: Date | null }

/** Complaints and letters that nobody has settled. */
export async function waitingWords(sql: Sql): Promise<{ complaints: Waiting; letters: Waiting }> {
  const { rows } = await raw<{ count: number; oldest: Date | null }>`
    select count(*)::integer as count, min(created_at) as oldest from complaints where done_at is null
    union all
    select count(*)::integer, min(created_at) from support_requests where done_at is null
  `.execute(sql)
  const none = { count: 0, oldest: null }
  return { complaints: rows[0] ?? none, letters: rows[1] ?? none }
}
