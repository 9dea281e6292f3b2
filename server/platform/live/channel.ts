import type { LiveLog } from './bus.ts'
import { sharedFrame } from './frame.ts'
import type { Frame } from './frame.ts'
import { inTurns } from './chunked-broadcast.ts'
import type { Round } from './chunked-broadcast.ts'
import { NO_SESSION_CLOSE, NO_SESSION_FRAME } from './no-session.ts'

/** One listener of a concert, whatever carries the frames to it. `send` must not throw. */
export type Watcher = {
  send(frame: Frame): void
  /** Whether it also wants to hear of the concert itself, not only of its queue. */
  readonly events: boolean
  close(code: number, reason: string): void
}

/** Who counts how fast the hall is told. */
export type LiveMeter = {
  /** A queue was written to all watchers; `ms` to the last write from the call that changed it, or where that is not known from the word of the change. */
  told(told: { ms: number; watchers: number }): void
}

export type SessionState = { sessionStatus: string; active: boolean }

export type HallDeps = {
  concertId: string
  /** The JSON text of the whole array of QueueEntry. */
  readQueue: (concertId: string) => Promise<string>
  /** Null where the concert does not exist (any more). */
  readSession: (concertId: string) => Promise<SessionState | null>
  /** Milliseconds that never step back. */
  now: () => number
  /** The least time between two arrays. */
  minGapMs: number
  /** The least time between two changes of the count of listeners alone; in a large hall it is longer. */
  countGapMs: number
  /** How many listen to it in other processes. */
  elsewhere?: () => number
  meter?: LiveMeter
  log: LiveLog
}

/** Everybody in this process who watches one concert, and the copy of its state that they were sent. */
export type Hall = {
  /** The concert may have changed: it is read, and what differs is told. */
  wake(): void
  /** When, by `now`, the call came in whose change is about to be told of. */
  came(at: number): void
  /** The number of listeners elsewhere may have changed. */
  recount(): void
  /** Resolves once the watcher has the current state, or at once after a failed read (the state then comes later). */
  enter(watcher: Watcher): Promise<void>
  leave(watcher: Watcher): void
  size(): number
  /** When the last good read ended, by `now`. */
  readAt(): number
  close(): void
}

type Told = { text: string; frame: Frame }

const RETRY_MS = { first: 200, most: 5_000 }
/** In a hall of ten thousand somebody always comes or goes, and each new number wakes every telephone. */
const COUNT_MS_EACH = 1

export function openHall(deps: HallDeps): Hall {
  const { concertId, now, log } = deps
  const watchers = new Set<Watcher>()
  let state: SessionState | null = null
  let queue: Told | null = null
  let session: Told | null = null
  let reading: Promise<void> | null = null
  let changedMeanwhile = false
  let failures = 0
  let readAt = -Infinity
  let nextRead: NodeJS.Timeout | undefined
  let nextCount: NodeJS.Timeout | undefined
  let closed = false
  /** When the first change came, or was heard of, that no read has looked for yet. */
  let changedAt: number | null = null
  let queueRound: Round | null = null
  let sessionRound: Round | null = null

  function wake() {
    changedAt ??= now()
    look()
  }

  function look() {
    if (closed || nextRead !== undefined) return
    if (reading !== null) {
      // That read may have looked before this change was there.
      changedMeanwhile = true
      return
    }
    const wait = failures > 0 ? retryDelay(failures) : readAt + deps.minGapMs - now()
    if (wait <= 0) startRead()
    else nextRead = setTimeout(startRead, Math.min(wait, RETRY_MS.most))
  }

  function startRead() {
    nextRead = undefined
    changedMeanwhile = false
    reading = read()
      .catch(fail)
      .finally(() => {
        reading = null
        if (changedMeanwhile || failures > 0) look()
      })
  }

  async function read() {
    const since = changedAt
    changedAt = null
    // Both settle before the next read may start, so that a slow one never overlaps its own retry.
    const [queueRead, sessionRead] = await Promise.allSettled([
      Promise.try(deps.readQueue, concertId),
      Promise.try(deps.readSession, concertId),
    ])
    if (closed) return
    if (queueRead.status === 'rejected' || sessionRead.status === 'rejected') {
      changedAt = since ?? changedAt
      return fail(queueRead.status === 'rejected' ? queueRead.reason : reasonOf(sessionRead))
    }
    if (failures > 0) log.warn({ concertId, failures }, 'a watched concert can be read again')
    failures = 0
    readAt = now()
    if (sessionRead.value === null) return sendAway()
    tellQueue(queueRead.value, since)
    const before = state
    state = sessionRead.value
    if (before?.sessionStatus !== state.sessionStatus || before.active !== state.active) {
      tellSession()
    }
  }

  function fail(reason: unknown) {
    if (failures === 0) {
      log.error({ err: reason, concertId }, 'a watched concert cannot be read; it is tried again')
    }
    failures += 1
  }

  function tellQueue(text: string, since: number | null) {
    if (queue?.text === text) return
    const frame = sharedFrame('queue', text, watchers.size)
    queue = { text, frame }
    // Who was not written to yet gets the newer one alone.
    queueRound?.stop()
    queueRound = inTurns(
      watchers,
      (watcher) => watcher.send(frame),
      () => {
        if (since !== null) deps.meter?.told({ ms: now() - since, watchers: watchers.size })
      },
    )
  }

  function tellSession() {
    if (state === null) return
    // Named one by one, because the channel is public and must not carry what a wider read happens to bring.
    const { sessionStatus, active } = state
    const text = JSON.stringify({
      type: 'session',
      sessionStatus,
      active,
      listeners: watchers.size + (deps.elsewhere?.() ?? 0),
    })
    if (session?.text === text) return
    const frame = sharedFrame('session', text, watchers.size)
    session = { text, frame }
    sessionRound?.stop()
    sessionRound = inTurns(watchers, (watcher) => {
      if (watcher.events) watcher.send(frame)
    })
  }

  function countSoon() {
    if (closed) return
    nextCount ??= setTimeout(
      () => {
        nextCount = undefined
        tellSession()
      },
      Math.max(deps.countGapMs, watchers.size * COUNT_MS_EACH),
    )
  }

  function sendAway() {
    inTurns(watchers, (watcher) => {
      watcher.send(NO_SESSION_FRAME)
      watcher.close(NO_SESSION_CLOSE, 'no such concert')
    })
  }

  return {
    wake,
    came(at) {
      changedAt = Math.min(changedAt ?? at, at)
    },
    async enter(watcher) {
      watchers.add(watcher)
      if (queue !== null) {
        watcher.send(queue.frame)
        if (watcher.events && session !== null) watcher.send(session.frame)
        countSoon()
        return
      }
      if (reading === null) look()
      await reading
    },
    leave(watcher) {
      if (watchers.delete(watcher)) countSoon()
    },
    recount: countSoon,
    size: () => watchers.size,
    readAt: () => readAt,
    close() {
      closed = true
      clearTimeout(nextRead)
      clearTimeout(nextCount)
      queueRound?.stop()
      sessionRound?.stop()
      watchers.clear()
    },
  }
}

function reasonOf(read: PromiseSettledResult<unknown>): unknown {
  return read.status === 'rejected' ? read.reason : undefined
}

function retryDelay(failures: number): number {
  return Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.most)
}
