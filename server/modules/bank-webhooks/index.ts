import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { forgetOldNotices, receiveNotice } from './bank-webhooks.service.ts'

/** The bank's notifications. */
export const bankWebhooks: Module = {
  routes: (ctx) => [
    on(api.payment.notification, async ({ body, address }) => {
      const known = await receiveNotice(ctx, typeof body === 'string' ? body : '', () =>
        ctx.limits.spend('forgedNoticeOfAddress', address),
      )
      if (!known) throw new Refusal('FORGED', 'Подпись не подошла')
      return ctx.bank?.acknowledgement ?? ''
    }),
  ],
  forget: [forgetOldNotices],
}
