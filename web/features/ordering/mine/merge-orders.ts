import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import { mayCancel } from '#domain/queue/my-order.ts'
import { placeIn } from '#domain/queue/queue.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import type { WaitOf } from '../ahead.ts'
import type { OrderCommand } from './order-outbox.ts'
import { supportText } from '../concert-rules.ts'

/** An order as its listener sees it; `SENDING` until the server has answered. */
export type MergedOrder = Omit<MyOrder, 'orderId' | 'songId' | 'state'> & {
  /** The same through the whole life of an order. */
  key: string
  orderId: string | null
  songId: string | null
  imageUrl: string
  state: MyOrder['state'] | 'SENDING'
  /** The time of the press, in ms since 1970; null where the order was made on another page or earlier on this device. */
  sentAt: number | null
  /** The time of the response in ms since 1970, until the queue has shown the song; null otherwise. */
  answeredAt: number | null
  /** How it stands in the outbox, where that decides what is shown. */
  command?: OrderCommand
  /** The number of backers and the sum behind its song, where there are shares. */
  together?: string
  /** Others have ordered its song too: it stays without this order. */
  stays?: true
  /** The text of a paused concert; absent while it runs. */
  paused?: string
}

export type OrderSources = {
  /** The server's latest list, the newest first. */
  listed: readonly MyOrder[]
  /** The outbox, the newest first. */
  sent: readonly OrderCommand[]
  /** The queue as shown. */
  queue: readonly QueueEntry[]
  /** The ids of the orders that the listener has hidden. */
  dismissed: ReadonlySet<string>
  /** The text of a paused concert, for which no wait is shown; null while it runs. */
  paused: string | null
  waitOf?: WaitOf | undefined
}

/** For this time after its response (ms) an order may be missing in the queue and in the server's list. */
export const ON_ITS_WAY_MS = 20_000

/**
 * The orders of this device, the newest first: the server's list, plus those that are only in the outbox or the queue
 * yet, without the unpaid ones that were asked for again.
 */
export function mergeOrders(sources: OrderSources): MergedOrder[] {
  const { listed, sent, queue, dismissed, paused, waitOf } = sources
  const isListed = ({ orderId }: OrderCommand) => listed.some((one) => one.orderId === orderId)
  // The same song sent twice is one order.
  const isFirst = (one: OrderCommand) =>
    one.orderId === null || sent.find(({ orderId }) => orderId === one.orderId) === one
  return [
    ...sent.filter((one) => !isListed(one) && isFirst(one)).map((one) => fromOutbox(one, queue)),
    ...listed.map((order) => {
      const command = sent.find(({ orderId }) => orderId === order.orderId)
      return fromList(order, command, queue, waitOf)
    }),
  ]
    .filter(
      (order, at, all) =>
        !order.lapsed || !all.slice(0, at).some((newer) => askOf(newer) === askOf(order)),
    )
    .filter(({ orderId }) => orderId === null || !dismissed.has(orderId))
    .map((order) => (paused === null ? order : { ...order, waitMinutes: null, paused }))
}

/** The song and the way it is asked for: a share, a vote and a singer's order are other ones. */
const askOf = ({ songId, share, vote, sings }: MergedOrder) => [songId, share, vote, !sings].join()

function fromOutbox(command: OrderCommand, queue: readonly QueueEntry[]): MergedOrder {
  const { key, wish, at, orderId, answeredAt, unwanted = false } = command
  const {
    songId,
    title,
    artistName,
    imageUrl,
    amount = null,
    name,
    words,
    sings,
    supports,
    battle,
    collect,
  } = wish
  const entry = orderId === null || amount !== null ? undefined : sentEntry(command, queue)
  const placeAtFirst = answeredAt === null ? null : (command.place ?? null)
  return {
    key,
    orderId,
    songId,
    title,
    artistName,
    imageUrl,
    amount,
    ...(name !== undefined && { name }),
    ...(words !== undefined && { words }),
    ...(sings !== undefined && { sings }),
    ...((supports ?? battle ?? collect) !== undefined && { share: true as const }),
    ...(battle !== undefined && { vote: true as const }),
    state:
      orderId === null || unwanted
        ? 'SENDING'
        : amount !== null
          ? 'PAYING'
          : (entry?.status ?? 'SCHEDULED'),
    place: unwanted ? null : entry === undefined ? placeAtFirst : placeIn(queue, entry.id),
    waitMinutes: null,
    mayCancel: false,
    sentAt: at,
    answeredAt,
    command,
  }
}

function fromList(
  order: MyOrder,
  command: OrderCommand | undefined,
  queue: readonly QueueEntry[],
  waitOf: WaitOf | undefined,
): MergedOrder {
  const entry = listedEntry(order, queue)
  const state = entry?.status ?? order.state
  const place = entry === undefined ? order.place : placeIn(queue, entry.id)
  const { why: _, ...known } = order
  const reason = mayCancel(state) && whyAt(place, order)
  const shared = order.share === true || entry?.collected !== undefined
  const together = shared && entry !== undefined && supportText(entry)
  // Of money that was pooled less than the goal may be left.
  const stays = entry !== undefined && entry.backers > 1 && entry.collected === undefined
  return {
    ...known,
    ...(reason && { why: reason }),
    ...(stays && { stays }),
    ...(together && { together }),
    key: command?.key ?? order.orderId,
    imageUrl: entry?.imageUrl ?? '',
    state,
    place,
    waitMinutes: place === order.place ? order.waitMinutes : (place && waitOf?.(place)) || null,
    mayCancel: order.mayCancel && mayCancel(state),
    sentAt: null,
    answeredAt: command?.answeredAt ?? null,
    ...(command?.unwanted && mayCancel(state) && { state: 'SENDING', place: null, command }),
  }
}

/** The entry in the shown queue, newer than the server's list. */
const listedEntry = (order: MyOrder, queue: readonly QueueEntry[]) =>
  isAlive(order) ? queue.find(({ id }) => id === order.entryId) : undefined

/** The server's reason is valid only for the place in its list; the first place has a fixed text. */
function whyAt(place: number | null, { place: listedPlace, why }: MyOrder) {
  const reason = place === listedPlace ? why : undefined
  return reason ?? (place === 1 ? 'Ваша песня следующая' : undefined)
}

/** Its song waits, plays, or is on its way to the queue. */
export function isAlive({ state }: Pick<MergedOrder, 'state'>): boolean {
  return state === 'SENDING' || state === 'NOW' || mayCancel(state)
}

/** Something may still become of it: a listener who has sent thanks waits for the reply, too. */
export function isAwaited(order: MergedOrder): boolean {
  return isAlive(order) || (order.thanked === true && order.answer === undefined)
}

/** A free «+1» for another listener's song. */
export function isWish({ share, amount }: Pick<MergedOrder, 'share' | 'amount'>): boolean {
  return share === true && amount === null
}

/** The order in which a listener's orders are told: the playing one, the next ones by their places, those on their way, and those that are over. */
export function byTurn(a: MergedOrder, b: MergedOrder): number {
  return rankOf(a) - rankOf(b)
}

function rankOf({ state, place, share }: MergedOrder): number {
  if (state === 'NOW') return 0
  if (place !== null) return place + (share === true ? OTHERS : 0)
  if (state === 'PLAYED') return 4 * OTHERS
  if (state === 'SKIPPED' || state === 'RETURNED' || state === 'CANCELLED') return 5 * OTHERS
  return 3 * OTHERS
}

/** More than may wait in a queue. */
const OTHERS = 1000

type Words = { title: string; artistName: string }
type Ordered = Words & { songId: string | null }

const keyOf = ({ title, artistName }: Words) => songKey(title, artistName)

/** Whether the order is for this song; a listener's own suggestion, which has no id, is compared by title and artist. */
function isFor(order: Ordered, song: Words & { songId: string }): boolean {
  return order.songId === null ? keyOf(order) === keyOf(song) : order.songId === song.songId
}

/** The entry of an order that is not listed yet: until the queue has shown it, what plays is another's. */
const sentEntry = ({ wish, answeredAt }: OrderCommand, queue: readonly QueueEntry[]) =>
  queue.findLast((entry) => isFor(wish, entry) && (answeredAt === null || entry.status !== 'NOW'))

const ownEntry = (order: MergedOrder, queue: readonly QueueEntry[]) =>
  queue.find((entry) =>
    order.entryId === undefined
      ? isFor(order, entry) && entry.status === order.state
      : entry.id === order.entryId,
  )

/** The ids of the queue's entries that this device ordered or supports. */
export function ownEntries(
  orders: readonly MergedOrder[],
  queue: readonly QueueEntry[],
): ReadonlySet<string | undefined> {
  return new Set(orders.map((order) => (isAlive(order) ? ownEntry(order, queue)?.id : undefined)))
}

/** The ids of the entries that this device supports without an order of its own. */
export function joinedEntries(
  orders: readonly MergedOrder[],
  queue: readonly QueueEntry[],
): ReadonlySet<string | undefined> {
  const ordered = ownEntries(
    orders.filter(({ share }) => share !== true),
    queue,
  )
  return new Set([...ownEntries(orders, queue)].filter((id) => !ordered.has(id)))
}

/**
 * The free orders with a response after `since` (ms since 1970) that the queue does not show yet. `answeredAt` is null
 * once the queue has shown the song: an entry that is gone later was played or removed.
 */
export function comingOrders(
  orders: readonly MergedOrder[],
  queue: readonly QueueEntry[],
  since: number,
): readonly MergedOrder[] {
  return orders.filter(
    (order) =>
      order.amount === null &&
      order.answeredAt !== null &&
      order.answeredAt >= since &&
      isAlive(order) &&
      ownEntry(order, queue) === undefined,
  )
}

type Limited = Pick<MergedOrder, 'amount' | 'share' | 'state'>

/** Whether it counts against the limit of the paid or of the free ones. No share does: of some only the server knows it. */
const isLimited = (order: Limited, paid: boolean) =>
  order.share !== true &&
  (order.amount !== null) === paid &&
  isAlive(order) &&
  (!paid || order.state !== 'NOW')

export const countLimited = (orders: readonly Limited[], paid: boolean): number =>
  orders.filter((order) => isLimited(order, paid)).length

/** How many free orders surely wait or play; the server counts the rest. `now` in ms since 1970. */
export function countWaiting(
  orders: readonly MergedOrder[],
  queue: readonly QueueEntry[],
  now: number,
): number {
  const shown = orders.filter(
    (order) =>
      isLimited(order, false) &&
      (order.state === 'SENDING' || ownEntry(order, queue) !== undefined),
  )
  return shown.length + comingOrders(orders, queue, now - ON_ITS_WAY_MS).length
}

/**
 * Returns the outbox without orders that are over or cannot be found any more, and with `answeredAt` cleared for those
 * that the queue has shown; the same list where nothing changes. `now` in ms since 1970; `live`: the queue is up to
 * date.
 */
export function tidied(
  sent: readonly OrderCommand[],
  known: Pick<OrderSources, 'listed' | 'queue'> & { live: boolean; now: number },
): readonly OrderCommand[] {
  const { listed, queue, live, now } = known
  const isOver = ({ orderId }: OrderCommand) =>
    listed.some((one) => one.orderId === orderId && !isAlive(one))
  // The first response was lost, and with it the cookie by which the server lists the orders of a device.
  const isLost = (command: OrderCommand) =>
    live &&
    command.orderId !== null &&
    command.wish.amount === undefined &&
    now - command.at > ON_ITS_WAY_MS &&
    !listed.some((one) => one.orderId === command.orderId) &&
    sentEntry(command, queue) === undefined
  const isShown = (one: OrderCommand) =>
    one.answeredAt !== null && sentEntry(one, queue) !== undefined
  const left = sent.filter((one) => !isOver(one) && !isLost(one))
  if (left.length === sent.length && !sent.some(isShown)) return sent
  return left.map((one) => (isShown(one) ? { ...one, answeredAt: null } : one))
}
