import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { PACE_MOST } from '#domain/queue/forecast.ts'
import type { EveningPace } from '#domain/queue/forecast.ts'
import type { OrderFacts } from '#domain/queue/my-order.ts'
import type { PaymentState } from '#domain/payments/payment.ts'
import type { Singing } from '#domain/queue/singing.ts'
import type { Pooled } from '#domain/queue/support.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { countTakenOff } from '#server/platform/db/order-effects.ts'
import { HALL_PERFORMER, HALL_TITLE } from '#server/platform/db/sql-expressions.ts'
import { LIVE } from './behind.store.ts'

/** An order of one device, paid for or not yet. */
type MyOrderRow = Omit<Pooled, 'song'> &
  OrderFacts & {
    readonly orderId: string
    /** Null before a paid order comes into the queue. */
    readonly entryId: string | null
    readonly startedAt: Date | null
    readonly songId: string
    readonly title: string
    readonly artistName: string
    /** Kopecks; null for a free one. */
    readonly amount: number | null
    /** The position among the songs that wait. */
    readonly place: number | null
    /** What the listener wrote with it; null where nothing is stored. */
    readonly name: string | null
    readonly words: string | null
    /** What he said who sings it himself. */
    readonly sings: Singing | null
    /** Its device gets push messages. */
    readonly pushed: boolean
    /** Its device got them until its subscription ended. */
    readonly pushLost: boolean
    readonly thanked: boolean
    readonly answered: boolean
    /** The word filter holds the name back from the artist. */
    readonly held: boolean
    /** It let another order pass. */
    readonly letPass: boolean
    /** The battle in which it is a vote. */
    readonly battleId: string | null
  }

/** The artist's concerts that are over and in which this device ordered, the newest first. */
export function pastConcertsOf(
  sql: Sql,
  by: { readonly artistId: string; readonly deviceId: string },
  limit: number,
) {
  return sql
    .selectFrom('concerts as c')
    .select(['c.id', 'c.title', 'c.startsAt', 'c.timeZone'])
    .where('c.artistId', '=', by.artistId)
    .where('c.status', '=', 'PLAYED')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders as o')
          .select('o.id')
          .whereRef('o.concertId', '=', 'c.id')
          .where('o.deviceId', '=', by.deviceId)
          .where('o.takenOff', '=', false),
      ),
    )
    .orderBy('c.startsAt', 'desc')
    .limit(limit)
    .execute()
}

const SHOWN_MOST = 100

/** Kopecks of the other live orders behind the same entry, where it has a goal. */
function othersBehind(order: RawBuilder<unknown>): RawBuilder<number> {
  return raw`case when e.goal is null then 0 else (
    select coalesce(sum(x.amount), 0)::bigint from orders x
    where x.entry_id = e.id and x.id <> ${order}.id and x.dropped_at is null) end`
}

/** Newest first. Before a paid order comes into the queue, and after its concert is deleted, its payment provides its data. */
export async function ordersOfDevice(
  sql: Sql,
  concertId: string,
  deviceId: string,
): Promise<MyOrderRow[]> {
  const { rows } = await raw<MyOrderRow>`
    select coalesce(o.id, p.id) as order_id, o.entry_id, e.now_at as started_at,
      coalesce(e.song_id, p.song_id) as song_id,
      coalesce(${HALL_TITLE}, p.song_title) as title,
      coalesce(${HALL_PERFORMER}, p.song_artist) as artist_name,
      coalesce(o.share, p.share_goal is not null) as share, e.goal,
      coalesce(o.amount, 0) as own, ${othersBehind(raw`o`)} as others,
      p.amount, p.state as payment, e.status as song, e.position as place,
      (o.dropped_at is not null) as dropped,
      coalesce(o.taken_off, p.reason = 'taken_off', false) as taken_off,
      nullif(w.name, '') as name, nullif(w.words, '') as words,
      case when w.sings then json_build_object('with', w.sings_with, 'keyShift', w.key_shift) end as sings,
      coalesce(t.endpoint <> '', false) as pushed, coalesce(t.endpoint = '', false) as push_lost,
      k.id is not null as thanked, k.answered_at is not null as answered,
      coalesce(w.held and w.opened_at is null, false) as held,
      o.let_pass is not null as let_pass,
      coalesce(o.battle_id, p.battle_id) as battle_id,
      coalesce(o.battle_id, p.battle_id) is not null as vote
    from (select * from orders
        where concert_id = ${concertId}::uuid and device_id = ${deviceId}::uuid) o
      full join (select * from payments
        where concert_id = ${concertId}::uuid and device_id = ${deviceId}::uuid) p
        on p.id = o.payment_id
      left join queue_entries e on e.id = o.entry_id
      left join songs s on s.id = e.song_id
      left join order_words w on w.order_id = coalesce(o.id, p.id)
      left join thanks k on k.order_id = o.id
      left join push_subscriptions t on t.order_id = o.id
    order by coalesce(p.created_at, o.created_at) desc, order_id desc
    limit ${SHOWN_MOST}::integer
  `.execute(sql)
  return rows
}

/** Returns the concert of an order or of the payment that would become one, if this device made it. */
export async function concertOfOrder(
  sql: Sql,
  orderId: string,
  deviceId: string,
): Promise<string | undefined> {
  const { rows } = await raw<{ concertId: string }>`
    select concert_id from orders
      where id = ${orderId}::uuid and device_id = ${deviceId}::uuid
    union
    select concert_id from payments
      where id = ${orderId}::uuid and device_id = ${deviceId}::uuid and concert_id is not null
  `.execute(sql)
  return rows[0]?.concertId
}

/** Returns the device of an order, or of the payment that would become one. */
export async function deviceOfOrder(sql: Sql, orderId: string): Promise<string | null> {
  const { rows } = await raw<{ deviceId: string | null }>`
    select device_id from orders where id = ${orderId}::uuid
    union select device_id from payments where id = ${orderId}::uuid
  `.execute(sql)
  return rows[0]?.deviceId ?? null
}

type PlacedOrder = Pooled & {
  readonly entryId: string
  readonly dropped: boolean
  readonly paymentId: string | null
}

/** Returns an order that has come into the queue; whoever changes it has locked its concert. */
export async function placedOrder(sql: Sql, orderId: string): Promise<PlacedOrder | undefined> {
  const { rows } = await raw<PlacedOrder>`
    select o.entry_id, e.status as song, o.dropped_at is not null as dropped,
      o.payment_id, o.share, o.battle_id is not null as vote, e.goal, o.amount as own,
      ${othersBehind(raw`o`)} as others
    from orders o join queue_entries e on e.id = o.entry_id where o.id = ${orderId}::uuid
  `.execute(sql)
  return rows[0]
}

/** Takes the order off and its song's order count down: ordering and taking off again and again makes no song popular. */
export async function takeOff(sql: Sql, orderId: string, at: Date): Promise<void> {
  await raw`
    with off as (
      update orders set dropped_at = ${at}::timestamptz, taken_off = true
      where id = ${orderId}::uuid returning entry_id)
    ${countTakenOff()}
  `.execute(sql)
}

type PassingOrder = {
  readonly entryId: string
  readonly share: boolean
  readonly dropped: boolean
  readonly letPass: boolean
  /** Its device has let an order pass in this concert. */
  readonly used: boolean
}

/** Returns what decides whether an order may let another pass. Its concert must be locked. */
export async function passingOrder(sql: Sql, orderId: string): Promise<PassingOrder | undefined> {
  const { rows } = await raw<PassingOrder>`
    select o.entry_id, o.share, o.dropped_at is not null as dropped, o.let_pass is not null as let_pass,
      exists (select from orders x where x.concert_id = o.concert_id
        and x.device_id = o.device_id and x.let_pass is not null) as used
    from orders o where o.id = ${orderId}::uuid
  `.execute(sql)
  return rows[0]
}

export async function saveLetPass(
  sql: Sql,
  orderId: string,
  letPass: { readonly entryId: string; readonly at: Date },
): Promise<void> {
  await sql
    .updateTable('orders')
    .set({ letPass: letPass.entryId, letPassAt: letPass.at })
    .where('id', '=', orderId)
    .execute()
}

/** Returns the state of a payment that brought no order. */
export async function paymentStateOf(sql: Sql, id: string): Promise<PaymentState | undefined> {
  const row = await sql
    .selectFrom('payments')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state
}

type Pace = {
  readonly running: boolean
  /** The end of the break that is going on. */
  readonly breakUntil: Date | null
  readonly rules: EveningRules & { readonly ownRun: number }
  readonly lengths: readonly number[]
  readonly playingFor: number | null
  readonly noted: NonNullable<EveningPace['noted']>
  readonly breaks: readonly number[]
}

const NOTED = raw<number | null>`r.seconds * 1000`
/** When a song ended: a break that began after it is not part of its length. */
const ENDED = raw<Date | null>`coalesce(e.break_at, e.closed_at)`

/** The evening's pace: lengths of its last songs, how long the current one plays, and noted lengths of those to come (ms). */
export async function paceOf(sql: Sql, concertId: string, now: Date): Promise<Pace> {
  const [concert, played, live] = await Promise.all([
    sql
      .selectFrom('concerts')
      .select(['status', 'active', 'breakUntil', 'rules', 'ownRun'])
      .where('id', '=', concertId)
      .executeTakeFirst(),
    sql
      .selectFrom('queueEntries as e')
      .innerJoin('concerts as c', 'c.id', 'e.concertId')
      .leftJoin('repertoire as r', (on) =>
        on.onRef('r.artistId', '=', 'c.artistId').onRef('r.songId', '=', 'e.songId'),
      )
      .select(['e.nowAt as began', ENDED.as('ended'), NOTED.as('noted')])
      .where('e.concertId', '=', concertId)
      .where('e.status', '=', 'PLAYED')
      .orderBy('e.closedAt', 'desc')
      .limit(PACE_MOST)
      .execute(),
    sql
      .selectFrom('queueEntries as e')
      .innerJoin('concerts as c', 'c.id', 'e.concertId')
      .leftJoin('repertoire as r', (on) =>
        on.onRef('r.artistId', '=', 'c.artistId').onRef('r.songId', '=', 'e.songId'),
      )
      .select(['e.status', 'e.nowAt as began', 'e.beforeBreak as breakMinutes'])
      .select(NOTED.as('noted'))
      .where('e.concertId', '=', concertId)
      .where(LIVE)
      .orderBy('e.position', (order) => order.asc().nullsFirst())
      .execute(),
  ])
  const playing = live.find(({ status }) => status === 'NOW')
  const waits = live.filter((entry) => entry !== playing)
  return {
    running: concert?.status === 'NOW' && concert.active,
    breakUntil: concert?.breakUntil ?? null,
    rules: { ...rulesFrom(concert?.rules ?? {}), ownRun: concert?.ownRun ?? 0 },
    lengths: played.map(({ began, ended }) => (ended?.getTime() ?? 0) - (began?.getTime() ?? 0)),
    playingFor: playing?.began ? Math.max(0, now.getTime() - playing.began.getTime()) : null,
    noted: {
      playing: playing?.noted ?? null,
      waiting: waits.map(({ noted }) => noted),
      played: played.map(({ noted }) => noted),
    },
    breaks: waits.map(({ breakMinutes }) => breakMinutes * MINUTE_MS),
  }
}
