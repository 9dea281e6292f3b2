import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { foretellPlace } from './forecast.service.ts'
import { listGuestOrders, takeGuestOut } from './guest-orders.service.ts'
import { cancelOrder, letOthersPass, myOrders } from './my-orders.service.ts'
import {
  forgetDevices,
  forgetOrderWords,
  listAsks,
  muteListener,
  openHeldTitle,
  openHeldWords,
} from './order-words.service.ts'
import {
  addSongToQueue,
  moveSong,
  moveSongToTop,
  moveSongUp,
  nextSong,
  NowMoved,
  sendSongBack,
  setScheduledList,
  setSongStatus,
} from './queue-changes.service.ts'
import { previewRules, queueNowOf, queueOf, queueOfOwner, sumsFor } from './queue-view.service.ts'
import { confirmPlayedSong, lastPlayedSong, undoPlayedSong } from './queue.service.ts'

export const queue: Module = {
  routes: (ctx) => [
    on(api.artist.nextSong, async ({ artist, body, idempotencyKey }) => {
      try {
        return await nextSong(ctx, artist.id, body.songId ?? null, { ...body, idempotencyKey })
      } catch (error) {
        if (!(error instanceof NowMoved)) throw error
        // What listeners wrote stands in the queue.
        if (artist.secondPad?.rights?.includes('watch') === false)
          throw new Refusal('NOW_MOVED', error.message)
        throw new NowMoved(error.message, error.queue.map(sumsFor(artist)))
      }
    }),
    on(api.payment.confirm, ({ artist, body }) =>
      confirmPlayedSong(ctx, artist.id, body.sessionId, body.songId),
    ),
    on(api.artist.lastPlayed, async ({ artist, query }) => {
      const last = await lastPlayedSong(ctx, artist.id, query.sessionId)
      return last && sumsFor(artist)(last)
    }),
    on(api.artist.undoPlayed, ({ artist, body }) =>
      undoPlayedSong(ctx, artist.id, body.sessionId, body.entryId),
    ),
    on(api.artist.addSong, ({ artist, body, idempotencyKey }) =>
      addSongToQueue(ctx, artist.id, body, idempotencyKey),
    ),
    on(api.artist.onTop, ({ artist, body }) =>
      moveSongToTop(ctx, artist.id, body.songId, body.sessionId),
    ),
    on(api.artist.oneSongUp, ({ artist, body }) =>
      moveSongUp(ctx, artist.id, body.songId, body.sessionId),
    ),
    on(api.artist.moveSong, ({ artist, body }) =>
      moveSong(ctx, artist.id, body.sessionId, body.songId, body),
    ),
    on(api.artist.backToOrders, ({ artist, body }) =>
      sendSongBack(ctx, artist.id, body.sessionId, body.songId),
    ),
    on(api.artist.changeSongStatus, ({ artist, body }) =>
      setSongStatus(ctx, artist.id, body.sessionId, body.songId, body.statusSong, body),
    ),
    on(api.artist.updateSessionSongList, ({ artist, body }) =>
      setScheduledList(ctx, artist.id, body.sessionId, body.idList, body.knownIds),
    ),
    on(api.artist.queue, async ({ artist, query }) =>
      (await queueOfOwner(ctx, artist.id, query.sessionId)).map(sumsFor(artist)),
    ),
    on(api.artist.openTitle, ({ artist, body }) => openHeldTitle(ctx, artist.id, body)),
    on(api.artist.openWords, ({ artist, body }) => openHeldWords(ctx, artist.id, body)),
    on(api.artist.asks, ({ artist, query }) => listAsks(ctx, artist.id, query)),
    on(api.artist.muteListener, ({ artist, body }) => muteListener(ctx, artist.id, body)),
    on(api.artist.guestOrders, async ({ artist, query }) => {
      const guest = await listGuestOrders(ctx, artist.id, query)
      if (artist.secondPad === undefined) return guest
      const orders = guest.orders.map(({ amount, ...order }) => ({
        ...order,
        amount: kopecks(0),
        ...(amount > 0 && { paid: true as const }),
      }))
      return { ...guest, orders }
    }),
    on(api.artist.takeOutGuest, ({ artist, body, idempotencyKey }) =>
      takeGuestOut(ctx, artist.id, body, idempotencyKey),
    ),
    on(api.artist.previewRules, ({ artist, body }) =>
      previewRules(ctx, artist.id, body.sessionId, body),
    ),
    on(api.songs.myOrders, async ({ query, device, address }) => {
      // A request without a device cookie has no orders, and spends no limit.
      if (device.known() === null) return []
      await ctx.limits.spend('myOrdersOfAddress', address)
      return myOrders(ctx, query.sessionId, device.known())
    }),
    on(api.songs.placeAhead, ({ query, device }) => foretellPlace(ctx, query, device.known())),
    on(api.songs.letPass, ({ body, device }) => letOthersPass(ctx, body.orderId, device.known())),
    on(api.songs.cancelOrder, ({ body, device }) => cancelOrder(ctx, body.orderId, device.known())),
    on(api.test.getQueueBySession, ({ body }) => queueOf(ctx, body.sessionId)),
    on(api.test.getQueueByArtist, ({ query }) => queueNowOf(ctx, query.artistUsername)),
  ],
  forget: [forgetOrderWords, forgetDevices],
}
