import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { subscribeBrowser } from '#web/lib/device/push-subscription.ts'

/** Subscribes this browser to push messages about this order. Throws where push does not work. */
export async function setPush(orderId: string, forceNew = false): Promise<void> {
  const body = { orderId, subscription: await subscribeBrowser(forceNew) }
  await call(api.songs.pushSubscription, { body })
}

let renewing: Promise<void> | null = null

/** Replaces this browser's subscription; the first order's request updates all of its orders. */
export function renewPush(orderId: string): Promise<void> {
  renewing ??= setPush(orderId, true).finally(() => {
    renewing = null
  })
  return renewing
}

/** Ends the push messages about this order. */
export async function dropPush(orderId: string): Promise<void> {
  await call(api.songs.pushSubscription, { body: { orderId, subscription: null } })
}
