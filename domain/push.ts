import { mayCancel } from './queue/my-order.ts'
import type { MyOrderState } from './queue/my-order.ts'
import { Refusal } from './refusal.ts'

/** How a listener is told that it is the turn of his song, by the page and by push; `stage`: he sings it. */
export const TURN_TITLES = {
  stage: 'Вас зовут на сцену',
  next: 'Ваша песня следующая',
  playing: 'Сейчас играет ваша песня',
} as const

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
