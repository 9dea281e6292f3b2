import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { sendDuePushes, setPushTarget } from './push.service.ts'
import { forgetOver } from './push.store.ts'

/** For work that another process left; own changes wake the clock. */
const CLOCK_MS = 5000

export const push: Module = {
  routes: (ctx) => [
    on(api.songs.pushKey, async () => ({ publicKey: ctx.push.publicKey })),
    on(api.songs.pushSubscription, ({ body, device }) =>
      setPushTarget(ctx, body.orderId, device.known(), body.subscription),
    ),
  ],
  jobs: [
    {
      everyMs: CLOCK_MS,
      run: (ctx, stopping) => sendDuePushes(ctx, stopping),
      wakes: ({ wakes }) => wakes.push,
    },
  ],
  // Subscriptions of phones are stored no longer than a concert lasts.
  forget: [({ sql }) => forgetOver(sql)],
}
