import { api } from '#contract/index.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { deliverEvents, forgetOldEvents } from './webhook-delivery.service.ts'
import { beginAnew, createWebhook, dropWebhook, listWebhooks } from './webhooks.service.ts'

/** For what is tried again and what another process left; own events wake the clock. */
const CLOCK_MS = 5 * SECOND_MS

/** What happens at an artist's concerts, told to his own programs. */
export const webhooks: Module = {
  routes: (ctx) => [
    on(api.webhooks.list, ({ artist }) => listWebhooks(ctx, artist.id)),
    on(api.webhooks.add, ({ artist, body }) => createWebhook(ctx, artist, body.url)),
    on(api.webhooks.resume, ({ artist, body }) => beginAnew(ctx, artist, body.id)),
    on(api.webhooks.end, ({ artist, body }) => dropWebhook(ctx, artist.id, body.id)),
  ],
  jobs: [
    {
      everyMs: CLOCK_MS,
      run: (ctx, stopping) => deliverEvents(ctx, stopping),
      wakes: ({ wakes }) => wakes.webhooks,
    },
  ],
  forget: [forgetOldEvents],
}
