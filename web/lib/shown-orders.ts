import type { MyOrder } from '#contract/songs.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { mayCancel } from '#domain/my-order.ts'
import { waiting } from '#domain/queue.ts'
import { entryOf, isFor } from './device-orders.ts'
import type { SentOrder } from './sent-orders.ts'

/** An order as its listener sees it; `SENDING` until the server has answered. */
export type ShownOrder = Omit<MyOrder, 'orderId' | 'songId' | 'state'> & {
  /** The same through the whole life of an order. */
  key: string
  orderId: string | null
  songId: string | null
  imageUrl: string
  state: MyOrder['state'] | 'SENDING'
  /** Milliseconds since 1970 of the press; null where another page or time of this device ordered it. */
  sentAt: number | null
}

export type OrdersKnown = {
  /** What the server last said, the newest first. */
  listed: readonly MyOrder[]
  sent: readonly SentOrder[]
  queue: readonly QueueEntry[]
  /** The ids of the orders that were put away. */
  away: ReadonlySet<string>
  /** The concert is on and not paused: only then somebody waits for a while. */
  running: boolean
}

/** Its song waits, plays, or is on its way there. */
export function isAlive({ state }: Pick<ShownOrder, 'state'>): boolean {
  return state === 'SENDING' || state === 'NOW' || mayCancel(state)
}

/** The orders of this device, the newest first: what the server says of them, as the queue on the screen has it. */
export function shownOrders({ listed, sent, queue, away, running }: OrdersKnown): ShownOrder[] {
  const keys = new Map(sent.map(({ orderId, key }) => [orderId, key]))
  const unlisted = sent.filter((one) => !listed.some(({ orderId }) => orderId === one.orderId))
  return [
    ...unlisted.map((one) => fromSent(one, queue)),
    ...listed.map((order) => fromList(order, keys.get(order.orderId), queue)),
  ]
    .filter(({ orderId }) => orderId === null || !away.has(orderId))
    .map((order) => (running ? order : { ...order, waitMinutes: null }))
}

function fromSent({ key, wish, at, orderId }: SentOrder, queue: readonly QueueEntry[]): ShownOrder {
  const { songId, title, artistName, imageUrl, amount = null } = wish
  const entry = orderId === null || amount !== null ? undefined : entryOf(wish, queue)
  return {
    key,
    orderId,
    songId,
    title,
    artistName,
    imageUrl,
    amount,
    state:
      orderId === null ? 'SENDING' : amount !== null ? 'PAYING' : (entry?.status ?? 'SCHEDULED'),
    place: placeOf(entry, queue),
    waitMinutes: null,
    mayCancel: false,
    sentAt: at,
  }
}

function fromList(
  order: MyOrder,
  key: string | undefined,
  queue: readonly QueueEntry[],
): ShownOrder {
  const entry = ownEntry(order, queue)
  const state = entry?.status ?? order.state
  const place = entry === undefined ? order.place : placeOf(entry, queue)
  return {
    ...order,
    key: key ?? order.orderId,
    imageUrl: entry?.imageUrl ?? '',
    state,
    place,
    waitMinutes: waitAt(place, order),
    mayCancel: order.mayCancel && mayCancel(state),
    sentAt: null,
  }
}

/** Where its song stands on the screen, which is newer than what the server was last asked. A song may play and wait once more. */
function ownEntry(
  { songId, state }: MyOrder,
  queue: readonly QueueEntry[],
): QueueEntry | undefined {
  const waits = state === 'SCHEDULED' || state === 'QUEUED'
  if (!waits && state !== 'NOW') return undefined
  const entries = queue.filter((entry) => entry.songId === songId)
  return (
    entries.find(({ status }) => (status === 'NOW') !== waits) ?? (waits ? entries[0] : undefined)
  )
}

/** The wait at the place on the screen; the server is asked for it a moment later. */
function waitAt(place: number | null, { place: told, waitMinutes }: MyOrder) {
  if (place === null || told === null || waitMinutes === null) return null
  const share = place / told
  return {
    from: Math.floor(waitMinutes.from * share),
    to: Math.max(1, Math.ceil(waitMinutes.to * share)),
  }
}

function placeOf(entry: QueueEntry | undefined, queue: readonly QueueEntry[]): number | null {
  const at = waiting(queue).findIndex(({ id }) => id === entry?.id)
  return at < 0 ? null : at + 1
}

/** The entries of the queue that stand there for this device. */
export function ownEntries(
  orders: readonly ShownOrder[],
  queue: readonly QueueEntry[],
): ReadonlySet<string | undefined> {
  return new Set(
    orders.map(({ orderId, songId, title, artistName, state }) => {
      if (orderId === null || state === 'PAYING' || !isAlive({ state })) return undefined
      const mine = queue.filter((entry) => isFor({ songId, title, artistName }, entry))
      return (mine.find(({ status }) => status === state) ?? mine[0])?.id
    }),
  )
}
