import {
  admitArranging,
  admitDeletion,
  close,
  dueByClock,
  end,
  ownConcert,
  pause,
  resume,
  runningConcert,
  start,
  STREET_MINUTES,
  takeBreak,
} from '#domain/concerts/concert.ts'
import type { DueStep } from '#domain/concerts/concert.ts'
import { checkWords } from '#domain/concerts/announcement.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { brokeUnique } from '#server/platform/db/tx.ts'
import { typeset } from '#server/platform/typography.ts'
import { dropBattle } from '../battles/battles.service.ts'
import { layHostSongs } from '../hosts/host-queue.service.ts'
import { noteCancelled } from '../notifications/guests.service.ts'
import { noteStart } from '../notifications/news.service.ts'
import { endQueueOf, recordBreak } from '../queue/queue.service.ts'
import { isRestoreOpen } from '../reconciliation/restore-check.service.ts'
import { noteEvents } from '../webhooks/webhook-events.service.ts'
import {
  concertsDue,
  deleteConcert,
  lockConcertDetails,
  lockDetailsIfFree,
  lockRunningDetails,
  lockFollowing,
  recordGone,
  saveLifecycle,
} from './concert-changes.store.ts'
import type { LockedConcertDetails } from './concert-changes.store.ts'
import { showConcert } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'

/** True when the database refused a second running concert of the same artist. */
function isSecondNow(error: unknown): boolean {
  return brokeUnique(error, 'one_concert_now')
}

function anotherIsOn(): Refusal {
  return new Refusal(
    'ANOTHER_CONCERT_IS_ON',
    'У вас уже идёт другой концерт. Завершите его, чтобы начать этот.',
  )
}

type LifecycleStep = (concert: LockedConcertDetails, now: Date) => LockedConcertDetails

const BY_ARTIST: Record<'NOW' | 'PLAYED', LifecycleStep> = { NOW: start, PLAYED: end }
const BY_CLOCK: Record<DueStep, LifecycleStep> = { start, end, close }

const BATCH = 50

/** Locks a concert of this artist until the commit. Refuses NOT_FOUND and NOT_YOURS. */
export async function lockOwn(
  sql: Sql,
  artistId: string,
  concertId: string,
): Promise<LockedConcertDetails> {
  return ownConcert(await lockConcertDetails(sql, concertId), artistId)
}

/** Does the same; with `following` also locks the later concerts of its series that have not begun. */
export async function lockOwnSeries(
  sql: Sql,
  artistId: string,
  { id, following }: SeriesPart,
): Promise<LockedConcertDetails[]> {
  const concert = await lockOwn(sql, artistId, id)
  return following ? [concert, ...(await lockFollowing(sql, concert))] : [concert]
}

/** A concert, or with `following` also the later ones of its series. */
export type SeriesPart = { readonly id: string; readonly following?: boolean | undefined }

/** Starts a concert that this transaction has announced. Refuses ANOTHER_CONCERT_IS_ON. */
export async function startAnnounced(
  inside: Context,
  artistId: string,
  id: string,
  at: Date,
): Promise<void> {
  const { sql } = inside
  const concert = await lockOwn(sql, artistId, id)
  try {
    await saveLifecycle(sql, start(concert, at), at)
    await noteEvents(inside, { id }, [{ type: 'concert.started' }])
    await noteStart(inside, id, at)
  } catch (error) {
    throw isSecondNow(error) ? anotherIsOn() : error
  }
}

/** Starts or ends a concert. `playedId`: the entry that sounds and counts as played at the end. */
export function setConcertStatus(
  ctx: Context,
  artistId: string,
  concertId: string,
  status: 'NOW' | 'PLAYED',
  playedId?: string,
): Promise<ConcertSummary> {
  const lock = (sql: Sql) => lockOwn(sql, artistId, concertId)
  return take(ctx, artistId, lock, BY_ARTIST[status], playedId)
}

export function pauseConcert(ctx: Context, artistId: string): Promise<ConcertSummary> {
  return take(ctx, artistId, runningOf(artistId), pause)
}

export function takeConcertBreak(
  ctx: Context,
  artistId: string,
  concertId: string,
  until: Date,
): Promise<ConcertSummary> {
  const step: LifecycleStep = (concert, at) => takeBreak(concert, until, at)
  return take(ctx, artistId, (sql) => lockOwn(sql, artistId, concertId), step)
}

export function resumeConcert(ctx: Context, artistId: string): Promise<ConcertSummary> {
  return take(ctx, artistId, runningOf(artistId), resume)
}

function runningOf(artistId: string) {
  return async (sql: Sql): Promise<LockedConcertDetails> =>
    runningConcert(await lockRunningDetails(sql, artistId))
}

/** Takes a step that the artist requested. */
async function take(
  ctx: Context,
  artistId: string,
  lock: (sql: Sql) => Promise<LockedConcertDetails>,
  step: LifecycleStep,
  playedId?: string,
): Promise<ConcertSummary> {
  const at = ctx.now()
  try {
    const id = await transaction(ctx, async (inside) => {
      const concert = await lock(inside.sql)
      await saveStep(inside, concert, step(concert, at), at, playedId)
      return concert.id
    })
    return await showConcert(ctx, id, { viewer: artistId })
  } catch (error) {
    throw isSecondNow(error) ? anotherIsOn() : error
  }
}

async function saveStep(
  inside: Context,
  before: LockedConcertDetails,
  concert: LockedConcertDetails,
  at: Date,
  playedId?: string,
): Promise<void> {
  await saveLifecycle(inside.sql, concert, at)
  if (concert.status === 'NOW') await noteStart(inside, concert.id, at)
  if (concert.status === 'NOW' && before.status !== 'NOW') await layHostSongs(inside, concert.id)
  if (concert.status === 'PLAYED') {
    await dropBattle(inside, concert.id)
    await endQueueOf(inside, concert.id, 'concert_over', playedId)
  }
  if (concert.breakUntil !== null) await recordBreak(inside, concert.id)
  if (concert.status !== before.status) {
    const type = concert.status === 'NOW' ? 'concert.started' : 'concert.ended'
    // What begins unpublished is published by that.
    const announced = before.publishAt === null ? [] : [{ type: 'concert.announced' as const }]
    await noteEvents(inside, concert, [...announced, { type }])
  }
  tellHall(inside, concert.id)
  wakeMoney(inside)
}

/**
 * Deletes a concert, with `following` also the later ones of its series, and returns the orders. Who was coming is told
 * `words`. Refuses VALIDATION at `words`.
 */
export function deleteConcerts(
  ctx: Context,
  artistId: string,
  { words: typed = '', ...part }: SeriesPart & { readonly words?: string | undefined },
): Promise<void> {
  const words = typeset(checkWords(typed))
  return transaction(ctx, async (inside) => {
    for (const concert of await lockOwnSeries(inside.sql, artistId, part)) {
      admitDeletion(concert)
      if (part.following) admitArranging(concert)
      await recordGone(inside.sql, concert.id, { words, at: inside.now() })
      const cancelled = concert.status === 'SCHEDULED' && concert.commandedAt === null
      if (cancelled) await noteCancelled(inside, concert.id)
      await endQueueOf(inside, concert.id, 'concert_deleted')
      if (cancelled && concert.publishAt === null)
        await noteEvents(inside, concert, [{ type: 'concert.cancelled' }])
      await deleteConcert(inside.sql, concert.id)
      tellHall(inside, concert.id)
    }
    wakeMoney(inside)
  })
}

/**
 * Takes every step that is due, each in its own transaction, and returns their number. Any number of processes may run
 * it at once. A concert that fails does not block the others.
 * @throws AggregateError after the last concert, with the failures.
 */
export async function takeDueSteps(ctx: Context): Promise<number> {
  const tried: string[] = []
  const failures: unknown[] = []
  let taken = 0
  // What was played in a concert may be unknown since a restore, and its money would go back: the clock ends none then.
  const endsWait = await isRestoreOpen(ctx)
  for (;;) {
    const at = ctx.now()
    const endedBefore = new Date(at.getTime() - ctx.endGraceMinutes * MINUTE_MS)
    const idleSince = new Date(at.getTime() - STREET_MINUTES * MINUTE_MS)
    const part = { except: tried, limit: BATCH }
    const due = await concertsDue(ctx.sql, { now: at, endedBefore, idleSince }, part)
    if (due.length === 0) break
    tried.push(...due)
    for (const concertId of due) {
      try {
        if (await takeDueStep(ctx, concertId, { endsWait })) taken += 1
      } catch (error) {
        failures.push(error)
      }
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `the clock failed at ${failures.length} concerts`)
  return taken
}

/** False when there is nothing to do: another process was faster, or another concert of the artist runs. */
async function takeDueStep(
  ctx: Context,
  concertId: string,
  { endsWait }: { endsWait: boolean },
): Promise<boolean> {
  const at = ctx.now()
  try {
    return await transaction(ctx, async (inside) => {
      const concert = await lockDetailsIfFree(inside.sql, concertId)
      const due = concert === undefined ? null : dueByClock(concert, at, ctx.endGraceMinutes)
      if (concert === undefined || due === null || (endsWait && due !== 'start')) return false
      await saveStep(inside, concert, BY_CLOCK[due](concert, at), at)
      return true
    })
  } catch (error) {
    if (isSecondNow(error)) return false
    throw error
  }
}
