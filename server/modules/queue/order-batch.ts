import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/accounts/account.ts'
import { arrangeWith, withTable, supporter } from '#domain/queue/arrangement.ts'
import { noConcert } from '#domain/concerts/concert.ts'
import {
  admitOrderOfPerson,
  admitReception,
  admitRepeat,
  NO_ORDERS,
  opensAfter,
} from '#domain/queue/evening-rules.ts'
import type { OrdersOfPerson } from '#domain/queue/evening-rules.ts'
import { kopecks, rublesToKopecks } from '#domain/money.ts'
import { admitPerson, checkOrderWords } from '#domain/queue/order-words.ts'
import { admitOrder } from '#domain/queue/order.ts'
import { waiting } from '#domain/queue/queue.ts'
import { placeOrder } from '#domain/queue/queue-steps.ts'
import { admitSupport, notWaiting } from '#domain/queue/support.ts'
import type { Queue } from '#domain/queue/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { answerFor } from '#server/platform/db/idempotency.ts'
import type { StoredAnswer } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { freshEntry, lockConcert } from './queue.store.ts'
import type { OrderToPay } from './payment-port.ts'
import { saveOrderWords } from './order-words.store.ts'
import type { StoredWords } from './order-words.store.ts'
import { saveTables } from './behind.store.ts'
import { admitPlace, admitSum, mayBeShare, priceOf, songOf } from './order-admission.ts'
import type { BatchDeps, OrderedSong, RequestedOrder } from './order-admission.ts'
import { behindKey, readOrderingState, writeOrders } from './ordering.store.ts'
import type { NewOrder, OrderingState } from './ordering.store.ts'
import type { LockedConcert, ActiveEntry } from './queue.store.ts'
import type { Settled } from './batcher.ts'

/** One order to place, with its device, its network and its idempotency key. */
export type BatchItem = {
  readonly request: RequestedOrder
  readonly deviceId: string
  readonly network?: string | undefined
  readonly key: string | null
  readonly bodyHash: string
  /** Which of its texts the word filter holds back: checked before the batch, since that holds the concert's lock. */
  readonly abusive: { readonly name: boolean; readonly words: boolean }
  /** When its request arrived, in ms of `Date.now()`. */
  readonly receivedAt: number
  /** When the listener pressed, by the same clock. */
  readonly askedAt: number
}

export type Placed = { readonly orderId: string; readonly paid: boolean }

/** The name of the call under which the idempotency keys of orders are stored. */
export const ORDER_CALL = 'songs/order-song'

/** The state of a batch after the orders placed in it so far. */
type OrderBatch = {
  readonly sql: Sql
  readonly deps: BatchDeps
  readonly concert: LockedConcert
  readonly songs: OrderingState<Placed>['songs']
  readonly collecting: OrderingState<Placed>['collecting']
  readonly behind: Map<string, string>
  readonly sounded: OrderingState<Placed>['sounded']
  readonly noted: OrderingState<Placed>['noted']
  readonly breaks: OrderingState<Placed>['breaks']
  readonly ordersOf: Map<string, OrdersOfPerson>
  readonly answers: Map<string, StoredAnswer<Placed>>
  readonly muted: ReadonlySet<string>
  readonly tables: Map<string, number | null>
  /** The part of `tables` named by the orders placed so far; null: no table. */
  readonly seats: Map<string, number | null>
  readonly orders: NewOrder[]
  readonly words: StoredWords[]
  readonly fresh: StoredAnswer<Placed>[]
  queue: Queue<ActiveEntry>
}

/**
 * Places the orders of one concert in one transaction: locks the concert, reads all that decides them in one query,
 * writes the queue, the orders and the answers in one statement. A refused order writes nothing and fails no other; the
 * refusal of a single order rolls the transaction back.
 */
export async function placeBatch(
  sql: Sql,
  deps: BatchDeps,
  concertId: string,
  items: readonly BatchItem[],
): Promise<Settled<Placed>[]> {
  const concert = await lockConcert(sql, concertId)
  if (concert === undefined) throw noConcert()
  const orderingState = await readOrderingState<Placed>(sql, {
    concertId,
    artistId: concert.artistId,
    rules: concert.rules,
    songIds: items.flatMap(({ request }) => request.songId ?? []),
    deviceIds: items.map(({ deviceId }) => deviceId),
    supports: items.some(({ request }) => request.supports !== undefined),
    now: deps.now(),
    call: ORDER_CALL,
    keys: items.flatMap(({ key }) => key ?? []),
  })
  const batch: OrderBatch = {
    sql,
    deps,
    concert,
    songs: orderingState.songs,
    collecting: orderingState.collecting,
    behind: new Map(orderingState.behind),
    sounded: orderingState.sounded,
    noted: orderingState.noted,
    breaks: orderingState.breaks,
    ordersOf: new Map(orderingState.orders),
    answers: new Map(orderingState.answers),
    muted: orderingState.muted,
    tables: new Map(orderingState.tables),
    seats: new Map(),
    orders: [],
    words: [],
    fresh: [],
    queue: orderingState.queue,
  }
  const results: Settled<Placed>[] = []
  for (const item of items) results.push(await settle(batch, item, { alone: items.length === 1 }))
  const { queue, orders, words, fresh, seats } = batch
  if (orders.length > 0 || fresh.length > 0)
    await writeOrders(
      sql,
      concertId,
      { queue, orders, call: ORDER_CALL, answers: fresh },
      deps.now(),
    )
  if (words.length > 0) await saveOrderWords(sql, concertId, words)
  await saveTables(sql, concertId, seats)
  return results
}

async function settle(
  batch: OrderBatch,
  item: BatchItem,
  { alone }: { alone: boolean },
): Promise<Settled<Placed>> {
  try {
    return { status: 'fulfilled', value: await answer(batch, item) }
  } catch (error) {
    if (alone || !(error instanceof Refusal)) throw error
    return { status: 'rejected', reason: error }
  }
}

/** Runs once for each idempotency key: a repeat gets the first answer. */
async function answer(batch: OrderBatch, item: BatchItem): Promise<Placed> {
  const { request, key, bodyHash } = item
  if (batch.concert.artistKey !== usernameKey(request.artistUsername)) throw noConcert()
  const known = key === null ? undefined : batch.answers.get(key)
  if (known !== undefined) return answerFor(known, bodyHash)
  const placed = await placeItem(batch, item)
  if (request.table !== undefined) {
    batch.queue = applyTable(batch, item).queue
    for (const seats of [batch.tables, batch.seats]) seats.set(item.deviceId, request.table)
  }
  if (key !== null) {
    const stored = { key, bodyHash, answer: placed }
    batch.answers.set(key, stored)
    batch.fresh.push(stored)
  }
  return placed
}

/** Returns the table of an order's device after it, and the queue as the circle goes then. */
function applyTable(batch: OrderBatch, { request, deviceId }: BatchItem) {
  const tableBefore = batch.tables.get(deviceId) ?? null
  const table = request.table === undefined ? tableBefore : request.table
  const queue = table === tableBefore ? batch.queue : withTable(batch.queue, deviceId, table)
  return { table, queue }
}

async function placeItem(batch: OrderBatch, item: BatchItem): Promise<Placed> {
  const { request, deviceId, network } = item
  const payer = { deviceId, network, receiptTo: request.receiptTo }
  const { deps, concert } = batch
  const { rules } = concert
  admitOrder(concert, request)
  admitPerson(batch.muted.has(deviceId))
  if (request.supports !== undefined) return placeSupport(batch, item, request.supports)
  admitReception(rules)
  const written = checkOrderWords(request, rules.words)
  const orderId = randomUUIDv7()
  const asked = priceOf(batch, request.songId)
  const { paid } = asked
  const amount = kopecks(paid ? (request.amount ?? 0) : 0)
  // Checked before a suggestion is stored, and again if it turns out to be a song of the repertoire.
  admitSum(amount, asked, { mayShare: mayBeShare(batch, request, asked) })
  const song = await songOf(batch, request)
  const minSongAmount = song.minimum ?? asked.minSongAmount
  const price = { paid, minSongAmount }
  const mayShare = mayBeShare(batch, request, price)
  admitSum(amount, price, { mayShare })
  const orders = batch.ordersOf.get(deviceId) ?? NO_ORDERS
  const { table, queue: before } = applyTable(batch, item)
  const pool = batch.collecting.get(song.id)
  const waits = waiting(before).some(({ songId }) => songId === song.id)
  const goal = rublesToKopecks(minSongAmount)
  const isPart = amount < goal
  const share = mayShare && (waits || isPart)
  const shareGoal = !share ? null : waits || pool !== undefined ? 0 : goal
  // Beginning a collection counts as an order of its song; joining one does not.
  if (shareGoal !== 0) admitOrderOfPerson(orders, rules, paid ? 'paid' : 'free')
  const songsSince = batch.sounded.findIndex(({ songId }) => songId === song.id)
  admitRepeat(opensAfter(songsSince < 0 ? null : songsSince, rules))
  const begins = mayShare && isPart && pool === undefined
  const { queue, entry, joined } = placeOrder(
    before,
    pool ?? freshEntry(song.id, deps.now()),
    begins ? batch.collecting.size : 0,
  )
  const person = { person: deviceId, table }
  const arranged = arrangeWith(queue, rules, { entryId: entry.id, ...person, amount })
  if (rules.byClock) admitPlace(batch, arranged, entry.id)
  const counted = { ...orders, evening: orders.evening + 1 }
  if (paid) {
    // The order takes its place when its money is secured; where there is no room it is refused before it is paid for.
    await beginPayment(batch, song, { ...payer, id: orderId, amount, shareGoal })
    if (shareGoal !== 0) batch.ordersOf.set(deviceId, { ...counted, paid: orders.paid + 1 })
    addOrderWords(batch, item, orderId, written)
    return { orderId, paid }
  }
  batch.queue = arranged
  batch.ordersOf.set(deviceId, { ...counted, free: orders.free + 1 })
  addOrderWords(batch, item, orderId, written)
  const order = { joined, share: false, payment: null }
  batch.orders.push({ id: orderId, entryId: entry.id, songId: song.id, deviceId, ...order })
  return { orderId, paid }
}

/** Joins a song that waits, once for each person where orders are free; or pays a share of it. */
async function placeSupport(batch: OrderBatch, item: BatchItem, entryId: string): Promise<Placed> {
  const { request, deviceId, network } = item
  const payer = { deviceId, network, receiptTo: request.receiptTo }
  const { rules } = batch.concert
  admitSupport(rules)
  const written = checkOrderWords(request, rules.words)
  const waits = waiting(batch.queue).find(({ id }) => id === entryId)
  const pool = [...batch.collecting.values()].find(({ id }) => id === entryId)
  const songId = (waits ?? pool)?.songId
  const price = priceOf(batch, songId ?? null)
  const { paid } = price
  const song = songId === undefined ? undefined : batch.songs.get(songId)
  if (song === undefined || (pool !== undefined && !paid)) throw notWaiting()
  const orderId = randomUUIDv7()
  if (paid) {
    const amount = kopecks(request.amount ?? 0)
    admitSum(amount, price, { mayShare: true })
    // A support opens no collection: paid after its song left, it goes back.
    await beginPayment(batch, song, { ...payer, id: orderId, amount, shareGoal: 0 })
    addOrderWords(batch, item, orderId, written)
    return { orderId, paid }
  }
  const key = behindKey(entryId, deviceId)
  const there = batch.behind.get(key)
  if (there !== undefined) return { orderId: there, paid }
  batch.behind.set(key, orderId)
  const { table, queue } = applyTable(batch, item)
  const person = { person: supporter(deviceId), table }
  batch.queue = arrangeWith(queue, rules, { entryId, ...person, amount: 0 })
  const support = { joined: true, share: true, payment: null }
  batch.orders.push({ id: orderId, entryId, songId: song.id, deviceId, ...support })
  addOrderWords(batch, item, orderId, written)
  return { orderId, paid }
}

type MoneyOfOrder = Pick<
  OrderToPay,
  'id' | 'deviceId' | 'network' | 'amount' | 'shareGoal' | 'receiptTo'
>

function beginPayment(
  { sql, deps, concert }: OrderBatch,
  song: OrderedSong,
  order: MoneyOfOrder,
): Promise<void> {
  return deps.money.begin(sql, {
    ...order,
    artistId: concert.artistId,
    concertId: concert.id,
    concertTitle: concert.title,
    concertEnd: concert.endsAt,
    songId: song.id,
    songTitle: song.title,
    songArtist: song.artistName,
  })
}

function addOrderWords(
  batch: OrderBatch,
  { abusive }: BatchItem,
  orderId: string,
  written: ReturnType<typeof checkOrderWords>,
): void {
  if (written === null) return
  const { name, words } = written
  const held = (name !== '' && abusive.name) || (words !== '' && abusive.words)
  batch.words.push({ orderId, name, words, held })
}
