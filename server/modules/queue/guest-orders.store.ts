import { sql as raw } from 'kysely'
import type { OrderFacts } from '#domain/queue/my-order.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { ASK_ID, ASK_NAME, mutedIn } from './order-words.store.ts'

/** An order of a guest, as its artist sees it. */
type GuestOrderRow = OrderFacts & {
  readonly askId: string
  readonly entryId: string
  readonly title: string
  readonly artistName: string
  /** What he left with it; empty where he left nothing, and where the word filter holds it back. */
  readonly name: string
  /** Kopecks; 0 for a free one. */
  readonly amount: number
  readonly share: boolean
  /** Nobody else stands behind the song, and the artist has not listed it himself. */
  readonly alone: boolean
}

/** The orders of this device in a concert, the first one first. */
export async function ordersOfGuest(
  sql: Sql,
  concertId: string,
  deviceId: string,
): Promise<{ muted: boolean; orders: GuestOrderRow[] }> {
  const { rows } = await raw<{ muted: boolean; orders: GuestOrderRow[] | null }>`
    select ${mutedIn(concertId, deviceId)} as muted, (
      select json_agg(json_build_object('askId', ${ASK_ID}, 'entryId', o.entry_id, 'title', s.title,
          'artistName', s.artist_name, 'name', ${ASK_NAME}, 'amount', o.amount, 'share', o.share,
          'song', e.status, 'dropped', o.dropped_at is not null, 'takenOff', o.taken_off,
          'payment', p.state, 'alone', not e.own and not exists (
            select from orders x where x.entry_id = e.id and x.dropped_at is null
              and x.device_id <> o.device_id))
        order by o.created_at, o.id)
      from orders o
        join queue_entries e on e.id = o.entry_id
        join songs s on s.id = e.song_id
        left join order_words w on w.order_id = o.id
        left join payments p on p.id = o.payment_id
      where o.concert_id = ${concertId}::uuid and o.device_id = ${deviceId}::uuid) as orders
  `.execute(sql)
  return { muted: rows[0]?.muted ?? false, orders: rows[0]?.orders ?? [] }
}

/** Returns the device behind an ask; undefined where this concert has no such ask. */
export async function deviceOfAsk(
  sql: Sql,
  concertId: string,
  askId: string,
): Promise<string | undefined> {
  const order = await sql
    .selectFrom('orders as o')
    .leftJoin('orderWords as w', 'w.orderId', 'o.id')
    .select('o.deviceId')
    .where(ASK_ID, '=', askId)
    .where('o.concertId', '=', concertId)
    .executeTakeFirst()
  return order?.deviceId
}

/**
 * Drops the live orders of this device behind these entries, as far as they wait; returns them in the order of the
 * queue. The concert must be locked.
 */
export async function dropWaiting(
  sql: Sql,
  { concertId, deviceId, entryIds }: DroppedOrders,
  at: Date,
): Promise<{ entryId: string; paymentId: string | null }[]> {
  const { rows } = await raw<{ entryId: string; paymentId: string | null }>`
    with dropped as (
      update orders o set dropped_at = ${at}::timestamptz from queue_entries e
      where e.id = o.entry_id and o.concert_id = ${concertId}::uuid
        and o.device_id = ${deviceId}::uuid and o.dropped_at is null
        and o.entry_id = any(${entryIds}::uuid[])
        and e.status in ('COLLECTING', 'SCHEDULED', 'QUEUED')
      returning o.id, o.entry_id, o.payment_id, e.position)
    select entry_id, payment_id from dropped order by position nulls last, entry_id, id
  `.execute(sql)
  return rows
}

type DroppedOrders = {
  readonly concertId: string
  readonly deviceId: string
  readonly entryIds: readonly string[]
}
