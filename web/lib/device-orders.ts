import { useMemo, useSyncExternalStore } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { songKey } from '#domain/song-text.ts'
import { keep, recall, watchMemory } from './device-memory.ts'

/** A song that was ordered for free on this device. */
export type DeviceOrder = {
  /** Null for the listener's own suggestion, which the queue knows by its words alone. */
  songId: string | null
  title: string
  artistName: string
  /** Milliseconds since 1970; 0 once the queue has shown it. */
  at: number
}

export type ConcertName = { artistUsername: string; sessionId: string }

/** Within this time the queue on the screen may not have heard of an order yet. */
const ON_ITS_WAY_MS = 20_000

const nameOf = ({ artistUsername, sessionId }: ConcertName) =>
  `freeOrders:${artistUsername.toLowerCase()}:${sessionId}`

function isOrder(value: unknown): value is DeviceOrder {
  if (typeof value !== 'object' || value === null) return false
  const { songId, title, artistName, at } = value as Record<string, unknown>
  return (
    (songId === null || typeof songId === 'string') &&
    typeof title === 'string' &&
    typeof artistName === 'string' &&
    typeof at === 'number'
  )
}

/** What the memory holds, without what somebody else wrote there. */
export function readOrders(kept: string | null): DeviceOrder[] {
  if (kept === null) return []
  try {
    const value: unknown = JSON.parse(kept)
    return Array.isArray(value) ? value.filter(isOrder) : []
  } catch {
    return []
  }
}

type Words = Pick<DeviceOrder, 'title' | 'artistName'>

const keyOf = ({ title, artistName }: Words) => songKey(title, artistName)

/** The order is for this song. */
export function isFor(
  order: Words & Pick<DeviceOrder, 'songId'>,
  song: Words & { songId: string },
): boolean {
  return order.songId === null ? keyOf(order) === keyOf(song) : order.songId === song.songId
}

/** The entry of the queue that an order stands behind, if it is there. */
export function entryOf(
  order: Words & Pick<DeviceOrder, 'songId'>,
  queue: readonly QueueEntry[],
): QueueEntry | undefined {
  return queue.find((entry) => isFor(order, entry))
}

/**
 * Orders whose song is still SCHEDULED, QUEUED or NOW (a queue holds nothing else), and those so new
 * that it may not show them yet. What it has shown is on its way no more: when it goes from there, it
 * was played or skipped.
 */
export function aliveOrders(
  orders: readonly DeviceOrder[],
  queue: readonly QueueEntry[],
  now: number,
): DeviceOrder[] {
  return orders.flatMap((order) => {
    if (entryOf(order, queue) !== undefined) return [order.at === 0 ? order : { ...order, at: 0 }]
    return now - order.at < ON_ITS_WAY_MS ? [order] : []
  })
}

/** In the browser. */
export function rememberOrder(concert: ConcertName, order: DeviceOrder): void {
  const name = nameOf(concert)
  keep(name, JSON.stringify([...readOrders(recall(name)), order]))
}

/** Forgets some orders. In the browser. */
export function dropOrders(concert: ConcertName, gone: (order: DeviceOrder) => boolean): void {
  const name = nameOf(concert)
  const orders = readOrders(recall(name))
  const left = orders.filter((order) => !gone(order))
  if (left.length < orders.length) keep(name, left.length === 0 ? null : JSON.stringify(left))
}

/** Forgets the orders whose song was played or skipped. In the browser. */
export function pruneOrders(
  concert: ConcertName,
  queue: readonly QueueEntry[],
  now: number,
): DeviceOrder[] {
  const name = nameOf(concert)
  const orders = readOrders(recall(name))
  const alive = aliveOrders(orders, queue, now)
  if (alive.length < orders.length || alive.some((order, place) => order !== orders[place]))
    keep(name, alive.length === 0 ? null : JSON.stringify(alive))
  return alive
}

/** What was ordered on this device in a concert, as the memory holds it; nothing in the server's HTML. */
export function useDeviceOrders(concert: ConcertName): readonly DeviceOrder[] {
  const name = nameOf(concert)
  const kept = useSyncExternalStore(
    watchMemory,
    () => recall(name),
    () => null,
  )
  return useMemo(() => readOrders(kept), [kept])
}
