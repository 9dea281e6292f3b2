import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { singleFlight } from '#server/platform/concurrency.ts'
import type { Context } from '#server/context.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { MyOrdersService } from './my-orders.service.ts'
import { listAsks, muteListener, openHeldWords } from './order-words.service.ts'
import type { OrderCheckout, PlacedOrderAnswer, RequestedOrder } from './ordering.service.ts'
import { NowMoved } from './queue-changes.service.ts'
import { sumsFor } from './queue-view.service.ts'
import type { Queues } from './queue.service.ts'

export function myOrdersRoutes(
  orders: Pick<MyOrdersService, 'ofDevice' | 'cancel'>,
  limits: Limits,
): Route[] {
  return [
    on(api.songs.myOrders, async ({ query, device, address }) => {
      // A request without a device cookie has no orders, and spends no limit.
      if (device.known() === null) return []
      await limits.spend('myOrdersOfAddress', address)
      return orders.ofDevice(query.sessionId, device.known())
    }),
    on(api.songs.cancelOrder, ({ body, device }) => orders.cancel(body.orderId, device.known())),
  ]
}

export function queueRoutes(
  ctx: Context,
  { queue, orders }: { queue: Queues; orders: OrderCheckout },
  limits: Limits,
): Route[] {
  return [
    orderSong(queue, orders, limits),
    on(api.artist.nextSong, async ({ artist, body, idempotencyKey }) => {
      try {
        return await queue.next(artist.id, body.songId, { ...body, idempotencyKey })
      } catch (error) {
        if (!(error instanceof NowMoved)) throw error
        throw new NowMoved(error.message, error.queue.map(sumsFor(artist)))
      }
    }),
    on(api.payment.confirm, ({ artist, body }) =>
      queue.confirm(artist.id, body.sessionId, body.songId),
    ),
    on(api.artist.lastPlayed, async ({ artist, query }) => {
      const last = await queue.played(artist.id, query.sessionId)
      return last && sumsFor(artist)(last)
    }),
    on(api.artist.undoPlayed, ({ artist, body }) =>
      queue.undo(artist.id, body.sessionId, body.entryId),
    ),
    on(api.artist.addSong, ({ artist, body, idempotencyKey }) =>
      queue.addOwn(artist.id, body, idempotencyKey),
    ),
    on(api.artist.onTop, ({ artist, body }) => queue.onTop(artist.id, body.songId, body.sessionId)),
    on(api.artist.oneSongUp, ({ artist, body }) =>
      queue.oneUp(artist.id, body.songId, body.sessionId),
    ),
    on(api.artist.moveSong, ({ artist, body }) =>
      queue.move(artist.id, body.sessionId, body.songId, body),
    ),
    on(api.artist.backToOrders, ({ artist, body }) =>
      queue.backToOrders(artist.id, body.sessionId, body.songId),
    ),
    on(api.artist.changeSongStatus, ({ artist, body }) =>
      queue.changeStatus(artist.id, body.sessionId, body.songId, body.statusSong, body),
    ),
    on(api.artist.updateSessionSongList, ({ artist, body }) =>
      queue.setScheduledList(artist.id, body.sessionId, body.idList, body.knownIds),
    ),
    on(api.artist.queue, async ({ artist, query }) =>
      (await queue.ownQueue(artist.id, query.sessionId)).map(sumsFor(artist)),
    ),
    on(api.artist.openWords, ({ artist, body }) => openHeldWords(ctx, artist.id, body)),
    on(api.artist.asks, ({ artist, query }) => listAsks(ctx, artist.id, query)),
    on(api.artist.muteListener, ({ artist, body }) => muteListener(ctx, artist.id, body)),
    on(api.artist.previewRules, ({ artist, body }) =>
      queue.previewRules(artist.id, body.sessionId, body),
    ),
    on(api.test.getQueueBySession, ({ body }) => queue.queueOf(body.sessionId)),
    on(api.test.getQueueByArtist, ({ query }) => queue.queueNowOf(query.artistUsername)),
  ]
}

function orderSong(queue: Queues, orders: OrderCheckout, limits: Limits): Route {
  // Equal requests in flight share one answer, so one device and one spent limit; the database decides that they are
  // one order.
  const placing = singleFlight<PlacedOrderAnswer>()
  return on(api.songs.orderSong, async ({ body, device, address, idempotencyKey, waitedMs }) => {
    const request = requestOf(body)
    const receivedAt = Date.now()

    async function place(): Promise<PlacedOrderAnswer> {
      // A repeat is no new order and no new device, so it spends no limit.
      const answered = await orders.answered(request, idempotencyKey)
      if (answered !== null) return answered
      const rate =
        request.supports === undefined ? 'orderOfConcertAndAddress' : 'supportOfConcertAndAddress'
      await limits.spend(rate, `${request.concertId} ${address}`)
      return orders.place({
        ...request,
        deviceId: await device.ensure(),
        idempotencyKey,
        receivedAt,
        askedAt: receivedAt - waitedMs,
      })
    }

    if (idempotencyKey === null) return place()
    const answer = await placing.run(JSON.stringify([idempotencyKey, request]), place)
    if (device.known() === null) {
      const owner = await queue.ownerByKey(answer.orderId, idempotencyKey)
      if (owner !== null) device.become(owner)
    }
    return answer
  })
}

function requestOf(body: BodyOf<typeof api.songs.orderSong>): RequestedOrder {
  const {
    sessionId: concertId,
    artistUsername,
    songId,
    title,
    artistName,
    amount,
    name,
    words,
    table,
    pass,
    supports,
    collect,
    receiptTo,
  } = body
  const asked = { concertId, artistUsername, songId, title, artistName, amount, name, words }
  return { ...asked, table, pass, supports, collect, receiptTo }
}
