import { useMemo, useSyncExternalStore } from 'react'
import { keep, recall, watchMemory } from './device-memory.ts'
import type { ConcertName } from './device-orders.ts'

/** A song that was ordered for money on this device. It stays until it is put away. */
export type PaidOrder = {
  /** Of the order and of its payment. */
  orderId: string
  /** Null for the listener's own suggestion, which the queue knows by its words alone. */
  songId: string | null
  title: string
  artistName: string
  /** Kopecks. */
  amount: number
}

/** A concert is not longer than that, and the memory of a telephone is small. */
const MOST = 30

const nameOf = ({ artistUsername, sessionId }: ConcertName) =>
  `paidOrders:${artistUsername.toLowerCase()}:${sessionId}`

function isPaidOrder(value: unknown): value is PaidOrder {
  if (typeof value !== 'object' || value === null) return false
  const { orderId, songId, title, artistName, amount } = value as Record<string, unknown>
  return (
    typeof orderId === 'string' &&
    (songId === null || typeof songId === 'string') &&
    typeof title === 'string' &&
    typeof artistName === 'string' &&
    Number.isSafeInteger(amount)
  )
}

/** What the memory holds, the newest first, without what somebody else wrote there. */
export function readPaidOrders(kept: string | null): PaidOrder[] {
  if (kept === null) return []
  try {
    const value: unknown = JSON.parse(kept)
    return Array.isArray(value) ? value.filter(isPaidOrder) : []
  } catch {
    return []
  }
}

/** The orders with one more in front; an order that is sent twice is there once. */
export function withOrder(orders: readonly PaidOrder[], order: PaidOrder): PaidOrder[] {
  const others = orders.filter(({ orderId }) => orderId !== order.orderId)
  return [order, ...others].slice(0, MOST)
}

/** In the browser. */
export function rememberPaidOrder(concert: ConcertName, order: PaidOrder): void {
  const name = nameOf(concert)
  keep(name, JSON.stringify(withOrder(readPaidOrders(recall(name)), order)))
}

/** In the browser. */
export function forgetPaidOrder(concert: ConcertName, orderId: string): void {
  const name = nameOf(concert)
  const others = readPaidOrders(recall(name)).filter((order) => order.orderId !== orderId)
  keep(name, others.length === 0 ? null : JSON.stringify(others))
}

/** What was ordered for money on this device in a concert, the newest first; nothing in the server's HTML. */
export function usePaidOrders(concert: ConcertName): readonly PaidOrder[] {
  const name = nameOf(concert)
  const kept = useSyncExternalStore(
    watchMemory,
    () => recall(name),
    () => null,
  )
  return useMemo(() => readPaidOrders(kept), [kept])
}
