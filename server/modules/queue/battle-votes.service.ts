import { decideVote } from '#domain/queue/battle.ts'
import type { Context } from '#server/context.ts'
import { cancelUnpaidOrders, returnUnplayed } from '../payments/queue-payments.service.ts'
import { battleById, dropLostVotes } from './battle-votes.store.ts'
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
  },
  state: Pick<Parameters<typeof decideVote>[2], 'muted' | 'queue' | 'collecting'>,
): Promise<ReturnType<typeof decideVote>> {
  const battle = await battleById(sql, asked.battleId)
  const there = battle?.concertId === concert.id ? battle : undefined
  return decideVote(there, asked, { ...state, takesMoney: isPaid(concert), now: now() })
}

/**
 * Gives back what was paid in ended battles for songs that did not win, as far as these wait. In the transaction that
 * has their concert locked.
 */
export async function returnLostVotes(inside: Context, concert: LockedConcert): Promise<void> {
  const lost = await dropLostVotes(inside.sql, concert.id, inside.now())
  for (const [reason, votes] of Map.groupBy(lost, (vote) => vote.reason)) {
    const paymentIds = votes.map(({ paymentId }) => paymentId)
    await returnUnplayed(inside, paymentIds, reason)
  }
  for (const entryId of new Set(lost.map((vote) => vote.entryId)))
    await settleLeft(inside, concert, { entryId, money: true })
}

/** Does the same once this battle has ended, and lets nobody pay for its other songs any more. */
export async function closeVotes(
  inside: Context,
  concert: LockedConcert,
  { id, winnerId }: Pick<StoredBattle, 'id' | 'winnerId'>,
): Promise<void> {
  await returnLostVotes(inside, concert)
  const reason = winnerId === null ? 'battle_over' : 'battle_lost'
  await cancelUnpaidOrders(inside, concert.id, { battleId: id, exceptSong: winnerId }, reason)
}
