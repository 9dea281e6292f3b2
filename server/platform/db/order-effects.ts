import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'

// What an order changes outside the queue's own tables, as parts of the statement that writes it: one round trip while
// all other orders wait for the concert's lock.

/**
 * Increments the revision: the next frame of a concert's queue is newer than all before. `ownRun`: the number of own
 * songs played in a row; left out, it is unchanged.
 */
export function bumpRevision(concertId: string, ownRun: number | null = null): RawBuilder<unknown> {
  return raw`update concerts set revision = revision + 1,
    own_run = coalesce(${ownRun}::integer, own_run) where id = ${concertId}::uuid`
}

/** Extends a street concert: its artist gave a command. */
export function noteCommand(concertId: string, at: Date): RawBuilder<unknown> {
  return raw`update concerts set commanded_at = ${at}::timestamptz
    where id = ${concertId}::uuid and commanded_at is not null`
}

/**
 * Two parts of a `with` that count one more order for each time a song is named. Songs are locked in one order, since
 * concerts that place the same hits at once wait for each other on them.
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

/** Counts one order less for the song of the entry with the id `off.entry_id`. */
export function countTakenOff(): RawBuilder<unknown> {
  return raw`
    update songs s set order_count = greatest(s.order_count - 1, 0)
    from off join queue_entries e on e.id = off.entry_id
    where s.id = e.song_id`
}
