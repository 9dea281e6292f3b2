import type { AnswerOf, BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { kopecks } from '#domain/money.ts'
import { mayCancel, myOrderState, noOrder } from '#domain/queue/my-order.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import { noteCommand } from '#server/platform/db/order-effects.ts'
import { cancelUnpaidOrders, returnUnplayed } from '../payments/queue-payments.service.ts'
import { deviceOfAsk, dropWaiting, ordersOfGuest } from './guest-orders.store.ts'
import { openOf } from './queue-changes.service.ts'
import type { EntryView } from './queue-view.store.ts'
import { showWhole } from './queue-view.store.ts'
import { settleLeft } from './withdrawal.service.ts'

/** The orders of the guest behind an ask, in this concert. Refuses NOT_FOUND and NOT_YOURS. */
export async function listGuestOrders(
  ctx: Context,
  artistId: string,
  { sessionId: concertId, askId }: QueryOf<typeof api.artist.guestOrders>,
): Promise<AnswerOf<typeof api.artist.guestOrders>> {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  const deviceId = await deviceOfAsk(ctx.sql, concertId, askId)
  if (deviceId === undefined) throw noOrder()
  const { muted, orders } = await ordersOfGuest(ctx.sql, concertId, deviceId)
  return {
    name: orders.findLast(({ name }) => name !== '')?.name ?? '',
    muted,
    orders: orders.map((order) => {
      const { askId: ownAskId, entryId, title, artistName, amount, share, alone } = order
      const state = myOrderState(order)
      return {
        askId: ownAskId,
        entryId,
        title,
        artistName,
        state,
        amount: kopecks(amount),
        ...(share && { share: true as const }),
        ...(mayCancel(state) && { waits: true as const, ...(alone && { alone: true as const }) }),
      }
    }),
  }
}

/**
 * Takes the guest's waiting orders behind these entries out, once for each idempotency key: the money of each goes back
 * in full, also what he is about to pay, and a song that nobody else wants leaves the queue. Refuses NOT_FOUND,
 * NOT_YOURS, ILLEGAL_STEP once the concert is over.
 */
export function takeGuestOut(
  ctx: Context,
  artistId: string,
  body: BodyOf<typeof api.artist.takeOutGuest>,
  key: string | null,
): Promise<EntryView[]> {
  const { sessionId: concertId, askId, entryIds } = body
  const receivedAt = Date.now()
  return transaction(ctx, async (inside) => {
    const { sql, now } = inside
    const concert = await openOf(artistId, concertId)(sql)
    const deviceId = await deviceOfAsk(sql, concertId, askId)
    if (deviceId === undefined) throw noOrder()
    await onceByKey(sql, 'artist/take-out-guest', key, body, now(), async () => {
      const dropped = await dropWaiting(sql, { concertId, deviceId, entryIds }, now())
      for (const [entryId, orders] of Map.groupBy(dropped, (order) => order.entryId)) {
        const money = orders.some(({ paymentId }) => paymentId !== null)
        await settleLeft(inside, concert, { entryId, money })
      }
      const paid = dropped.flatMap(({ paymentId }) => paymentId ?? [])
      await returnUnplayed(inside, paid, 'skipped')
      await cancelUnpaidOrders(inside, concertId, { deviceId }, 'skipped')
      return true
    })
    await noteCommand(concertId, now()).execute(sql)
    tellHall(inside, concertId, receivedAt)
    wakeMoney(inside)
    return showWhole(sql, concert)
  })
}
