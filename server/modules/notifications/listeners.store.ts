import { sql as raw } from 'kysely'
import type { OrderFacts } from '#domain/queue/my-order.ts'
import type { PushTarget } from '#domain/push.ts'
import { STAGE_PLACES } from '#domain/queue/singing.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Returns an order of this device; undefined for another's. */
export async function ownOrder(
  sql: Sql,
  orderId: string,
  deviceId: string,
): Promise<OrderFacts | undefined> {
  const row = await sql
    .selectFrom('orders as o')
    .innerJoin('queueEntries as e', 'e.id', 'o.entryId')
    .select((each) => [
      'e.status as song',
      each('o.droppedAt', 'is not', null).as('dropped'),
      'o.takenOff',
    ])
    .where('o.id', '=', orderId)
    .where('o.deviceId', '=', deviceId)
    .executeTakeFirst()
  return row && { ...row, dropped: row.dropped === true, payment: null }
}

/** The device's other subscribed orders get the new target too: a browser has one. */
export async function subscribe(
  sql: Sql,
  { orderId, deviceId }: { readonly orderId: string; readonly deviceId: string },
  target: PushTarget,
): Promise<void> {
  const own = sql.selectFrom('orders').select('id').where('deviceId', '=', deviceId)
  await sql.updateTable('pushSubscriptions').set(target).where('orderId', 'in', own).execute()
  await sql
    .insertInto('pushSubscriptions')
    .values({ orderId, ...target })
    .onConflict((on) => on.column('orderId').doUpdateSet(target))
    .execute()
}

export async function unsubscribe(sql: Sql, orderId: string): Promise<void> {
  await sql.deleteFrom('pushSubscriptions').where('orderId', '=', orderId).execute()
}

/** Of a row `e` of the queue: it is the next to be played. */
export const IS_NEXT = raw`(e.position = 1 and e.status in ('SCHEDULED', 'QUEUED'))`
/** The same: whoever sings it is called to the stage. */
export const IS_CALLED = raw`(e.position <= ${raw.lit(STAGE_PLACES)} and e.status in ('SCHEDULED', 'QUEUED'))`
/** Of an order `o` in a concert `c` with the subscription `p`: there is somebody to tell about it. */
export const ORDER_RUNS = raw`(p.endpoint <> '' and o.dropped_at is null and c.status = 'NOW' and c.active)`
/** Another order of the same device, if not `o` itself, still waits or plays in the concert. */
export const GOES_ON = raw`exists (
  select from orders x join queue_entries w on w.id = x.entry_id
  where x.concert_id = o.concert_id and x.device_id = o.device_id and x.dropped_at is null
    and w.status in ('SCHEDULED', 'QUEUED', 'NOW'))`

/** Adds that it is the turn of those subscribed orders whose turn it is by now, or that their singers are called, each once: due at once, or (`shownByPage`) shown by the page. */
export async function addTurns(
  sql: Sql,
  now: Date,
  { orderId = null, shownByPage = false }: { orderId?: string | null; shownByPage?: boolean } = {},
): Promise<void> {
  await raw`
    insert into notifications (recipient_id, order_id, artist_id, subject_id, kind, made_at, due_at)
    select o.id, o.id, c.artist_id, o.id, case when e.status = 'NOW' then 'playing' when w.sings then 'stage' else 'next' end,
      ${now}::timestamptz, ${shownByPage ? null : now}::timestamptz
    from push_subscriptions p join orders o on o.id = p.order_id
      join queue_entries e on e.id = o.entry_id join concerts c on c.id = e.concert_id
      left join order_words w on w.order_id = o.id
    where ${ORDER_RUNS} and (e.status = 'NOW' or ${IS_NEXT} or (w.sings and ${IS_CALLED}))
      and (${orderId}::uuid is null or o.id = ${orderId}::uuid)
    on conflict do nothing
  `.execute(sql)
}

/**
 * Adds that this concert was moved, for the devices subscribed about its orders: once a device, with the facts at the
 * time of sending, so that what is not sent yet covers the next move too.
 */
export async function addCorrected(
  sql: Sql,
  concertId: string,
  due: { readonly first: Date; readonly restSeconds: number },
): Promise<void> {
  const afterRest = raw`greatest(excluded.due_at, n.made_at + make_interval(secs => ${due.restSeconds}::integer))`
  await raw`
    insert into notifications as n (recipient_id, order_id, artist_id, subject_id, kind, made_at, due_at)
    select distinct on (p.endpoint) o.id, o.id, c.artist_id, c.id, 'corrected',
      ${due.first}::timestamptz, ${due.first}::timestamptz
    from push_subscriptions p join orders o on o.id = p.order_id join concerts c on c.id = o.concert_id
    where c.id = ${concertId}::uuid and p.endpoint <> '' and ${GOES_ON}
    order by p.endpoint, o.id
    on conflict (recipient_id, artist_id, subject_id, kind) do update set tries = 0,
      made_at = case when n.due_at is null then ${afterRest} else n.made_at end,
      due_at = case when n.due_at is null then ${afterRest} else n.due_at end,
      message_id = case when n.due_at is null then null else n.message_id end
  `.execute(sql)
}

/** Locks the subscription: no other process tells its device before the commit. */
export function lockSubscription(sql: Sql, orderId: string): Promise<PushTarget | undefined> {
  return sql
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('orderId', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Clears a browser's subscription that has ended, at every order that has it, but not that the orders are to be notified: the browser makes another. */
export async function forgetTarget(sql: Sql, endpoint: string): Promise<void> {
  await sql
    .updateTable('pushSubscriptions')
    .set({ endpoint: '', p256dh: '', auth: '' })
    .where('endpoint', '=', endpoint)
    .execute()
}

/** Nothing more is told in this chat about orders, and not by the browser in its place. */
export async function endChatOfOrders(sql: Sql, endpoint: string): Promise<void> {
  await sql.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint).execute()
}

export async function forgetOver(sql: Sql): Promise<void> {
  for (const table of ['pushSubscriptions', 'notifications'] as const)
    await sql
      .deleteFrom(table)
      .where('orderId', 'in', (of) =>
        of
          .selectFrom('orders as o')
          .innerJoin('concerts as c', 'c.id', 'o.concertId')
          .select('o.id')
          .where('c.status', '=', 'PLAYED'),
      )
      .execute()
}

/** Whether something is sent to this chat: about orders, or about what it follows. */
export async function isBound(sql: Sql, endpoint: string): Promise<boolean> {
  for (const table of ['pushSubscriptions', 'followers'] as const) {
    const of = sql.selectFrom(table).select('endpoint').where('endpoint', '=', endpoint).limit(1)
    if ((await of.executeTakeFirst()) !== undefined) return true
  }
  return false
}

/** Nothing more is sent to this chat. */
export async function endChat(sql: Sql, endpoint: string): Promise<void> {
  await endChatOfOrders(sql, endpoint)
  for (const table of ['followers', 'goneGuests', 'artistChannels'] as const)
    await sql.deleteFrom(table).where('endpoint', '=', endpoint).execute()
}

/** A group of an artist has another id from now on. */
export async function moveChat(sql: Sql, endpoint: string, to: string): Promise<void> {
  await raw`
    update artist_channels h set endpoint = ${to} where endpoint = ${endpoint} and not exists (
      select from artist_channels x where x.artist_id = h.artist_id and x.endpoint = ${to})
  `.execute(sql)
}
