import { api } from '#contract/index.ts'
import type { PaymentShown } from '#contract/payment.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Payments, ShownPayment } from './payments.service.ts'

export function paymentsRoutes(payments: Payments, limits: Limits): Route[] {
  return [
    on(api.payment.donate, async ({ body, device, address, idempotencyKey }) => {
      const { artistUsername, amount, message = '', receiptTo } = body
      const payer = { deviceId: await device.ensure(), network: networkOf(address) }
      const gift = { artistUsername, amount, message, receiptTo, payer }
      return payments.donate(gift, idempotencyKey)
    }),
    on(api.payment.payOrder, ({ body }) => payments.pageOf(body.orderId)),
    on(api.payment.refund, ({ artist, body, idempotencyKey }) =>
      payments.refundByArtist(
        artist.id,
        { paymentId: body.paymentId, word: body.word ?? '' },
        idempotencyKey,
      ),
    ),
    on(api.payment.byId, async ({ params, address }) => {
      const spendLook = async () => {
        await limits.spend('bankLookOfAddress', address)
        await limits.spend('bankLook', '')
      }
      return shownOnWire(await payments.shown(params.id, spendLook))
    }),
  ]
}

function shownOnWire({ payment, artist, songStatus, delayed }: ShownPayment): PaymentShown {
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
    createdAt: payment.createdAt.toISOString(),
    ...(reason === null ? {} : { reason }),
    ...(payment.returnWord === '' ? {} : { returnWord: payment.returnWord }),
    ...(open ? { paymentURL: link, payUntil: payment.expiresAt.toISOString() } : {}),
    ...(concertId === null ? {} : { sessionId: concertId }),
    ...(songId === null ? {} : { songId }),
    ...(payment.kind === 'song' ? { songTitle, songArtistName: songArtist } : {}),
    ...(songStatus === null ? {} : { songStatus }),
  }
}
