import type { LiveLog } from './bus.ts'
import { sharedFrame } from './frame.ts'
import type { Frame } from './frame.ts'

/** Watchers written to before the event loop may run something else: about four milliseconds. */
const CHUNK = 500

type Round = { stop(): void }

/**
 * Calls `act` for each of `all`, yielding to the event loop after each chunk: ten thousand writes block it for a tenth
 * of a second. Members added meanwhile are not visited, removed ones neither. `done` is called after the last one, and
 * never after `stop`.
 */
export function inChunks<T>(all: ReadonlySet<T>, act: (one: T) => void, done?: () => void): Round {
  let next: NodeJS.Immediate | undefined
  if (all.size <= CHUNK) {
    for (const one of all) act(one)
    done?.()
    return { stop: () => {} }
  }
  const line = [...all]
  let at = 0
  const turn = () => {
    const end = Math.min(at + CHUNK, line.length)
    for (; at < end; at += 1) {
      const one = line[at]
      if (one !== undefined && all.has(one)) act(one)
    }
    if (at < line.length) next = setImmediate(turn)
    else done?.()
  }
  turn()
  return { stop: () => clearImmediate(next) }
}

/** One watcher of a channel, whatever carries the frames to it. `send` must not throw. */
export type Watcher = {
  send(frame: Frame): void
  /** Whether it gets the status of the channel too, not only its state. */
  readonly events: boolean
  /** What it came in with. */
  readonly key?: string | undefined
  close(code: number, reason: string): void
  /** Calls `taken` once the other side says that it has all that was sent before; it is written to first. */
  readonly probe?: (taken: () => void) => void
}

/** Measures how fast a channel is told. */
type BroadcastMeter = {
  /** A state was written to all watchers; `ms` to the last write from the call that changed it, or, where that is unknown, from `changed`. */
  onSent(sent: { ms: number; watchers: number }): void
  /** The first probed watcher, in whichever process, has the state that somebody asked for `ms` ago. */
  onArrived?(ms: number): void
}

/** The text of a status for so many watchers in all processes; `lock`: the key without which nobody watches. */
export type WriteStatus = ((watchers: number) => string) & { readonly lock?: string | null }

/** What a watcher gets whose channel does not exist (any more). */
type ClosingMessage = { frame: Frame; code: number; reason: string }

export type ChannelDeps = {
  channelId: string
  /** The whole text that every watcher gets. */
  readState: (channelId: string) => Promise<string>
  /** Null where the channel does not exist (any more). */
  readStatus: (channelId: string) => Promise<WriteStatus | null>
  closing: ClosingMessage
  /** Milliseconds that never step back. */
  now: () => number
  /** The least time between two states. */
  minGapMs: number
  /** The least time between two changes of the count of watchers alone; in a large channel it is longer. */
  countGapMs: number
  /** How many watch it in other processes. */
  elsewhere?: () => number
  meter?: BroadcastMeter
  /** The first probed watcher here has what was asked for then. */
  arrived?: (askedAt: readonly number[]) => void
  log: LiveLog
}

/** All watchers of one channel in this process, and the copy of its state that they were sent. */
export type Channel = {
  /** The channel may have changed: it is read, and what differs is sent. */
  wake(): void
  /** When, by `now`, the call came in whose change is about to be sent, and when each part of it was asked for, as `arrived` is told it. */
  timeFrom(at: number, askedAt?: readonly number[]): void
  /** The number of watchers elsewhere may have changed. */
  recount(): void
  /** Resolves once the watcher has the current state, or at once after a failed read (the state then comes later). */
  enter(watcher: Watcher): Promise<void>
  leave(watcher: Watcher): void
  size(): number
  /** When the last good read ended, by `now`. */
  readAt(): number
  close(): void
}

type SentState = { text: string; frame: Frame }

const RETRY_MS = { first: 200, most: 5_000 }
/** Among ten thousand watchers somebody always comes or goes, and each new number wakes every phone. */
const COUNT_MS_EACH = 1

export function openChannel(deps: ChannelDeps): Channel {
  const { channelId, now, log, closing } = deps
  const watchers = new Set<Watcher>()
  const probed = new Set<Watcher>()
  let writeStatus: WriteStatus | null = null
  let state: SentState | null = null
  let status: SentState | null = null
  let reading: Promise<void> | null = null
  let changedMeanwhile = false
  let failures = 0
  let readAt = -Infinity
  let nextRead: NodeJS.Timeout | undefined
  let nextCount: NodeJS.Timeout | undefined
  let closed = false
  /** When the first change came, that no read has looked for yet. */
  let changedAt: number | null = null
  /** When the changes were asked for that no read has looked for yet. */
  let askedAt: number[] = []
  let stateRound: Round | null = null
  let statusRound: Round | null = null

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
    const asked = askedAt
    changedAt = null
    askedAt = []
    // Both settle before the next read may start, so that a slow one never overlaps its own retry.
    const [stateRead, statusRead] = await Promise.allSettled([
      Promise.try(deps.readState, channelId),
      Promise.try(deps.readStatus, channelId),
    ])
    if (closed) return
    if (stateRead.status === 'rejected' || statusRead.status === 'rejected') {
      changedAt = since ?? changedAt
      askedAt = [...asked, ...askedAt]
      return fail(stateRead.status === 'rejected' ? stateRead.reason : reasonOf(statusRead))
    }
    if (failures > 0) log.warn({ channelId, failures }, 'a watched channel can be read again')
    failures = 0
    readAt = now()
    if (statusRead.value === null) return closeAll(watchers)
    const { lock = null } = statusRead.value
    if (lock !== null) lockOut(lock)
    sendState(stateRead.value, since)
    if (asked.length > 0) probeState(asked)
    const before = writeStatus
    writeStatus = statusRead.value
    if (before?.(0) !== writeStatus(0)) sendStatus()
  }

  function fail(reason: unknown) {
    if (failures === 0) {
      log.error({ err: reason, channelId }, 'a watched channel cannot be read; it is tried again')
    }
    failures += 1
  }

  function sendState(text: string, since: number | null) {
    if (state?.text === text) return
    const frame = sharedFrame('state', text, watchers.size)
    state = { text, frame }
    // A watcher not written to yet gets the newer one alone.
    stateRound?.stop()
    for (const watcher of probed) watcher.send(frame)
    stateRound = inChunks(
      watchers,
      (watcher) => {
        if (!probed.has(watcher)) watcher.send(frame)
      },
      () => {
        if (since !== null) deps.meter?.onSent({ ms: now() - since, watchers: watchers.size })
      },
    )
  }

  function probeState(asked: readonly number[]) {
    let arrived = false
    for (const { probe } of probed)
      probe?.(() => {
        if (arrived) return
        arrived = true
        deps.arrived?.(asked)
      })
  }

  function sendStatus() {
    if (writeStatus === null) return
    const text = writeStatus(watchers.size + (deps.elsewhere?.() ?? 0))
    if (status?.text === text) return
    const frame = sharedFrame('status', text, watchers.size)
    status = { text, frame }
    statusRound?.stop()
    statusRound = inChunks(watchers, (watcher) => {
      if (watcher.events) watcher.send(frame)
    })
  }

  function scheduleCount() {
    if (closed) return
    nextCount ??= setTimeout(
      () => {
        nextCount = undefined
        sendStatus()
      },
      Math.max(deps.countGapMs, watchers.size * COUNT_MS_EACH),
    )
  }

  function closeAll(all: ReadonlySet<Watcher>) {
    inChunks(all, (watcher) => {
      watcher.send(closing.frame)
      watcher.close(closing.code, closing.reason)
    })
  }

  /** Before anything of this read is told. */
  function lockOut(lock: string) {
    const out = new Set([...watchers].filter(({ key }) => key !== lock))
    if (out.size === 0) return
    for (const watcher of out) {
      watchers.delete(watcher)
      probed.delete(watcher)
    }
    // Without the closing message's frame: the channel exists, and its key opens it.
    inChunks(out, (watcher) => watcher.close(closing.code, closing.reason))
    scheduleCount()
  }

  return {
    wake,
    timeFrom(at, asked = []) {
      changedAt = Math.min(changedAt ?? at, at)
      askedAt.push(...asked)
    },
    async enter(watcher) {
      watchers.add(watcher)
      if (watcher.probe !== undefined) probed.add(watcher)
      const { lock = null } = writeStatus ?? {}
      if (lock !== null && watcher.key !== lock) {
        // Its key is newer than the last read, or older and it goes with the next one.
        state = status = writeStatus = null
        wake()
      }
      if (state !== null) {
        watcher.send(state.frame)
        if (watcher.events && status !== null) watcher.send(status.frame)
        scheduleCount()
        return
      }
      if (reading === null) look()
      await reading
    },
    leave(watcher) {
      probed.delete(watcher)
      if (watchers.delete(watcher)) scheduleCount()
    },
    recount: scheduleCount,
    size: () => watchers.size,
    readAt: () => readAt,
    close() {
      closed = true
      clearTimeout(nextRead)
      clearTimeout(nextCount)
      stateRound?.stop()
      statusRound?.stop()
      watchers.clear()
      probed.clear()
    },
  }
}

function reasonOf(read: PromiseSettledResult<unknown>): unknown {
  return read.status === 'rejected' ? read.reason : undefined
}

function retryDelay(failures: number): number {
  return Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.most)
}
