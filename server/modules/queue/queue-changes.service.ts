import { admitArranging, ownConcert, runningConcert } from '#domain/concerts/concert.ts'
import { withNotedTable } from '#domain/queue/arrangement.ts'
import { ORDERED_BY_RULES_TEXT } from '#domain/queue/evening-rules.ts'
import { checkNote, NO_NOTE, refuseForGood } from '#domain/queue/own-song.ts'
import { waiting } from '#domain/queue/queue.ts'
import {
  addOwn,
  backToOrders,
  changeStatus,
  mergeScheduled,
  moveBefore,
  moveOneUp,
  moveToTop,
  playNext,
  setScheduled,
} from '#domain/queue/queue-steps.ts'
import type { PaymentReason } from '#domain/payments/payment.ts'
import type { NextChoice, Queue, SongStatus } from '#domain/queue/queue.ts'
import type { QueueStep } from '#domain/queue/queue-steps.ts'
import { Refusal } from '#domain/refusal.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { noteCommand } from '#server/platform/db/order-effects.ts'
import {
  cancelUnpaidOrders,
  releasePlayed,
  returnUnplayed,
} from '../payments/queue-payments.service.ts'
import { chosenSong } from '../songs/songs.service.ts'
import { noteSongChanges } from '../webhooks/webhook-events.service.ts'
import { moveNotesAndBreaks } from './before.store.ts'
import {
  freshEntry,
  lockConcertNow,
  concertOfEntry,
  lockConcert,
  liveQueue,
  paymentsBehind,
  saveNote,
  saveStep,
} from './queue.store.ts'
import type { LockedConcert, ActiveEntry } from './queue.store.ts'
import { collectingOf } from './shares.store.ts'
import { songsAmong } from './ordering.store.ts'
import { ownQueue, entryView, openTitle, showWhole } from './queue-view.store.ts'
import type { OwnEntry, EntryView } from './queue-view.store.ts'

type NextPress = Omit<NextChoice, 'songId'> & {
  /** The concert that the pad shows. */
  readonly sessionId?: string
  readonly idempotencyKey?: string | null
}

/** NOW_MOVED with the current queue, so that an outdated pad need not ask again. */
export class NowMoved extends Refusal {
  readonly queue: readonly OwnEntry[]

  constructor(message: string, queue: readonly OwnEntry[]) {
    super('NOW_MOVED', message)
    this.queue = queue
  }
}

/**
 * Locks the concert that this artist is playing; with `meantFor` refuses another artist's concert NOT_YOURS, and
 * SESSION_NOT_OPEN where that concert does not run.
 */
export function runningOf(artistId: string, meantFor?: string) {
  return async (sql: Sql): Promise<LockedConcert> => {
    if (meantFor === undefined) return runningConcert(await lockConcertNow(sql, artistId))
    const meant = await lockConcert(sql, meantFor)
    if (meant !== undefined) ownConcert(meant, artistId)
    return runningConcert(meant?.status === 'NOW' ? meant : undefined)
  }
}

/** Locks a concert of this artist that is not over. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP. */
export function openOf(artistId: string, concertId: string) {
  return async (sql: Sql): Promise<LockedConcert> => {
    const concert = ownConcert(await lockConcert(sql, concertId), artistId)
    admitArranging(concert)
    return concert
  }
}

/** Saves a step and what it means for the payments of its closed songs. `cause`: the reason to store; of 'artist', skipped or interrupted. */
export async function saveWithMoney(
  inside: Context,
  concert: Pick<LockedConcert, 'id' | 'rules'>,
  step: QueueStep<ActiveEntry>,
  cause: PaymentReason | 'artist',
): Promise<void> {
  const { sql, now } = inside
  await saveStep(sql, concert, step, now())
  await noteSongChanges(inside, concert, step)
  if (cause === 'artist') await moveNotesAndBreaks(sql, step)
  if (step.closed.length === 0) return
  const closedAs = (status: SongStatus) => step.closed.filter((entry) => entry.status === status)
  const idsOf = (entries: readonly ActiveEntry[]) => entries.map(({ id }) => id)
  const [skipped, played] = [closedAs('SKIPPED'), closedAs('PLAYED')]
  const earned = await paymentsBehind(sql, idsOf(played))
  await releasePlayed(inside, earned)
  const byArtist = skipped.some(({ stored }) => stored?.status === 'NOW')
    ? 'interrupted'
    : 'skipped'
  const unplayed = await paymentsBehind(sql, idsOf(skipped))
  await returnUnplayed(inside, unplayed, cause === 'artist' ? byArtist : cause)
  // Nobody is to pay for a song that the artist has just put away, or for a share or a vote of one that was played.
  const mayShare = concert.rules.support || earned.length > 0
  const [away, shared] = [cause === 'artist' ? skipped : [], mayShare ? played : []]
  if (away.length === 0 && shared.length === 0) return
  // A song may wait or be collected for once more, and that may still be paid for.
  const collecting = await collectingOf(sql, concert, now())
  const left = new Set([...waiting(step.queue).map(({ songId }) => songId), ...collecting.keys()])
  const gone = (entries: readonly ActiveEntry[]) =>
    entries.map(({ songId }) => songId).filter((id) => !left.has(id))
  const [songIds, sharesOf] = [gone(away), gone(shared)]
  if (songIds.length > 0) await cancelUnpaidOrders(inside, concert.id, { songIds }, 'skipped')
  if (sharesOf.length > 0)
    await cancelUnpaidOrders(inside, concert.id, { sharesOf }, 'already_played')
}

/** Load, decide, save, notify: the steps of every change by the artist's hand. `decide` and `show` get the context of the transaction. */
export function changeQueue<S extends QueueStep<ActiveEntry>, A>(
  ctx: Context,
  lock: (sql: Sql) => Promise<LockedConcert>,
  decide: (queue: Queue<ActiveEntry>, concert: LockedConcert, inside: Context) => S | Promise<S>,
  show: (sql: Sql, concert: LockedConcert, step: S, inside: Context) => Promise<A>,
): Promise<A> {
  const receivedAt = Date.now()
  return transaction(ctx, async (inside) => {
    const { sql, now } = inside
    const concert = await lock(sql)
    const queue = await liveQueue(sql, concert.id, concert.rules)
    const step = await decide(queue, concert, inside)
    await saveWithMoney(inside, concert, step, 'artist')
    if (concert.commandedAt !== null) await noteCommand(concert.id, now()).execute(sql)
    tellHall(inside, concert.id, receivedAt)
    wakeMoney(inside)
    return show(sql, concert, step, inside)
  })
}

/**
 * «Next» in the artist's running concert. A repeat of a press, whatever song it names, plays nothing and gets the queue.
 * Refuses SESSION_NOT_OPEN, NOT_YOURS, ILLEGAL_STEP, and NOW_MOVED with the current queue.
 */
export function nextSong(
  ctx: Context,
  artistId: string,
  songId: string | null,
  press: NextPress = {},
): Promise<EntryView[]> {
  const { expectedNowId, onlyEnds, sessionId, idempotencyKey = null } = press
  return changeQueue(
    ctx,
    runningOf(artistId, sessionId),
    async (queue, concert, inside) => {
      if (!(await isFirst(inside, 'artist/next-song', idempotencyKey, null))) {
        return { queue, closed: [] }
      }
      try {
        return playNext(queue, { songId, expectedNowId, onlyEnds })
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'NOW_MOVED') throw error
        throw new NowMoved(error.message, await ownQueue(inside.sql, concert.id))
      }
    },
    showWhole,
  )
}

/** Whether this press comes for the first time: one whose answer was lost, or that was delayed on the way, comes again. */
async function isFirst(
  { sql, now }: Context,
  calledBy: string,
  key: string | null,
  body: unknown,
): Promise<boolean> {
  let first = false
  await onceByKey(sql, calledBy, key, body, now(), async () => {
    first = true
    return true
  })
  return first
}

/** A song that the artist adds; `songId: null`: one that he types. `entryId`: the id of its entry, where it does not wait yet. */
type OwnSong = {
  readonly sessionId: string
  readonly entryId: string
  readonly songId: string | null
  readonly title: string
  readonly artistName: string
  readonly forWhom?: string | undefined
  readonly inCash?: boolean | undefined
  readonly cash?: number | undefined
}

/**
 * Adds the artist's own song to the queue, once for each idempotency key. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP,
 * VALIDATION at `title`, `artistName`, `forWhom`, SONG_NOT_ACCEPTED where too many wait.
 */
export function addSongToQueue(
  ctx: Context,
  artistId: string,
  asked: OwnSong,
  idempotencyKey: string | null,
): Promise<EntryView[]> {
  const { forWhom = '', inCash = false, cash } = asked
  const note = checkNote({ forWhom, inCash, cash })
  return changeQueue(
    ctx,
    openOf(artistId, asked.sessionId),
    async (queue, concert, inside) => {
      const { sql } = inside
      const first = await isFirst(inside, 'artist/add-song', idempotencyKey, asked)
      const there = await concertOfEntry(sql, asked.entryId)
      if (!first || there === concert.id) return { queue, closed: [], entry: null }
      if (there !== undefined) throw new Refusal('ILLEGAL_STEP', 'Эта песня уже в другом концерте')
      const song = await chosenSong(inside, artistId, asked).catch(refuseForGood)
      const pool = (await collectingOf(sql, concert, ctx.now())).get(song.id)
      const step = addOwn(queue, pool ?? freshEntry(song.id, ctx.now(), asked.entryId))
      const noted = (entry: ActiveEntry) =>
        entry.id === step.entry.id
          ? { ...entry, behind: withNotedTable(entry.behind, note.forWhom) }
          : entry
      return { ...step, queue: step.queue.map(noted) }
    },
    async (sql, concert, { entry }) => {
      if (entry !== null) {
        await saveNote(sql, entry.id, note)
        if (asked.songId === null)
          await openTitle(sql, { concertId: concert.id, entryId: entry.id, at: ctx.now() })
      }
      return showWhole(sql, concert)
    },
  )
}

type StepOfSong = (queue: Queue<ActiveEntry>, songId: string) => QueueStep<ActiveEntry>

/** Refuses SESSION_NOT_OPEN, NOT_YOURS for another artist's concert, and ILLEGAL_STEP for a song that is not QUEUED. */
const inQueued =
  (step: StepOfSong) =>
  (ctx: Context, artistId: string, songId: string, meantFor?: string): Promise<EntryView[]> =>
    changeQueue(ctx, runningOf(artistId, meantFor), (queue) => step(queue, songId), showWhole)

export const moveSongToTop = inQueued(moveToTop)
export const moveSongUp = inQueued(moveOneUp)

/**
 * Moves a song by the artist's hand. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where the song does not wait,
 * `beforeId` is gone, or the rules of the evening arrange the orders.
 */
export function moveSong(
  ctx: Context,
  artistId: string,
  concertId: string,
  songId: string,
  to: Parameters<typeof moveBefore>[2],
): Promise<EntryView[]> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    (queue, { rules }) => {
      if (to.list === 'SCHEDULED' && to.beforeId !== null && rules.turn !== 'arrival')
        throw new Refusal('ILLEGAL_STEP', ORDERED_BY_RULES_TEXT)
      return moveBefore(queue, songId, to)
    },
    showWhole,
  )
}

/** «Обратно в заказы». Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP for a song that is not QUEUED. */
export function sendSongBack(
  ctx: Context,
  artistId: string,
  concertId: string,
  songId: string,
): Promise<EntryView[]> {
  const takeBack = (queue: Queue<ActiveEntry>) => backToOrders(queue, songId)
  return changeQueue(ctx, openOf(artistId, concertId), takeBack, showWhole)
}

/** Returns the entry with its new status. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP for a step not in the table of moves. */
export function setSongStatus(
  ctx: Context,
  artistId: string,
  concertId: string,
  songId: string,
  status: SongStatus,
  meant: Parameters<typeof changeStatus>[3] = {},
): Promise<EntryView> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, { sql }) => {
      const pools = (await collectingOf(sql, concert, ctx.now())).values()
      const step = changeStatus<ActiveEntry>([...queue, ...pools], songId, status, meant)
      return { ...step, queue: step.queue.filter((entry) => entry.status !== 'COLLECTING') }
    },
    (sql, _, step) => entryView(sql, step.entry.id),
  )
}

/**
 * Sets the SCHEDULED list to these songs and returns it: exactly these, or with `knownIds` (the songs that the
 * editor saw among the orders) merged with what moved meanwhile. Refuses NOT_FOUND (the concert or a song), NOT_YOURS, ILLEGAL_STEP.
 */
export function setScheduledList(
  ctx: Context,
  artistId: string,
  concertId: string,
  songIds: readonly string[],
  knownIds?: readonly string[],
): Promise<(EntryView & { isFavorite: boolean })[]> {
  return changeQueue(
    ctx,
    openOf(artistId, concertId),
    async (queue, concert, { sql }) => {
      const inCatalogue = await songsAmong(sql, artistId, songIds)
      if (songIds.some((id) => !inCatalogue.has(id)))
        throw new Refusal('NOT_FOUND', 'Такой песни нет')
      const pools = await collectingOf(sql, concert, ctx.now())
      const fresh = (songId: string) => pools.get(songId) ?? freshEntry(songId, ctx.now())
      const step =
        knownIds === undefined
          ? setScheduled(queue, songIds, fresh)
          : mergeScheduled(queue, songIds, knownIds, fresh)
      const listed = step.queue.filter(({ stored }) => stored?.status === 'COLLECTING')
      for (const { id } of listed) await saveNote(sql, id, NO_NOTE)
      return step
    },
    async (sql, concert) => {
      const saved = (await showWhole(sql, concert)).filter(({ status }) => status === 'SCHEDULED')
      const ids = saved.map(({ songId }) => songId)
      const songs = await songsAmong(sql, artistId, ids)
      return saved.map((entry) =>
        Object.assign(entry, { isFavorite: songs.get(entry.songId)?.isFavorite ?? false }),
      )
    },
  )
}
