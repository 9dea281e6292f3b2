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
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { brokeUnique, inTransaction } from '#server/platform/db/tx.ts'
import {
  concertsDue,
  deleteConcert,
  lockConcertDetails,
  lockDetailsIfFree,
  lockRunningDetails,
  lockFollowing,
  saveLifecycle,
} from './concert-changes.store.ts'
import type { LockedConcertDetails } from './concert-changes.store.ts'

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

export type LifecycleDeps = {
  sql: Sql
  now: () => Date
  queue: {
    /** Marks everything unplayed as SKIPPED, inside the transaction that locks the concert. */
    endIn(sql: Sql, concertId: string, reason: 'concert_over' | 'concert_deleted'): Promise<number>
    /** Called inside the locking transaction, when a break has begun. */
    breakTaken(sql: Sql, concertId: string): Promise<void>
    /** Called after the commit, so that the money is returned. */
    wakeMoney(): void
  }
  /** After the commit: the queue or the status of this concert changed. */
  changed: (concertId: string) => void
  /** How long a running concert may go on after its planned end. */
  endGraceMinutes: number
  /** Whether the clock ends no concert: what was played in it may be unknown since a restore, and its money would go back. */
  endsWait?: () => Promise<boolean>
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
export async function startInTransaction(
  sql: Sql,
  artistId: string,
  id: string,
  at: Date,
): Promise<void> {
  const concert = await lockOwn(sql, artistId, id)
  try {
    await saveLifecycle(sql, start(concert, at), at)
  } catch (error) {
    throw isSecondNow(error) ? anotherIsOn() : error
  }
}

/** Starts, pauses, resumes and ends concerts, by their artist or by the clock. */
export function makeConcertLifecycle(deps: LifecycleDeps) {
  const { sql, now, queue, changed } = deps

  async function save(inside: Sql, concert: LockedConcertDetails, at: Date): Promise<void> {
    await saveLifecycle(inside, concert, at)
    if (concert.status === 'PLAYED') await queue.endIn(inside, concert.id, 'concert_over')
    if (concert.breakUntil !== null) await queue.breakTaken(inside, concert.id)
  }

  /** Takes a step that the artist requested; returns the id of the concert. */
  async function take(
    lock: (inside: Sql) => Promise<LockedConcertDetails>,
    step: LifecycleStep,
  ): Promise<string> {
    const at = now()
    try {
      const id = await inTransaction(sql, async (inside) => {
        const concert = await lock(inside)
        await save(inside, step(concert, at), at)
        return concert.id
      })
      changed(id)
      queue.wakeMoney()
      return id
    } catch (error) {
      throw isSecondNow(error) ? anotherIsOn() : error
    }
  }

  function lockRunning(artistId: string) {
    return async (inside: Sql): Promise<LockedConcertDetails> =>
      runningConcert(await lockRunningDetails(inside, artistId))
  }

  /** False when there is nothing to do: another process was faster, or another concert of the artist runs. */
  async function takeDueStep(
    concertId: string,
    { endsWait }: { endsWait: boolean },
  ): Promise<boolean> {
    const at = now()
    try {
      const taken = await inTransaction(sql, async (inside) => {
        const concert = await lockDetailsIfFree(inside, concertId)
        const due = concert === undefined ? null : dueByClock(concert, at, deps.endGraceMinutes)
        if (concert === undefined || due === null || (endsWait && due !== 'start')) return false
        await save(inside, BY_CLOCK[due](concert, at), at)
        return true
      })
      if (taken) {
        changed(concertId)
        queue.wakeMoney()
      }
      return taken
    } catch (error) {
      if (isSecondNow(error)) return false
      throw error
    }
  }

  return {
    /** Starts or ends. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP, and ANOTHER_CONCERT_IS_ON. */
    setStatus: (artistId: string, concertId: string, status: 'NOW' | 'PLAYED'): Promise<string> =>
      take((inside) => lockOwn(inside, artistId, concertId), BY_ARTIST[status]),

    /** Refuses SESSION_NOT_OPEN when none runs, ILLEGAL_STEP when it is paused already. */
    pause: (artistId: string): Promise<string> => take(lockRunning(artistId), pause),

    /** Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP. */
    takeBreak: (artistId: string, concertId: string, until: Date): Promise<string> =>
      take(
        (inside) => lockOwn(inside, artistId, concertId),
        (concert, at) => takeBreak(concert, until, at),
      ),

    /** Refuses SESSION_NOT_OPEN when none runs, ILLEGAL_STEP when it is not paused. */
    resume: (artistId: string): Promise<string> => take(lockRunning(artistId), resume),

    /** Returns the orders first. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP while it is NOW; with `following`, once it began. */
    async remove(artistId: string, part: SeriesPart): Promise<void> {
      const ids = await inTransaction(sql, async (inside) => {
        const concerts = await lockOwnSeries(inside, artistId, part)
        for (const concert of concerts) {
          admitDeletion(concert)
          if (part.following) admitArranging(concert)
          await queue.endIn(inside, concert.id, 'concert_deleted')
          await deleteConcert(inside, concert.id, now())
        }
        return concerts.map(({ id }) => id)
      })
      for (const id of ids) changed(id)
      queue.wakeMoney()
    },

    /**
     * Takes every step that is due, each in its own transaction, and returns their number. Any number of processes may
     * run it at once. A concert that fails does not block the others.
     * @throws AggregateError after the last concert, with the failures.
     */
    async tick(): Promise<number> {
      const tried: string[] = []
      const failures: unknown[] = []
      let taken = 0
      const endsWait = (await deps.endsWait?.()) === true
      for (;;) {
        const at = now()
        const endedBefore = new Date(at.getTime() - deps.endGraceMinutes * MINUTE_MS)
        const idleSince = new Date(at.getTime() - STREET_MINUTES * MINUTE_MS)
        const part = { except: tried, limit: BATCH }
        const due = await concertsDue(sql, { now: at, endedBefore, idleSince }, part)
        if (due.length === 0) break
        tried.push(...due)
        for (const concertId of due) {
          try {
            if (await takeDueStep(concertId, { endsWait })) taken += 1
          } catch (error) {
            failures.push(error)
          }
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `the clock failed at ${failures.length} concerts`)
      return taken
    },
  }
}
