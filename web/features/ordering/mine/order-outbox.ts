import { useMemo, useSyncExternalStore } from 'react'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { readStored, watchStored, writeStored } from '#web/lib/device/device-memory.ts'
import type { OutboxCommand, Outbox } from '#web/lib/device/outbox.ts'
import { openOutbox } from '#web/lib/device/outbox.ts'
import type { OrderRequest } from '../sheets/order-request.ts'

export type ConcertName = {
  artistUsername: string
  sessionId: string
  /** It runs now: its listeners sit at their tables. */
  isOn?: boolean
  /** The pass of a closed evening, where the page was rendered with one. */
  pass?: string | undefined
}

/** An order that was sent from its sheet. It stays after its response, until the server's list shows it as over. */
export type OrderCommand = OutboxCommand & {
  readonly wish: OrderRequest
  /** Null until the server has answered. */
  readonly orderId: string | null
  /** The time of the response, in ms since 1970; null before it, and once the queue has shown the song. */
  readonly answeredAt: number | null
  /** Where its song stood as the order came, by the response; absent where that says none. */
  readonly place?: number
  /** Given up after it may have been sent: once the server has answered, it is cancelled there. */
  readonly unwanted?: boolean
}

/** An order older than this (ms) is not sent without another press: its listener may have left. */
const STILL_MEANT_MS = 30 * 60_000
const MOST_ORDERS = 30
const MOST_DISMISSED = 100

/** The orders of this device in a concert, the newest first. */
export function openOrderOutbox({ artistUsername, sessionId }: ConcertName): Outbox<OrderCommand> {
  return openOutbox(`sentOrders:${artistUsername.toLowerCase()}:${sessionId}`, readOrder)
}

/** Reads the stored form of this version and of the one before, which had no `state` and no `answeredAt`. */
function readOrder(stored: Readonly<Record<string, unknown>>): OrderCommand | null {
  const { key, at, wish, orderId, answeredAt, place, unwanted } = stored
  if (typeof key !== 'string' || typeof at !== 'number' || !isWish(wish)) return null
  if (orderId !== null && typeof orderId !== 'string') return null
  const unanswered = stored['state'] === 'sent' ? 'sent' : 'waiting'
  return {
    key,
    at,
    wish,
    orderId,
    state: orderId === null ? unanswered : 'done',
    answeredAt: typeof answeredAt === 'number' ? answeredAt : null,
    ...(typeof place === 'number' && { place }),
    ...(unwanted === true && { unwanted }),
  }
}

function isWish(value: unknown): value is OrderRequest {
  if (typeof value !== 'object' || value === null) return false
  const { songId, title, artistName, imageUrl, amount, table, collect, ...more } = value as Record<
    string,
    unknown
  >
  const { name = '', words = '', supports = '', battle = '', receiptTo = '', pass = '' } = more
  return (
    [
      title,
      artistName,
      imageUrl,
      songId ?? '',
      name,
      words,
      supports,
      battle,
      receiptTo,
      pass,
    ].every((text) => typeof text === 'string') &&
    [amount, table ?? undefined].every(
      (number) => number === undefined || Number.isSafeInteger(number),
    ) &&
    (collect === undefined || collect === true)
  )
}

/** It has no response yet, and is not too old. `now` in ms since 1970. */
export function isMeant({ state, at }: Pick<OrderCommand, 'state' | 'at'>, now: number): boolean {
  return state !== 'done' && now - at < STILL_MEANT_MS
}

/** The order that is sent next, the oldest first, then the one to cancel; undefined where none is to be sent by itself. */
export function nextOrder(orders: readonly OrderCommand[], now: number): OrderCommand | undefined {
  return (
    orders.findLast((order) => isMeant(order, now) && !order.unwanted) ??
    orders.findLast((order) => order.unwanted)
  )
}

/** Temporary refusals: a later try may succeed, but only on another press. */
export const PASSING: ReadonlySet<string> = new Set(['TOO_MANY', 'PAYMENTS_DOWN'])

/** A refusal is final. After no response, or after a server error, the order is sent again. */
export function isRefusal({ status, code }: Pick<CallFailed, 'status' | 'code'>): boolean {
  return (status >= 400 && status < 500) || PASSING.has(code)
}

/** What has no final answer yet is tried again by itself: an order, and a cancellation (`unwanted`). */
export function isAnswer(failure: Pick<CallFailed, 'status' | 'code'>, unwanted: boolean): boolean {
  return isRefusal(failure) && !(unwanted && PASSING.has(failure.code))
}

/** A refusal that is shown at the field of the sum, in the open sheet. */
export function isOfAmount({ code }: Pick<CallFailed, 'code'>): boolean {
  return code === 'AMOUNT_TOO_SMALL' || code === 'AMOUNT_TOO_LARGE'
}

/** Replaces this order in the list, or adds it in front. */
export function withOrder(
  orders: readonly OrderCommand[],
  order: OrderCommand,
): readonly OrderCommand[] {
  if (orders.some(({ key }) => key === order.key))
    return orders.map((one) => (one.key === order.key ? order : one))
  return [order, ...orders].slice(0, MOST_ORDERS)
}

const dismissedName = (sessionId: string) => `putAway:${sessionId}`

function idsIn(stored: string | null): string[] {
  return stored === null || stored === '' ? [] : stored.split(',')
}

/** Hides an order on this device for good. Browser only. */
export function dismissOrder(sessionId: string, orderId: string): void {
  const name = dismissedName(sessionId)
  writeStored(name, [orderId, ...idsIn(readStored(name))].slice(0, MOST_DISMISSED).join(','))
}

/** The ids of the orders of a concert that were dismissed; none in the server's HTML. */
export function useDismissedOrders(sessionId: string): ReadonlySet<string> {
  const stored = useSyncExternalStore(
    watchStored,
    () => readStored(dismissedName(sessionId)),
    () => null,
  )
  return useMemo(() => new Set(idsIn(stored)), [stored])
}
