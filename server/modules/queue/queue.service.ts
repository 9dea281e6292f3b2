import { noArtist, usernameKey } from '#domain/account.ts'
import { rearrange } from '#domain/arrangement.ts'
import { noConcert, ownConcert } from '#domain/concert.ts'
import {
  DEFAULT_RULES,
  opensAfter,
  proposeLastCall,
  repeatWords,
  rulesFrom,
} from '#domain/evening-rules.ts'
import type { EveningRules } from '#domain/evening-rules.ts'
import { checkNote } from '#domain/own-song.ts'
import {
  addOwn,
  backToOrders,
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
  waiting,
  withdraw,
} from '#domain/queue.ts'
import { kopecks } from '#domain/money.ts'
import type { PaymentReason } from '#domain/payment.ts'
import type { Queue, SongStatus, QueueStep } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { onceByKey } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { withContext } from '../../platform/with-context.ts'
import { paceOf } from './my-orders.store.ts'
import { NowMoved } from './now-moved.ts'
import { openOf, runningOf } from './concert-to-change.ts'
import { freshEntry } from './fresh-entry.ts'
import { makeOrdering } from './ordering.service.ts'
import type { OrderingContext } from './ordering.service.ts'
import { songChoiceOf } from './ordering.store.ts'
import {
  concertOfEntry,
  dropOrder,
  lockConcert,
  lockConcertRow,
  lastPlayed,
  liveQueue,
  paymentsBehind,
  saveNote,
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
export type { OwnEntry } from './queue-view.store.ts'
import type { OwnEntry, ShownEntry } from './queue-view.store.ts'

export type QueueContext = OrderingContext & {
  readonly songs: {
    /** A song that the artist types, new or there already. Refuses VALIDATION at `title`, `artistName`. */
    addOwn(sql: Sql, song: { title: string; artistName: string }): Promise<{ id: string }>
    byId(sql: Sql, songId: string): Promise<{ id: string } | null>
  }
}
type NextPress = {
  /** The entry that the pad believes is NOW, and the concert that it shows. */
  readonly expectedNowId?: string | null
  readonly sessionId?: string
  readonly idempotencyKey?: string | null
}

/** What listeners of one concert may choose from. */
export type SongChoice = {
  readonly artistId: string
  readonly songs: EveningRules['songs']
  /** Without the songs that may not be ordered, and with a word about those that sounded. */
  shown<S extends { readonly songId: string }>(songs: readonly S[]): (S & { heard?: string })[]
}

/** Writes a step down, and what it means for the money behind the songs that it closed. */
async function save(
  ctx: QueueContext,
  sql: Sql,
  concert: Pick<LockedConcert, 'id' | 'rules'>,
  step: QueueStep<AliveEntry>,
  reason: PaymentReason,
): Promise<void> {
  await saveStep(sql, concert, step, ctx.now())
  if (step.closed.length === 0) return
  const closedAs = (status: SongStatus) => step.closed.filter((entry) => entry.status === status)
  const behind = (entries: readonly AliveEntry[]) =>
    paymentsBehind(
      sql,
      entries.map(({ id }) => id),
    )
  const skipped = closedAs('SKIPPED')
  await ctx.money.played(sql, await behind(closedAs('PLAYED')))
  await ctx.money.unplayed(sql, await behind(skipped), reason)
  // Who is about to pay for a song that the artist has just put away must not have to be paid back.
  if (reason === 'skipped' && skipped.length > 0) {
    // An interrupted song may wait once more, and that order may still be paid for.
    const left = new Set(waiting(step.queue).map(({ songId }) => songId))
    const songIds = skipped.map(({ songId }) => songId).filter((id) => !left.has(id))
    await ctx.money.calledOff(sql, concert.id, songIds, reason)
  }
}

/** Load, decide, save, tell: the way of every change by the artist's hand. */
async function change<S extends QueueStep<AliveEntry>, A>(
  ctx: QueueContext,
  hold: (sql: Sql) => Promise<LockedConcert>,
  decide: (queue: Queue<AliveEntry>, concert: LockedConcert, sql: Sql) => S | Promise<S>,
  show: (sql: Sql, concert: LockedConcert, step: S) => Promise<A>,
): Promise<A> {
  const receivedAt = Date.now()
  const { concertId, answer } = await inTransaction(ctx.sql, async (sql) => {
    const concert = await hold(sql)
    const queue = await liveQueue(sql, concert.id, concert.rules.turn)
    const step = await decide(queue, concert, sql)
    await save(ctx, sql, concert, step, 'skipped')
    return { concertId: concert.id, answer: await show(sql, concert, step) }
  })
  ctx.changed(concertId, receivedAt)
  ctx.money.wake()
  return answer
}

/**
 * «Next» in the artist's running concert. A repeat of the same press changes nothing and gets the queue as it stands.
 * Refuses SESSION_NOT_OPEN, NOT_YOURS, ILLEGAL_STEP, and NOW_MOVED with the true queue.
 */
function next(
  ctx: QueueContext,
  artistId: string,
  songId: string | null,
  press: NextPress = {},
): Promise<ShownEntry[]> {
  const { expectedNowId, sessionId, idempotencyKey = null } = press
  return change(
    ctx,
    runningOf(artistId, sessionId),
    async (queue, concert, sql) => {
      if (!(await isFirst(ctx, sql, 'artist/next-song', idempotencyKey, artistId))) {
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
  ctx: QueueContext,
  sql: Sql,
  calledBy: string,
  key: string | null,
  body: unknown,
): Promise<boolean> {
  let first = false
  await onceByKey(sql, calledBy, key, body, ctx.now(), async () => {
    first = true
    return true
  })
  return first
}

/** The song was played and none follows yet. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where it is not NOW. */
function confirm(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  songId: string,
): Promise<ShownEntry[]> {
  return change(
    ctx,
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

function graceBegan(ctx: QueueContext): Date {
  return new Date(ctx.now().getTime() - ctx.money.graceSeconds * 1000)
}

/** The song that can still be taken back, and for how many seconds; null where there is none. Refuses NOT_FOUND and NOT_YOURS. */
async function played(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
): Promise<(OwnEntry & { undoSeconds: number }) | null> {
  ownConcert(await ownerOf(ctx.sql, concertId), artistId)
  const began = graceBegan(ctx)
  const last = await lastPlayed(ctx.sql, concertId, began)
  if (last === undefined) return null
  const undoSeconds = Math.ceil((last.closedAt.getTime() - began.getTime()) / 1000)
  return { ...(await ownEntry(ctx.sql, last.entry.id)), undoSeconds }
}

/** A song that the artist adds; `songId: null`: one that he types. `entryId`: the id of its entry, where it does not wait yet. */
export type OwnSong = {
  readonly sessionId: string
  readonly entryId: string
  readonly songId: string | null
  readonly title: string
  readonly artistName: string
  readonly forWhom?: string | undefined
  readonly inCash?: boolean | undefined
}

/**
 * The artist's own song into the queue, once for each key. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP,
 * VALIDATION at `title`, `artistName`, `forWhom`, SONG_NOT_ACCEPTED where too many wait.
 */
function addOwnSong(
  ctx: QueueContext,
  artistId: string,
  asked: OwnSong,
  idempotencyKey: string | null,
): Promise<ShownEntry[]> {
  const { forWhom = '', inCash = false } = asked
  const note = checkNote({ forWhom, inCash })
  return change(
    ctx,
    openOf(artistId, asked.sessionId),
    async (queue, concert, sql) => {
      const first = await isFirst(ctx, sql, 'artist/add-song', idempotencyKey, [artistId, asked])
      const there = await concertOfEntry(sql, asked.entryId)
      if (!first || there === concert.id) return { queue, closed: [], entry: null }
      if (there !== undefined) throw new Refusal('ILLEGAL_STEP', 'Эта песня уже в другом концерте')
      const song =
        asked.songId === null
          ? await ctx.songs.addOwn(sql, asked)
          : await ctx.songs.byId(sql, asked.songId)
      if (song === null) throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
      return addOwn(queue, freshEntry(song.id, ctx.now(), asked.entryId))
    },
    async (sql, concert, { entry }) => {
      if (entry !== null) await saveNote(sql, entry.id, note)
      return shownQueue(sql, concert.id)
    },
  )
}

/** «Вернуть». Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP for any song but the last, or too late. */
function undo(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  entryId: string,
): Promise<ShownEntry[]> {
  return change(
    ctx,
    openOf(artistId, concertId),
    async (queue, _, sql) => {
      const last = await lastPlayed(sql, concertId, graceBegan(ctx))
      if (last?.entry.id !== entryId)
        throw new Refusal('ILLEGAL_STEP', 'Вернуть песню уже нельзя: прошло слишком много времени')
      const gone = await ctx.money.undone(sql, await paymentsBehind(sql, [entryId]))
      for (const paymentId of gone) await dropOrder(sql, paymentId, ctx.now())
      return undoPlayed(queue, last.entry)
    },
    showWhole,
  )
}

/** The money of this order is gone: the song stays only where others ordered it too, or the artist listed it himself. Inside the transaction of the money; gives the concert to be told. */
async function unsecured(ctx: QueueContext, sql: Sql, paymentId: string): Promise<void> {
  const dropped = await dropOrder(sql, paymentId, ctx.now())
  const concert = dropped && (await lockConcert(sql, dropped.concertId))
  if (dropped === undefined || concert === undefined) return
  const { turn } = concert.rules
  if (!dropped.leaves && turn === 'arrival') return
  const queue = await liveQueue(sql, concert.id, turn)
  const step = dropped.leaves ? withdraw(queue, dropped.entryId) : { queue, closed: [] }
  await save(ctx, sql, concert, step, 'external')
}

/** Refuses SESSION_NOT_OPEN, NOT_YOURS for another artist's concert, and ILLEGAL_STEP for a song that is not QUEUED. */
function onTop(
  ctx: QueueContext,
  artistId: string,
  songId: string,
  meantFor?: string,
): Promise<ShownEntry[]> {
  return change(ctx, runningOf(artistId, meantFor), (queue) => moveToTop(queue, songId), showWhole)
}

/** Refuses SESSION_NOT_OPEN, NOT_YOURS for another artist's concert, and ILLEGAL_STEP for a song that is not QUEUED. */
function oneUp(
  ctx: QueueContext,
  artistId: string,
  songId: string,
  meantFor?: string,
): Promise<ShownEntry[]> {
  return change(ctx, runningOf(artistId, meantFor), (queue) => moveOneUp(queue, songId), showWhole)
}

/** «Обратно в заказы». Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP for a song that is not QUEUED. */
function sendBack(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  songId: string,
): Promise<ShownEntry[]> {
  return change(ctx, openOf(artistId, concertId), (queue) => backToOrders(queue, songId), showWhole)
}

/** Gives the entry with its new status. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP for any step that the table of moves lacks. */
function setStatus(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  songId: string,
  status: SongStatus,
  meant: Parameters<typeof changeStatus>[3] = {},
): Promise<ShownEntry> {
  return change(
    ctx,
    openOf(artistId, concertId),
    (queue) => changeStatus(queue, songId, status, meant),
    (sql, _, step) => shownEntry(sql, step.entry.id),
  )
}

/**
 * Makes the SCHEDULED list these songs and gives it back: exactly these, or with `knownIds` (the
 * waiting songs that the editor saw) merged with what moved meanwhile. Refuses NOT_FOUND (the
 * concert or a song), NOT_YOURS, ILLEGAL_STEP.
 */
function setScheduledList(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  songIds: readonly string[],
  knownIds?: readonly string[],
): Promise<(ShownEntry & { isFavorite: boolean })[]> {
  return change(
    ctx,
    openOf(artistId, concertId),
    async (queue, _, sql) => {
      const inCatalogue = await songsAmong(sql, artistId, songIds)
      if (songIds.some((id) => !inCatalogue.has(id)))
        throw new Refusal('NOT_FOUND', 'Такой песни нет')
      const fresh = (songId: string) => freshEntry(songId, ctx.now())
      return knownIds === undefined
        ? setScheduled(queue, songIds, fresh)
        : mergeScheduled(queue, songIds, knownIds, fresh)
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
  ctx: QueueContext,
  sql: Sql,
  concertId: string,
  reason: 'concert_over' | 'concert_deleted',
): Promise<number> {
  const step = endQueue(await liveQueue(sql, concertId, 'arrival'))
  await save(ctx, sql, { id: concertId, rules: DEFAULT_RULES }, step, reason)
  await ctx.money.concertOver(sql, concertId, reason)
  return step.closed.length
}

/** The SCHEDULED songs as these rules would lay them. Refuses NOT_FOUND and NOT_YOURS. */
async function previewRules(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
  rules: Pick<EveningRules, 'turn' | 'lock'>,
): Promise<ShownEntry[]> {
  ownConcert(await ownerOf(ctx.sql, concertId), artistId)
  const [queue, shown] = await Promise.all([
    liveQueue(ctx.sql, concertId, 'explained'),
    shownQueue(ctx.sql, concertId),
  ])
  const byEntry = new Map(shown.map((entry) => [entry.id, entry]))
  return rearrange(queue, rules).flatMap(({ id }) => byEntry.get(id) ?? [])
}

/** Where the songs that wait do not fit into the concert, what the pad says of it; null where they do. */
async function proposeLastCallOf(
  ctx: QueueContext,
  concertId: string,
  endsAt: Date,
): Promise<ReturnType<typeof proposeLastCall>> {
  const now = ctx.now()
  const [queue, pace] = await Promise.all([
    liveQueue(ctx.sql, concertId, 'arrival'),
    paceOf(ctx.sql, concertId, now),
  ])
  return proposeLastCall(waiting(queue).length, { now, endsAt, ...pace })
}

/**
 * The artist has changed the rules of a concert: lays the queue by another turn, and gives back what is
 * being paid once the reception is closed. Inside his transaction, which has saved the rules.
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
  if (rules.turn !== before.turn || rules.lock !== before.lock) {
    const queue = await liveQueue(sql, concertId, 'explained')
    const arranged = rules.turn === before.turn ? queue : rearrange(queue, rules)
    await saveStep(sql, concert, { queue: arranged, closed: [] }, ctx.now())
  }
  if (rules.lastCall === 'closed' && before.lastCall !== 'closed')
    await ctx.money.calledOff(sql, concertId, null, 'last_call')
}

/** What the rules of this concert let listeners choose from; null where there is no such concert. */
async function choiceIn(ctx: QueueContext, concertId: string): Promise<SongChoice | null> {
  const row = await songChoiceOf(ctx.sql, concertId)
  if (row === undefined) return null
  const rules = rulesFrom(row.rules)
  const open = new Set(row.open)
  const sounded = (row.sounded ?? []).map(({ songId }) => songId)
  return {
    artistId: row.artistId,
    songs: rules.songs,
    shown: (songs) =>
      songs
        .filter(({ songId }) => rules.songs !== 'open' || open.has(songId))
        .map((song) => {
          const ago = sounded.indexOf(song.songId)
          const heard = repeatWords(opensAfter(ago < 0 ? null : ago, rules))
          return heard === null ? song : { ...song, heard }
        }),
  }
}

/** With amounts, for its artist alone. Refuses NOT_FOUND and NOT_YOURS. */
async function queueOfOwner(
  ctx: QueueContext,
  artistId: string,
  concertId: string,
): Promise<OwnEntry[]> {
  ownConcert(await ownerOf(ctx.sql, concertId), artistId)
  return ownQueue(ctx.sql, concertId)
}

/** The queue of a concert that must exist. Refuses NOT_FOUND. */
async function queueOf(ctx: QueueContext, concertId: string): Promise<ShownEntry[]> {
  if ((await ownerOf(ctx.sql, concertId)) === undefined) throw noConcert()
  return shownQueue(ctx.sql, concertId)
}

/** The queue of the concert that this artist is playing; empty where none runs. Refuses NOT_FOUND for an unknown artist. */
async function queueNowOf(ctx: QueueContext, artistUsername: string): Promise<ShownEntry[]> {
  const key = usernameKey(artistUsername)
  const concertId = key === null ? undefined : await concertNowOf(ctx.sql, key)
  if (concertId === undefined) throw noArtist()
  return concertId === null ? [] : shownQueue(ctx.sql, concertId)
}

/** The whole queue of the concert, as every listener sees it. */
function showWhole(sql: Sql, concert: LockedConcert): Promise<ShownEntry[]> {
  return shownQueue(sql, concert.id)
}

/** The same entry for whom sums are none of his business. */
export function withoutSums<E extends OwnEntry>(entry: E): E {
  return { ...entry, amount: kopecks(0), paidOrders: 0 }
}

/** A concert's queue: who may change it, in one transaction each, and how it is shown. */
export function makeQueue(ctx: QueueContext) {
  const bound = withContext(ctx)
  return {
    ...makeOrdering(ctx),
    unsecured: bound(unsecured),
    /** Locks the concert for a change of the money behind its songs, so that both are locked in one order. */
    lock: (sql: Sql, concertId: string) => lockConcertRow(sql, concertId),
    /** Where the songs of these payments stand. */
    songsOf: (paymentIds: readonly string[]) => entryStates(ctx.sql, paymentIds),
    /** After the commit of what the queue did inside somebody else's transaction. */
    wakeMoney: () => ctx.money.wake(),
    confirm: bound(confirm),
    played: bound(played),
    undo: bound(undo),
    addOwn: bound(addOwnSong),
    next: bound(next),
    onTop: bound(onTop),
    oneUp: bound(oneUp),
    backToOrders: bound(sendBack),
    changeStatus: bound(setStatus),
    setScheduledList: bound(setScheduledList),
    previewRules: bound(previewRules),
    choiceIn: bound(choiceIn),
    rulesSwitched: bound(rulesSwitched),
    /** What the pad proposes once, where the waiting songs do not fit into the concert. */
    proposeLastCall: bound(proposeLastCallOf),
    endIn: bound(endIn),
    ownQueue: bound(queueOfOwner),
    queueOf: bound(queueOf),
    queueNowOf: bound(queueNowOf),
    /** The live entries, NOW first, then in order; none for an unknown concert. */
    entriesOf: (concertId: string) => shownQueue(ctx.sql, concertId),
    /** The same for several concerts, in one question to the database. */
    entriesOfMany: (concertIds: readonly string[]) => shownQueues(ctx.sql, concertIds),
    /** What the live channel sends, of several concerts at once: one queue is always one text. */
    async framesOf(concertIds: readonly string[]) {
      const queues = await shownQueues(ctx.sql, concertIds)
      return new Map([...queues].map(([id, entries]) => [id, JSON.stringify(entries)]))
    },
  }
}

export type Queues = ReturnType<typeof makeQueue>
