import { noArtist, usernameKey } from '#domain/account.ts'
import { noConcert, ownConcert } from '#domain/concert.ts'
import {
  changeStatus,
  confirmPlayed,
  endQueue,
  mergeScheduled,
  moveOneUp,
  moveToTop,
  nowOf,
  playNext,
  setScheduled,
  undoPlayed,
  withdraw,
} from '#domain/queue.ts'
import type { PaymentReason } from '#domain/payment.ts'
import type { Queue, SongStatus, QueueStep } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { onceByKey } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { NowMoved } from './now-moved.ts'
import { openOf, runningOf } from './concert-to-change.ts'
import { freshEntry } from './fresh-entry.ts'
import { makeOrdering } from './ordering.service.ts'
import type { OrderingDeps } from './ordering.service.ts'
import {
  dropOrder,
  lockConcertRow,
  lastPlayed,
  liveQueue,
  paymentsBehind,
  saveStep,
} from './queue.store.ts'
import type { LockedConcert, AliveEntry } from './queue.store.ts'
import {
  concertNowOf,
  entryStates,
  ownEntry,
  ownerOf,
  ownQueue,
  shownEntry,
  shownQueue,
  shownQueues,
  songsAmong,
} from './queue-view.store.ts'
import type { OwnEntry, ShownEntry } from './queue-view.store.ts'

export type QueueDeps = OrderingDeps
type NextPress = {
  /** The entry that the pad believes is NOW, and the concert that it shows. */
  readonly expectedNowId?: string | null
  readonly sessionId?: string
  readonly idempotencyKey?: string | null
}

export type Queues = ReturnType<typeof makeQueue>

/** A concert's queue: who may change it, in one transaction each, and how it is shown. */
export function makeQueue(deps: QueueDeps) {
  /** Writes a step down, and what it means for the money behind the songs that it closed. */
  async function save(
    sql: Sql,
    concertId: string,
    step: QueueStep<AliveEntry>,
    reason: PaymentReason,
  ): Promise<void> {
    await saveStep(sql, concertId, step, deps.now())
    if (step.closed.length === 0) return
    const closedAs = (status: SongStatus) => step.closed.filter((entry) => entry.status === status)
    const behind = (entries: readonly AliveEntry[]) =>
      paymentsBehind(
        sql,
        entries.map(({ id }) => id),
      )
    const skipped = closedAs('SKIPPED')
    await deps.money.played(sql, await behind(closedAs('PLAYED')))
    await deps.money.unplayed(sql, await behind(skipped), reason)
    // Who is about to pay for a song that the artist has just put away must not have to be paid back.
    if (reason === 'skipped' && skipped.length > 0) {
      const songIds = skipped.map(({ songId }) => songId)
      await deps.money.calledOff(sql, concertId, songIds, reason)
    }
  }

  /** Load, decide, save, tell: the way of every change by the artist's hand. */
  async function change<S extends QueueStep<AliveEntry>, A>(
    hold: (sql: Sql) => Promise<LockedConcert>,
    decide: (queue: Queue<AliveEntry>, concert: LockedConcert, sql: Sql) => S | Promise<S>,
    show: (sql: Sql, concert: LockedConcert, step: S) => Promise<A>,
  ): Promise<A> {
    const receivedAt = Date.now()
    const { concertId, answer } = await inTransaction(deps.sql, async (sql) => {
      const concert = await hold(sql)
      const step = await decide(await liveQueue(sql, concert.id), concert, sql)
      await save(sql, concert.id, step, 'skipped')
      return { concertId: concert.id, answer: await show(sql, concert, step) }
    })
    deps.changed(concertId, receivedAt)
    deps.money.wake()
    return answer
  }

  /**
   * «Next» in the artist's running concert. A repeat of the same press changes nothing and gets the queue as it stands.
   * Refuses SESSION_NOT_OPEN, NOT_YOURS, ILLEGAL_STEP, and NOW_MOVED with the true queue.
   */
  function next(
    artistId: string,
    songId: string | null,
    press: NextPress = {},
  ): Promise<ShownEntry[]> {
    const { expectedNowId, sessionId, idempotencyKey = null } = press
    return change(
      runningOf(artistId, sessionId),
      async (queue, concert, sql) => {
        if (!(await isFirst(sql, 'artist/next-song', idempotencyKey, artistId))) {
          return { queue, closed: [] }
        }
        try {
          return playNext(queue, { songId, expectedNowId })
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'NOW_MOVED') throw error
          throw new NowMoved(error.message, await ownQueue(sql, concert.id))
        }
      },
      showWhole,
    )
  }

  /** Whether this press comes for the first time: one whose answer was lost, or that was held up on the way, comes again. */
  async function isFirst(
    sql: Sql,
    calledBy: string,
    key: string | null,
    artistId: string,
  ): Promise<boolean> {
    let first = false
    await onceByKey(sql, calledBy, key, artistId, deps.now(), async () => {
      first = true
      return true
    })
    return first
  }

  /** The song was played and none follows yet. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where it is not NOW. */
  function confirm(artistId: string, concertId: string, songId: string): Promise<ShownEntry[]> {
    return change(
      openOf(artistId, concertId),
      async (queue, concert, sql) => {
        if (nowOf(queue)?.songId !== songId) {
          // Pressed twice: it is confirmed already.
          const last = await lastPlayed(sql, concert.id, new Date(0))
          if (last?.entry.songId === songId) return { queue, closed: [] }
        }
        return confirmPlayed(queue, songId)
      },
      showWhole,
    )
  }

  function graceBegan(): Date {
    return new Date(deps.now().getTime() - deps.money.graceSeconds * 1000)
  }

  /** The song that can still be taken back, and for how many seconds; null where there is none. Refuses NOT_FOUND and NOT_YOURS. */
  async function played(
    artistId: string,
    concertId: string,
  ): Promise<(OwnEntry & { undoSeconds: number }) | null> {
    ownConcert(await ownerOf(deps.sql, concertId), artistId)
    const began = graceBegan()
    const last = await lastPlayed(deps.sql, concertId, began)
    if (last === undefined) return null
    const undoSeconds = Math.ceil((last.closedAt.getTime() - began.getTime()) / 1000)
    return { ...(await ownEntry(deps.sql, last.entry.id)), undoSeconds }
  }

  /** «Вернуть». Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP for any song but the last, or too late. */
  function undo(artistId: string, concertId: string, entryId: string): Promise<ShownEntry[]> {
    return change(
      openOf(artistId, concertId),
      async (queue, _, sql) => {
        const last = await lastPlayed(sql, concertId, graceBegan())
        if (last?.entry.id !== entryId)
          throw new Refusal(
            'ILLEGAL_STEP',
            'Вернуть песню уже нельзя: прошло слишком много времени',
          )
        const gone = await deps.money.undone(sql, await paymentsBehind(sql, [entryId]))
        for (const paymentId of gone) await dropOrder(sql, paymentId, deps.now())
        return undoPlayed(queue, last.entry)
      },
      showWhole,
    )
  }

  /** The money of this order is gone: the song stays only where others ordered it too, or the artist listed it himself. Inside the transaction of the money; gives the concert to be told. */
  async function unsecured(sql: Sql, paymentId: string): Promise<void> {
    const dropped = await dropOrder(sql, paymentId, deps.now())
    if (dropped?.leaves !== true) return
    await save(
      sql,
      dropped.concertId,
      withdraw(await liveQueue(sql, dropped.concertId), dropped.entryId),
      'external',
    )
  }

  /** Refuses SESSION_NOT_OPEN, NOT_YOURS for another artist's concert, and ILLEGAL_STEP for a song that is not QUEUED. */
  function onTop(artistId: string, songId: string, meantFor?: string): Promise<ShownEntry[]> {
    return change(runningOf(artistId, meantFor), (queue) => moveToTop(queue, songId), showWhole)
  }

  /** Refuses SESSION_NOT_OPEN, NOT_YOURS for another artist's concert, and ILLEGAL_STEP for a song that is not QUEUED. */
  function oneUp(artistId: string, songId: string, meantFor?: string): Promise<ShownEntry[]> {
    return change(runningOf(artistId, meantFor), (queue) => moveOneUp(queue, songId), showWhole)
  }

  /** Gives the entry with its new status. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP for any step that the table of moves lacks. */
  function setStatus(
    artistId: string,
    concertId: string,
    songId: string,
    status: SongStatus,
  ): Promise<ShownEntry> {
    return change(
      openOf(artistId, concertId),
      (queue) => changeStatus(queue, songId, status),
      (sql, _, step) => shownEntry(sql, step.entry.id),
    )
  }

  /**
   * Makes the SCHEDULED list these songs and gives it back: exactly these, or with `knownIds` (the
   * waiting songs that the editor saw) merged with what moved meanwhile. Refuses NOT_FOUND (the
   * concert or a song), NOT_YOURS, ILLEGAL_STEP.
   */
  function setScheduledList(
    artistId: string,
    concertId: string,
    songIds: readonly string[],
    knownIds?: readonly string[],
  ): Promise<(ShownEntry & { isFavorite: boolean })[]> {
    return change(
      openOf(artistId, concertId),
      async (queue, _, sql) => {
        const inCatalogue = await songsAmong(sql, artistId, songIds)
        if (songIds.some((id) => !inCatalogue.has(id)))
          throw new Refusal('NOT_FOUND', 'Такой песни нет')
        return knownIds === undefined
          ? setScheduled(queue, songIds, freshEntry)
          : mergeScheduled(queue, songIds, knownIds, freshEntry)
      },
      async (sql, concert) => {
        const saved = (await shownQueue(sql, concert.id)).filter(
          ({ status }) => status === 'SCHEDULED',
        )
        const ids = saved.map(({ songId }) => songId)
        const songs = await songsAmong(sql, artistId, ids)
        return saved.map((entry) =>
          Object.assign(entry, { isFavorite: songs.get(entry.songId)?.isFavorite ?? false }),
        )
      },
    )
  }

  /**
   * Everything unplayed becomes SKIPPED, and its money goes back; gives how many that were. For the one who ends or deletes a
   * concert: `sql` is his transaction, which holds the concert's row, and he tells after his commit.
   */
  async function endIn(
    sql: Sql,
    concertId: string,
    reason: 'concert_over' | 'concert_deleted',
  ): Promise<number> {
    const step = endQueue(await liveQueue(sql, concertId))
    await save(sql, concertId, step, reason)
    await deps.money.concertOver(sql, concertId, reason)
    return step.closed.length
  }

  /** With amounts, for its artist alone. Refuses NOT_FOUND and NOT_YOURS. */
  async function queueOfOwner(artistId: string, concertId: string): Promise<OwnEntry[]> {
    ownConcert(await ownerOf(deps.sql, concertId), artistId)
    return ownQueue(deps.sql, concertId)
  }

  /** The queue of a concert that must exist. Refuses NOT_FOUND. */
  async function queueOf(concertId: string): Promise<ShownEntry[]> {
    if ((await ownerOf(deps.sql, concertId)) === undefined) throw noConcert()
    return shownQueue(deps.sql, concertId)
  }

  /** The queue of the concert that this artist is playing; empty where none runs. Refuses NOT_FOUND for an unknown artist. */
  async function queueNowOf(artistUsername: string): Promise<ShownEntry[]> {
    const key = usernameKey(artistUsername)
    const concertId = key === null ? undefined : await concertNowOf(deps.sql, key)
    if (concertId === undefined) throw noArtist()
    return concertId === null ? [] : shownQueue(deps.sql, concertId)
  }

  return {
    ...makeOrdering(deps),
    unsecured,
    /** Locks the concert for a change of the money behind its songs, so that both are locked in one order. */
    lock: (sql: Sql, concertId: string) => lockConcertRow(sql, concertId),
    /** Where the songs of these payments stand. */
    songsOf: (paymentIds: readonly string[]) => entryStates(deps.sql, paymentIds),
    /** After the commit of what the queue did inside somebody else's transaction. */
    wakeMoney: () => deps.money.wake(),
    confirm,
    played,
    undo,
    next,
    onTop,
    oneUp,
    changeStatus: setStatus,
    setScheduledList,
    endIn,
    ownQueue: queueOfOwner,
    queueOf,
    queueNowOf,
    /** The live entries, NOW first, then in order; none for an unknown concert. */
    entriesOf: (concertId: string) => shownQueue(deps.sql, concertId),
    /** The same for several concerts, in one question to the database. */
    entriesOfMany: (concertIds: readonly string[]) => shownQueues(deps.sql, concertIds),
    /** What the live channel sends, of several concerts at once: one queue is always one text. */
    async framesOf(concertIds: readonly string[]) {
      const queues = await shownQueues(deps.sql, concertIds)
      return new Map([...queues].map(([id, entries]) => [id, JSON.stringify(entries)]))
    },
  }
}

/** The whole queue of the concert, as every listener sees it. */
function showWhole(sql: Sql, concert: LockedConcert): Promise<ShownEntry[]> {
  return shownQueue(sql, concert.id)
}
