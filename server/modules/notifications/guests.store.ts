import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'
import { SHOWN_NOW } from './news.store.ts'
import { mayBeToldGone } from './recipients.store.ts'

/**
 * Stores where those are told who were going to this concert, followed it, ordered a song or paid for one, except
 * followers of its artist where they get news of it; and adds that it does not take place. Before its queue is closed;
 * its record and that news are there.
 */
export async function addGuests(sql: Sql, concertId: string, at: Date): Promise<void> {
  await raw`
    with here as (
      select device_id from going where concert_id = ${concertId}::uuid
      union select device_id from orders where concert_id = ${concertId}::uuid and dropped_at is null),
    contacts as (
      select p.endpoint, p.p256dh, p.auth, null as email
      from push_subscriptions p join orders o on o.id = p.order_id
      where o.concert_id = ${concertId}::uuid and o.dropped_at is null and p.endpoint <> ''
      union all
      select endpoint, p256dh, auth, null from followers
      where endpoint is not null and device_id in (select device_id from here)
      union all
      select w.endpoint, w.p256dh, w.auth, w.email from follows f join followers w on w.id = f.follower_id
      where f.confirmed_at is not null and (f.concert_id = ${concertId}::uuid
        or f.artist_id = (select artist_id from concerts where id = ${concertId}::uuid)
          and f.device_id in (select device_id from going where concert_id = ${concertId}::uuid))
      union all
      select null, null, null, lower(receipt_to) from payments
      where concert_id = ${concertId}::uuid and kind = 'song' and state = 'secured' and receipt_to like '%@%'),
    guests as (
      insert into gone_guests (concert_id, endpoint, p256dh, auth, email)
      select distinct on (coalesce(endpoint, email)) ${concertId}::uuid, endpoint, p256dh, auth, email
      from contacts k where not exists (
        select from follow_news n join follows f on f.artist_id = n.artist_id join followers w on w.id = f.follower_id
        where n.gone_id = ${concertId}::uuid
          and f.confirmed_at is not null and (w.endpoint = k.endpoint or w.email = k.email)
          and ${mayBeToldGone(concertId, 'w.id')})
      order by coalesce(endpoint, email)
      returning id)
    insert into notifications (recipient_id, guest_id, artist_id, subject_id, kind, made_at, due_at)
    select g.id, g.id, c.artist_id, c.id, 'cancelled', ${at}::timestamptz, ${at}::timestamptz
    from guests g cross join concerts c where c.id = ${concertId}::uuid
  `.execute(sql)
}

/** Locks the guest: no other process tells him before the commit. */
export function lockGuest(sql: Sql, id: string) {
  return sql
    .selectFrom('goneGuests')
    .select(['email', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The guest behind a link, as one who follows that concert; undefined once he is told and deleted. */
export function guestById(sql: Sql, id: string) {
  return sql
    .selectFrom('goneGuests as w')
    .innerJoin('goneConcerts as c', 'c.id', 'w.concertId')
    .innerJoin('artists as a', 'a.id', 'c.artistId')
    .select((of) => [
      'w.id',
      'a.username',
      'a.name',
      of.lit(null).as('title'),
      of.lit(null).as('verified'),
      of.lit(null).as('songId'),
      of.lit(null).as('performer'),
      of.lit(null).as('town'),
      'c.id as concertId',
      'c.title as concertTitle',
      of.lit(null).as('startsAt'),
      of.lit(null).as('timeZone'),
      of.lit(true).as('confirmed'),
    ])
    .where('w.id', '=', id)
    .executeTakeFirst()
}

export async function deleteGuest(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('goneGuests').where('id', '=', id).execute()
}

/** Deletes the contacts of guests who were told, or cannot be told in time any more. */
export async function forgetGuests(sql: Sql, before: Date): Promise<void> {
  await raw`
    delete from gone_guests g where not exists (
      select from notifications n where n.guest_id = g.id
        and n.due_at is not null and n.made_at >= ${before}::timestamptz)
  `.execute(sql)
}

/** Adds, for its artist's channels, that this concert started at that moment. */
export async function addStart(
  sql: Sql,
  concertId: string,
  { at, dueAt }: { at: Date; dueAt: Date },
): Promise<void> {
  await raw`
    insert into notifications (recipient_id, channel_id, artist_id, subject_id, kind, made_at, due_at)
    select h.id, h.id, h.artist_id, c.id, 'started', ${at}::timestamptz, ${dueAt}::timestamptz
    from concerts c join artist_channels h on h.artist_id = c.artist_id
    where c.id = ${concertId}::uuid and c.started_at = ${at}::timestamptz and ${SHOWN_NOW}
    on conflict do nothing
  `.execute(sql)
}
