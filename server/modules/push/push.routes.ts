import { api } from '#contract/index.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { PushService } from './push.service.ts'

export function pushRoutes(push: PushService): Route[] {
  return [
    on(api.songs.pushKey, async () => ({ publicKey: push.publicKey })),
    on(api.songs.pushSubscription, ({ body, device }) =>
      push.setTarget(body.orderId, device.known(), body.subscription),
    ),
  ]
}
