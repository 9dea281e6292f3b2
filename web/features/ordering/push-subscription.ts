import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { subscribeBrowser } from '#web/lib/push-subscription.ts'

/** Has the server send messages about this order to this browser. Throws where it does not go. */
export async function setPush(orderId: string, anew = false): Promise<void> {
  const body = { orderId, subscription: await subscribeBrowser(anew) }
  await call(api.songs.pushSubscription, { body })
}

let renewing: Promise<void> | null = null

/** Makes another subscription of this browser, which all of its orders get with the first one. */
export function renewPush(orderId: string): Promise<void> {
  renewing ??= setPush(orderId, true).finally(() => {
    renewing = null
  })
  return renewing
}

/** Has the server send no more messages about this order. */
export async function dropPush(orderId: string): Promise<void> {
  await call(api.songs.pushSubscription, { body: { orderId, subscription: null } })
}
