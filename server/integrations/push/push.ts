import type { PushTarget } from '#domain/push.ts'

export type PushMessage = {
  /** What the service worker of the page reads; 3 KB at most. */
  readonly text: string
  /** So long the push service keeps it for a phone that is off. */
  readonly ttlSeconds: number
  /** A later message of one topic replaces an earlier one that is not delivered yet; 32 characters of base64url at most. */
  readonly topic: string
}

/**
 * `gone`: the subscription is no more. `refused`: the same message will not be taken later either. `down`: the
 * service refused it for now, and a number: for so many ms. `unreached`: the message never left. `silent`: it may have been taken.
 */
export type PushAnswer = 'sent' | 'gone' | 'refused' | 'down' | number | 'unreached' | 'silent'

/** The way messages reach phones whose page is closed. */
export type Push = {
  /** The key that a browser subscribes with; base64url. */
  readonly publicKey: string
  /** Whether this may be the subscription of a browser. */
  admits(target: PushTarget): boolean
  /** Never fails, and answers within 3 s. */
  send(target: PushTarget, message: PushMessage): Promise<PushAnswer>
}

/** Of a world that nobody watches with a phone: takes no subscription. */
export const NO_PUSH: Push = { publicKey: '', admits: () => false, send: async () => 'refused' }
