import type { PaymentKind, PaymentState } from '#domain/payment.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** How soon to ask again (ms): at first, once `until` has passed, and after `last` never more. */
type Pace = { soon: number; until: number; later: number; last: number }

const WAITING: Pace = {
  soon: 2.5 * SECOND_MS,
  until: 2 * MINUTE_MS,
  later: 10 * SECOND_MS,
  last: Infinity,
}
const GOING_BACK: Pace = {
  soon: 10 * SECOND_MS,
  until: 2 * MINUTE_MS,
  later: MINUTE_MS,
  last: Infinity,
}
/** Late money may still turn up behind a closed page of the bank. */
const OVER: Pace = {
  soon: 30 * SECOND_MS,
  until: 5 * MINUTE_MS,
  later: MINUTE_MS,
  last: 20 * MINUTE_MS,
}

const PACES: Record<PaymentState, Pace | null> = {
  created: WAITING,
  awaiting: WAITING,
  // The concert's own channel says the rest at once.
  secured: { soon: 30 * SECOND_MS, until: 10 * MINUTE_MS, later: MINUTE_MS, last: Infinity },
  releasing: { soon: 5 * SECOND_MS, until: 2 * MINUTE_MS, later: 30 * SECOND_MS, last: Infinity },
  released: null,
  returning: GOING_BACK,
  returned: null,
  failed: OVER,
  expired: OVER,
  canceled: OVER,
}

const FAILED = { first: 2 * SECOND_MS, most: 30 * SECOND_MS }

export type Asking = {
  /** What is known; null before the first answer. */
  payment: { kind: PaymentKind; state: PaymentState } | null
  /** How long this state has been looked at (ms). */
  seenFor: number
  /** How many asks in a row brought no answer. */
  failures: number
  /** What the server asked for with its last «too many» (ms). */
  notBefore: number
}

/** In how many milliseconds to ask again, or null where nothing will change. */
export function askAgainIn({ payment, seenFor, failures, notBefore }: Asking): number | null {
  const pace = payment === null ? WAITING : paceOf(payment)
  if (pace === null || seenFor > pace.last) return null
  const usual = seenFor < pace.until ? pace.soon : pace.later
  if (failures === 0) return usual
  const backoff = Math.min(FAILED.most, FAILED.first * 2 ** Math.min(failures, 10))
  return Math.max(usual, backoff, notBefore)
}

function paceOf({ kind, state }: { kind: PaymentKind; state: PaymentState }): Pace | null {
  // What is not a song waits for a bank alone.
  return state === 'secured' && kind !== 'song' ? WAITING : PACES[state]
}

/** A bank that has been waited for so long is called late (ms). */
export const LATE_MS = 2 * MINUTE_MS

/** Whether the page waits for a bank: then it does not wait without words. */
export function waitsForBank(payment: Asking['payment']): boolean {
  return payment === null || paceOf(payment) === WAITING
}
