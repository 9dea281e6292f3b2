import { CallFailed } from '../../lib/call-failed.ts'
import { firstFree } from './held.ts'
import { outlookOf } from './outlook.ts'
import type { Outlook } from './outlook.ts'
import { LATE_MS } from './press.ts'
import type { Press, Truth } from './press.ts'

/** `late`: it had been waiting, so whoever pressed it may not remember. */
export type Cancelled = { readonly press: Press; readonly why: string; readonly late: boolean }

/** What one run through the kept presses came to. */
export type Report = {
  /** `empty`: nothing waits but what is held; `later`: something waits for the network; `over`: the concert has ended. */
  readonly end: 'empty' | 'later' | 'over'
  /** So many presses that had been waiting are with the server now. */
  readonly late: number
  readonly cancelled: readonly Cancelled[]
  /** The server wants no question before so many seconds have passed. */
  readonly restSeconds: number
}

/** What a run needs of the world. The calls throw CallFailed. */
export type Way = {
  /** What waits, in the order in which it was pressed. */
  kept(): readonly Press[]
  /** From here on it may have reached the server. */
  markSent(press: Press): void
  drop(press: Press): void
  /** The truth of this concert; null where it does not run any more. */
  look(): Promise<Truth | null>
  /** Sends one press; gives what the server told of the queue or the pause, or nothing. */
  send(press: Press, truth: Truth | null): Promise<Partial<Truth>>
  /** What is true from here on. */
  learn(change: (truth: Truth) => Truth): void
  now(): number
}

const OVER = new Set(['SESSION_NOT_OPEN', 'NOT_FOUND', 'NOT_YOURS'])

/**
 * Sends what waits, one after the other, until nothing does, the next one is held, or the network
 * fails. Before a press of
 * unknown fate, or one that has waited, the server is asked for the truth, and only what still
 * changes something is sent.
 */
export async function sendPresses(way: Way): Promise<Report> {
  const cancelled: Cancelled[] = []
  let late = 0
  // Null while every press is fresh: then nothing was missed, and the server alone is judge.
  let known: Truth | null = null
  let doubtful = false
  // The press that was told that the concert is over.
  let toldOver: string | null = null
  const report = (end: Report['end'], restSeconds = 0): Report => ({
    end,
    late,
    cancelled,
    restSeconds,
  })

  // A press of the future was made before the clock was set back, nobody knows how long ago.
  const isFresh = (age: number) => age >= 0 && age <= LATE_MS
  const isOld = ({ sent, at }: Press) => sent || !isFresh(way.now() - at)
  // Who held it back was the pad itself: that is worth no word.
  const isLate = ({ sent, at, heldUntil }: Press) => sent || !isFresh(way.now() - (heldUntil ?? at))
  const settle = (press: Press) => {
    if (isLate(press)) late += 1
    way.drop(press)
  }
  const cancel = (press: Press, why: string) => {
    cancelled.push({ press, why, late: isOld(press) })
    way.drop(press)
  }
  const cancelAll = () => {
    for (const press of way.kept()) cancel(press, 'Концерт уже завершён')
    return report('over')
  }

  for (;;) {
    const press = firstFree(way.kept(), way.now())
    try {
      if (doubtful || (press !== undefined && known === null && isOld(press))) {
        const seen = await way.look()
        if (seen === null) return cancelAll()
        way.learn(() => seen)
        known = seen
        doubtful = false
        continue
      }
      if (press === undefined) return report('empty')
      const outlook: Outlook | null = known === null ? null : outlookOf(known, press.deed)
      if (outlook?.is === 'done') {
        settle(press)
        continue
      }
      if (outlook?.is === 'lost') {
        cancel(press, outlook.why)
        continue
      }
      if (!press.sent) way.markSent(press)
      const told = await way.send(press, known)
      settle(press)
      const after = (before: Truth): Truth => ({ ...ruled(before, press), ...told })
      way.learn(after)
      if (known !== null) known = after(known)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (press === undefined || isUnanswered(failure)) {
        return report('later', failure.retryAfterSeconds ?? 0)
      }
      if (OVER.has(failure.code) && toldOver !== press.id) {
        // Another artist may have logged in meanwhile, and it is his concert that is over: a look tells.
        toldOver = press.id
        doubtful = true
        continue
      }
      const { queue } = failure
      if (queue !== undefined) way.learn((before) => ({ ...before, queue }))
      // The answer was lost, and not the press.
      const done =
        queue !== undefined && outlookOf({ queue, active: true }, press.deed).is === 'done'
      if (done) settle(press)
      else cancel(press, failure.message)
      doubtful = true
    }
  }
}

function ruled(before: Truth, { deed }: Press): Truth {
  const outlook = outlookOf(before, deed)
  return outlook.is === 'open' ? outlook.after : before
}

/** No answer, or one that says nothing of the press: it is to be sent again. */
function isUnanswered({ status }: CallFailed): boolean {
  return status === 0 || status === 401 || status === 403 || status === 429 || status >= 500
}
