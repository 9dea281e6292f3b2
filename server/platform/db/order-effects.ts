import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'

// What an order changes outside the queue's own tables, as parts of the statement that writes it:
// one round trip while a whole hall waits on the concert's lock.

/** The next frame of a concert's queue is newer than all before. `ownRun`: own songs that have sounded in a row; left out, it stays. */
export function bumpRevision(concertId: string, ownRun: number | null = null): RawBuilder<unknown> {
  return raw`update concerts set revision = revision + 1,
    own_run = coalesce(${ownRun}::integer, own_run) where id = ${concertId}::uuid`
}

/** Where this concert is on the street, it goes on: its artist gave a command. */
export function noteCommand(concertId: string, at: Date): RawBuilder<unknown> {
  return raw`update concerts set commanded_at = ${at}::timestamptz
    where id = ${concertId}::uuid and commanded_at is not null`
}

/**
 * Two parts of a `with`, after which these songs were ordered once more each time they are named. Songs
 * are locked in one order, since concerts that place the same hits at once wait for each other on them.
 */
export function countOrdered(songIds: readonly string[]): RawBuilder<unknown> {
  return raw`
    held as (
      select id from songs where id = any(${songIds}::uuid[]) order by id for no key update),
    counted as (
      update songs s set order_count = s.order_count + n.orders
      from (select h.id, count(*)::integer as orders
        from held h join unnest(${songIds}::uuid[]) as o (song_id) on o.song_id = h.id
        group by h.id) n
      where s.id = n.id)`
}

/** The song of an entry, whose id is in `off.entry_id`, was ordered once less. */
export function countTakenOff(): RawBuilder<unknown> {
  return raw`
    update songs s set order_count = greatest(s.order_count - 1, 0)
    from off join queue_entries e on e.id = off.entry_id
    where s.id = e.song_id`
}
