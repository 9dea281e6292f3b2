import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { looksBehind } from '#domain/queue/arrangement.ts'
import { NO_ORDERS } from '#domain/queue/evening-rules.ts'
import type { EveningRules, OrdersOfPerson } from '#domain/queue/evening-rules.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Queue, SongStatus } from '#domain/queue/queue.ts'
import { answersOf, insertAnswers } from '#server/platform/db/idempotency.ts'
import type { StoredAnswer } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { bumpRevision, countOrdered } from '#server/platform/db/order-effects.ts'
import { SONG_MINIMUM } from '#server/platform/db/sql-expressions.ts'
import { behindLive, LIVE, seatsOf, withBehind } from './behind.store.ts'
import type { BehindRow } from './behind.store.ts'
import { placing } from './queue.store.ts'
import { behindOf, collectingBySong, collectingIn } from './shares.store.ts'
import type { CollectingEntry, CollectingRow } from './shares.store.ts'
import type { ActiveEntry } from './queue.store.ts'

/** A song that may be ordered. */
export type Orderable = {
  readonly id: string
  readonly title: string
  readonly artistName: string
  readonly inRepertoire: boolean
  /** The least price in rubles; null: as the concert sets it. */
  readonly minimum: number | null
  readonly state: SongState
  /** Marked by the artist; false where the rules do not use it. */
  readonly open: boolean
}

/** The devices, songs and keys of the orders of one concert. */
type StoredOrderRequest = {
  readonly concertId: string
  readonly artistId: string
  readonly rules: EveningRules
  readonly songIds: readonly string[]
  readonly deviceIds: readonly string[]
  /** Some of the orders support songs that wait. */
  readonly supports: boolean
  readonly now: Date
  readonly call: string
  readonly keys: readonly string[]
}

/** The data that decides orders of one concert. */
export type OrderingState<T> = {
  readonly queue: Queue<ActiveEntry>
  /** The songs with a running collection, by their ids. */
  readonly collecting: ReadonlyMap<string, CollectingEntry>
  /** The live orders of the devices, by `behindKey`; empty where no order is a support. */
  readonly behind: ReadonlyMap<string, string>
  /** Those of the requested songs that the catalogue has, by id. */
  readonly songs: ReadonlyMap<string, Orderable>
  /** The number of orders by device; a device that is left out has none. Unpaid ones count where the rules limit paid ones. */
  readonly orders: ReadonlyMap<string, OrdersOfPerson>
  /** The songs that sounded, the last one first; empty where no rule needs them. */
  readonly sounded: readonly SoundedSong[]
  /** The lengths (ms) of the concert's and the requested songs, where the artist noted them; empty where no rule needs them. */
  readonly noted: ReadonlyMap<string, number>
  /** Minutes of the break before each entry, 0 where there is none. */
  readonly breaks: ReadonlyMap<string, number>
  /** Those of the devices that the artist has muted. */
  readonly muted: ReadonlySet<string>
  /** The tables of those of the devices that named one; empty where the circle does not go by tables. */
  readonly tables: ReadonlyMap<string, number>
  /** Those of the requested keys that were answered already. */
  readonly answers: ReadonlyMap<string, StoredAnswer<T>>
}

export const behindKey = (entryId: string, deviceId: string) => `${entryId} ${deviceId}`

/** `began` and `ended` in ms since 1970; `ended` is null while it sounds. */
type SoundedSong = {
  readonly songId: string
  readonly began: number
  readonly ended: number | null
}

type Row<T> = {
  readonly queue: readonly (readonly [string, string, SongStatus, number | null, number])[] | null
  readonly behind: readonly BehindRow[] | null
  readonly collecting: readonly CollectingRow[] | null
  readonly own: readonly (readonly [string, string, string])[] | null
  readonly songs:
    | readonly (readonly [string, string, string, SongState | null, number | null, boolean])[]
    | null
  readonly orders: readonly (readonly [string, number, number, number])[] | null
  readonly unpaid: readonly (readonly [string, number])[] | null
  readonly sounded: readonly SoundedSong[] | null
  readonly noted: readonly (readonly [string, number])[] | null
  readonly muted: readonly string[] | null
  readonly tables: readonly (readonly [string, number])[] | null
  readonly answers: readonly StoredAnswer<T>[] | null
}

/** Reads all of it in one query. The concert is locked, so that nothing of it changes until the commit. */
export async function readOrderingState<T>(
  sql: Sql,
  asked: StoredOrderRequest,
): Promise<OrderingState<T>> {
  const { rules } = asked
  const ask = (asks: boolean, part: RawBuilder<unknown>) => (asks ? part : raw`null`)
  // Statuses are literals, not parameters: only so can the planner see that the partial indexes fit.
  const { rows } = await raw<Row<T>>`
    select
      (select json_agg(json_build_array(e.id, e.song_id, e.status, e.position, e.before_break)
          order by e.position nulls first)
        from queue_entries e where e.concert_id = ${asked.concertId}::uuid
          and ${LIVE}) as queue,
      ${ask(looksBehind(rules), behindLive(asked.concertId))} as behind,
      ${ask(rules.support, collectingIn(asked.concertId))} as collecting,
      ${ask(asked.supports, behindOf(asked.concertId, asked.deviceIds))} as own,
      (select json_agg(json_build_array(s.id, s.title, s.artist_name, r.state,
          ${SONG_MINIMUM}, ${rules.songs === 'open' ? openSong(asked.concertId) : raw`false`}))
        from songs s
        left join repertoire r on r.artist_id = ${asked.artistId}::uuid and r.song_id = s.id
        where s.id = any(${asked.songIds}::uuid[])) as songs,
      (select json_agg(json_build_array(w.device_id, w.free, w.paid, w.evening)) from (
          select o.device_id,
            count(*) filter (where o.kind = 'free' and e.status in ('SCHEDULED', 'QUEUED')) as free,
            count(*) filter (where o.kind = 'paid'
              and e.status in ('COLLECTING', 'SCHEDULED', 'QUEUED')) as paid,
            count(*) filter (where e.status <> 'SKIPPED') as evening
          from orders o join queue_entries e on e.id = o.entry_id
          where o.concert_id = ${asked.concertId}::uuid
            and o.device_id = any(${asked.deviceIds}::uuid[])
            and o.dropped_at is null and not (o.share and o.joined)
          group by o.device_id) w) as orders,
      ${ask(rules.paidWaiting !== null || rules.wholeEvening !== null, unpaidOrders(asked))} as unpaid,
      ${ask(rules.repeats !== 'allowed' || rules.byClock, soundedSongs(asked.concertId))} as sounded,
      ${ask(rules.byClock, notedLengths(asked))} as noted,
      (select json_agg(m.device_id) from muted_devices m
        where m.concert_id = ${asked.concertId}::uuid
          and m.device_id = any(${asked.deviceIds}::uuid[])) as muted,
      ${ask(rules.turn === 'circle' && rules.byTable, seatsOf(asked.concertId, asked.deviceIds))} as tables,
      (select json_agg(a) from (${answersOf(asked.call, asked.keys)}) a) as answers
  `.execute(sql)
  const row = rows[0]
  const entries = (row?.queue ?? []).map(([id, songId, status, position]) => ({
    id,
    songId,
    status,
    stored: { status, position },
  }))
  const orders = new Map(
    row?.orders?.map(([id, free, paid, evening]) => [id, { free, paid, evening }]),
  )
  for (const [id, unpaid] of row?.unpaid ?? []) {
    const { free, paid, evening } = orders.get(id) ?? NO_ORDERS
    orders.set(id, { free, paid: paid + unpaid, evening: evening + unpaid })
  }
  return {
    queue: withBehind(entries, row?.behind ?? null),
    collecting: collectingBySong(row?.collecting ?? null, asked.now),
    behind: new Map(
      row?.own?.map(([entryId, deviceId, orderId]) => [behindKey(entryId, deviceId), orderId]),
    ),
    songs: new Map(
      row?.songs?.map(([id, title, artistName, own, minimum, open]) => {
        const inRepertoire = own !== null
        return [id, { id, title, artistName, inRepertoire, state: own ?? 'open', minimum, open }]
      }),
    ),
    orders,
    sounded: row?.sounded ?? [],
    noted: new Map(row?.noted),
    breaks: new Map(row?.queue?.map(([id, , , , minutes]) => [id, minutes])),
    muted: new Set(row?.muted),
    tables: new Map(row?.tables),
    answers: new Map(row?.answers?.map((stored) => [stored.key, stored])),
  }
}

/** Returns the least price of this song in rubles, null: as the concert sets it; and whether the artist plays it. */
export async function ownOrdering(
  sql: Sql,
  artistId: string,
  songId: string,
): Promise<Pick<Orderable, 'minimum' | 'state'>> {
  const row = await sql
    .selectFrom('repertoire as r')
    .select([SONG_MINIMUM.as('minimum'), 'r.state'])
    .where('r.artist_id', '=', artistId)
    .where('r.song_id', '=', songId)
    .executeTakeFirst()
  return row ?? { minimum: null, state: 'open' }
}

function openSong(concertId: string) {
  return raw`exists (
    select from open_songs p where p.concert_id = ${concertId}::uuid and p.song_id = s.id)`
}

/** Orders that still wait for their money, by device. */
function unpaidOrders({
  concertId,
  deviceIds,
}: Pick<StoredOrderRequest, 'concertId' | 'deviceIds'>) {
  return raw`(select json_agg(json_build_array(u.device_id, u.orders)) from (
    select p.device_id, count(*) as orders from payments p
    where p.concert_id = ${concertId}::uuid and p.device_id = any(${deviceIds}::uuid[])
      and p.state in ('created', 'awaiting') and p.share_goal is distinct from 0
    group by p.device_id) u)`
}

function notedLengths({ concertId, artistId, songIds }: StoredOrderRequest) {
  return raw`(select json_agg(json_build_array(r.song_id, r.seconds * 1000)) from repertoire r
    where r.artist_id = ${artistId}::uuid and r.seconds is not null
      and (r.song_id = any(${songIds}::uuid[]) or r.song_id in (
        select e.song_id from queue_entries e where e.concert_id = ${concertId}::uuid)))`
}

/** No evening has more songs. */
const SOUNDED_MOST = 500

/** The songs that sounded in a concert, the last one first, as one JSON value. */
function soundedSongs(concertId: string): RawBuilder<readonly SoundedSong[] | null> {
  return raw`(select json_agg(json_build_object('songId', p.song_id,
      'began', round(extract(epoch from p.now_at) * 1000),
      'ended', round(extract(epoch from coalesce(p.break_at, p.closed_at)) * 1000))) from (
    select song_id, now_at, closed_at, break_at from queue_entries
    where concert_id = ${concertId}::uuid and status in ('PLAYED', 'NOW')
    order by now_at desc limit ${SOUNDED_MOST}::integer) p)`
}

/** What decides which songs may be chosen in a concert. */
export async function songChoiceOf(
  sql: Sql,
  concertId: string,
): Promise<
  | {
      readonly artistId: string
      readonly rules: Partial<EveningRules>
      readonly pass: string | null
      readonly open: readonly string[] | null
      readonly live: readonly string[] | null
      readonly sounded: readonly SoundedSong[] | null
    }
  | undefined
> {
  return sql
    .selectFrom('concerts as c')
    .select(['c.artist_id as artistId', 'c.rules', 'c.pass'])
    .select(
      raw<readonly string[] | null>`(
        select json_agg(p.song_id) from open_songs p where p.concert_id = c.id)`.as('open'),
    )
    .select(
      raw<readonly string[] | null>`(
        select json_agg(e.song_id) from queue_entries e
        where e.concert_id = c.id and ${LIVE})`.as('live'),
    )
    .select(soundedSongs(concertId).as('sounded'))
    .where('c.id', '=', concertId)
    .executeTakeFirst()
}

/** How often each song was ordered at concerts of an artist. */
export async function timesOrdered(sql: Sql, artistId: string): Promise<Map<string, number>> {
  const { rows } = await raw<{ songId: string; times: number }>`
    select e.song_id as "songId", count(*)::integer as times
    from concerts c join orders o on o.concert_id = c.id join queue_entries e on e.id = o.entry_id
    where c.artist_id = ${artistId}::uuid and o.dropped_at is null
    group by e.song_id
  `.execute(sql)
  return new Map(rows.map(({ songId, times }) => [songId, times]))
}

/** `payment`: the paid order's money, with its kopecks; null for a free one. */
export type NewOrder = {
  readonly id: string
  readonly entryId: string
  readonly songId: string
  readonly deviceId: string
  /** The song's entry existed already. */
  readonly joined: boolean
  /** It supports a song; where it `joined`, it does not count as one of the orders that a person may have. */
  readonly share: boolean
  readonly payment: { readonly id: string; readonly amount: number } | null
}

/**
 * Saves orders with all that they change, in one statement: their places in the queue, how often their songs were
 * ordered, the concert's revision, and the answers to their idempotency keys. The concert must be locked.
 */
export async function writeOrders(
  sql: Sql,
  concertId: string,
  placed: {
    readonly queue: Queue<ActiveEntry>
    readonly orders: readonly NewOrder[]
    readonly call: string
    readonly answers: readonly StoredAnswer<unknown>[]
  },
  at: Date,
): Promise<void> {
  const { queue, orders, call, answers } = placed
  // An order that is still to be paid changes nothing yet.
  if (orders.length === 0) {
    await insertAnswers(call, answers, at).execute(sql)
    return
  }
  const songIds = orders.map(({ songId }) => songId)
  await raw`
    with answered as (${insertAnswers(call, answers, at)}),
    placed as (${placing(concertId, queue, at)}),
    bumped as (${bumpRevision(concertId)}),
    ${countOrdered(songIds)}
    insert into orders
      (id, concert_id, entry_id, device_id, kind, payment_id, amount, created_at, joined, share)
    select o.id, ${concertId}::uuid, o.entry_id, o.device_id,
      case when o.payment_id is null then 'free' else 'paid' end, o.payment_id, o.amount,
      ${at}::timestamptz, o.joined, o.share
    from unnest(
      ${orders.map(({ id }) => id)}::uuid[],
      ${orders.map(({ entryId }) => entryId)}::uuid[],
      ${orders.map(({ deviceId }) => deviceId)}::uuid[],
      ${orders.map(({ payment }) => payment?.id ?? null)}::uuid[],
      ${orders.map(({ payment }) => payment?.amount ?? 0)}::bigint[],
      ${orders.map(({ joined }) => joined)}::boolean[],
      ${orders.map(({ share }) => share)}::boolean[]
    ) as o (id, entry_id, device_id, payment_id, amount, joined, share)
  `.execute(sql)
}
