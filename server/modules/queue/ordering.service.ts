import { arrangeWith, supporter } from '#domain/queue/arrangement.ts'
import { admitOrder } from '#domain/queue/order.ts'
import type { SecuredOrder } from '#domain/queue/order.ts'
import type { PaymentReason } from '#domain/payments/payment.ts'
import { waiting } from '#domain/queue/queue.ts'
import { placeOrder } from '#domain/queue/queue-steps.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUnguessable } from '#domain/uuid.ts'
import { isAbusive } from '#packages/word-filter/word-filter.ts'
import {
  answerByKey,
  answerFor,
  hashOf,
  storedAnswers,
  KEYS_UNIQUE,
} from '#server/platform/db/idempotency.ts'
import type { StoredAnswer } from '#server/platform/db/idempotency.ts'
import { databaseIsLost } from '#server/platform/db/database-errors.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { brokeUnique, inTransaction } from '#server/platform/db/tx.ts'
import { withContext } from '#server/platform/with-context.ts'
import { freshEntry, liveQueue, lockConcert } from './queue.store.ts'
import type { MoneyOfQueue } from './payment-port.ts'
import { deviceOfOrder } from './my-orders.store.ts'
import { ORDER_CALL, placeBatch } from './order-batch.ts'
import type { BatchItem, Placed } from './order-batch.ts'
import type { BatchDeps, RequestedOrder } from './order-admission.ts'
import { tableOf } from './behind.store.ts'
import { writeOrders } from './ordering.store.ts'
import { collectingOf, collectsIn, openCollecting } from './shares.store.ts'
import { makeBatcher } from './batcher.ts'
import type { Settled } from './batcher.ts'

export type { RequestedOrder } from './order-admission.ts'

/** `paymentURL`: the bank's page, for an order that has to be paid. */
export type PlacedOrderAnswer = { readonly orderId: string; readonly paymentURL?: string }

type OrderToPlace = RequestedOrder & {
  readonly deviceId: string
  /** The listener's network; without one it is not counted. */
  readonly network?: string
  readonly idempotencyKey: string | null
  /** When its request arrived, in ms of `Date.now()`; now if left out. */
  readonly receivedAt?: number
  /** When the listener pressed, as his device reports it; the same clock. */
  readonly askedAt?: number
}

export type OrderingContext = BatchDeps & {
  readonly sql: Sql
  readonly money: MoneyOfQueue
  /** After the commit: notifies the concert's watchers. `receivedAt`: when the request arrived, in ms of `Date.now()`; `askedAt`: when each of its orders was pressed. */
  readonly changed: (concertId: string, receivedAt?: number, askedAt?: readonly number[]) => void
}

/** The most orders in one transaction: the next batch waits for milliseconds only. */
const BATCH_MAX = 32
/** The most idempotency keys in one query. */
const ANSWERS_MAX = 100

type Enqueue = (concertId: string, item: BatchItem) => Promise<Placed>

async function runBatch(
  ctx: OrderingContext,
  concertId: string,
  items: readonly BatchItem[],
): Promise<Settled<Placed>[]> {
  const results = await placeOrRetryAlone(ctx, concertId, items)
  const placed = items.filter((_, place) => {
    const result = results[place]
    return result?.status === 'fulfilled' && !result.value.paid
  })
  const askedAt = placed.map((item) => item.askedAt)
  if (placed.length > 0)
    ctx.changed(concertId, Math.min(...items.map(({ receivedAt }) => receivedAt)), askedAt)
  return results
}

async function placeOrRetryAlone(
  ctx: OrderingContext,
  concertId: string,
  items: readonly BatchItem[],
): Promise<Settled<Placed>[]> {
  try {
    return await inTransaction(ctx.sql, (sql) => placeBatch(sql, ctx, concertId, items))
  } catch (error) {
    if (error instanceof Refusal || databaseIsLost(error)) return items.map(() => rejected(error))
    if (items.length === 1) return [await firstAnswer(ctx, items[0], error)]
  }
  // Retry one by one, so that one broken order does not fail the others.
  const results: Settled<Placed>[] = []
  for (const item of items) results.push(...(await placeOrRetryAlone(ctx, concertId, [item])))
  return results
}

/** If the primary key rejected the order, its idempotency key got an answer at another concert after the batch had read it. */
async function firstAnswer(
  ctx: OrderingContext,
  item: BatchItem | undefined,
  error: unknown,
): Promise<Settled<Placed>> {
  if (item === undefined || !brokeUnique(error, KEYS_UNIQUE)) return rejected(error)
  try {
    const value = await answerByKey<Placed>(ctx.sql, ORDER_CALL, item.key, item.request)
    return value === null ? rejected(error) : { status: 'fulfilled', value }
  } catch (reason) {
    return rejected(reason)
  }
}

/**
 * Takes a listener's order: a free one joins the queue at once, a paid one when its money is secured. The device is not
 * part of the hashed body, since a phone that lost the answer lost its new cookie too. Refuses NOT_FOUND,
 * SESSION_NOT_OPEN, PAYMENTS_DOWN, SONG_NOT_ACCEPTED, VALIDATION (a suggestion's fields), FREE_LIMIT, AMOUNT_TOO_SMALL,
 * AMOUNT_TOO_LARGE, TOO_MANY, IDEMPOTENCY_CONFLICT.
 */
function takeOrder(enqueue: Enqueue, asked: OrderToPlace): Promise<Placed> {
  const { deviceId, network, idempotencyKey: key, receivedAt = Date.now(), ...rest } = asked
  const { askedAt = receivedAt, ...request } = rest
  const bodyHash = key === null ? '' : hashOf(request)
  const { name = '', words = '' } = request
  const abusive = { name: isAbusive(name), words: isAbusive(words) }
  const moments = { receivedAt, askedAt }
  return enqueue(request.concertId, {
    request,
    deviceId,
    network,
    key,
    bodyHash,
    abusive,
    ...moments,
  })
}

/**
 * Puts an order whose money is secured into the queue, in the transaction of the money. A share of a song below its
 * goal waits outside; the one that reaches the goal brings all of them in. Returns null where the order stands;
 * otherwise why it cannot stand any more, and the money has to go back.
 */
async function secured(
  ctx: OrderingContext,
  sql: Sql,
  paid: SecuredOrder,
): Promise<PaymentReason | null> {
  const concert = await lockConcert(sql, paid.concertId)
  if (concert === undefined) return 'concert_deleted'
  const { paymentId, songId, deviceId, amount, shareGoal } = paid
  const now = ctx.now()
  try {
    admitOrder(concert)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return concert.status === 'PLAYED' ? 'concert_over' : 'song_refused'
  }
  try {
    const { rules } = concert
    const before = await liveQueue(sql, concert.id, rules)
    const pools = await collectingOf(sql, concert, now)
    const pool = pools.get(songId)
    const payment = { id: paymentId, amount }
    const share = shareGoal !== null
    const write = async (queue: typeof before, entryId: string, joined: boolean) => {
      const order = { id: paymentId, entryId, songId, deviceId, joined, share, payment }
      await writeOrders(
        sql,
        concert.id,
        { queue, orders: [order], call: ORDER_CALL, answers: [] },
        now,
      )
    }
    if (share && !waiting(before).some((entry) => entry.songId === songId)) {
      const goal = pool?.goal ?? shareGoal
      if (goal === 0 || !collectsIn(concert)) return 'song_refused'
      if ((pool?.behind.amount ?? 0) + amount < goal) {
        const { id } = pool ?? placeOrder(before, freshEntry(songId, now), pools.size).entry
        if (pool === undefined) await openCollecting(sql, concert.id, { id, songId, goal }, now)
        await write(before, id, pool !== undefined)
        return null
      }
    }
    const { entry, queue, joined } = placeOrder(before, pool ?? freshEntry(songId, now))
    const joins = joined || pool !== undefined
    const person = share && joins ? supporter(deviceId) : deviceId
    const table = rules.byTable ? await tableOf(sql, concert.id, deviceId) : undefined
    const order = { entryId: entry.id, person, table, amount }
    await write(arrangeWith(queue, rules, order), entry.id, joins)
    return null
  } catch (error) {
    if (error instanceof Refusal) return 'song_refused'
    throw error
  }
}

/**
 * Returns the device of an order, for a caller that repeats it under its key without a device cookie: a first order
 * whose answer was lost has lost the cookie too. Null where the key might be guessed and where the order is gone.
 */
async function ownerByKey(
  ctx: OrderingContext,
  orderId: string,
  key: string,
): Promise<string | null> {
  return isUnguessable(key) ? deviceOfOrder(ctx.sql, orderId) : null
}

/** Placing orders: the batches of one process, and the effect of a payment on the queue. */
export function makeOrdering(ctx: OrderingContext) {
  const bound = withContext(ctx)
  const enqueue = makeBatcher<BatchItem, Placed>({
    most: BATCH_MAX,
    // A refused suggestion rolls back the song it created, and with it the whole transaction.
    alone: ({ request }) => request.songId === null,
    go: bound(runBatch),
  })
  // One lookup per order was more than half of the statements of a burst.
  const findStoredAnswer = makeBatcher<string, StoredAnswer<Placed> | undefined>({
    most: ANSWERS_MAX,
    async go(call, keys) {
      const stored = await storedAnswers<Placed>(ctx.sql, call, keys)
      const byKey = new Map(stored.map((answer) => [answer.key, answer]))
      return keys.map((key) => ({ status: 'fulfilled', value: byKey.get(key) }))
    },
  })
  return {
    order: (asked: OrderToPlace) => takeOrder(enqueue, asked),
    /** The order that this key placed before, or null. Refuses IDEMPOTENCY_CONFLICT for another request under the same key. */
    async placedBefore(request: RequestedOrder, key: string | null): Promise<Placed | null> {
      const stored = key === null ? undefined : await findStoredAnswer(ORDER_CALL, key)
      return stored === undefined ? null : answerFor(stored, hashOf(request))
    },
    secured: bound(secured),
    ownerByKey: bound(ownerByKey),
  }
}

/**
 * Places orders and returns the bank's page of those that have to be paid: the bank is asked after the commit, and a
 * repeat gets the same page.
 */
export function makeOrderCheckout(deps: {
  readonly queue: Pick<ReturnType<typeof makeOrdering>, 'order' | 'placedBefore'>
  /**
   * Returns the bank's page of an order; where the bank refused to make one, frees the idempotency key of the order.
   * Refuses PAYMENTS_DOWN, ILLEGAL_STEP.
   */
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

    /** The answer that this key got before, or null. Refuses IDEMPOTENCY_CONFLICT for another request under the same key. */
    async answered(request: RequestedOrder, key: string | null): Promise<PlacedOrderAnswer | null> {
      const placed = await deps.queue.placedBefore(request, key)
      return placed === null ? null : answerTo(placed, key)
    },
  }
}

export type OrderCheckout = ReturnType<typeof makeOrderCheckout>

function rejected(reason: unknown): Settled<never> {
  return { status: 'rejected', reason }
}
