import type { Sql } from '../../platform/db/open.ts'
import { DAY_MS } from '#domain/time.ts'
import { artistOfConcert, concertInHand, concertOver, planPayout } from './payouts.store.ts'

/** What other modules do to a payout's row, inside their own transaction. */
export { requestPayoutStatusCheck, retryPayout } from './payouts.store.ts'

/** Earned money goes out within a day, and with the last of its concert at once. */
export async function planEarned(
  sql: Sql,
  payment: {
    readonly state: string
    readonly kind: string
    readonly artistId: string
    readonly concertId: string | null
  },
  now: Date,
): Promise<void> {
  const { state, kind, artistId, concertId } = payment
  if (kind === 'check') return
  if (state === 'released') await planPayout(sql, artistId, new Date(now.getTime() + DAY_MS))
  if (concertId === null || !(await concertOver(sql, concertId))) return
  if (!(await concertInHand(sql, concertId))) await planPayout(sql, artistId, now)
}

/** What a concert that ends has earned goes out at once, unless money of it is still on its way. */
export async function planConcert(sql: Sql, concertId: string, now: Date): Promise<void> {
  const artistId = await artistOfConcert(sql, concertId)
  if (artistId !== null && !(await concertInHand(sql, concertId)))
    await planPayout(sql, artistId, now)
}
