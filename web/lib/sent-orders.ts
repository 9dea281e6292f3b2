import { useMemo, useSyncExternalStore } from 'react'
import { keep, recall, watchMemory } from './device-memory.ts'
import type { ConcertName } from './device-orders.ts'
import type { Wish } from './order-wish.ts'

/** An order that left the sheet: it outlives a lost network, a reload and a tab that the telephone dropped. */
export type SentOrder = {
  /** The request's own key: sent any number of times with it, it is one order. */
  key: string
  wish: Wish
  /** Milliseconds since 1970 of the press. */
  at: number
  /** Null until the server has answered. */
  orderId: string | null
}

/** A press of so long ago is not sent without another one (ms): its listener may have left. */
const STILL_MEANT_MS = 30 * 60_000

/** Nobody orders so much, and the memory of a telephone is small. */
const MOST = 30

const nameOf = ({ artistUsername, sessionId }: ConcertName) =>
  `sentOrders:${artistUsername.toLowerCase()}:${sessionId}`

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isWish(value: unknown): value is Wish {
  if (typeof value !== 'object' || value === null) return false
  const { songId, title, artistName, imageUrl, amount } = value as Record<string, unknown>
  const named = isText(title) && isText(artistName) && isText(imageUrl)
  return (
    named &&
    (songId === null || isText(songId)) &&
    (amount === undefined || Number.isSafeInteger(amount))
  )
}

function isSent(value: unknown): value is SentOrder {
  if (typeof value !== 'object' || value === null) return false
  const { key, wish, at, orderId } = value as Record<string, unknown>
  return (
    isText(key) && isWish(wish) && typeof at === 'number' && (orderId === null || isText(orderId))
  )
}

/** What the memory holds, the newest first, without what somebody else wrote there. */
export function readSent(kept: string | null): SentOrder[] {
  if (kept === null) return []
  try {
    const value: unknown = JSON.parse(kept)
    return Array.isArray(value) ? value.filter(isSent) : []
  } catch {
    return []
  }
}

/** It has no answer, and was pressed not long ago. `now` in ms since 1970. */
export function isMeant({ orderId, at }: Pick<SentOrder, 'orderId' | 'at'>, now: number): boolean {
  return orderId === null && now - at < STILL_MEANT_MS
}

/** The orders with this one as it is now; a new one stands in front. */
export function withSent(orders: readonly SentOrder[], order: SentOrder): SentOrder[] {
  if (orders.some(({ key }) => key === order.key))
    return orders.map((one) => (one.key === order.key ? order : one))
  return [order, ...orders].slice(0, MOST)
}

/** In the browser. */
export function sentOrders(concert: ConcertName): SentOrder[] {
  return readSent(recall(nameOf(concert)))
}

/** In the browser. */
export function keepSent(concert: ConcertName, order: SentOrder): void {
  keep(nameOf(concert), JSON.stringify(withSent(sentOrders(concert), order)))
}

/** In the browser. */
export function forgetSent(concert: ConcertName, gone: (order: SentOrder) => boolean): void {
  const before = sentOrders(concert)
  const left = before.filter((order) => !gone(order))
  if (left.length === before.length) return
  keep(nameOf(concert), left.length === 0 ? null : JSON.stringify(left))
}

/** What was sent from this device in a concert, the newest first; nothing in the server's HTML. */
export function useSentOrders(concert: ConcertName): readonly SentOrder[] {
  const name = nameOf(concert)
  const kept = useSyncExternalStore(
    watchMemory,
    () => recall(name),
    () => null,
  )
  return useMemo(() => readSent(kept), [kept])
}
