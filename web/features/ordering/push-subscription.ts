import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'

/** Browsers of the years before 2025 have no Uint8Array.fromBase64. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array) => {
  const bytes = new Uint8Array(one ?? new ArrayBuffer())
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}

/** A worker that is not there by then will not come (ms). */
const WORKER_MS = 10_000

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_MS))
  const worker = await Promise.race([navigator.serviceWorker.ready, late])
  if (worker === undefined) throw new Error('no service worker')
  return worker
}

/**
 * Subscribes this browser, and has the server send messages about this order there; `anew`: the push service
 * knows the former subscription no more. Throws where either does not go.
 */
export async function setPush(orderId: string, anew = false): Promise<void> {
  const worker = await readyWorker()
  const { publicKey } = await call(api.songs.pushKey, {})
  const applicationServerKey = bytesOf(publicKey)
  const before = await worker.pushManager.getSubscription()
  // One made for another key of this site, such as of a database that is no more, takes nothing of ours.
  const usable =
    !anew && before && isSame(before.options.applicationServerKey, applicationServerKey)
  if (before !== null && usable !== true) await before.unsubscribe()
  const subscription = usable
    ? before
    : await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { orderId, subscription: { endpoint, p256dh, auth } }
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
