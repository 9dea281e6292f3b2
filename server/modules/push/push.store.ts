import { sql as raw } from 'kysely'
import type { OrderFacts } from '#domain/queue/my-order.ts'
import type { PushAbout, PushTarget } from '#domain/push.ts'
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

const NEXT = raw`(e.position = 1 and e.status in ('SCHEDULED', 'QUEUED'))`
/** No message is sent where the subscription has ended. */
const RUNS = raw`(p.endpoint <> '' and o.dropped_at is null and c.status = 'NOW' and c.active)`

/** Adds messages that are true of the subscribed orders by now and not sent yet: due at once, or (`shownByPage`) shown by the page. */
export async function addMessages(
  sql: Sql,
  now: Date,
  { orderId = null, shownByPage = false }: { orderId?: string | null; shownByPage?: boolean } = {},
): Promise<void> {
  await raw`
    insert into push_messages (order_id, about, made_at, due_at)
    select o.id, case when e.status = 'NOW' then 'playing' else 'next' end,
      ${now}::timestamptz, ${shownByPage ? null : now}::timestamptz
    from push_subscriptions p join orders o on o.id = p.order_id
      join queue_entries e on e.id = o.entry_id join concerts c on c.id = e.concert_id
    where ${RUNS} and (e.status = 'NOW' or ${NEXT})
      and (${orderId}::uuid is null or o.id = ${orderId}::uuid)
    on conflict (order_id, about) do nothing
  `.execute(sql)
}

/**
 * Adds the message that this concert was moved, for the devices subscribed about its orders: one a device, with the
 * facts at the time of sending, so that a message not sent yet covers the next move too.
 */
export async function addMoved(
  sql: Sql,
  concertId: string,
  due: { readonly first: Date; readonly restSeconds: number },
): Promise<void> {
  await raw`
    insert into push_messages as m (order_id, about, made_at, due_at)
    select distinct on (p.endpoint) o.id, 'moved', ${due.first}::timestamptz, ${due.first}::timestamptz
    from push_subscriptions p join orders o on o.id = p.order_id
    where o.concert_id = ${concertId}::uuid and p.endpoint <> '' and ${GOES_ON}
    order by p.endpoint, o.id
    on conflict (order_id, about) do update set tries = 0,
      made_at = case when m.due_at is null then ${AFTER_REST(due)} else m.made_at end,
      due_at = case when m.due_at is null then ${AFTER_REST(due)} else m.due_at end
  `.execute(sql)
}

/** An order of this device still waits or plays in the concert. */
const GOES_ON = raw`exists (
  select from orders x join queue_entries w on w.id = x.entry_id
  where x.concert_id = o.concert_id and x.device_id = o.device_id and x.dropped_at is null
    and w.status in ('SCHEDULED', 'QUEUED', 'NOW'))`

const AFTER_REST = ({ first, restSeconds }: { first: Date; restSeconds: number }) =>
  raw`greatest(${first}::timestamptz, m.made_at + make_interval(secs => ${restSeconds}::integer))`

export async function dueMessages(
  sql: Sql,
  now: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<{ id: string; endpoint: string }[]> {
  // Messages that were tried come after the others; one whose subscription is gone is due as well, and is given up.
  const rows = await sql
    .selectFrom('pushMessages as m')
    .leftJoin('pushSubscriptions as p', 'p.orderId', 'm.orderId')
    .select(['m.id', 'p.endpoint'])
    .where('m.dueAt', '<=', now)
    .where(raw<boolean>`m.id <> all(${except}::uuid[])`)
    .orderBy('m.tries')
    .orderBy('m.dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ id, endpoint }) => ({ id, endpoint: endpoint ?? '' }))
}

export type ClaimedMessage = {
  readonly id: string
  readonly orderId: string
  readonly about: PushAbout
  readonly madeAt: Date
  /** This one included. */
  readonly tries: number
}

/** Claims a due message; undefined where another process did. */
export async function claimMessage(
  sql: Sql,
  id: string,
  now: Date,
): Promise<ClaimedMessage | undefined> {
  return sql
    .updateTable('pushMessages')
    .set((set) => ({ dueAt: null, tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .where('dueAt', '<=', now)
    .returning(['id', 'orderId', 'about', 'madeAt', 'tries'])
    .executeTakeFirst()
}

export type PushFacts = PushTarget & {
  /** Whether the message is still true. */
  readonly holds: boolean
  readonly title: string
  readonly artistName: string
  readonly username: string
  readonly concert: {
    readonly id: string
    readonly title: string
    readonly startsAt: Date
    readonly timeZone: string
    readonly place: string
  }
}

/** Returns undefined where no subscription is left. */
export async function messageFacts(
  sql: Sql,
  { orderId, about }: Pick<ClaimedMessage, 'orderId' | 'about'>,
): Promise<PushFacts | undefined> {
  const holds = {
    next: raw`${RUNS} and ${NEXT}`,
    playing: raw`${RUNS} and e.status = 'NOW'`,
    moved: raw`p.endpoint <> '' and c.status <> 'PLAYED' and ${GOES_ON}`,
  }
  type Row = Omit<PushFacts, 'concert'> &
    Record<`concert${'Id' | 'Title' | 'Zone' | 'Place'}`, string> & {
      startsAt: Date
    }
  const { rows } = await raw<Row>`
    select p.endpoint, p.p256dh, p.auth, s.title, s.artist_name, a.username,
      c.id as concert_id, c.title as concert_title, c.starts_at,
      c.time_zone as concert_zone, concert_place(c.place_name, c.city, c.address) as concert_place,
      ${holds[about]} as holds
    from push_subscriptions p join orders o on o.id = p.order_id
      join queue_entries e on e.id = o.entry_id join concerts c on c.id = e.concert_id
      join songs s on s.id = e.song_id join artists a on a.id = c.artist_id
    where p.order_id = ${orderId}::uuid
  `.execute(sql)
  const [row] = rows
  if (row === undefined) return undefined
  const { concertId, concertTitle, concertZone, concertPlace, startsAt, ...facts } = row
  const concert = {
    id: concertId,
    title: concertTitle,
    timeZone: concertZone,
    place: concertPlace,
    startsAt,
  }
  return { ...facts, concert }
}

export async function dropMessage(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('pushMessages').where('id', '=', id).execute()
}

export async function repeatMessage(sql: Sql, id: string, dueAt: Date): Promise<void> {
  await sql.updateTable('pushMessages').set({ dueAt }).where('id', '=', id).execute()
}

/** Clears a subscription that has ended, at every order that has it, but not that the orders are to be notified. */
export async function forgetTarget(sql: Sql, endpoint: string): Promise<void> {
  await sql
    .updateTable('pushSubscriptions')
    .set({ endpoint: '', p256dh: '', auth: '' })
    .where('endpoint', '=', endpoint)
    .execute()
}

export async function forgetOver(sql: Sql): Promise<void> {
  for (const table of ['pushSubscriptions', 'pushMessages'] as const)
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
