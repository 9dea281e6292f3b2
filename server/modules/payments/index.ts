import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import {
  forgetPayers,
  forgetPaymentWords,
  forgetUnpaidPayments,
  refundCredit,
} from './payments.service.ts'

export const payments: Module = {
  routes: (ctx) => [
    on(api.payment.refund, ({ artist, body, idempotencyKey }) => {
      const { paymentId, word = '', fromNext = false } = body
      const asked = { paymentId, word, fromNext }
      return refundCredit(ctx, artist.id, asked, idempotencyKey)
    }),
  ],
  forget: [forgetPaymentWords, forgetUnpaidPayments, forgetPayers],
}
