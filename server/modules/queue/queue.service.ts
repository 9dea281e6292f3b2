import { changesArrangement, rearrange } from '#domain/queue/arrangement.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { confirmPlayed, endQueue, undoPlayed, withdraw } from '#domain/queue/queue-steps.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { cachedAnswers } from '#server/platform/concurrency.ts'
import { bumpRevision } from '#server/platform/db/order-effects.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { withContext } from '#server/platform/with-context.ts'
import {
  addOwnSong,
  changeQueue,
  move,
  next,
  oneUp,
  onTop,
  openOf,
  saveWithMoney,
  sendBack,
  setScheduledList,
  setStatus,
  showWhole,
} from './queue-changes.service.ts'
import type { QueueContext } from './queue-changes.service.ts'
import {
  choiceIn,
  previewRules,
  proposeLastCallOf,
  queueNowOf,
  queueOf,
  queueOfOwner,
} from './queue-view.service.ts'
import { makeOrdering } from './ordering.service.ts'
import { breakTaken } from './before.store.ts'
import { lastPlayed, playedEntry } from './history.store.ts'
import { addSetToQueue } from './add-set.service.ts'
import { isMutedBy } from './order-words.store.ts'
import { timesOrdered } from './ordering.store.ts'
import {
  dropOrder,
  reduceOrder,
  paymentsBehind,
  lockConcert,
  lockConcertRow,
  lockConcertsAhead,
  liveQueue,
  saveStep,
} from './queue.store.ts'
import { closeCollecting, collectingOf, collectsIn } from './shares.store.ts'
import { entryStates, ownEntry, ownerOf, queueView, queueViews } from './queue-view.store.ts'
import type { OwnEntry, EntryView } from './queue-view.store.ts'

function graceBegan(ctx: QueueContext): Date {
  return new Date(ctx.now().getTime() - ctx.money.graceSeconds * 1000)
}

/** Confirms that the song was played while none follows yet. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where it is not NOW. */
function confirm(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  songId: string,
): Promise<EntryView[]> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, sql) => {
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
function undo(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  entryId: string,
): Promise<EntryView[]> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, sql) => {
      const now = nowOf(queue)
      if (now?.id === entryId) return { queue, closed: [] }
      const song = await playedEntry(sql, concertId, entryId)
      if (song === undefined || song.closedAt <= graceBegan(ctx))
        throw new Refusal('ILLEGAL_STEP', 'Вернуть песню уже нельзя: прошло слишком много времени')
      if (now !== null && (await collectingOf(sql, concert, ctx.now())).has(now.songId))
        throw new Refusal('ILLEGAL_STEP', 'Вернуть нельзя: на следующую песню уже собирают деньги')
      const returnedIds = await ctx.money.undone(sql, await paymentsBehind(sql, [entryId]))
      for (const paymentId of returnedIds) await dropOrder(sql, paymentId, ctx.now())
      return undoPlayed(queue, song.entry)
    },
    showWhole,
  )
}

/** The last song that can still be taken back, and for how many seconds; null where there is none. Refuses NOT_FOUND and NOT_YOURS. */
async function played(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
): Promise<(OwnEntry & { undoSeconds: number }) | null> {
  ownConcert(await ownerOf(ctx.sql, concertId), artistId)
  const began = graceBegan(ctx)
  const last = await lastPlayed(ctx.sql, concertId)
  if (last === undefined || last.closedAt <= began) return null
  const undoSeconds = Math.ceil((last.closedAt.getTime() - began.getTime()) / 1000)
  return { ...(await ownEntry(ctx.sql, last.entry.id)), undoSeconds }
}

/** Drops an order whose money is gone: the song stays only where others ordered it too, or the artist listed it himself. Inside the transaction of the money. */
async function unsecured(ctx: QueueContext, sql: Sql, paymentId: string): Promise<void> {
  const dropped = await dropOrder(sql, paymentId, ctx.now())
  const concert = dropped && (await lockConcert(sql, dropped.concertId))
  if (dropped === undefined || concert === undefined) return
  if (dropped.leaves) await closeCollecting(sql, concert.id, 'left', ctx.now())
  const queue = await liveQueue(sql, concert.id, concert.rules)
  const step = dropped.leaves ? withdraw(queue, dropped.entryId) : { queue, closed: [] }
  await saveWithMoney(ctx, sql, concert, step, 'external')
}

/** Reduces an order's sum after the bank gave a part back. Inside the transaction of the money, which has the concert locked. */
async function reduceAmount(
  _ctx: QueueContext,
  sql: Sql,
  paymentId: string,
  amount: number,
): Promise<void> {
  const concertId = await reduceOrder(sql, paymentId, amount)
  if (concertId !== undefined) await bumpRevision(concertId).execute(sql)
}

/** Gives back in full what was collected for songs below their goals. The concert must be locked. */
async function giveCollectedBack(
  ctx: QueueContext,
  sql: Sql,
  concertId: string,
  over?: 'concert_over' | 'concert_deleted',
): Promise<void> {
  const reason = over === 'concert_deleted' ? over : 'not_collected'
  const closed = await closeCollecting(sql, concertId, 'all', ctx.now())
  if (closed.length === 0) return
  await bumpRevision(concertId).execute(sql)
  await ctx.money.unplayed(sql, await paymentsBehind(sql, closed), reason)
}

/**
 * Sets everything unplayed to SKIPPED and gives its money back; returns the number of entries. For a caller that ends
 * or deletes a concert: `sql` is its transaction, which has the concert's row locked, and it notifies after the commit.
 */
async function endIn(
  ctx: QueueContext,
  sql: Sql,
  concertId: string,
  reason: 'concert_over' | 'concert_deleted',
): Promise<number> {
  const step = endQueue(await liveQueue(sql, concertId, 'bare'))
  await saveWithMoney(
    ctx,
    sql,
    { id: concertId, rules: { ...DEFAULT_RULES, ownRun: 0 } },
    step,
    reason,
  )
  await giveCollectedBack(ctx, sql, concertId, reason)
  await ctx.money.concertOver(sql, concertId, reason)
  return step.closed.length
}

/**
 * Applies changed rules of a concert: arranges the queue by another turn, and gives back what is being paid once the
 * reception is closed. Inside the artist's transaction, which has saved the rules.
 */
async function rulesSwitched(
  ctx: QueueContext,
  sql: Sql,
  concertId: string,
  before: EveningRules,
): Promise<void> {
  const concert = await lockConcert(sql, concertId)
  if (concert === undefined) return
  const { rules } = concert
  if (!collectsIn(concert)) await giveCollectedBack(ctx, sql, concertId)
  if (changesArrangement(before, rules)) {
    const queue = await liveQueue(sql, concertId, 'explained')
    const step = { queue: rearrange(queue, rules, before), closed: [] }
    await saveStep(sql, concert, step, ctx.now())
  }
  if (rules.lastCall === 'closed' && before.lastCall !== 'closed') {
    const waits = waiting(await liveQueue(sql, concertId, 'bare')).map(({ songId }) => songId)
    await ctx.money.cancelUnpaid(sql, concertId, { exceptSharesOf: waits }, 'last_call')
  }
}

/** Publishes changed least prices of this artist's songs in the queues of his concerts ahead. */
async function repriced(ctx: QueueContext, artistId: string): Promise<void> {
  const ids = await inTransaction(ctx.sql, async (sql) => {
    const ahead = await lockConcertsAhead(sql, artistId)
    for (const id of ahead) await bumpRevision(id).execute(sql)
    return ahead
  })
  for (const id of ids) ctx.changed(id)
}

/** Gives back what no song can use after a change that collecting depends on, other than of the rules. In its transaction. */
async function endCollecting(ctx: QueueContext, sql: Sql, concertId: string): Promise<void> {
  const concert = await lockConcert(sql, concertId)
  if (concert !== undefined && !collectsIn(concert)) await giveCollectedBack(ctx, sql, concertId)
}

/** All listeners open the list of songs at once: the orders of its artist are counted once a minute. */
const ASKED_FOR_MS = MINUTE_MS
const ASKED_ARTISTS = 500

/** A concert's queue: its changes, with their permissions, in one transaction each, and its views. */
export function makeQueue(ctx: QueueContext) {
  const bound = withContext(ctx)
  const timesAsked = cachedAnswers<ReadonlyMap<string, number>>({
    now: ctx.now,
    ttlMs: ASKED_FOR_MS,
    max: ASKED_ARTISTS,
  })
  return {
    ...makeOrdering(ctx),
    unsecured: bound(unsecured),
    reduceAmount: bound(reduceAmount),
    /** Locks the concert for a change of the money behind its songs, so that both are locked in one order. */
    lock: (sql: Sql, concertId: string) => lockConcertRow(sql, concertId),
    /** Whether the artist has muted this device in his running concert. */
    isMuted: (artistId: string, deviceId: string) => isMutedBy(ctx.sql, artistId, deviceId),
    /** The statuses of these payments' songs. */
    songsOf: (paymentIds: readonly string[]) => entryStates(ctx.sql, paymentIds),
    /** After the commit of what the queue did inside another module's transaction. */
    wakeMoney: () => ctx.money.wake(),
    confirm: bound(confirm),
    played: bound(played),
    undo: bound(undo),
    addOwn: bound(addOwnSong),
    next: bound(next),
    onTop: bound(onTop),
    oneUp: bound(oneUp),
    move: bound(move),
    lay: bound(addSetToQueue),
    /** Records that a break of this concert has begun, inside the transaction that has it locked. */
    breakTaken: (sql: Sql, concertId: string) => breakTaken(sql, concertId, ctx.now()),
    backToOrders: bound(sendBack),
    changeStatus: bound(setStatus),
    setScheduledList: bound(setScheduledList),
    previewRules: bound(previewRules),
    choiceIn: bound(choiceIn),
    /** How often each song was ordered at concerts of this artist, a minute late at most. */
    timesAsked: (artistId: string) => timesAsked(artistId, () => timesOrdered(ctx.sql, artistId)),
    rulesSwitched: bound(rulesSwitched),
    endCollecting: bound(endCollecting),
    repriced: bound(repriced),
    /** Locks the concerts of an artist that are not over, before the artist's row is locked; returns their ids. */
    lockAhead: (sql: Sql, artistId: string) => lockConcertsAhead(sql, artistId),
    /** What the pad proposes once, where the waiting songs do not fit into the concert. */
    proposeLastCall: bound(proposeLastCallOf),
    endIn: bound(endIn),
    ownQueue: bound(queueOfOwner),
    queueOf: bound(queueOf),
    queueNowOf: bound(queueNowOf),
    /** The live entries, NOW first, then in order; none for an unknown concert. */
    entriesOf: (concertId: string) => queueView(ctx.sql, concertId),
    /** The same for the posters of several concerts, in one query: without the names of listeners. */
    entriesOfMany: (concertIds: readonly string[]) => queueViews(ctx.sql, concertIds, 'poster'),
    /** Returns the live channel's frames of several concerts at once: equal queues give equal texts. */
    async framesOf(concertIds: readonly string[]) {
      const queues = await queueViews(ctx.sql, concertIds, 'hall')
      return new Map([...queues].map(([id, entries]) => [id, JSON.stringify(entries)]))
    },
  }
}

export type Queues = ReturnType<typeof makeQueue>
