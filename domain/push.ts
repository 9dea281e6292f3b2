import { mayCancel } from './queue/my-order.ts'
import type { MyOrderState } from './queue/my-order.ts'
import { Refusal } from './refusal.ts'
import { MINUTE_MS, SECOND_MS } from './time.ts'

/** What a listener is told of his song by a push message, each once an order. */
export type PushAbout = 'next' | 'playing'

export const PUSH_TITLES: Readonly<Record<PushAbout, string>> = {
  next: 'Ваша песня следующая',
  playing: 'Сейчас играет ваша песня',
}

/** The delays (ms) of `retryAt` for a push service that takes nothing for now. */
export const PUSH_RETRY_MS = [2, 5, 15, 45].map((seconds) => seconds * SECOND_MS)
/** A song is over by then, and so is what would be told of it. */
export const PUSH_WORTH_MS = 5 * MINUTE_MS

/** The subscription of a browser: the address of its push service, and two keys in base64url. */
export type PushTarget = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export const PUSH_ENDPOINT_MAX = 1024

/** Refuses ILLEGAL_STEP for an order whose song does not wait: there is nothing left to tell. */
export function admitPush(state: MyOrderState): void {
  if (mayCancel(state) && state !== 'PAYING') return
  throw new Refusal('ILLEGAL_STEP', 'Об этой песне сообщать уже нечего')
}

/** A subscription that no browser makes. */
export function badPushTarget(): Refusal {
  return new Refusal('VALIDATION', 'Браузер не дал адреса для уведомлений')
}
