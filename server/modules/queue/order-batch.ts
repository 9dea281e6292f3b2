import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/account.ts'
import { noConcert } from '#domain/concert.ts'
import { kopecks } from '#domain/money.ts'
import {
  admitAmount,
  admitFreeOrder,
  admitOrder,
  admitSong,
  checkSuggestion,
} from '#domain/order.ts'
import { placeOrder } from '#domain/queue.ts'
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
import type { Ended } from './batcher.ts'

/** What a listener asks for; `songId` null: the title and the performer are his own suggestion. */
export type BatchedOrder = {
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

/** A wish with whose it is and the key it came under. */
export type Ask = {
  readonly wish: BatchedOrder
  readonly deviceId: string
  readonly key: string | null
  readonly bodyHash: string
  /** When its call came in, in ms of `Date.now()`. */
  readonly cameAt: number
}

export type Placed = { readonly orderId: string; readonly paid: boolean }

export type RoundDeps = {
  readonly now: () => Date
  readonly songs: {
    /** The suggested song, new or there already. */
    addSuggestion(sql: Sql, song: { title: string; artistName: string }): Promise<OrderedSong>
  }
  readonly money: Pick<MoneyOfQueue, 'begin'>
}

/** The name of the call under which the keys of orders are kept. */
export const ORDER_CALL = 'songs/order-song'

/** How a round stands after the orders that were placed in it so far. */
type Round = {
  readonly sql: Sql
  readonly deps: RoundDeps
  readonly concert: LockedConcert
  readonly songs: Standing<Placed>['songs']
  readonly waiting: Map<string, number>
  readonly answers: Map<string, KeptAnswer<Placed>>
  readonly orders: NewOrder[]
  readonly fresh: KeptAnswer<Placed>[]
  queue: Queue<AliveEntry>
}

/**
 * Orders of one concert, one after the other, in one transaction: the concert is held, all that they
 * are decided by is read in one question, and all that they change is written in one statement. A
 * refused one leaves nothing and holds up no other; the refusal of one that is alone undoes the whole.
 */
export async function placeTogether(
  sql: Sql,
  deps: RoundDeps,
  concertId: string,
  asks: readonly Ask[],
): Promise<Ended<Placed>[]> {
  const concert = await lockConcert(sql, concertId)
  if (concert === undefined) throw noConcert()
  const standing = await standingOf<Placed>(sql, {
    concertId,
    artistId: concert.artistId,
    songIds: asks.flatMap(({ wish }) => wish.songId ?? []),
    deviceIds: asks.map(({ deviceId }) => deviceId),
    call: ORDER_CALL,
    keys: asks.flatMap(({ key }) => key ?? []),
  })
  const round: Round = {
    sql,
    deps,
    concert,
    songs: standing.songs,
    waiting: new Map(standing.waiting),
    answers: new Map(standing.answers),
    orders: [],
    fresh: [],
    queue: standing.queue,
  }
  const ends: Ended<Placed>[] = []
  for (const ask of asks) ends.push(await endOf(round, ask, { alone: asks.length === 1 }))
  const { queue, orders, fresh } = round
  if (orders.length > 0 || fresh.length > 0)
    await writeOrders(
      sql,
      concertId,
      { queue, orders, call: ORDER_CALL, answers: fresh },
      deps.now(),
    )
  return ends
}

async function endOf(
  round: Round,
  ask: Ask,
  { alone }: { alone: boolean },
): Promise<Ended<Placed>> {
  try {
    return { status: 'fulfilled', value: await answer(round, ask) }
  } catch (error) {
    if (alone || !(error instanceof Refusal)) throw error
    return { status: 'rejected', reason: error }
  }
}

/** Once for each key: a repeat gets the first answer. */
async function answer(round: Round, ask: Ask): Promise<Placed> {
  const { wish, key, bodyHash } = ask
  if (round.concert.artistKey !== usernameKey(wish.artistUsername)) throw noConcert()
  const known = key === null ? undefined : round.answers.get(key)
  if (known !== undefined) return answerFor(known, bodyHash)
  const placed = await place(round, ask)
  if (key !== null) {
    const kept = { key, bodyHash, answer: placed }
    round.answers.set(key, kept)
    round.fresh.push(kept)
  }
  return placed
}

async function place(round: Round, { wish, deviceId }: Ask): Promise<Placed> {
  const { sql, deps, concert } = round
  admitOrder(concert)
  const orderId = randomUUIDv7()
  if (concert.paidSongsEnabled) {
    const amount = kopecks(wish.amount ?? 0)
    admitAmount(amount, concert.minSongRubles)
    const song = await songOf(round, wish)
    // Refused before it is paid for, where there is no room for it.
    placeOrder(round.queue, freshEntry(song.id))
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
    return { orderId, paid: true }
  }
  const { id: songId } = await songOf(round, wish)
  const waiting = round.waiting.get(deviceId) ?? 0
  admitFreeOrder(waiting)
  const { queue, entry, joined } = placeOrder(round.queue, freshEntry(songId))
  round.queue = queue
  round.waiting.set(deviceId, waiting + 1)
  round.orders.push({ id: orderId, entryId: entry.id, songId, deviceId, joined, payment: null })
  return { orderId, paid: false }
}

async function songOf(
  { sql, deps, concert, songs }: Round,
  wish: BatchedOrder,
): Promise<OrderedSong> {
  if (wish.songId === null) {
    admitSong({ inRepertoire: false }, concert)
    return deps.songs.addSuggestion(sql, checkSuggestion(wish.title, wish.artistName))
  }
  const song: Orderable | undefined = songs.get(wish.songId)
  if (song === undefined) throw new Refusal('NOT_FOUND', 'Такой песни нет')
  admitSong(song, concert)
  return song
}
