import { randomUUIDv7 } from 'node:crypto'
import { usernameKey } from '#domain/accounts/account.ts'
import { checkTogether } from '#domain/fields.ts'
import { COMMISSION_BPS, kopecks } from '#domain/money.ts'
import { linkEnd } from '#domain/payments/payment-watch.ts'
import { checkTipName, checkTipWords } from '#domain/queue/order-words.ts'
import type { TipShown } from '#domain/queue/order-words.ts'
import { admitTip } from '#domain/queue/order.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import { shownArtist } from '../artists/artists.service.ts'
import { openedOrFreed } from '../payment-worker/payment-pages.service.ts'
import { beginPayment, needBank } from '../payments/payments.service.ts'
import { ORDER_CALL, orderPlacedBefore, takeOrder } from '../queue/ordering.service.ts'
import type { OrderBody, OrderToTake, PlacedOrder } from '../queue/ordering.service.ts'
import { isDeviceMuted } from '../queue/queue.service.ts'
import { nameTip } from '../thanks/thanks.service.ts'

/** `paymentURL`: the bank's page, for an order that has to be paid. */
export type OrderAnswer = {
  readonly orderId: string
  readonly paymentURL?: string
  readonly place?: number
}

/**
 * Places an order and returns the bank's page where it has to be paid: the bank is asked after the commit, and a repeat
 * gets the same page.
 */
export async function placeOrder(ctx: Context, order: OrderToTake): Promise<OrderAnswer> {
  return withPage(ctx, await takeOrder(ctx, order), order.idempotencyKey)
}

/** The answer that this key got before, or null. Refuses IDEMPOTENCY_CONFLICT for another request under the same key. */
export async function orderAnsweredBefore(
  ctx: Context,
  body: OrderBody,
  key: string | null,
): Promise<OrderAnswer | null> {
  const placed = await orderPlacedBefore(ctx, body, key)
  return placed === null ? null : withPage(ctx, placed, key)
}

async function withPage(ctx: Context, placed: PlacedOrder, key: string | null) {
  const { paid, ...answer } = placed
  if (!paid) return answer
  const under = { call: ORDER_CALL, key, answer: placed }
  return { ...answer, paymentURL: await openedOrFreed(ctx, answer.orderId, under) }
}

const DONATE = 'payment/donate'

/**
 * Begins a tip and returns the bank's page. Refuses NOT_FOUND, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, VALIDATION
 * (`message`, `name`, `receiptTo`), TOO_MANY, PAYMENTS_DOWN.
 */
export async function donate(
  ctx: Context,
  gift: {
    artistUsername: string
    amount: number
    message: string
    receiptTo?: string | undefined
    /** What the hall may read of the giver. */
    shown?: TipShown | undefined
    /** Without a payer his open pages are not counted. */
    payer?: { deviceId: string; network: string }
  },
  idempotencyKey: string | null,
): Promise<string> {
  const amount = kopecks(gift.amount)
  admitTip(amount)
  const { message, name } = checkTogether({
    message: () => checkTipWords(gift.message),
    name: () => gift.shown && checkTipName(gift.shown.name),
  })
  needBank(ctx)
  const artist = await shownArtist(ctx, gift.artistUsername)
  const { receiptTo, payer } = gift
  const muted = payer !== undefined && (await isDeviceMuted(ctx, artist.id, payer.deviceId))
  const shown = name === undefined ? undefined : { name, withSum: gift.shown?.withSum === true }
  const same = { artist: usernameKey(gift.artistUsername), amount, message, receiptTo, shown }
  const id = await transaction(ctx, (inside) =>
    onceByKey(inside.sql, DONATE, idempotencyKey, same, inside.now(), async () => {
      const fresh = randomUUIDv7()
      await beginPayment(inside, {
        id: fresh,
        kind: 'tip',
        artistId: artist.id,
        amount,
        commissionBps: COMMISSION_BPS.tip,
        expiresAt: linkEnd(inside.now(), null),
        // The tip of a muted listener comes without its message and without his name.
        message: muted ? '' : message,
        receiptTo,
        ...payer,
      })
      if (shown !== undefined && !muted)
        await nameTip(inside.sql, { paymentId: fresh, artistId: artist.id, ...shown })
      return fresh
    }),
  )
  return openedOrFreed(ctx, id, { call: DONATE, key: idempotencyKey, answer: id })
}
