import { randomUUID } from 'node:crypto'
import type { Bus } from './bus.ts'

const TOPIC = 'listeners'
/** A process counts as gone after more than three missed heartbeats. */
const HEARTBEAT_MS = 10_000
const PROCESS_TIMEOUT_MS = 35_000
/** Even a healthy bus may lose messages, so all counts are resent now and then. */
const HEARTBEATS_TO_SEND_ALL = 6
/** A count that two such rounds did not repeat expires: the message that it became zero was lost. */
const COUNT_TTL_MS = HEARTBEAT_MS * HEARTBEATS_TO_SEND_ALL * 2 + HEARTBEAT_MS / 2
/** The number of counts that fit into one message of any bus. */
const COUNTS_IN_MESSAGE = 100

type PresenceDeps = {
  bus: Bus
  now: () => number
  /** The minimum time between two messages of this process. */
  gapMs: number
  /** The number of watchers of each channel in this process. */
  localCounts: () => Iterable<[channelId: string, listeners: number]>
  localCountOf: (channelId: string) => number
  /** The number of watchers of this channel in the other processes has changed. */
  changed: (channelId: string) => void
}

/** The number of watchers of a channel in the other processes. If there are none, only a heartbeat is published. */
type Presence = {
  /** The number in this process changed. */
  localChanged(channelId: string): void
  remoteCount(channelId: string): number
  close(): void
}

type Count = { listeners: number; receivedAt: number }
type Other = { receivedAt: number; counts: Map<string, Count> }

type PresenceMessage = { from: string; closed: boolean; counts: [string, number][] }

export function makePresence(deps: PresenceDeps): Presence {
  const { bus, now, changed } = deps
  const own = randomUUID()
  const others = new Map<string, Other>()
  const unsent = new Set<string>()
  let soon: NodeJS.Timeout | undefined
  let heartbeats = 0

  function send(counts: [string, number][]) {
    bus.publish(TOPIC, JSON.stringify([own, false, ...counts]))
  }

  function sendCounts(all: [string, number][]) {
    for (let at = 0; at < all.length; at += COUNTS_IN_MESSAGE)
      send(all.slice(at, at + COUNTS_IN_MESSAGE))
  }

  function sendAll() {
    unsent.clear()
    sendCounts([...deps.localCounts()])
  }

  function sendSoon() {
    soon ??= setTimeout(() => {
      soon = undefined
      const counts = [...unsent].map((id): [string, number] => [id, deps.localCountOf(id)])
      unsent.clear()
      sendCounts(counts)
    }, deps.gapMs).unref()
  }

  function removeProcess(from: string) {
    const other = others.get(from)
    others.delete(from)
    for (const channelId of other?.counts.keys() ?? []) changed(channelId)
  }

  function processOf(from: string): Other {
    const known = others.get(from)
    if (known !== undefined) return known
    const other: Other = { receivedAt: now(), counts: new Map() }
    others.set(from, other)
    // It has no counts of this process yet.
    sendAll()
    return other
  }

  function receive(body: string) {
    const message = readMessage(body)
    if (message === null || message.from === own) return
    if (message.closed) return removeProcess(message.from)
    const other = processOf(message.from)
    other.receivedAt = now()
    for (const [channelId, listeners] of message.counts) {
      const before = other.counts.get(channelId)?.listeners ?? 0
      if (listeners === 0) other.counts.delete(channelId)
      else other.counts.set(channelId, { listeners, receivedAt: other.receivedAt })
      if (before !== listeners) changed(channelId)
    }
  }

  function dropExpired({ counts }: Other) {
    for (const [channelId, { receivedAt }] of counts) {
      if (now() - receivedAt < COUNT_TTL_MS) continue
      counts.delete(channelId)
      changed(channelId)
    }
  }

  function sendHeartbeat() {
    for (const [from, other] of others)
      if (now() - other.receivedAt >= PROCESS_TIMEOUT_MS) removeProcess(from)
      else dropExpired(other)
    heartbeats += 1
    if (others.size > 0 && heartbeats % HEARTBEATS_TO_SEND_ALL === 0) sendAll()
    send([])
  }

  const unsubscribe = bus.subscribe(TOPIC, receive)
  const unsubscribeGaps = bus.onGap(() => {
    send([])
    if (others.size > 0) sendAll()
  })
  const heartbeatTimer = setInterval(sendHeartbeat, HEARTBEAT_MS)
  heartbeatTimer.unref()
  send([])

  return {
    localChanged(channelId) {
      if (others.size === 0) return
      unsent.add(channelId)
      sendSoon()
    },
    remoteCount(channelId) {
      let listeners = 0
      for (const { counts } of others.values()) listeners += counts.get(channelId)?.listeners ?? 0
      return listeners
    },
    close() {
      unsubscribe()
      unsubscribeGaps()
      clearInterval(heartbeatTimer)
      clearTimeout(soon)
      bus.publish(TOPIC, JSON.stringify([own, true]))
    },
  }
}

/** Null for a message that no process of ours wrote. */
function readMessage(body: string): PresenceMessage | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  if (!Array.isArray(parsed)) return null
  const [from, closed, ...rest] = parsed as unknown[]
  if (typeof from !== 'string' || typeof closed !== 'boolean') return null
  return { from, closed, counts: rest.filter(isCount) }
}

function isCount(one: unknown): one is [string, number] {
  if (!Array.isArray(one)) return false
  const [channelId, listeners] = one as unknown[]
  return typeof channelId === 'string' && Number.isSafeInteger(listeners) && Number(listeners) >= 0
}
