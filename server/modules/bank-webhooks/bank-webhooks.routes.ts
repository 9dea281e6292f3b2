import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { BankWebhooks } from './bank-webhooks.service.ts'

export function bankWebhooksRoutes(webhooks: BankWebhooks, limits: Limits): Route[] {
  return [
    on(api.payment.notification, async ({ body, address }) => {
      const known = await webhooks.receive(typeof body === 'string' ? body : '', () =>
        limits.spend('forgedNoticeOfAddress', address),
      )
      if (!known) throw new Refusal('FORGED', 'Подпись не подошла')
      return webhooks.acknowledgement
    }),
  ]
}
