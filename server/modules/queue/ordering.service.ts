import { admitOrder } from '#domain/order.ts'
import type { PaymentReason } from '#domain/payment.ts'
import { placeOrder } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUnguessable } from '#domain/uuid.ts'
import { answerByKey, hashOf, KEYS_UNIQUE } from '../../platform/db/idempotency.ts'
import { databaseIsLost } from '../../platform/db/lost.ts'
import type { Sql } from '../../platform/db/open.ts'
import { brokeUnique, inTransaction } from '../../platform/db/tx.ts'
import { freshEntry } from './fresh-entry.ts'
import type { MoneyOfQueue } from './payment-port.ts'
import { deviceOfOrder } from './my-orders.store.ts'
import { ORDER_CALL, placeTogether } from './order-batch.ts'
import type { Ask, Placed, RoundDeps, BatchedOrder } from './order-batch.ts'
import { writeOrders } from './ordering.store.ts'
import { lockConcert, liveQueue } from './queue.store.ts'
import { makeRounds } from './batcher.ts'
import type { Ended } from './batcher.ts'

export type { BatchedOrder } from './order-batch.ts'

/** `paymentURL`: the bank's page, for an order that has to be paid. */
export type PlacedOrderAnswer = { readonly orderId: string; readonly paymentURL?: string }

export type OrderToPlace = BatchedOrder & {
  readonly deviceId: string
  readonly idempotencyKey: string | null
  /** When its call came in, in ms of `Date.now()`; now, where it is left out. */
  readonly cameAt?: number
}

/** A payment whose money is there: its order may stand in the queue now. */
export type SecuredOrder = {
  readonly paymentId: string
  readonly concertId: string
  readonly songId: string
  readonly deviceId: string
  /** Kopecks. */
  readonly amount: number
}

export type OrderingDeps = RoundDeps & {
  readonly sql: Sql
  readonly money: MoneyOfQueue
  /** After the commit: everybody who watches this concert is told. `cameAt`: when the call came in, in ms of `Date.now()`. */
  readonly changed: (concertId: string, cameAt?: number) => void
}

/** Orders of one concert that are taken in by one transaction: what waits behind it is milliseconds. */
const ROUND_MOST = 32

export function makeOrdering(deps: OrderingDeps) {
  const takeIn = makeRounds<Ask, Placed>({
    most: ROUND_MOST,
    // The refusal of a suggested song undoes that the song is new, so nobody else's order stands with it.
    alone: ({ wish }) => wish.songId === null,
    go: placeRound,
  })

  async function placeRound(concertId: string, asks: readonly Ask[]): Promise<Ended<Placed>[]> {
    const ends = await placedOf(concertId, asks)
    if (ends.some((end) => end.status === 'fulfilled' && !end.value.paid))
      deps.changed(concertId, Math.min(...asks.map(({ cameAt }) => cameAt)))
    return ends
  }

  async function placedOf(concertId: string, asks: readonly Ask[]): Promise<Ended<Placed>[]> {
    try {
      return await inTransaction(deps.sql, (sql) => placeTogether(sql, deps, concertId, asks))
    } catch (error) {
      if (error instanceof Refusal || databaseIsLost(error)) return asks.map(() => rejected(error))
      if (asks.length === 1) return [await firstAnswer(asks[0], error)]
    }
    // Something broke: whose fault it was must not be everybody's.
    const ends: Ended<Placed>[] = []
    for (const ask of asks) ends.push(...(await placedOf(concertId, [ask])))
    return ends
  }

  /** Where the primary key refused the order, its key was answered at another concert since the round read it. */
  async function firstAnswer(ask: Ask | undefined, error: unknown): Promise<Ended<Placed>> {
    if (ask === undefined || !brokeUnique(error, KEYS_UNIQUE)) return rejected(error)
    try {
      const value = await placedBefore(ask.wish, ask.key)
      return value === null ? rejected(error) : { status: 'fulfilled', value }
    } catch (reason) {
      return rejected(reason)
    }
  }

  /** The order that this key placed before, or null. Refuses IDEMPOTENCY_CONFLICT for another wish under the same key. */
  function placedBefore(wish: BatchedOrder, idempotencyKey: string | null): Promise<Placed | null> {
    return answerByKey<Placed>(deps.sql, ORDER_CALL, idempotencyKey, wish)
  }

  /**
   * A listener's order: a free one stands in the queue at once, a paid one when its money is there. The device is not part of what the key stands for, since a telephone
   * that lost the answer lost its new cookie too.
   * Refuses NOT_FOUND, SESSION_NOT_OPEN, PAYMENTS_DOWN, SONG_NOT_ACCEPTED, VALIDATION (a
   * suggestion's fields), FREE_LIMIT, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, TOO_MANY,
   * IDEMPOTENCY_CONFLICT.
   */
  function takeOrder(asked: OrderToPlace): Promise<Placed> {
    const { deviceId, idempotencyKey: key, cameAt = Date.now(), ...wish } = asked
    const bodyHash = key === null ? '' : hashOf(wish)
    return takeIn(wish.concertId, { wish, deviceId, key, bodyHash, cameAt })
  }

  /**
   * The money of an order is there: it takes its place in the queue, in the transaction of the money.
   * Null where it stands; otherwise why it cannot stand any more, and the money has to go back.
   */
  async function secured(sql: Sql, paid: SecuredOrder): Promise<PaymentReason | null> {
    const concert = await lockConcert(sql, paid.concertId)
    if (concert === undefined) return 'concert_deleted'
    const { paymentId, songId, deviceId, amount } = paid
    try {
      admitOrder(concert)
    } catch {
      return concert.status === 'PLAYED' ? 'concert_over' : 'song_refused'
    }
    try {
      const step = placeOrder(await liveQueue(sql, concert.id), freshEntry(songId))
      const standing = {
        id: paymentId,
        entryId: step.entry.id,
        songId,
        deviceId,
        joined: step.joined,
        payment: { id: paymentId, amount },
      }
      const placed = { queue: step.queue, orders: [standing], call: ORDER_CALL, answers: [] }
      await writeOrders(sql, concert.id, placed, deps.now())
      return null
    } catch (error) {
      if (error instanceof Refusal) return 'song_refused'
      throw error
    }
  }

  return {
    order: takeOrder,
    placedBefore,
    secured,
    /**
     * Whose an order is, for a device that sent it again under its key and has no name of its own: a
     * first order whose answer was lost took the cookie with it. Null where the key might be guessed
     * and where the order is gone.
     */
    ownerByKey: async (orderId: string, key: string) =>
      isUnguessable(key) ? deviceOfOrder(deps.sql, orderId) : null,
  }
}

/**
 * Orders with the bank's page of those that have to be paid: the bank is asked after the commit, and a
 * repeat gets the same page.
 */
export function makeOrders(deps: {
  readonly queue: Pick<ReturnType<typeof makeOrdering>, 'order' | 'placedBefore'>
  /** The bank's page of an order; where the bank would make none, frees the key under which it was placed. Refuses PAYMENTS_DOWN, ILLEGAL_STEP. */
  readonly pageOf: (
    orderId: string,
    under: { readonly call: string; readonly key: string | null; readonly answer: Placed },
  ) => Promise<string>
}) {
  async function answerTo(placed: Placed, key: string | null): Promise<PlacedOrderAnswer> {
    const { orderId, paid } = placed
    if (!paid) return { orderId }
    const paymentURL = await deps.pageOf(orderId, { call: ORDER_CALL, key, answer: placed })
    return { orderId, paymentURL }
  }

  return {
    /** As the queue's `order`. */
    place: async (asked: OrderToPlace): Promise<PlacedOrderAnswer> =>
      answerTo(await deps.queue.order(asked), asked.idempotencyKey),

    /** The answer that this key got before, or null. Refuses IDEMPOTENCY_CONFLICT for another wish under the same key. */
    async answered(wish: BatchedOrder, key: string | null): Promise<PlacedOrderAnswer | null> {
      const placed = await deps.queue.placedBefore(wish, key)
      return placed === null ? null : answerTo(placed, key)
    },
  }
}

export type OrdersService = ReturnType<typeof makeOrders>

function rejected(reason: unknown): Ended<never> {
  return { status: 'rejected', reason }
}
