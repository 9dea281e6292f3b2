import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/account.ts'
import { arrangeWith } from '#domain/arrangement.ts'
import { noConcert } from '#domain/concert.ts'
import {
  admitByClock,
  admitChosenSong,
  admitOrderOfPerson,
  admitReception,
  admitRepeat,
  admitSuggestion,
  inForce,
  NO_ORDERS,
  opensAfter,
} from '#domain/evening-rules.ts'
import type { OrdersOfPerson } from '#domain/evening-rules.ts'
import { kopecks } from '#domain/money.ts'
import { admitAmount, admitOrder, checkSuggestion } from '#domain/order.ts'
import { placeOrder, waiting } from '#domain/queue.ts'
import type { Queue } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { answerFor } from '../../platform/db/idempotency.ts'
import type { KeptAnswer } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { freshEntry } from './fresh-entry.ts'
import type { MoneyOfQueue } from './payment-port.ts'
import { standingOf, writeOrders } from './ordering.store.ts'
import type { NewOrder, Orderable, Standing } from './ordering.store.ts'
import { lockConcert } from './queue.store.ts'
import type { LockedConcert, AliveEntry } from './queue.store.ts'
import type { Settled } from './batcher.ts'

/** What a listener orders; `songId` null: the title and the performer are his own suggestion. */
export type RequestedOrder = {
  readonly concertId: string
  readonly artistUsername: string
  readonly songId: string | null
  readonly title: string
  readonly artistName: string
  /** Kopecks. */
  readonly amount?: number | undefined
}

export type OrderedSong = {
  readonly id: string
  readonly title: string
  readonly artistName: string
}

/** One order to place, with its device and its idempotency key. */
export type BatchItem = {
  readonly request: RequestedOrder
  readonly deviceId: string
  readonly key: string | null
  readonly bodyHash: string
  /** When its call came in, in ms of `Date.now()`. */
  readonly receivedAt: number
}

export type Placed = { readonly orderId: string; readonly paid: boolean }

export type BatchDeps = {
  readonly now: () => Date
  readonly songs: {
    /** The suggested song, new or there already. */
    addSuggestion(sql: Sql, song: { title: string; artistName: string }): Promise<OrderedSong>
  }
  readonly money: Pick<MoneyOfQueue, 'begin'>
}

/** The name of the call under which the keys of orders are kept. */
export const ORDER_CALL = 'songs/order-song'

/** The state of a batch after the orders placed in it so far. */
type OrderBatch = {
  readonly sql: Sql
  readonly deps: BatchDeps
  readonly concert: LockedConcert
  readonly songs: Standing<Placed>['songs']
  readonly sounded: Standing<Placed>['sounded']
  readonly ordersOf: Map<string, OrdersOfPerson>
  readonly answers: Map<string, KeptAnswer<Placed>>
  readonly orders: NewOrder[]
  readonly fresh: KeptAnswer<Placed>[]
  queue: Queue<AliveEntry>
}

/**
 * Places the orders of one concert in one transaction: locks the concert, reads all that decides them
 * in one query, writes all that they change in one statement. A refused order writes nothing and fails
 * no other; the refusal of an order that is alone rolls the transaction back.
 */
export async function placeBatch(
  sql: Sql,
  deps: BatchDeps,
  concertId: string,
  items: readonly BatchItem[],
): Promise<Settled<Placed>[]> {
  const concert = await lockConcert(sql, concertId)
  if (concert === undefined) throw noConcert()
  const standing = await standingOf<Placed>(sql, {
    concertId,
    artistId: concert.artistId,
    rules: concert.rules,
    songIds: items.flatMap(({ request }) => request.songId ?? []),
    deviceIds: items.map(({ deviceId }) => deviceId),
    call: ORDER_CALL,
    keys: items.flatMap(({ key }) => key ?? []),
  })
  const batch: OrderBatch = {
    sql,
    deps,
    concert,
    songs: standing.songs,
    sounded: standing.sounded,
    ordersOf: new Map(standing.orders),
    answers: new Map(standing.answers),
    orders: [],
    fresh: [],
    queue: standing.queue,
  }
  const results: Settled<Placed>[] = []
  for (const item of items) results.push(await settle(batch, item, { alone: items.length === 1 }))
  const { queue, orders, fresh } = batch
  if (orders.length > 0 || fresh.length > 0)
    await writeOrders(
      sql,
      concertId,
      { queue, orders, call: ORDER_CALL, answers: fresh },
      deps.now(),
    )
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

/** Once for each key: a repeat gets the first answer. */
async function answer(batch: OrderBatch, item: BatchItem): Promise<Placed> {
  const { request, key, bodyHash } = item
  if (batch.concert.artistKey !== usernameKey(request.artistUsername)) throw noConcert()
  const known = key === null ? undefined : batch.answers.get(key)
  if (known !== undefined) return answerFor(known, bodyHash)
  const placed = await placeItem(batch, item)
  if (key !== null) {
    const kept = { key, bodyHash, answer: placed }
    batch.answers.set(key, kept)
    batch.fresh.push(kept)
  }
  return placed
}

async function placeItem(batch: OrderBatch, { request, deviceId }: BatchItem): Promise<Placed> {
  const { sql, deps, concert } = batch
  const { rules } = concert
  admitOrder(concert)
  admitReception(rules)
  const orderId = randomUUIDv7()
  const { paid, minSongAmount } = inForce(rules, accountOf(concert))
  const amount = kopecks(paid ? (request.amount ?? 0) : 0)
  if (paid) admitAmount(amount, minSongAmount)
  const song = await songOf(batch, request)
  const orders = batch.ordersOf.get(deviceId) ?? NO_ORDERS
  admitOrderOfPerson(orders, rules, paid ? 'paid' : 'free')
  const soundedAgo = batch.sounded.findIndex(({ songId }) => songId === song.id)
  admitRepeat(opensAfter(soundedAgo < 0 ? null : soundedAgo, rules))
  const { queue, entry, joined } = placeOrder(batch.queue, freshEntry(song.id, deps.now()))
  const arranged = arrangeWith(queue, rules, { entryId: entry.id, person: deviceId, amount })
  if (rules.byClock) admitPlace(batch, arranged, entry.id)
  const counted = { ...orders, evening: orders.evening + 1 }
  if (paid) {
    // Its place is taken when its money is there; refused before it is paid for, where there is no room.
    await deps.money.begin(sql, {
      id: orderId,
      artistId: concert.artistId,
      amount,
      concertId: concert.id,
      concertTitle: concert.title,
      concertEnd: concert.endsAt,
      songId: song.id,
      songTitle: song.title,
      songArtist: song.artistName,
      deviceId,
    })
    batch.ordersOf.set(deviceId, { ...counted, paid: orders.paid + 1 })
    return { orderId, paid }
  }
  batch.queue = arranged
  batch.ordersOf.set(deviceId, { ...counted, free: orders.free + 1 })
  const songId = song.id
  batch.orders.push({ id: orderId, entryId: entry.id, songId, deviceId, joined, payment: null })
  return { orderId, paid }
}

const PACE_MOST = 20

/** Refuses SESSION_NOT_OPEN for a place that does not come before the planned end. */
function admitPlace(
  { deps, concert, sounded }: OrderBatch,
  queue: Queue<AliveEntry>,
  entryId: string,
): void {
  const place = waiting(queue).findIndex(({ id }) => id === entryId) + 1
  const now = new Date(
    Math.max(
      deps.now().getTime(),
      concert.startsAt.getTime() * Number(concert.status === 'SCHEDULED'),
    ),
  )
  const lengths = sounded.flatMap(({ began, ended }) => (ended === null ? [] : [ended - began]))
  const playing = sounded.find(({ ended }) => ended === null)
  admitByClock(place, {
    now,
    endsAt: concert.endsAt,
    lengths: lengths.slice(0, PACE_MOST),
    playingFor: playing === undefined ? null : Math.max(0, now.getTime() - playing.began),
  })
}

function accountOf({ paidSongsEnabled, minSongRubles, requestFavoriteSongsOnly }: LockedConcert) {
  return { paidSongsEnabled, minSongAmount: minSongRubles, requestFavoriteSongsOnly }
}

async function songOf(
  { sql, deps, concert, songs }: OrderBatch,
  request: RequestedOrder,
): Promise<OrderedSong> {
  const { rules } = concert
  const choice = inForce(rules, accountOf(concert)).songs
  if (request.songId === null) {
    admitChosenSong({ inRepertoire: false, open: false }, choice)
    admitSuggestion(rules)
    return deps.songs.addSuggestion(sql, checkSuggestion(request.title, request.artistName))
  }
  const song: Orderable | undefined = songs.get(request.songId)
  if (song === undefined) throw new Refusal('NOT_FOUND', 'Такой песни нет')
  admitChosenSong(song, choice)
  return song
}
