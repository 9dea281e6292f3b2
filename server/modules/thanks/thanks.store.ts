import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type { OrderFacts } from '#domain/queue/my-order.ts'
import { BOARD_MOST } from '#domain/queue/thanks.ts'
import type { StoredThanks } from '#domain/queue/thanks.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import { HALL_TITLE, HELD } from '#server/platform/db/sql-expressions.ts'

type OrderToThank = OrderFacts & {
  readonly concertId: string
  readonly status: ConcertStatus
  /** Null before the concert ends. */
  readonly endedAt: Date | null
}

/** Returns an order of this device; undefined for another's. */
export async function orderToThank(
  sql: Sql,
  orderId: string,
  deviceId: string,
): Promise<OrderToThank | undefined> {
  const { rows } = await raw<OrderToThank>`
    select o.concert_id, c.status, c.finished_at as ended_at, e.status as song,
      o.dropped_at is not null as dropped, o.taken_off, p.state as payment
    from orders o join queue_entries e on e.id = o.entry_id join concerts c on c.id = o.concert_id
      left join payments p on p.id = o.payment_id
    where o.id = ${orderId}::uuid and o.device_id = ${deviceId}::uuid
  `.execute(sql)
  return rows[0]
}

/** Adds a thank; false where this order has one already. */
export async function addThanks(
  sql: Sql,
  { orderId, concertId }: { orderId: string; concertId: string },
  at: Date,
): Promise<boolean> {
  const added = await sql
    .insertInto('thanks')
    .values({ orderId, concertId, thankedAt: at })
    .onConflict((on) => on.column('orderId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added !== undefined) await bumpRevision(concertId).execute(sql)
  return added !== undefined
}

/** Adds a tip that came while its artist plays to that concert; returns the concert where the tip is new there. */
export async function addTip(
  sql: Sql,
  { id, artistId }: { id: string; artistId: string },
  at: Date,
): Promise<string | null> {
  const { rows } = await raw<{ concertId: string }>`
    insert into thanks (concert_id, payment_id, thanked_at)
    select c.id, ${id}::uuid, ${at}::timestamptz from concerts c
    where c.artist_id = ${artistId}::uuid and c.status = 'NOW'
    on conflict (payment_id) do nothing returning concert_id
  `.execute(sql)
  const concertId = rows[0]?.concertId ?? null
  if (concertId !== null) await bumpRevision(concertId).execute(sql)
  return concertId
}

/** Joins to the tip of the payment `p` in the concert of `t` what the hall may read of its giver `tn`. */
const TIP_NAME = raw`tip_names tn on tn.payment_id = p.id and (not tn.held or tn.opened_at is not null)
  and tn.hidden_at is null and not exists (select from muted_devices m
    where m.concert_id = t.concert_id and m.device_id = p.device_id)`
/** The name `h` of a tip is held back, and may be opened. */
const CLOSED = raw`h.held and h.opened_at is null and h.hidden_at is null`
/** Joins to the thank `t` its song, and the name of its listener. */
const ABOUT = raw`left join orders o on o.id = t.order_id
  left join queue_entries e on e.id = o.entry_id left join songs s on s.id = e.song_id
  left join order_words w on w.order_id = o.id
  left join payments p on p.id = t.payment_id left join ${TIP_NAME}`
const NOT_MUTED = raw`not exists (select from muted_devices m
  where m.concert_id = t.concert_id and m.device_id = o.device_id)`
const NAME = raw`case when ${HELD} then '' else coalesce(w.name, tn.name, '') end`

type PadThanks = Pick<StoredThanks, 'id' | 'name' | 'title' | 'answered'> & {
  /** The name is held back by the word filter. */
  readonly held: boolean
  readonly at: Date
}

/** Returns the thanks for songs in a concert, the newest first; without those of muted listeners. */
export async function thanksOf(sql: Sql, concertId: string, limit: number): Promise<PadThanks[]> {
  const { rows } = await raw<PadThanks>`
    select t.id, t.thanked_at as at, ${NAME} as name, ${HELD} and coalesce(w.name, '') <> '' as held, s.title,
      t.answered_at is not null as answered
    from thanks t ${ABOUT}
    where t.concert_id = ${concertId}::uuid and t.order_id is not null and ${NOT_MUTED}
    order by t.thanked_at desc, t.id desc limit ${limit}::integer
  `.execute(sql)
  return rows
}

/** Whether it is answered now and was not before; undefined where this concert has no such thank, or its listener is muted. */
export async function answerThanks(
  sql: Sql,
  { id, concertId }: { id: string; concertId: string },
  at: Date,
): Promise<boolean | undefined> {
  const there = raw`select t.id, t.answered_at from thanks t ${ABOUT} where t.id = ${id}::uuid
    and t.concert_id = ${concertId}::uuid and t.order_id is not null and ${NOT_MUTED}
    for update of t`
  return answerOnce(sql, there, { concertId, at })
}

/** Answers what `there` finds and locks: true where it was not answered before, undefined where it finds nothing. */
async function answerOnce(
  sql: Sql,
  there: RawBuilder<unknown>,
  { concertId, at }: { concertId: string; at: Date },
): Promise<boolean | undefined> {
  const { rows } = await raw<{ fresh: boolean }>`
    with there as (${there}),
    fresh as (update thanks set answered_at = ${at}::timestamptz
      where id = (select id from there where answered_at is null) returning id)
    select exists (select from fresh) as fresh from there
  `.execute(sql)
  const fresh = rows[0]?.fresh
  if (fresh === true) await bumpRevision(concertId).execute(sql)
  return fresh
}

/** Whether this tip is answered now and was not before; undefined where none of this concert is it. */
export async function answerTip(
  sql: Sql,
  { id, concertId }: { id: string; concertId: string },
  at: Date,
): Promise<boolean | undefined> {
  const there = raw`select id, answered_at from thanks
    where payment_id = ${id}::uuid and concert_id = ${concertId}::uuid for update`
  return answerOnce(sql, there, { concertId, at })
}

/** Who gave a tip, as he wrote it with the tip or with his last order of the evening, and whether he has an answer. */
type Tipper = {
  /** Empty where he wrote none, or the word filter holds it back. */
  readonly name: string
  readonly table: number | null
  readonly answered: boolean
  /** He wrote one with the tip, which the artist may open; there is no other. */
  readonly held: boolean
}

/** Returns the people behind these tips of a concert, by payment. */
export async function tippersOf(
  sql: Sql,
  concertId: string,
  paymentIds: readonly string[],
): Promise<Map<string, Tipper>> {
  const { rows } = await raw<Tipper & { paymentId: string }>`
    select t.payment_id, t.answered_at is not null as answered,
      coalesce(tn.name, named.name, '') as name,
      seat.number as "table",
      tn.name is null and named.name is null and exists (select from tip_names h
        where h.payment_id = p.id and ${CLOSED}) as held
    from thanks t join payments p on p.id = t.payment_id left join ${TIP_NAME}
      left join seats seat on seat.concert_id = t.concert_id and seat.device_id = p.device_id
      left join lateral (
        select w.name from orders o join order_words w on w.order_id = o.id
        where o.concert_id = t.concert_id and o.device_id = p.device_id and w.name <> ''
          and not ${HELD}
        order by o.created_at desc limit 1) named on true
    where t.concert_id = ${concertId}::uuid and t.payment_id = any(${paymentIds}::uuid[])
  `.execute(sql)
  return new Map(rows.map(({ paymentId, ...who }) => [paymentId, who]))
}

/** Shows the name of this tip, which the word filter holds back, to everybody; undefined where this concert has no such tip. */
export async function openTipName(
  sql: Sql,
  { id, concertId }: { id: string; concertId: string },
  at: Date,
): Promise<true | undefined> {
  const { rows } = await raw`
    update tip_names h set opened_at = coalesce(h.opened_at, ${at}::timestamptz) from thanks t
    where t.payment_id = ${id}::uuid and t.concert_id = ${concertId}::uuid and h.payment_id = t.payment_id
      and h.held and h.hidden_at is null returning h.payment_id
  `.execute(sql)
  if (rows.length > 0) await bumpRevision(concertId).execute(sql)
  return rows.length > 0 || undefined
}

/** Whether the artist has answered this tip. */
export async function tipIsAnswered(sql: Sql, paymentId: string): Promise<boolean> {
  const found = await sql
    .selectFrom('thanks')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('answeredAt', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export type ConcertThanks = {
  readonly concertId: string
  readonly rules: Partial<EveningRules>
  /** The number of thanks that the artist has answered. */
  readonly answers: number
  /** The number of all, tips among them. */
  readonly given: number
  /** Given or answered since then, the newest first; null where there are none. */
  readonly newest: readonly StoredThanks[] | null
  /** Who agreed to be named, the newest first; null where nobody did. */
  readonly board: readonly { id: string; name: string; amount: number | null }[] | null
}

const NEWEST_MOST = 3

/** Returns what the live channel sends of these concerts; one without thanks is left out. */
export async function newestThanks(
  sql: Sql,
  concertIds: readonly string[],
  since: Date,
): Promise<ConcertThanks[]> {
  const { rows } = await raw<ConcertThanks>`
    select c.id as concert_id, c.rules,
      g.answers, g.given,
      (select json_agg(n.told order by n.at desc, n.id) from (
        select t.id, coalesce(t.answered_at, t.thanked_at) as at, json_build_object('id', t.id,
          'name', ${NAME}, 'title', coalesce(${HALL_TITLE}, ''), 'at', coalesce(t.answered_at, t.thanked_at),
          'answered', t.answered_at is not null,
          'amount', case when tn.with_sum then p.amount end) as told
        from thanks t ${ABOUT}
        where t.concert_id = c.id and coalesce(t.answered_at, t.thanked_at) > ${since}::timestamptz
          and ${NOT_MUTED}
        order by at desc, t.id limit ${raw.lit(NEWEST_MOST)}) n) as newest,
      (select json_agg(b.named order by b.at desc) from (
        select max(t.thanked_at) as at, json_build_object('id', min(t.id::text), 'name', tn.name,
          'amount', case when bool_and(tn.with_sum) then sum(p.amount) end) as named
        from thanks t join payments p on p.id = t.payment_id join ${TIP_NAME}
        where t.concert_id = c.id and p.state = 'released'
        group by coalesce(p.device_id, p.id), tn.name
        order by at desc limit ${raw.lit(BOARD_MOST)}) b) as board
    from concerts c cross join lateral (select count(t.answered_at)::integer as answers, count(*)::integer as given
      from thanks t where t.concert_id = c.id) g
    where c.id = any(${concertIds}::uuid[]) and g.given > 0
  `.execute(sql)
  return rows
}

type TipName = {
  readonly paymentId: string
  readonly artistId: string
  readonly name: string
  readonly withSum: boolean
  readonly held: boolean
}

export async function addTipName(sql: Sql, named: TipName): Promise<void> {
  await sql.insertInto('tipNames').values(named).execute()
}

export type HiddenTip = {
  readonly name: string
  readonly artistId: string
  readonly concertTitle: string
}

/** Hides the name of a tip in all tips of its concert, or shows it, and bumps the revision; undefined where this concert has no such tip. */
export async function hideTipNames(
  sql: Sql,
  { concertId, id }: { concertId: string; id: string },
  at: Date | null,
): Promise<HiddenTip | undefined> {
  const { rows } = await raw<HiddenTip>`
    with meant as (
      select n.name from thanks t join tip_names n on n.payment_id = t.payment_id
      where t.id = ${id}::uuid and t.concert_id = ${concertId}::uuid)
    update tip_names n set hidden_at = ${at}::timestamptz from thanks t, meant
    where t.concert_id = ${concertId}::uuid and n.payment_id = t.payment_id and n.name = meant.name
    returning n.name, n.artist_id,
      (select c.title from concerts c where c.id = t.concert_id) as concert_title
  `.execute(sql)
  if (rows[0] !== undefined) await bumpRevision(concertId).execute(sql)
  return rows[0]
}

/** Erases the names of tips begun before then. */
export async function eraseTipNames(sql: Sql, before: Date): Promise<void> {
  await raw`delete from tip_names n using payments p
    where p.id = n.payment_id and p.created_at < ${before}::timestamptz`.execute(sql)
}
