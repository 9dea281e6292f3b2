import { admitArranging, ownConcert, runningConcert } from '#domain/concert.ts'
import type { Sql } from '../../platform/db/open.ts'
import { lockConcert, lockConcertNow } from './queue.store.ts'
import type { LockedConcert } from './queue.store.ts'

/** Holds the concert that this artist is playing; with `meantFor` refuses another one's NOT_YOURS, and SESSION_NOT_OPEN where that one does not run. */
export function runningOf(artistId: string, meantFor?: string) {
  return async (sql: Sql): Promise<LockedConcert> => {
    if (meantFor === undefined) return runningConcert(await lockConcertNow(sql, artistId))
    const meant = await lockConcert(sql, meantFor)
    if (meant !== undefined) ownConcert(meant, artistId)
    return runningConcert(meant?.status === 'NOW' ? meant : undefined)
  }
}

/** Holds a concert of this artist that is not over. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP. */
export function openOf(artistId: string, concertId: string) {
  return async (sql: Sql): Promise<LockedConcert> => {
    const concert = ownConcert(await lockConcert(sql, concertId), artistId)
    admitArranging(concert)
    return concert
  }
}
