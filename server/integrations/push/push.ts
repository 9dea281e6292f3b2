import { badPushTarget } from '#domain/push.ts'
import type { PushTarget } from '#domain/push.ts'

type PushMessage = {
  /** What the service worker of the page reads; 3 KB at most. */
  readonly text: string
  /** How long the push service stores it for a phone that is off. */
  readonly ttlSeconds: number
  /** A later message of one topic replaces an undelivered earlier one; 32 characters of base64url at most. */
  readonly topic: string
}

/**
 * `gone`: the subscription no longer exists. `refused`: the same message will not be accepted later either. `down`: the
 * service refused it for now, and a number: for so many ms. `unreached`: the message was never sent. `silent`: it may
 * have been accepted.
 */
export type PushAnswer = 'sent' | 'gone' | 'refused' | 'down' | number | 'unreached' | 'silent'

/** Sends messages to phones whose page is closed. */
export type Push = {
  /** The key that a browser subscribes with; base64url. */
  readonly publicKey: string
  /** Refuses VALIDATION where this is no browser's subscription, or one at an unknown push service. */
  admit(target: PushTarget): void
  /** Never fails, and answers within 3 s. */
  send(target: PushTarget, message: PushMessage): Promise<PushAnswer>
}

const OF_A_SERVICE: ReadonlySet<unknown> = new Set<PushAnswer>(['sent', 'gone', 'refused'])

/** Whether the push service is down, by what was answered. */
export const isAway = (answer: unknown): boolean => !OF_A_SERVICE.has(answer)

/** For a world without phones: accepts no subscription. */
export const NO_PUSH: Push = {
  publicKey: '',
  admit() {
    throw badPushTarget()
  },
  send: async () => 'refused',
}
