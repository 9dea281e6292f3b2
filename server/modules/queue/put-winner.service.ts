import { noConcert } from '#domain/concerts/concert.ts'
import { putWinner } from '#domain/queue/battle.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { noteWinner } from './battle-votes.store.ts'
import { changeQueue } from './queue-changes.service.ts'
import { freshEntry, liveQueue, lockConcert } from './queue.store.ts'
import type { LockedConcert } from './queue.store.ts'
import { collectingOf } from './shares.store.ts'

/** Locks a concert for the clock, which no artist asks. Refuses NOT_FOUND. */
export const lockByClock =
  (concertId: string) =>
  async (sql: Sql): Promise<LockedConcert> => {
    const concert = await lockConcert(sql, concertId)
    if (concert === undefined) throw noConcert()
    return concert
  }

/**
 * Puts the song that `decide` returns first into the artist's own queue, in the transaction of that decision: one that
 * waits, or is collected for, comes with all that stands behind it. Null puts none.
 */
export function putFirst(
  ctx: Context,
  lock: (sql: Sql) => Promise<LockedConcert>,
  decide: (concert: LockedConcert, inside: Context) => Promise<string | null>,
): Promise<void> {
  return changeQueue(
    ctx,
    lock,
    async (_, concert, inside) => {
      const songId = await decide(concert, inside)
      // What loses may leave the queue meanwhile.
      const queue = await liveQueue(inside.sql, concert.id, concert.rules)
      if (songId === null) return { queue, closed: [], songId }
      const pool = (await collectingOf(inside.sql, concert, ctx.now())).get(songId)
      return { ...putWinner(queue, pool ?? freshEntry(songId, ctx.now())), songId }
    },
    async (sql, _, { queue, songId }) => {
      const first = queue.find((entry) => entry.songId === songId && entry.status === 'QUEUED')
      if (first !== undefined) await noteWinner(sql, first.id)
    },
  )
}
