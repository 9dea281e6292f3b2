import { randomUUIDv7 } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { PaymentShown } from '#contract/payment.ts'
import { isSentBack } from '#domain/payments/payment-looks.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { singleFlight } from '#server/platform/concurrency.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import { bankPageOf, showPayment } from '../payment-worker/payment-pages.service.ts'
import type { ShownPayment } from '../payment-worker/payment-pages.service.ts'
import { orderOwnerByKey } from '../queue/ordering.service.ts'
import { donate, orderAnsweredBefore, placeOrder } from './checkout.service.ts'
import type { OrderAnswer } from './checkout.service.ts'
import { checkNumber } from './number-check.service.ts'

/** From the press of a listener or an artist to the bank's page: orders, tips and the check of a number. */
export const checkout: Module = {
  routes: (ctx) => [
    orderSong(ctx),
    on(api.payment.donate, async ({ body, device, address, idempotencyKey }) => {
      const { artistUsername, amount, message = '', receiptTo, shown } = body
      const payer = { deviceId: await device.ensure(), network: networkOf(address) }
      const gift = { artistUsername, amount, message, receiptTo, shown, payer }
      return donate(ctx, gift, idempotencyKey)
    }),
    on(api.payment.payOrder, ({ body }) => bankPageOf(ctx, body.orderId)),
    on(api.payment.byId, async ({ params, address }) => {
      const spendLook = async () => {
        await ctx.limits.spend('bankLookOfAddress', address)
        await ctx.limits.spend('bankLook', '')
      }
      return shownOnWire(await showPayment(ctx, params.id, spendLook))
    }),
    on(api.auth.checkNumber, async ({ artist, body, address }) => {
      if (body.artistUsername.toLowerCase() !== artist.username.toLowerCase())
        throw new Refusal('NOT_YOURS', 'Проверить можно только свой номер')
      const { number, sbpNumberId, currentPassword } = body
      const typed = { phoneNumber: number, sbpNumberId }
      const spendTry = async () => {
        if (currentPassword !== undefined) await ctx.limits.spend('passwordOfAccount', artist.id)
      }
      return checkNumber(ctx, artist.id, typed, {
        token: artist.token,
        currentPassword,
        address,
        spendTry,
      })
    }),
  ],
}

function orderSong(ctx: Context): Route {
  // Equal requests in flight share one answer, so one device and one spent limit; the database decides that they are
  // one order.
  const placing = singleFlight<OrderAnswer>()
  return on(api.songs.orderSong, async ({ body, device, address, idempotencyKey }) => {
    const receivedAt = Date.now()
    const came = device.known()
    const freshId = randomUUIDv7()

    async function place(): Promise<OrderAnswer> {
      // A repeat is no new order and no new device, so it spends no limit.
      const answered = await orderAnsweredBefore(ctx, body, idempotencyKey)
      if (answered !== null) return answered
      const rate =
        body.supports === undefined && body.battle === undefined
          ? 'orderOfConcertAndAddress'
          : 'supportOfConcertAndAddress'
      await ctx.limits.spend(rate, `${body.sessionId} ${address}`)
      return placeOrder(ctx, {
        body,
        freshId,
        deviceId: await device.ensure(),
        network: networkOf(address),
        idempotencyKey,
        receivedAt,
      })
    }

    if (idempotencyKey === null) return place()
    const answer = await placing.run(JSON.stringify([idempotencyKey, body]), place)
    if (came === null && answer.orderId !== freshId) {
      const owner = await orderOwnerByKey(ctx, answer.orderId, idempotencyKey)
      if (owner !== null) device.become(owner)
    }
    return answer
  })
}

function shownOnWire({
  payment,
  artist,
  songStatus,
  vote,
  delayed,
  thanked,
}: ShownPayment): PaymentShown {
  const { concertId, songId, songTitle, songArtist, reason, link } = payment
  const open = payment.state === 'awaiting' && link !== null
  return {
    id: payment.id,
    state: payment.state,
    kind: payment.kind,
    amount: payment.amount,
    artistUsername: artist.username,
    artistName: artist.name,
    funds: payment.funds,
    delayed,
    ...(isSentBack(payment) && { sentBack: true as const }),
    ...(thanked && { thanked }),
    createdAt: payment.createdAt.toISOString(),
    ...(reason === null ? {} : { reason }),
    ...(payment.returnWord === '' ? {} : { returnWord: payment.returnWord }),
    ...(open ? { paymentURL: link, payUntil: payment.expiresAt.toISOString() } : {}),
    ...(concertId === null ? {} : { sessionId: concertId }),
    ...(songId === null ? {} : { songId }),
    ...(payment.kind === 'song' ? { songTitle, songArtistName: songArtist } : {}),
    ...(songStatus === null ? {} : { songStatus }),
    ...(vote && { vote: true as const }),
    ...(payment.battleId === null && payment.shareGoal !== null && { share: true as const }),
  }
}
