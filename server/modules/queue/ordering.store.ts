import { sql as raw } from 'kysely'
import type { Queue, SongStatus } from '#domain/queue.ts'
import { answersOf, keepingAnswers } from '../../platform/db/idempotency.ts'
import type { KeptAnswer } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { bumpRevision, countOrdered } from '../../platform/db/order-effects.ts'
import { placing } from './queue.store.ts'
import type { AliveEntry } from './queue.store.ts'

/** A song that may be ordered. */
export type Orderable = {
  readonly id: string
  readonly title: string
  readonly artistName: string
  readonly inRepertoire: boolean
}

/** Whom and what orders of one concert are about. */
export type StoredOrderRequest = {
  readonly concertId: string
  readonly artistId: string
  readonly songIds: readonly string[]
  readonly deviceIds: readonly string[]
  readonly call: string
  readonly keys: readonly string[]
}

/** What orders of one concert are decided by. */
export type Standing<T> = {
  readonly queue: Queue<AliveEntry>
  /** Those of the asked that the catalogue has, by id. */
  readonly songs: ReadonlyMap<string, Orderable>
  /** How many free orders of a device stand behind entries that still wait; none for a device that is left out. */
  readonly waiting: ReadonlyMap<string, number>
  /** Those of the asked keys that were answered already. */
  readonly answers: ReadonlyMap<string, KeptAnswer<T>>
}

type Row<T> = {
  readonly queue: readonly (readonly [string, string, SongStatus, number | null])[] | null
  readonly songs: readonly (readonly [string, string, string, boolean])[] | null
  readonly waiting: readonly (readonly [string, number])[] | null
  readonly answers: readonly KeptAnswer<T>[] | null
}

/** All of it in one question. The concert is held, so that nothing of it changes until the commit. */
export async function standingOf<T>(sql: Sql, asked: StoredOrderRequest): Promise<Standing<T>> {
  // Statuses are written out, not parameters: only so does the planner see that the partial indexes fit.
  const { rows } = await raw<Row<T>>`
    select
      (select json_agg(json_build_array(e.id, e.song_id, e.status, e.position)
          order by e.position nulls first)
        from queue_entries e where e.concert_id = ${asked.concertId}::uuid
          and e.status in ('SCHEDULED', 'QUEUED', 'NOW')) as queue,
      (select json_agg(json_build_array(s.id, s.title, s.artist_name, exists (
          select from repertoire r
          where r.artist_id = ${asked.artistId}::uuid and r.song_id = s.id)))
        from songs s where s.id = any(${asked.songIds}::uuid[])) as songs,
      (select json_agg(json_build_array(w.device_id, w.orders)) from (
          select o.device_id, count(*) as orders
          from orders o join queue_entries e on e.id = o.entry_id
          where o.concert_id = ${asked.concertId}::uuid
            and o.device_id = any(${asked.deviceIds}::uuid[])
            and o.kind = 'free' and o.dropped_at is null and e.status in ('SCHEDULED', 'QUEUED')
          group by o.device_id) w) as waiting,
      (select json_agg(a) from (${answersOf(asked.call, asked.keys)}) a) as answers
  `.execute(sql)
  const { queue, songs, waiting, answers } = rows[0] ?? {
    queue: null,
    songs: null,
    waiting: null,
    answers: null,
  }
  return {
    queue: (queue ?? []).map(([id, songId, status, position]) => ({
      id,
      songId,
      status,
      kept: { status, position },
    })),
    songs: new Map(
      songs?.map(([id, title, artistName, inRepertoire]) => [
        id,
        { id, title, artistName, inRepertoire },
      ]),
    ),
    waiting: new Map(waiting),
    answers: new Map(answers?.map((kept) => [kept.key, kept])),
  }
}

/** `payment`: the paid order's money, with its kopecks; null for a free one. */
export type NewOrder = {
  readonly id: string
  readonly entryId: string
  readonly songId: string
  readonly deviceId: string
  /** Its song stood there already. */
  readonly joined: boolean
  readonly payment: { readonly id: string; readonly amount: number } | null
}

/**
 * Writes orders down with all that they change, in one statement: their places in the queue, how
 * often their songs were ordered, the concert's revision, and the answers to their keys. The concert
 * is held.
 */
export async function writeOrders(
  sql: Sql,
  concertId: string,
  placed: {
    readonly queue: Queue<AliveEntry>
    readonly orders: readonly NewOrder[]
    readonly call: string
    readonly answers: readonly KeptAnswer<unknown>[]
  },
  at: Date,
): Promise<void> {
  const { queue, orders, call, answers } = placed
  // An order that is still to be paid changes nothing yet.
  if (orders.length === 0) {
    await keepingAnswers(call, answers, at).execute(sql)
    return
  }
  const songIds = orders.map(({ songId }) => songId)
  await raw`
    with answered as (${keepingAnswers(call, answers, at)}),
    placed as (${placing(concertId, queue, at)}),
    bumped as (${bumpRevision(concertId)}),
    ${countOrdered(songIds)}
    insert into orders
      (id, concert_id, entry_id, device_id, kind, payment_id, amount, created_at, joined)
    select o.id, ${concertId}::uuid, o.entry_id, o.device_id,
      case when o.payment_id is null then 'free' else 'paid' end, o.payment_id, o.amount,
      ${at}::timestamptz, o.joined
    from unnest(
      ${orders.map(({ id }) => id)}::uuid[],
      ${orders.map(({ entryId }) => entryId)}::uuid[],
      ${orders.map(({ deviceId }) => deviceId)}::uuid[],
      ${orders.map(({ payment }) => payment?.id ?? null)}::uuid[],
      ${orders.map(({ payment }) => payment?.amount ?? 0)}::bigint[],
      ${orders.map(({ joined }) => joined)}::boolean[]
    ) as o (id, entry_id, device_id, payment_id, amount, joined)
  `.execute(sql)
}
