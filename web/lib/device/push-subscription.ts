import { api } from '#contract/index.ts'
import { call } from '../calls/call.ts'

/** Browsers before 2025 have no Uint8Array.fromBase64. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array) => {
  const bytes = new Uint8Array(one ?? new ArrayBuffer())
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}

/** A service worker that is not ready by then will not come (ms). */
const WORKER_MS = 10_000

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_MS))
  const worker = await Promise.race([navigator.serviceWorker.ready, late])
  if (worker === undefined) throw new Error('no service worker')
  return worker
}

/**
 * Returns the push subscription of this browser; `forceNew`: the push service no longer knows the former one. Throws where
 * none can be made.
 */
export async function subscribeBrowser(forceNew = false) {
  const worker = await readyWorker()
  const { publicKey } = await call(api.songs.pushKey, {})
  const applicationServerKey = bytesOf(publicKey)
  const before = await worker.pushManager.getSubscription()
  // A subscription for another key of this site, such as of a former database, receives nothing of ours.
  const usable =
    !forceNew && before && isSame(before.options.applicationServerKey, applicationServerKey)
  if (before !== null && usable !== true) await before.unsubscribe()
  const subscription = usable
    ? before
    : await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, p256dh, auth }
}
