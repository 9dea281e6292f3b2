import type { LiveLog } from './bus.ts'
import { sharedFrame } from './frame.ts'
import type { Frame } from './frame.ts'

/** The number of watchers written to before yielding to the event loop: about four milliseconds. */
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

/** One watcher of a channel, independent of the transport. `send` must not throw. */
export type Watcher = {
  send(frame: Frame): void
  /** Whether it gets the status of the channel too, not only its state. */
  readonly events: boolean
  /** The key with which it was admitted. */
  readonly key?: string | undefined
  close(code: number, reason: string): void
  /** Calls `taken` once the client has confirmed that it received everything sent before; probed watchers are written to first. */
  readonly probe?: (taken: () => void) => void
  /** It is not in the number that the status tells. */
  readonly uncounted?: boolean
}

/** Measures the latency of a broadcast. */
type BroadcastMeter = {
  /** A state was written to all watchers; `ms` to the last write from the call that changed it, or, if that is unknown, from `changed`. */
  onSent(sent: { ms: number; watchers: number }): void
  /** The first probed watcher, in any process, has received the state that was requested `ms` ago. */
  onArrived?(ms: number, channelId: string): void
}

/** Returns the text of a status with the number of counted watchers in all processes; `lock`: the key required to watch. */
export type WriteStatus = ((watchers: number) => string) & { readonly lock?: string | null }

/** Sent to a watcher whose channel does not exist (any more). */
type ClosingMessage = { frame: Frame; code: number; reason: string }

export type ChannelDeps = {
  channelId: string
  /** Returns the whole text that every watcher gets. */
  readState: (channelId: string) => Promise<string>
  /** Null if the channel does not exist (any more). */
  readStatus: (channelId: string) => Promise<WriteStatus | null>
  closing: ClosingMessage
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** The minimum time between two states. */
  minGapMs: number
  /** The minimum time between two changes of the watcher count alone; longer in a large channel. */
  countGapMs: number
  /** The number of its watchers in other processes. */
  remoteCount?: () => number
  meter?: BroadcastMeter
  /** The first probed watcher here has received what was requested at these times. */
  arrived?: (askedAt: readonly number[]) => void
  log: LiveLog
}

/** All watchers of one channel in this process, and the copy of its state last sent to them. */
export type Channel = {
  /** The channel may have changed: reads it and sends what differs. */
  wake(): void
  /**
   * Sets when, by `now`, the call was received whose change is about to be sent, and the times at which each part of it
   * was requested, which `arrived` gets unchanged.
   */
  timeFrom(at: number, askedAt?: readonly number[]): void
  /** The number of watchers in other processes may have changed. */
  recount(): void
  /** Resolves once the current state has been sent to the watcher, or at once after a failed read (the state then follows later). */
  enter(watcher: Watcher): Promise<void>
  leave(watcher: Watcher): void
  size(): number
  /** How many of them are counted. */
  counted(): number
  close(): void
}

type SentState = { text: string; frame: Frame }

const RETRY_MS = { first: 200, most: 5_000 }
/** Among ten thousand watchers the count changes all the time, and each new number wakes every phone. */
const COUNT_MS_EACH = 1

export function openChannel(deps: ChannelDeps): Channel {
  const { channelId, now, log, closing } = deps
  const watchers = new Set<Watcher>()
  const probed = new Set<Watcher>()
  const uncounted = new Set<Watcher>()
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
  /** The time of the first change that no read has covered yet. */
  let changedAt: number | null = null
  /** The request times of the changes that no read has covered yet. */
  let askedAt: number[] = []
  let stateRound: Round | null = null
  let statusRound: Round | null = null

  const counted = () => watchers.size - uncounted.size

  function wake() {
    changedAt ??= now()
    scheduleRead()
  }

  function scheduleRead() {
    if (closed || nextRead !== undefined) return
    if (reading !== null) {
      // The running read may have started before this change.
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
        if (changedMeanwhile || failures > 0) scheduleRead()
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
    if (lock !== null) removeUnauthorized(lock)
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
    // A watcher not written to yet gets only the newer state.
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
    const text = writeStatus(counted() + (deps.remoteCount?.() ?? 0))
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

  /** Runs before any result of this read is sent. */
  function removeUnauthorized(lock: string) {
    const out = new Set([...watchers].filter(({ key }) => key !== lock))
    if (out.size === 0) return
    for (const watcher of out) {
      watchers.delete(watcher)
      probed.delete(watcher)
      uncounted.delete(watcher)
    }
    // Without the closing message's frame: the channel exists and is open to its key.
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
      if (watcher.uncounted === true) uncounted.add(watcher)
      const { lock = null } = writeStatus ?? {}
      if (lock !== null && watcher.key !== lock) {
        // Its key is newer than the last read, or outdated, and then the next read removes the watcher.
        state = status = writeStatus = null
        wake()
      }
      if (state !== null) {
        watcher.send(state.frame)
        if (watcher.events && status !== null) watcher.send(status.frame)
        scheduleCount()
        return
      }
      if (reading === null) scheduleRead()
      await reading
    },
    leave(watcher) {
      probed.delete(watcher)
      uncounted.delete(watcher)
      if (watchers.delete(watcher)) scheduleCount()
    },
    recount: scheduleCount,
    size: () => watchers.size,
    counted,
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
