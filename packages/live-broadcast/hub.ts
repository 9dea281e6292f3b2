import type { Bus, LiveLog } from './bus.ts'
import { openChannel } from './channel.ts'
import type { Channel, ChannelDeps, Watcher } from './channel.ts'
import { makePresence } from './presence.ts'

/** Published before a change: when the call that made it came in, by the clock of the process that took it. */
const CAME_TOPIC = 'came'
/** Published by who has a watcher that confirms: when that was asked for which it has now. */
const CONFIRMED_TOPIC = 'confirmed'
/** Of what nobody confirmed so much is known at most, the newest. */
const UNCONFIRMED_MOST = 10_000

const SAFETY_MS = 15_000
const REST_MS = 60_000

const LOOK_MS = 2_000

type RevisionPollDeps = {
  /** The channels that are open now. */
  channels: ReadonlyMap<string, { wake(): void }>
  /** How many times each of these channels has changed; one that is gone is left out. */
  readRevisions: (channelIds: string[]) => Promise<ReadonlyMap<string, number>>
  log: LiveLog
}

/**
 * Asks every two seconds, once for all open channels, which of them changed. A change whose process died before it
 * published it, or that a broken bus lost, is sent within seconds.
 */
function pollRevisions({ channels, readRevisions, log }: RevisionPollDeps): { stop(): void } {
  let seen: ReadonlyMap<string, number | undefined> = new Map()
  let failing = false
  let stopped = false
  let next: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const ids = [...channels.keys()]
    const found = ids.length === 0 ? new Map<string, number>() : await readRevisions(ids)
    // One that is seen for the first time may have changed since it was opened.
    for (const id of ids)
      if (!seen.has(id) || seen.get(id) !== found.get(id)) channels.get(id)?.wake()
    seen = new Map(ids.map((id) => [id, found.get(id)]))
  }

  async function lookAndRest(): Promise<void> {
    try {
      await look()
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'watched channels cannot be looked at; it is tried on')
      failing = true
    }
    rest()
  }

  function rest(): void {
    if (stopped) return
    next = setTimeout(() => void lookAndRest(), LOOK_MS)
    next.unref()
  }

  rest()
  return {
    stop() {
      stopped = true
      clearTimeout(next)
    },
  }
}

export type HubDeps = Pick<
  ChannelDeps,
  'readState' | 'readStatus' | 'farewell' | 'log' | 'meter'
> & {
  bus: Bus
  /** The topic of the bus on which the id of a changed channel is published. */
  topic: string
  /** Without it a change that was not published is found by reading each channel again, once a minute. */
  readRevisions?: RevisionPollDeps['readRevisions']
  /** Milliseconds that never step back. */
  now?: () => number
  /** The least time between two states of one channel, in ms; 100 makes at most 10 a second. */
  minGapMs?: number
  /** The least time between two frames that tell a new count of watchers and nothing else, in ms. */
  countGapMs?: number
  log: LiveLog
}

/** Who watches which channel, in this process. A channel without watchers here costs nothing here. */
export type Hub = {
  /**
   * After the commit: every process that has watchers of this channel reads it and tells them. `receivedAt`:
   * when the call that changed it came in (ms of `Date.now()`), so that it is measured how long that took;
   * `askedAt`: when those who made it asked for it, so that it is measured here until the first watcher confirms.
   */
  changed(channelId: string, receivedAt?: number, askedAt?: readonly number[]): void
  /** Sends the current state at once and every later one; gives back the function that ends it. Never rejects. */
  watch(channelId: string, watcher: Watcher): Promise<() => void>
  /** How many watch this channel in this process; the status counts those of all processes. */
  watchers(channelId: string): number
  /** How many channels have watchers in this process. */
  channels(): number
  close(): void
}

export function makeHub(deps: HubDeps): Hub {
  const { bus, topic, readState, readStatus, readRevisions, farewell, log, meter } = deps
  const { now = () => performance.now(), minGapMs = 100, countGapMs = 2_000 } = deps
  const channels = new Map<string, Channel>()
  const presence = makePresence({
    bus,
    now,
    gapMs: countGapMs,
    here: () => [...channels].map(([channelId, channel]) => [channelId, channel.size()]),
    hereOf: (channelId) => channels.get(channelId)?.size() ?? 0,
    changed: (channelId) => channels.get(channelId)?.recount(),
  })

  function channelOf(channelId: string): Channel {
    const open = channels.get(channelId)
    if (open !== undefined) return open
    const channel = openChannel({
      channelId,
      readState,
      readStatus,
      farewell,
      now,
      minGapMs,
      countGapMs,
      elsewhere: () => presence.elsewhere(channelId),
      confirmed(askedAt) {
        const others = measure(channelId, askedAt)
        if (others.length > 0) bus.publish(CONFIRMED_TOPIC, [channelId, ...others].join(' '))
      },
      log,
      ...(meter && { meter }),
    })
    channels.set(channelId, channel)
    return channel
  }

  function wakeAll() {
    for (const channel of channels.values()) channel.wake()
  }

  // A process that dies between its commit and its publication leaves the others with an old copy.
  function lookAgain() {
    const rested = now() - REST_MS
    for (const channel of channels.values())
      if (!bus.healthy() || channel.readAt() <= rested) channel.wake()
  }

  /** What was asked for here, by when and where: when that was by `now`, and how often. */
  const unconfirmed = new Map<string, { at: number; times: number }>()

  /** Measures what was asked for here, once, and gives the rest. */
  function measure(channelId: string, askedAt: readonly number[]): number[] {
    return askedAt.filter((moment) => {
      const key = `${channelId} ${moment}`
      const asked = unconfirmed.get(key)
      if (asked === undefined) return true
      if (asked.times > 1) asked.times -= 1
      else unconfirmed.delete(key)
      meter?.onConfirmed?.(now() - asked.at)
      return false
    })
  }

  function remember(channelId: string, moment: number) {
    const key = `${channelId} ${moment}`
    const [oldest] = unconfirmed.keys()
    if (unconfirmed.size >= UNCONFIRMED_MOST && oldest !== undefined) unconfirmed.delete(oldest)
    const at = now() - Math.max(0, Date.now() - moment)
    unconfirmed.set(key, { at, times: (unconfirmed.get(key)?.times ?? 0) + 1 })
  }

  const unsubscribe = bus.subscribe(topic, (channelId) => channels.get(channelId)?.wake())
  const forget = bus.subscribe(CAME_TOPIC, (body) => {
    const [channelId = '', ...moments] = body.split(' ')
    const behind = Date.now() - now()
    // A clock that is ahead of ours would make it less than nothing.
    const [came, ...asked] = moments.map(Number)
    if (came !== undefined)
      channels.get(channelId)?.came(Math.min(came, Date.now()) - behind, asked)
  })
  const forgetConfirmed = bus.subscribe(CONFIRMED_TOPIC, (body) => {
    const [channelId = '', ...moments] = body.split(' ')
    measure(channelId, moments.map(Number))
  })
  const ignoreGaps = bus.onGap(wakeAll)
  const safety = setInterval(lookAgain, SAFETY_MS)
  safety.unref()
  const polling =
    readRevisions === undefined ? null : pollRevisions({ channels, readRevisions, log })

  return {
    changed(channelId, receivedAt, askedAt = []) {
      for (const moment of askedAt) remember(channelId, moment)
      if (receivedAt !== undefined)
        bus.publish(CAME_TOPIC, [channelId, receivedAt, ...askedAt].join(' '))
      bus.publish(topic, channelId)
    },
    async watch(channelId, watcher) {
      const channel = channelOf(channelId)
      const entered = channel.enter(watcher)
      presence.moved(channelId)
      await entered
      return () => {
        channel.leave(watcher)
        presence.moved(channelId)
        if (channel.size() > 0 || channels.get(channelId) !== channel) return
        channel.close()
        channels.delete(channelId)
      }
    },
    watchers: (channelId) => channels.get(channelId)?.size() ?? 0,
    channels: () => channels.size,
    close() {
      unsubscribe()
      forget()
      forgetConfirmed()
      ignoreGaps()
      presence.close()
      clearInterval(safety)
      polling?.stop()
      for (const channel of channels.values()) channel.close()
      channels.clear()
    },
  }
}
