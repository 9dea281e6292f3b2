import { decideVote } from '#domain/queue/battle.ts'
import type { Context } from '#server/context.ts'
import { cancelUnpaidOrders, returnUnplayed } from '../payments/queue-payments.service.ts'
import { battleById, dropVotes } from './battle-votes.store.ts'
import type { StoredBattle } from './battle-votes.store.ts'
import type { LockedConcert } from './queue.store.ts'
import { isPaid } from './shares.store.ts'
import { settleLeft } from './withdrawal.service.ts'

export { battleById, runningBattle } from './battle-votes.store.ts'
export type { StoredBattle } from './battle-votes.store.ts'
export type { LockedConcert } from './queue.store.ts'
export { isPaid } from './shares.store.ts'

/** Decides a vote by money in a battle of this concert, which must be locked. Refuses as `decideVote` does. */
export async function admitPaidVote(
  { sql, now }: Context,
  concert: LockedConcert,
  asked: {
    readonly battleId: string
    readonly songId: string | null
    readonly amount?: number | undefined
    readonly muted: boolean
  },
): Promise<ReturnType<typeof decideVote>> {
  const battle = await battleById(sql, asked.battleId)
  const there = battle?.concertId === concert.id ? battle : undefined
  return decideVote(there, asked, { muted: asked.muted, takesMoney: isPaid(concert), now: now() })
}

/**
 * Gives back what was paid for the songs of an ended battle that did not win, and lets nobody pay for them any more. In
 * the transaction that has its concert locked.
 */
export async function returnVotes(
  inside: Context,
  concert: LockedConcert,
  { id, winnerId }: Pick<StoredBattle, 'id' | 'winnerId'>,
): Promise<void> {
  const lost = await dropVotes(inside.sql, { id, exceptSong: winnerId }, inside.now())
  const reason = winnerId === null ? 'battle_over' : 'battle_lost'
  const paymentIds = lost.map(({ paymentId }) => paymentId)
  await returnUnplayed(inside, paymentIds, reason)
  for (const entryId of new Set(lost.map((vote) => vote.entryId)))
    await settleLeft(inside, concert, { entryId, money: true })
  await cancelUnpaidOrders(inside, concert.id, { battleId: id, exceptSong: winnerId }, reason)
}
