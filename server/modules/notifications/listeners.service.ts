import { chatAt } from '#domain/messengers.ts'
import { MOVE_REST_MS, ORDER_RETRY_MS, stepOfOrder } from '#domain/outbox.ts'
import { admitPush } from '#domain/push.ts'
import type { PushTarget } from '#domain/push.ts'
import { myOrderState, noOrder } from '#domain/queue/my-order.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { renewTarget } from './follows.store.ts'
import {
  addCorrected,
  addTurns,
  endChat,
  endChatOfOrders,
  forgetTarget,
  isBound,
  lockSubscription,
  moveChat,
  ownOrder,
  subscribe,
  unsubscribe,
} from './listeners.store.ts'
import { sendDue } from './outbox.service.ts'
import type { Audience } from './outbox.service.ts'
import { contactOf } from './ways.ts'

/**
 * Sets where the device that made this order gets messages about it; null: nowhere any more. Refuses NOT_FOUND for
 * another device's order, VALIDATION, and ILLEGAL_STEP once its song does not wait.
 */
export async function setPushTarget(
  ctx: Context,
  orderId: string,
  deviceId: string | null,
  target: PushTarget | null,
): Promise<true> {
  const order = deviceId === null ? undefined : await ownOrder(ctx.sql, orderId, deviceId)
  if (order === undefined || deviceId === null) throw noOrder()
  if (target === null) {
    await unsubscribe(ctx.sql, orderId)
    return true
  }
  admitPush(myOrderState(order))
  ctx.push.admit(target)
  await transaction(ctx, async ({ sql, now }) => {
    await subscribe(sql, { orderId, deviceId }, target)
    await renewTarget(sql, deviceId, target)
    // The listener subscribed on the page, which shows this already.
    await addTurns(sql, now(), { orderId, shownByPage: true })
  })
  return true
}

/** Refuses as `setPushTarget` does, of an order whose turn is to be told in a messenger. */
export async function admitChatOfOrder(
  { sql }: Context,
  orderId: string,
  deviceId: string | null,
): Promise<string> {
  const order = deviceId === null ? undefined : await ownOrder(sql, orderId, deviceId)
  if (order === undefined || deviceId === null) throw noOrder()
  admitPush(myOrderState(order))
  return deviceId
}

/**
 * The turn of this device's orders is told in this chat, at once where it has come. In the caller's transaction. Refuses
 * as `setPushTarget` does.
 */
export async function setChatOfOrder(
  ctx: Context,
  order: { readonly orderId: string; readonly deviceId: string },
  endpoint: string,
): Promise<void> {
  const { sql, now } = ctx
  await admitChatOfOrder(ctx, order.orderId, order.deviceId)
  await subscribe(sql, order, { endpoint, p256dh: '', auth: '' })
  await addTurns(sql, now(), { orderId: order.orderId })
}

/** Whether something is sent to this chat. */
export const isChatBound = ({ sql }: Context, endpoint: string): Promise<boolean> =>
  isBound(sql, endpoint)

/** Nothing more is sent to this chat. */
export const forgetChat = (ctx: Context, endpoint: string): Promise<void> =>
  transaction(ctx, ({ sql }) => endChat(sql, endpoint))

/** A group has another address from now on. */
export const renameChat = ({ sql }: Context, endpoint: string, to: string): Promise<void> =>
  moveChat(sql, endpoint, to)

/** Called where the time or the place of this concert changed, inside the transaction that has it locked. */
export function notifyOfMove({ sql, now }: Context, concertId: string): Promise<void> {
  return addCorrected(sql, concertId, {
    first: new Date(now().getTime() + MOVE_REST_MS.first),
    restSeconds: MOVE_REST_MS.next / 1000,
  })
}

/** Devices are told of their orders: each of them by itself, once, while it is true. */
const LISTENERS: Audience = {
  recipients: 'orderId',
  async contactOf(sql, orderId) {
    const to = await lockSubscription(sql, orderId)
    const contact = contactOf(to)
    return contact && { contact, timeZone: null }
  },
  stepOf: stepOfOrder,
  frameOf: async (_, { subjectId }) => ({ key: subjectId, shown: false, asked: null }),
  // By a browser's next subscription its orders are told, if it is still true; a chat was left on purpose.
  gone: (sql, _, endpoint) =>
    chatAt(endpoint) === null ? forgetTarget(sql, endpoint) : endChatOfOrders(sql, endpoint),
  repeats: false,
  retryMs: ORDER_RETRY_MS,
  triesMost: Infinity,
  roundOf: 64,
}

/** Sends what is due to devices about their orders. `atOnce`: how many are sent concurrently. */
export function notifyListeners(
  ctx: Context,
  stopping?: AbortSignal,
  atOnce?: number,
): Promise<number> {
  return sendDue(ctx, LISTENERS, {
    addDue: () => addTurns(ctx.sql, ctx.now()),
    stopping,
    ...(atOnce !== undefined && { atOnce }),
  })
}
