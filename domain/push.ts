import { mayCancel } from './queue/my-order.ts'
import type { MyOrderState } from './queue/my-order.ts'
import { Refusal } from './refusal.ts'
import { MINUTE_MS, SECOND_MS } from './time.ts'

/** The push messages to a listener: about his song, each once per order, and that its concert was moved. */
export type PushAbout = 'next' | 'playing' | 'moved'

export const PUSH_TITLES: Readonly<Record<PushAbout, string>> = {
  next: 'Ваша песня следующая',
  playing: 'Сейчас играет ваша песня',
  moved: 'Концерт перенесён',
}

/** The delays (ms) of `retryAt` for a push service that is unavailable for now. */
export const PUSH_RETRY_MS = [2, 5, 15, 45].map((seconds) => seconds * SECOND_MS)
/** How long (ms) a message is worth sending: a song is over by then. */
export const PUSH_WORTH_MS: Readonly<Record<PushAbout, number>> = {
  next: 5 * MINUTE_MS,
  playing: 5 * MINUTE_MS,
  moved: 24 * 60 * MINUTE_MS,
}

/** The delay (ms) before a move is sent, so that a mistake corrected at once is not, and the least time from that message to the next. */
export const MOVE_REST_MS = { first: MINUTE_MS, next: 60 * MINUTE_MS }

/** A browser's subscription: the URL of its push service, and two keys in base64url. */
export type PushTarget = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export const PUSH_ENDPOINT_MAX = 1024

/** Refuses ILLEGAL_STEP for an order whose song does not wait: there is nothing left to notify of. */
export function admitPush(state: MyOrderState): void {
  if (mayCancel(state) && state !== 'PAYING') return
  throw new Refusal('ILLEGAL_STEP', 'Об этой песне сообщать уже нечего')
}

/** The refusal of a subscription that no browser makes. */
export function badPushTarget(): Refusal {
  return new Refusal('VALIDATION', 'Браузер не дал адреса для уведомлений', 'subscription')
}

/** The refusal of a subscription at a push service that we do not send to. */
export function unknownPushService(): Refusal {
  const sentence =
    'Уведомления этого браузера мы отправить не сможем. Откройте страницу в Chrome, Firefox или Safari.'
  return new Refusal('VALIDATION', sentence, 'subscription.endpoint')
}
