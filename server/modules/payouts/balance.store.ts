import { sql as raw } from 'kysely'
import type { CreditState, Dispute } from '#domain/payments/payment.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { BEGAN, commissionOf } from '#server/platform/db/sql-expressions.ts'

/** Credited, or how far the return of the credited payment `p` has come. */
const CREDIT_STATE = raw`case
  when p.state = 'released' then 'credited'
  when p.state = 'returned' then 'returned'
  when p.attention = 'refund_refused' then 'return_refused'
  else 'returning' end`

/** Why `returnCredited` refuses the credited payment `p`: as the ledger's `wasDisputed`, and whether any of it is undecided. */
const DISPUTE = raw`case
  when p.lost > 0 or p.funds <> 'charged' or p.bank_state in ('refunding', 'refunded') then 'by_bank'
  when coalesce(p.attention, 'receipt_refused') <> 'receipt_refused' then 'review'
  else (
    select case when coalesce(sum(d.amount) filter (where t.cause = 'disputed'), 0) = 0 then 'none'
      when sum(d.amount) > 0 then 'open' else 'lost' end
    from ledger_transactions t join ledger_lines d on d.transaction_id = t.id
    where t.payment_id = p.id and d.account = 'disputed:' || p.id) end`

// The service gives back songs that wait as well: only one that was played has the end of a grace.
const WAS_CREDITED = raw`(p.state = 'released' or p.reason = 'returned_by_artist'
  or p.reason = 'returned_by_service' and (p.kind = 'tip' or p.release_at is not null))`

/** One line of an artist's money. Kopecks. */
export type MoneyLine = {
  readonly id: string
  readonly at: Date
  readonly cause: 'song' | 'tip' | 'return' | 'payout' | 'payout_rejected' | 'chargeback'
  readonly state: 'held' | CreditState | 'given_back' | 'taken' | 'sent' | 'completed' | 'rejected'
  readonly dispute: Dispute
  readonly gross: number
  readonly commission: number
  /** The change of the artist's money; below zero for a payout and a return after one. */
  readonly amount: number
  readonly title: string
  readonly concertId: string | null
  readonly concertTitle: string
  /** Of the concert's venue, IANA; Moscow's for a line of no concert. */
  readonly timeZone: string
}

/** Where a list of lines continues. */
export type BalanceCursor = { readonly at: Date; readonly id: string }

/** Newest first. A return leaves the line of its credit alone and is a line of its own where a payout was between the two. */
export async function moneyLines(
  sql: Sql,
  artistId: string,
  part: { after: BalanceCursor | null; limit: number },
): Promise<MoneyLine[]> {
  const { rows } = await raw<MoneyLine>`
    with apart as (
      select p.id, c.at as credited_at, r.id as return_id, r.at as returned_at,
        -d.amount as gross, (select coalesce(sum(k.amount), 0)::bigint from ledger_lines k
          where k.transaction_id = r.id and k.account = 'commission_' || p.kind) as commission
      from payments p
        join ledger_transactions c on c.payment_id = p.id and c.cause in ('released', 'tip')
        join ledger_transactions r on r.payment_id = p.id and r.cause = 'credit_returned'
        join ledger_lines d on d.transaction_id = r.id and d.account = 'refund_due:' || p.id
      where p.artist_id = ${artistId}::uuid and p.state in ('returning', 'returned')
        and exists (select from payouts o where o.artist_id = p.artist_id
          and o.check_payment_id is null and o.created_at between c.at and r.at)
    ), lines as (
      select p.id, coalesce(a.credited_at, closed_at, secured_at, created_at) as at, kind as cause,
        case when state in ('secured', 'releasing') then 'held'
          when a.id is not null then 'given_back' else ${CREDIT_STATE} end as state,
        coalesce(a.gross, amount) as gross,
        case when state in ('returning', 'returned') then coalesce(a.commission, 0)
          else ${commissionOf('p')} end as commission,
        case when kind = 'song' then song_title else message end as title,
        concert_id, concert_title
      from payments p left join apart a on a.id = p.id
      where artist_id = ${artistId}::uuid and kind in ('song', 'tip')
        and (state in ('secured', 'releasing') or ${WAS_CREDITED})
      union all
      select a.return_id, a.returned_at, 'return', ${CREDIT_STATE}, -a.gross, -a.commission,
        case when p.kind = 'song' then p.song_title else p.message end,
        p.concert_id, p.concert_title
      from apart a join payments p on p.id = a.id
      union all
      -- Money leaves the balance when its payout is reserved.
      select id, case when state = 'rejected' then closed_at else created_at end,
        case when state = 'rejected' then 'payout_rejected' else 'payout' end,
        case when state in ('completed', 'rejected') then state else 'sent' end,
        0, 0, phone || ' ' || sbp_bank_id
          || case when state = 'rejected' and words <> '' then ' ' || words else '' end,
        null, ''
      from payouts where artist_id = ${artistId}::uuid and check_payment_id is null
      union all
      select t.id, t.at, 'chargeback', 'taken', 0, 0,
        case when p.kind = 'song' then p.song_title else p.message end,
        p.concert_id, p.concert_title
      from payments p join ledger_transactions t on t.payment_id = p.id
      where p.artist_id = ${artistId}::uuid and t.cause = 'dispute_charged'
    )
    select l.id, l.at, l.cause, l.state, l.gross, l.commission, l.title,
      case when l.cause = 'payout_rejected' then 0
        when l.cause = 'payout' then -(select amount from payouts p where p.id = l.id)
        when l.cause = 'chargeback' then (
          select -sum(c.amount)::bigint from ledger_lines c where c.transaction_id = l.id
            and c.account in (${`artist_payable:${artistId}`}, ${`artist_debt:${artistId}`}))
        when l.cause <> 'return' and l.state in ('returning', 'return_refused', 'returned') then 0
        else l.gross - l.commission end as amount,
      case when l.state = 'credited' then (select ${DISPUTE} from payments p where p.id = l.id)
        else 'none' end as dispute,
      l.concert_id, l.concert_title,
      coalesce((select c.time_zone from concerts c where c.id = l.concert_id), 'Europe/Moscow')
        as time_zone
    from lines l
    where ${part.after?.at ?? null}::timestamptz is null
      or (l.at, l.id) < (${part.after?.at ?? null}::timestamptz, ${part.after?.id ?? null}::uuid)
    order by l.at desc, l.id desc
    limit ${part.limit}::integer
  `.execute(sql)
  return rows
}

/** Returns the kopecks that are held for an artist's songs (his part of them), on the way to his phone, and paid out to it. */
export async function moneySums(
  sql: Sql,
  artistId: string,
): Promise<{ held: number; inFlight: number; paidOut: number }> {
  const { rows } = await raw<{ held: number; inFlight: number; paidOut: number }>`
    select
      (select coalesce(sum(amount - ${commissionOf('payments')}), 0)::bigint from payments
        where artist_id = ${artistId}::uuid and kind = 'song'
          and state in ('secured', 'releasing')) as held,
      (select coalesce(sum(amount), 0)::bigint from payouts
        where artist_id = ${artistId}::uuid and check_payment_id is null
          and state not in ('completed', 'rejected')) as in_flight,
      (select coalesce(sum(amount), 0)::bigint from payouts
        where artist_id = ${artistId}::uuid and check_payment_id is null
          and state = 'completed') as paid_out
  `.execute(sql)
  return rows[0] ?? { held: 0, inFlight: 0, paidOut: 0 }
}

/** The numbers of paid orders that were played and that went back, and their sums. Kopecks. */
export type OrderSums = {
  readonly played: number
  readonly returned: number
  /** What was paid for played orders, and our part of it. */
  readonly gross: number
  readonly commission: number
  /** The artist's part of what is held. */
  readonly held: number
  readonly givenBack: number
}

// The balance, a concert's line in it and the concert's report use these sums alone.
export const ORDER_SUMS = raw`
  count(*) filter (where p.state = 'released')::integer as played,
  count(*) filter (where p.state in ('returning', 'returned'))::integer as returned,
  coalesce(sum(p.amount) filter (where p.state = 'released'), 0)::bigint as gross,
  coalesce(sum(${commissionOf('p')})
    filter (where p.state = 'released'), 0)::bigint as commission,
  coalesce(sum(p.amount - ${commissionOf('p')})
    filter (where p.state in ('secured', 'releasing')), 0)::bigint as held,
  coalesce(sum(p.given_back + p.let_go
    + case when p.state in ('returning', 'returned') then p.amount else 0 end), 0)::bigint
    as given_back`

export const WAS_PAID = raw`p.kind = 'song' and (p.funds <> 'none' or p.state = 'released')`

/** What one concert brought. */
export type ConcertMoney = OrderSums & {
  readonly concertId: string
  readonly title: string
  readonly startsAt: Date
  /** The concert was deleted: nothing else of it is known. */
  readonly deleted: boolean
}

/** Returns the newest concerts that had paid orders; a deleted one has the time of its first order. */
export async function concertMoney(
  sql: Sql,
  artistId: string,
  only: { concertId: string | null; limit: number },
): Promise<ConcertMoney[]> {
  const { rows } = await raw<ConcertMoney>`
    select p.concert_id,
      coalesce(max(c.title), max(p.concert_title)) as title,
      coalesce(max(${BEGAN}), min(p.created_at)) as starts_at,
      bool_and(c.id is null) as deleted,
      ${ORDER_SUMS}
    from payments p left join concerts c on c.id = p.concert_id
    where p.artist_id = ${artistId}::uuid and ${WAS_PAID}
      and (${only.concertId}::uuid is null or p.concert_id = ${only.concertId}::uuid)
    group by p.concert_id
    order by starts_at desc, p.concert_id
    limit ${only.limit}::integer
  `.execute(sql)
  return rows
}

/** A credited payment. Kopecks; `net` is the artist's part. */
export type StoredCredit = {
  readonly paymentId: string
  readonly amount: number
  readonly net: number
  readonly state: CreditState
  readonly dispute: Dispute
}

/** What one song of a concert brought; `entryId` is its queue entry, null where it was paid too late for one. */
export type SongMoney = OrderSums & {
  readonly entryId: string | null
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly credits: readonly StoredCredit[]
}

export async function songMoney(
  sql: Sql,
  artistId: string,
  concertId: string,
): Promise<SongMoney[]> {
  const { rows } = await raw<SongMoney>`
    select o.entry_id, p.song_id,
      max(p.song_title) as title, max(p.song_artist) as artist_name,
      coalesce(json_agg(json_build_object('paymentId', p.id, 'amount', p.amount,
        'net', p.amount - ${commissionOf('p')}, 'state', ${CREDIT_STATE},
        'dispute', case when p.state = 'released' then ${DISPUTE} else 'none' end)
        order by p.created_at, p.id) filter (where ${WAS_CREDITED}), '[]') as credits,
      ${ORDER_SUMS}
    from payments p left join orders o on o.payment_id = p.id
    where p.artist_id = ${artistId}::uuid and p.concert_id = ${concertId}::uuid and ${WAS_PAID}
    group by o.entry_id, p.song_id
    order by title, p.song_id
  `.execute(sql)
  return rows
}

/** Returns the number of paid orders of these concerts that were not played, and what the listeners paid for them. Kopecks. */
export async function unplayedOrders(
  sql: Sql,
  concertIds: readonly string[],
): Promise<{ orders: number; amount: number }> {
  const { rows } = await raw<{ orders: number; amount: number }>`
    select count(*)::integer as orders, coalesce(sum(amount), 0)::bigint as amount
    from payments where concert_id = any(${concertIds}::uuid[]) and kind = 'song' and state = 'secured'
  `.execute(sql)
  return rows[0] ?? { orders: 0, amount: 0 }
}

const CREDITED_TIPS = (artistId: string) => raw`
  artist_id = ${artistId}::uuid and kind = 'tip' and state = 'released'`

type TipView = {
  readonly id: string
  readonly at: Date
  readonly amount: number
  readonly message: string
}

/** Returns the sum of the credited tips begun in the span, and the newest of them, newest first. Kopecks. */
export async function newestTips(
  sql: Sql,
  artistId: string,
  span: { from: Date; till: Date },
  limit: number,
): Promise<{ sum: number; newest: TipView[] }> {
  const { rows } = await raw<TipView & { sum: number }>`
    select id, created_at as at, amount, message, (sum(amount) over ())::bigint as sum from payments
    where ${CREDITED_TIPS(artistId)}
      and created_at between ${span.from}::timestamptz and ${span.till}::timestamptz
    order by created_at desc, id desc
    limit ${limit}::integer
  `.execute(sql)
  const newest = rows.map(({ id, at, amount, message }) => ({ id, at, amount, message }))
  return { sum: rows[0]?.sum ?? 0, newest }
}

export type TipSums = {
  readonly count: number
  readonly gross: number
  readonly commission: number
}

/** Returns the credited tips begun in each of these spans, in the order of the spans; both ends are inclusive. Kopecks. */
export async function tipsOfSpans(
  sql: Sql,
  artistId: string,
  spans: readonly { from: Date; till: Date }[],
): Promise<TipSums[]> {
  const { rows } = await raw<TipSums>`
    select count(p.id)::integer as count, coalesce(sum(p.amount), 0)::bigint as gross,
      coalesce(sum(${commissionOf('p')}), 0)::bigint as commission
    from unnest(
      ${spans.map(({ from }) => from.toISOString())}::timestamptz[],
      ${spans.map(({ till }) => till.toISOString())}::timestamptz[]
    ) with ordinality as s (since, until, place)
    left join payments p on ${CREDITED_TIPS(artistId)} and p.created_at between s.since and s.until
    group by s.place order by s.place
  `.execute(sql)
  return rows
}

/** Returns the artist's part of the credited tips begun during each of his newest concerts that had any. Kopecks. */
export async function concertTips(
  sql: Sql,
  artistId: string,
  only: { concertId: string | null; limit: number; now: Date },
): Promise<{ concertId: string; title: string; startsAt: Date; tips: number }[]> {
  const { rows } = await raw<{ concertId: string; title: string; startsAt: Date; tips: number }>`
    select c.id as concert_id, c.title, ${BEGAN} as starts_at,
      sum(p.amount - ${commissionOf('p')})::bigint as tips
    from (select * from payments where ${CREDITED_TIPS(artistId)}) p
      join concerts c on c.artist_id = p.artist_id
        and p.created_at between c.started_at and coalesce(c.finished_at, ${only.now}::timestamptz)
    where ${only.concertId}::uuid is null or c.id = ${only.concertId}::uuid
    group by c.id order by starts_at desc, c.id
    limit ${only.limit}::integer
  `.execute(sql)
  return rows
}
