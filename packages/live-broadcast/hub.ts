import type { Bus, LiveLog } from './bus.ts'
import { openChannel } from './channel.ts'
import type { Channel, ChannelDeps, Watcher } from './channel.ts'
import { makePresence } from './presence.ts'

const POLL_MS = 2_000

type RevisionPollDeps = {
  /** The channels that are currently open. */
  channels: ReadonlyMap<string, { wake(): void }>
  /** Returns the number of changes of each of these channels; a channel that no longer exists is left out. */
  readRevisions: (channelIds: string[]) => Promise<ReadonlyMap<string, number>>
  log: LiveLog
}

/**
 * Polls every two seconds, once for all open channels, which of them changed. A change whose process crashed before
 * publishing it, or that a broken bus lost, is sent within seconds.
 */
function pollRevisions({ channels, readRevisions, log }: RevisionPollDeps): { stop(): void } {
  let seen: ReadonlyMap<string, number | undefined> = new Map()
  let failing = false
  let stopped = false
  let next: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    const ids = [...channels.keys()]
    const found = ids.length === 0 ? new Map<string, number>() : await readRevisions(ids)
    // A channel seen for the first time may have changed since it was opened.
    for (const id of ids)
      if (!seen.has(id) || seen.get(id) !== found.get(id)) channels.get(id)?.wake()
    seen = new Map(ids.map((id) => [id, found.get(id)]))
  }

  async function pollAndReschedule(): Promise<void> {
    try {
      await poll()
      failing = false
    } catch (error) {
      if (!failing)
        log.warn({ err: error }, 'revisions of watched channels cannot be read; trying again')
      failing = true
    }
    schedulePoll()
  }

  function schedulePoll(): void {
    if (stopped) return
    next = setTimeout(() => void pollAndReschedule(), POLL_MS)
    next.unref()
  }

  schedulePoll()
  return {
    stop() {
      stopped = true
      clearTimeout(next)
    },
  }
}

/** Published before a change: when the call that made it was received, by the clock of the receiving process. */
const RECEIVED_TOPIC = 'received'
/** Published by a process with a probed watcher: the request times of what has arrived there. */
const ARRIVED_TOPIC = 'arrived'
/** The most pending requests that are remembered, the newest ones. */
const PENDING_MOST = 10_000

type LatencyDeps = {
  bus: Bus
  now: () => number
  channels: ReadonlyMap<string, Pick<Channel, 'timeFrom'>>
  onArrived: (ms: number, channelId: string) => void
}

/** Measures the latency of changes, from call to last write and from press to first probed watcher, across processes. */
function measureLatency({ bus, now, channels, onArrived }: LatencyDeps) {
  /** Pending requests of this process, by channel and request time: that time by `now`, and their number. */
  const pending = new Map<string, { at: number; times: number }>()

  function add(channelId: string, moment: number) {
    const key = `${channelId} ${moment}`
    const [oldest] = pending.keys()
    if (pending.size >= PENDING_MOST && oldest !== undefined) pending.delete(oldest)
    const at = now() - Math.max(0, Date.now() - moment)
    pending.set(key, { at, times: (pending.get(key)?.times ?? 0) + 1 })
  }

  /** Measures the requests made in this process, each once, and returns the others. */
  function measure(channelId: string, askedAt: readonly number[]): number[] {
    return askedAt.filter((moment) => {
      const key = `${channelId} ${moment}`
      const asked = pending.get(key)
      if (asked === undefined) return true
      if (asked.times > 1) asked.times -= 1
      else pending.delete(key)
      onArrived(now() - asked.at, channelId)
      return false
    })
  }

  const ends = [
    bus.subscribe(RECEIVED_TOPIC, (body) => {
      const [channelId = '', ...moments] = body.split(' ')
      const behind = Date.now() - now()
      // A clock that is ahead of ours would make the duration negative.
      const [received, ...asked] = moments.map(Number)
      if (received !== undefined)
        channels.get(channelId)?.timeFrom(Math.min(received, Date.now()) - behind, asked)
    }),
    bus.subscribe(ARRIVED_TOPIC, (body) => {
      const [channelId = '', ...moments] = body.split(' ')
      measure(channelId, moments.map(Number))
    }),
  ]
  return {
    /** To be called before the change itself is published. */
    changing(channelId: string, receivedAt: number | undefined, askedAt: readonly number[]) {
      for (const moment of askedAt) add(channelId, moment)
      if (receivedAt !== undefined)
        bus.publish(RECEIVED_TOPIC, [channelId, receivedAt, ...askedAt].join(' '))
    },
    /** The change has reached the first probed watcher here. */
    arrived(channelId: string, askedAt: readonly number[]) {
      const others = measure(channelId, askedAt)
      if (others.length > 0) bus.publish(ARRIVED_TOPIC, [channelId, ...others].join(' '))
    },
    close() {
      for (const end of ends) end()
    },
  }
}

export type HubDeps = Pick<
  ChannelDeps,
  'readState' | 'readStatus' | 'closing' | 'log' | 'meter'
> & {
  bus: Bus
  /** The topic of the bus on which the id of a changed channel is published. */
  topic: string
  /** Finds the changes that were not published; if absent, those are not sent. */
  readRevisions?: RevisionPollDeps['readRevisions']
  /** A monotonic clock in milliseconds. */
  now?: () => number
  /** The minimum time between two states of one channel, in ms; 100 makes at most 10 a second. */
  minGapMs?: number
  /** The minimum time between two frames with nothing but a new watcher count, in ms. */
  countGapMs?: number
  log: LiveLog
}

/** The watchers of each channel in this process. A channel without watchers here costs nothing here. */
export type Hub = {
  /**
   * To be called after the commit: every process with watchers of this channel reads it and sends it to them.
   * `receivedAt`: when the call that changed it was received (ms of `Date.now()`), to measure its latency; `askedAt`:
   * when the parts of the change were requested, measured here until they arrive at the first probed watcher.
   */
  changed(channelId: string, receivedAt?: number, askedAt?: readonly number[]): void
  /** Sends the current state at once and every later one; returns the function that stops it. Never rejects. */
  watch(channelId: string, watcher: Watcher): Promise<() => void>
  /** The number of counted watchers of this channel in this process; the status counts those of all processes. */
  watchers(channelId: string): number
  /** The same in all processes, as far as this one knows. */
  watchersEverywhere(channelId: string): number
  /** The number of channels with watchers in this process. */
  channels(): number
  close(): void
}

export function makeHub(deps: HubDeps): Hub {
  const { bus, topic, readState, readStatus, readRevisions, closing, log, meter } = deps
  const { now = () => performance.now(), minGapMs = 100, countGapMs = 2_000 } = deps
  const channels = new Map<string, Channel>()
  const countOf = (channelId: string) => channels.get(channelId)?.counted() ?? 0
  const presence = makePresence({
    bus,
    now,
    gapMs: countGapMs,
    localCounts: () => [...channels].map(([channelId, channel]) => [channelId, channel.counted()]),
    localCountOf: countOf,
    changed: (channelId) => channels.get(channelId)?.recount(),
  })

  const latency = measureLatency({
    bus,
    now,
    channels,
    onArrived: (ms, id) => meter?.onArrived?.(ms, id),
  })

  function channelOf(channelId: string): Channel {
    const open = channels.get(channelId)
    if (open !== undefined) return open
    const channel = openChannel({
      channelId,
      readState,
      readStatus,
      closing,
      now,
      minGapMs,
      countGapMs,
      remoteCount: () => presence.remoteCount(channelId),
      arrived: (askedAt) => latency.arrived(channelId, askedAt),
      log,
      ...(meter && { meter }),
    })
    channels.set(channelId, channel)
    return channel
  }

  function wakeAll() {
    for (const channel of channels.values()) channel.wake()
  }

  const unsubscribe = bus.subscribe(topic, (channelId) => channels.get(channelId)?.wake())
  const unsubscribeGaps = bus.onGap(wakeAll)
  const polling =
    readRevisions === undefined ? null : pollRevisions({ channels, readRevisions, log })

  return {
    changed(channelId, receivedAt, askedAt = []) {
      latency.changing(channelId, receivedAt, askedAt)
      bus.publish(topic, channelId)
    },
    async watch(channelId, watcher) {
      const channel = channelOf(channelId)
      const entered = channel.enter(watcher)
      presence.localChanged(channelId)
      await entered
      return () => {
        channel.leave(watcher)
        presence.localChanged(channelId)
        if (channel.size() > 0 || channels.get(channelId) !== channel) return
        channel.close()
        channels.delete(channelId)
      }
    },
    watchers: countOf,
    watchersEverywhere: (channelId) => countOf(channelId) + presence.remoteCount(channelId),
    channels: () => channels.size,
    close() {
      unsubscribe()
      latency.close()
      unsubscribeGaps()
      presence.close()
      polling?.stop()
      for (const channel of channels.values()) channel.close()
      channels.clear()
    },
  }
}
