import { ownConcert } from '#domain/concerts/concert.ts'
import { changesArrangement, rearrange } from '#domain/queue/arrangement.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { confirmPlayed, endQueue, undoPlayed } from '#domain/queue/queue-steps.ts'
import { Refusal } from '#domain/refusal.ts'
import { tellHall, transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import {
  cancelUnpaidOrders,
  returnUnplayed,
  secureAgain,
} from '../payments/queue-payments.service.ts'
import { planConcert } from '../payouts/payouts.service.ts'
import { returnLostVotes } from './battle-votes.service.ts'
import { keepFirst, runningBattle } from './battle-votes.store.ts'
import { breakTaken } from './before.store.ts'
import { lastPlayed, playedEntry } from './history.store.ts'
import { isMutedBy } from './order-words.store.ts'
import { changeQueue, openOf, saveWithMoney } from './queue-changes.service.ts'
import {
  dropOrder,
  liveQueue,
  lockConcert,
  lockConcertRow,
  lockConcertsAhead as lockAhead,
  paymentsBehind,
  reduceOrder,
  saveStep,
} from './queue.store.ts'
import type { LockedConcert } from './queue.store.ts'
import { ownEntry, showWhole } from './queue-view.store.ts'
import type { EntryView, OwnEntry } from './queue-view.store.ts'
import { closeCollecting, collectingOf, collectsIn, isPaid } from './shares.store.ts'
import { leaveToBattle, settleLeft } from './withdrawal.service.ts'

function graceBegan(ctx: Context): Date {
  return new Date(ctx.now().getTime() - ctx.money.captureGraceSeconds * 1000)
}

/** Confirms that the song was played while none follows yet. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where it is not NOW. */
export function confirmPlayedSong(
  ctx: Context,
  artistId: string,
  concertId: string,
  songId: string,
): Promise<EntryView[]> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, { sql }) => {
      if (nowOf(queue)?.songId !== songId) {
        // Pressed twice: it is confirmed already.
        const last = await lastPlayed(sql, concert.id)
        if (last?.entry.songId === songId) return { queue, closed: [] }
      }
      return confirmPlayed(queue, songId)
    },
    showWhole,
  )
}

/** «Вернуть»; a repeat changes nothing. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP once the grace of the song is over. */
export function undoPlayedSong(
  ctx: Context,
  artistId: string,
  concertId: string,
  entryId: string,
): Promise<EntryView[]> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, inside) => {
      const { sql } = inside
      const now = nowOf(queue)
      if (now?.id === entryId) return { queue, closed: [] }
      const song = await playedEntry(sql, concertId, entryId)
      if (song === undefined || song.closedAt <= graceBegan(ctx))
        throw new Refusal('ILLEGAL_STEP', 'Вернуть песню уже нельзя: прошло слишком много времени')
      if (now !== null && (await collectingOf(sql, concert, ctx.now())).has(now.songId))
        throw new Refusal('ILLEGAL_STEP', 'Вернуть нельзя: на следующую песню уже собирают деньги')
      const returnedIds = await secureAgain(inside, await paymentsBehind(sql, [entryId]))
      for (const paymentId of returnedIds) await dropOrder(sql, paymentId, ctx.now())
      return undoPlayed(queue, song.entry)
    },
    async (sql, concert, { queue }, inside) => {
      const [following] = waiting(queue)
      if (following?.won === true) await keepFirst(sql, following.id)
      // What had followed waits again, and a battle may have ended meanwhile.
      await returnLostVotes(inside, concert)
      return showWhole(sql, concert)
    },
  )
}

/** The last song that can still be taken back, and for how many seconds; null where there is none. Refuses NOT_FOUND and NOT_YOURS. */
export async function lastPlayedSong(
  ctx: Context,
  artistId: string,
  concertId: string,
): Promise<(OwnEntry & { undoSeconds: number }) | null> {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  const began = graceBegan(ctx)
  const last = await lastPlayed(ctx.sql, concertId)
  if (last === undefined || last.closedAt <= began) return null
  const undoSeconds = Math.ceil((last.closedAt.getTime() - began.getTime()) / 1000)
  return { ...(await ownEntry(ctx.sql, last.entry.id)), undoSeconds }
}

/** Drops an order whose money is gone. Inside the transaction of the money. */
export async function dropUnsecuredOrder(inside: Context, paymentId: string): Promise<void> {
  const { sql, now } = inside
  const dropped = await dropOrder(sql, paymentId, now())
  const concert = dropped && (await lockConcert(sql, dropped.concertId))
  if (dropped === undefined || concert === undefined) return
  await settleLeft(inside, concert, { entryId: dropped.entryId, money: true })
  tellHall(inside, concert.id)
}

/** Reduces an order's sum after the bank gave a part back. Inside the transaction of the money, which has the concert locked. */
export async function reduceOrderAmount(
  inside: Context,
  paymentId: string,
  amount: number,
): Promise<void> {
  const order = await reduceOrder(inside.sql, paymentId, amount)
  const concert = order && (await lockConcert(inside.sql, order.concertId))
  if (order === undefined || concert === undefined) return
  await settleLeft(inside, concert, { entryId: order.entryId, money: true })
  tellHall(inside, concert.id)
}

/** Gives back in full what was collected for songs below their goals, for these or for all. The concert must be locked. */
async function giveCollectedBack(
  inside: Context,
  concertId: string,
  {
    over,
    which = 'all',
  }: {
    over?: 'concert_over' | 'concert_deleted'
    which?: 'all' | 'goals' | { songIds: readonly string[] }
  } = {},
): Promise<void> {
  const reason = over === 'concert_deleted' ? over : 'not_collected'
  const { sql, now } = inside
  const closed = await closeCollecting(sql, concertId, which, now())
  if (closed.length === 0) return
  await bumpRevision(concertId).execute(sql)
  await returnUnplayed(inside, await paymentsBehind(sql, closed), reason)
}

/**
 * Sets everything unplayed to SKIPPED and gives its money back; returns the number of entries. `playedId`: the entry
 * that sounds and was played out. For a caller that ends or deletes a concert: its transaction has the concert's row
 * locked, and it tells the hall. Refuses ILLEGAL_STEP where `playedId` waits.
 */
export async function endQueueOf(
  inside: Context,
  concertId: string,
  reason: 'concert_over' | 'concert_deleted',
  playedId?: string,
): Promise<number> {
  const { sql, now } = inside
  const step = endQueue(await liveQueue(sql, concertId, 'bare'), playedId)
  const concert = { id: concertId, rules: { ...DEFAULT_RULES, ownRun: 0 } }
  await saveWithMoney(inside, concert, step, reason)
  await giveCollectedBack(inside, concertId, { over: reason })
  // Its songs cannot be paid for any more.
  await cancelUnpaidOrders(inside, concertId, { exceptSharesOf: [] }, reason)
  await planConcert(sql, concertId, now())
  return step.closed.length
}

/**
 * Applies changed rules of a concert: arranges the queue by another turn, and gives back what is being paid once the
 * reception is closed, or for songs that are `barred` now. Inside the artist's transaction, which has saved the rules.
 */
export async function applyRules(
  inside: Context,
  concertId: string,
  before: EveningRules,
  barred: readonly string[] = [],
): Promise<void> {
  const { sql, now } = inside
  const concert = await lockConcert(sql, concertId)
  if (concert === undefined) return
  const { rules } = concert
  await endForbiddenCollecting(inside, concert)
  if (barred.length > 0) {
    const which = { songIds: barred }
    await giveCollectedBack(inside, concertId, { which })
    await cancelUnpaidOrders(inside, concertId, which, 'song_refused')
  }
  if (changesArrangement(before, rules)) {
    const queue = await liveQueue(sql, concertId, 'explained')
    const step = { queue: rearrange(queue, rules, before), closed: [] }
    await saveStep(sql, concert, step, now())
  }
  if (rules.lastCall === 'closed' && before.lastCall !== 'closed') {
    const waits = waiting(await liveQueue(sql, concertId, 'bare')).map(({ songId }) => songId)
    const battle = await runningBattle(sql, concertId)
    const exceptSharesOf = [...waits, ...(battle?.songIds ?? [])]
    await cancelUnpaidOrders(inside, concertId, { exceptSharesOf }, 'last_call')
  }
}

/** Publishes changed least prices of this artist's songs in the queues of his concerts ahead. */
export function publishMinimums(ctx: Context, artistId: string): Promise<void> {
  return transaction(ctx, async (inside) => {
    for (const id of await lockConcertsAhead(inside, artistId)) {
      await bumpRevision(id).execute(inside.sql)
      tellHall(inside, id)
    }
  })
}

/** Gives back what no song can use after a change that collecting depends on, other than of the rules. In its transaction. */
export async function endCollecting(inside: Context, concertId: string): Promise<void> {
  const concert = await lockConcert(inside.sql, concertId)
  if (concert !== undefined) await endForbiddenCollecting(inside, concert)
}

/** A battle by money goes on wherever orders are paid. */
async function endForbiddenCollecting(inside: Context, concert: LockedConcert): Promise<void> {
  if (collectsIn(concert)) return
  const which = isPaid(concert) && concert.ableGetSongs ? 'goals' : 'all'
  if (which === 'goals') await leaveToBattle(inside, concert.id)
  await giveCollectedBack(inside, concert.id, { which })
}

/** Locks the concert for a change of the money behind its songs, so that both are locked in one order. */
export function lockQueue({ sql }: Context, concertId: string): Promise<void> {
  return lockConcertRow(sql, concertId)
}

/** Locks the concerts of an artist that are not over, before the artist's row is locked; returns their ids. */
export function lockConcertsAhead({ sql }: Context, artistId: string): Promise<string[]> {
  return lockAhead(sql, artistId)
}

/** Records that a break of this concert has begun, inside the transaction that has it locked. */
export function recordBreak({ sql, now }: Context, concertId: string): Promise<void> {
  return breakTaken(sql, concertId, now())
}

/** Whether the artist has muted this device in his running concert. */
export function isDeviceMuted(ctx: Context, artistId: string, deviceId: string): Promise<boolean> {
  return isMutedBy(ctx.sql, artistId, deviceId)
}
