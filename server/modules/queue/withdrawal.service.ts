import { kopecks, rublesToKopecks } from '#domain/money.ts'
import { effectiveRules } from '#domain/queue/evening-rules.ts'
import { collectAgain, withdraw } from '#domain/queue/queue-steps.ts'
import { judgeLeft, placedAnew } from '#domain/queue/withdrawal.ts'
import type { Context } from '#server/context.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import { returnUnplayed } from '../payments/queue-payments.service.ts'
import { saveWithMoney } from './queue-changes.service.ts'
import { accountOf, isLeft, liveQueue } from './queue.store.ts'
import type { LockedConcert } from './queue.store.ts'
import { ownOrdering } from './ordering.store.ts'
import {
  closeCollecting,
  collectsIn,
  leaveToVotes,
  leftBehind,
  reopenCollecting,
} from './shares.store.ts'

/**
 * Settles a song after an order behind it was dropped, or gave a part of its money back: it leaves the queue with the
 * last order, and where `money` went, what is left is judged as a new order would be. Inside the transaction that has
 * the concert locked.
 */
export async function settleLeft(
  inside: Context,
  concert: LockedConcert,
  { entryId, money }: { readonly entryId: string; readonly money: boolean },
): Promise<void> {
  const { sql, now } = inside
  const queue = await liveQueue(sql, concert.id, concert.rules)
  if (await isLeft(sql, entryId)) {
    await closeCollecting(sql, concert.id, 'left', now())
    return saveWithMoney(inside, concert, withdraw(queue, entryId), 'external')
  }
  const left = money ? await leftBehind(sql, entryId) : undefined
  if (left === undefined) return saveWithMoney(inside, concert, { queue, closed: [] }, 'external')
  const { paid, minSongAmount } = effectiveRules(concert.rules, accountOf(concert))
  const { minimum } = await ownOrdering(sql, concert.artistId, left.songId)
  const goal = kopecks(left.goal ?? rublesToKopecks(minimum ?? minSongAmount))
  const collects = collectsIn(concert)
  const judged = judgeLeft(left, { paid, goal, collects })
  if (judged === 'goes')
    return saveWithMoney(inside, concert, withdraw(queue, entryId), 'not_collected')
  if (judged === 'stays') {
    const step = { queue: placedAnew(queue, concert.rules, entryId), closed: [] }
    return saveWithMoney(inside, concert, step, 'external')
  }
  await saveWithMoney(inside, concert, collectAgain(queue, entryId), 'external')
  await reopenCollecting(sql, entryId, goal)
  if (!collects) await leaveToBattle(inside, concert.id)
}

/** Where songs are not collected for any more: of what was given for those that a battle votes for, the votes alone stay. */
export async function leaveToBattle(inside: Context, concertId: string): Promise<void> {
  const { sql, now } = inside
  await bumpRevision(concertId).execute(sql)
  await returnUnplayed(inside, await leaveToVotes(sql, concertId, now()), 'not_collected')
}
