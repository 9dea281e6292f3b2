import { keepsakeLines } from '#domain/queue/keepsake.ts'
import { mayStepBefore } from '#domain/queue/arrangement.ts'
import { explainPlace } from '#domain/queue/explain-place.ts'
import { admitLetPass, letPass, mayLetPass } from '#domain/queue/let-pass.ts'
import type { Kopecks } from '#domain/money.ts'
import { kopecks } from '#domain/money.ts'
import { waitRange } from '#domain/queue/forecast.ts'
import type { WaitRange } from '#domain/queue/forecast.ts'
import { admitCancel, mayCancel, myOrderState, noOrder } from '#domain/queue/my-order.ts'
import type { MyOrderState } from '#domain/queue/my-order.ts'
import type { PaymentReason } from '#domain/payments/payment.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Singing } from '#domain/queue/singing.ts'
import { admitTakingShare, holdsGoal } from '#domain/queue/support.ts'
import type { Pooled } from '#domain/queue/support.ts'
import { answerWords } from '#domain/queue/thanks.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { returnUnplayed } from '../payments/queue-payments.service.ts'
import {
  concertOfOrder,
  ordersOfDevice,
  paceOf,
  passingOrder,
  pastConcertsOf,
  paymentStateOf,
  placedOrder,
  saveLetPass,
  takeOff,
} from './my-orders.store.ts'
import { dropOrder, lockConcert, liveQueue, saveStep } from './queue.store.ts'
import { settleLeft } from './withdrawal.service.ts'

/** One order of the calling device. */
type MyOrderView = {
  readonly orderId: string
  readonly entryId?: string
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly amount: Kopecks | null
  readonly state: MyOrderState
  readonly place: number | null
  readonly waitMinutes: WaitRange | null
  readonly mayCancel: boolean
  readonly lapsed?: true
  readonly mayLetPass?: true
  /** It supports a song that others ordered, or pays a part of a song's price. */
  readonly share?: true
  readonly vote?: true
  readonly battleId?: string
  /** Why the order has its place. */
  readonly why?: string
  readonly name?: string
  readonly words?: string
  readonly sings?: Singing
  readonly pushed?: true
  readonly pushLost?: true
  readonly thanked?: true
  readonly answer?: string
}

// A listener's own orders; the device alone identifies him.

/** Newest first; none for an unknown device or concert. */
export async function myOrders(
  ctx: Context,
  concertId: string,
  deviceId: string | null,
): Promise<MyOrderView[]> {
  if (deviceId === null) return []
  const rows = await ordersOfDevice(ctx.sql, concertId, deviceId)
  if (rows.length === 0) return []
  const waits = rows.some(({ place }) => place !== null)
  const passed = rows.some((row) => row.letPass)
  const [pace, queue] = await Promise.all([
    paceOf(ctx.sql, concertId, ctx.now()),
    waits ? liveQueue(ctx.sql, concertId, 'explained') : [],
  ])
  return rows.map((row) => {
    const state = myOrderState(row)
    const lapsed = state === 'CANCELLED' && (row.payment === 'failed' || row.payment === 'expired')
    const place = state === 'SCHEDULED' || state === 'QUEUED' ? row.place : null
    const entry = place === null ? undefined : queue.find(({ id }) => id === row.entryId)
    const passes =
      !passed && !row.share && entry?.status === 'SCHEDULED' && mayLetPass(queue, entry.id)
    const why = entry && explainPlace(queue, pace.rules, entry.id, deviceId)
    return {
      orderId: row.orderId,
      ...(row.entryId !== null && { entryId: row.entryId }),
      songId: row.songId,
      title: row.title,
      artistName: row.artistName,
      amount: row.amount === null ? null : kopecks(row.amount),
      state,
      place,
      waitMinutes: waitRange({
        place,
        ...pace,
        mayStepBefore: entry ? mayStepBefore(queue, pace.rules, entry.id) : 0,
      }),
      mayCancel: mayCancel(state) && !(row.song !== null && holdsGoal({ ...row, song: row.song })),
      ...(lapsed && { lapsed: true as const }),
      ...(passes && { mayLetPass: true as const }),
      ...(row.share && { share: true as const }),
      ...(row.battleId !== null && { vote: true as const, battleId: row.battleId }),
      // An order that is certainly next shows so by its place.
      ...(row.name !== null && { name: row.name }),
      ...(row.words !== null && { words: row.words }),
      ...(row.sings !== null && { sings: row.sings }),
      ...(row.pushed && { pushed: true as const }),
      ...(row.pushLost && { pushLost: true as const }),
      ...(row.thanked && { thanked: true as const }),
      ...(row.answered && { answer: answerWords(row.held ? '' : (row.name ?? '')) }),
      ...(why && (place !== 1 || pace.rules.lock === 0) && { why }),
    }
  })
}

/** The last concerts of this artist in which the device ordered. */
export const visitsOf = (ctx: Context, by: { artistId: string; deviceId: string }) =>
  pastConcertsOf(ctx.sql, by, VISITS_SHOWN)

const VISITS_SHOWN = 3

/** Returns what became of this device's orders, without those it took off; texts held back by the word filter are left out. */
export async function keepsakeOrders(ctx: Context, concertId: string, deviceId: string) {
  const rows = await ordersOfDevice(ctx.sql, concertId, deviceId)
  return keepsakeLines(rows.toReversed()).map(({ songId, title, artistName, state, ...row }) => {
    const [name, words] = row.held ? [null, null] : [row.name, row.words]
    return {
      songId,
      title,
      artistName,
      state,
      startedAt: row.startedAt,
      ...(row.share && { share: true as const }),
      ...(name !== null && { name }),
      ...(words !== null && { words }),
      ...(row.answered && { answer: answerWords(name ?? '') }),
    }
  })
}

/**
 * Takes an order off while its song waits, and its money goes back in full; once off, it stays so and a repeat gets
 * the same answer. Refuses NOT_FOUND for another device's order, ILLEGAL_STEP once the song plays, was played or was
 * put away.
 */
export async function cancelOrder(
  ctx: Context,
  orderId: string,
  deviceId: string | null,
  /** By the service where it is not its listener. `alongside`: in the same transaction, unless the order was off already. */
  {
    reason = 'taken_off',
    alongside = async () => {},
  }: {
    reason?: 'taken_off' | 'returned_by_service'
    alongside?: (inside: Context) => Promise<void>
  } = {},
): Promise<true> {
  const concertId = deviceId === null ? undefined : await concertOfOrder(ctx.sql, orderId, deviceId)
  if (concertId === undefined) throw noOrder()
  return transaction<true>(ctx, async (inside) => {
    const { sql, now } = inside
    wakeMoney(inside)
    const concert = await lockConcert(sql, concertId)
    const order = await placedOrder(sql, orderId)
    if (order === undefined || concert === undefined) {
      await callOff(inside, orderId, reason)
      await alongside(inside)
      return true
    }
    if (order.dropped) return true
    admitLeaving(order)
    if (reason === 'taken_off') await takeOff(sql, orderId, now())
    else await dropOrder(sql, orderId, now())
    await settleLeft(inside, concert, { entryId: order.entryId, money: order.paymentId !== null })
    if (order.paymentId !== null) await returnUnplayed(inside, [order.paymentId], reason)
    tellHall(inside, concertId)
    await alongside(inside)
    return true
  })
}

function admitLeaving(order: Pooled): void {
  admitCancel(order.song)
  admitTakingShare(order)
}

/** Refuses as `cancelOrder` would by now; changes nothing. */
export async function foreseeCancel({ sql }: Context, orderId: string): Promise<void> {
  const order = await placedOrder(sql, orderId)
  if (order !== undefined && !order.dropped) admitLeaving(order)
}

/**
 * «Пропустить вперёд»: the order stands one place later, behind the next one; a repeat changes nothing. Refuses
 * NOT_FOUND for another device's order, ILLEGAL_STEP where it may not let one pass.
 */
export async function letOthersPass(
  ctx: Context,
  orderId: string,
  deviceId: string | null,
): Promise<true> {
  const concertId = deviceId === null ? undefined : await concertOfOrder(ctx.sql, orderId, deviceId)
  if (deviceId === null || concertId === undefined) throw noOrder()
  return transaction<true>(ctx, async (inside) => {
    const { sql, now } = inside
    const concert = await lockConcert(sql, concertId)
    const order = await passingOrder(sql, orderId)
    if (concert === undefined || order === undefined) throw noOrder()
    if (order.letPass) return true
    admitLetPass(order)
    const before = await liveQueue(sql, concertId, 'explained')
    // An order that was taken off stands behind no entry.
    const entryId = order.dropped ? '' : order.entryId
    const { queue, passed } = letPass(before, entryId, { at: now().getTime(), by: deviceId })
    await saveLetPass(sql, orderId, { entryId: passed.id, at: now() })
    await saveStep(sql, concert, { queue, closed: [] }, now())
    tellHall(inside, concertId)
    return true
  })
}

/** Cancels an order that waits for its money before it is in the queue; money that arrives all the same goes back. */
async function callOff(inside: Context, orderId: string, reason: PaymentReason): Promise<void> {
  await returnUnplayed(inside, [orderId], reason)
  const state = await paymentStateOf(inside.sql, orderId)
  // A free order is deleted with its concert.
  if (state === undefined) throw noOrder()
  if (state === 'secured' || state === 'releasing' || state === 'released')
    throw new Refusal('ILLEGAL_STEP', 'Этот заказ уже не отменить')
}
