import { LINK_LIFE_MINUTES } from '../money.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, moscowMidnight } from '../time.ts'
import { guardAt } from './payment.ts'
import type { BankState, Payment } from './payment.ts'

/**
 * The requests to the bank about a payment. `open`: create the payer's page; `capture`: take what is held; `give_back`:
 * void a hold or refund a charge; `close_link`: end the page, so that it accepts no payment; `close_receipt`: report
 * to the till that what was prepaid was given.
 */
export type OperationKind = 'open' | 'capture' | 'give_back' | 'close_link' | 'close_receipt'

/** `notBefore` null: at once. */
export type NextOperation = { readonly kind: OperationKind; readonly notBefore: Date | null }

/**
 * Returns the request that the bank should get in the current state, or null. Depends on the state alone, so that a
 * process that takes a payment over after a crash makes the same request.
 */
export function nextOperation(payment: Payment): NextOperation | null {
  const { state, funds, bankState, mode } = payment
  const over = state === 'failed' || state === 'expired' || state === 'canceled'
  const unpaid = state === 'created' || state === 'awaiting' || (over && payment.kind !== 'song')
  const isHeld = bankState === 'held' || bankState === 'part_held'
  if (mode === 'capture' && unpaid && isHeld && payment.attention === null)
    return { kind: 'capture', notBefore: null }
  // A refund that was refused for good waits for a person.
  if (payment.attention === 'refund_refused') return null
  if (state === 'created') return { kind: 'open', notBefore: null }
  if (state === 'releasing' && funds === 'hold') {
    return { kind: 'capture', notBefore: payment.releaseAt }
  }
  if (state === 'secured' && funds === 'hold' && payment.guarded) {
    return { kind: 'capture', notBefore: null }
  }
  if (state === 'returning') {
    return bankState === 'refunding' ? null : { kind: 'give_back', notBefore: null }
  }
  if (state === 'released' && payment.receipt === 'closing')
    return { kind: 'close_receipt', notBefore: null }
  return over && bankState === 'new' ? { kind: 'close_link', notBefore: null } : null
}

/** The wait (ms) before the next look, by the number of looks in a row that saw nothing new. */
const STATUS_CHECK_DELAYS_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
]

/** How long money may still come after a link was closed: a bank's check takes up to an hour. */
const LATE_MONEY_MS = 2 * HOUR_MS

/** The states in which the bank has ended a page; in any other a payment may still succeed, days later. */
const OVER_AT_THE_BANK: ReadonlySet<BankState> = new Set([
  'canceled',
  'rejected',
  'expired',
  'voided',
  'refunded',
])

/** The states in which the bank has not finished processing a charge, or reports an unknown status. */
const UNDER_WAY: ReadonlySet<BankState | null> = new Set(['refunding', 'busy'])

/**
 * Returns when to look at the bank again, or null where nothing can change any more. `unchangedChecks`: looks in a row
 * that saw nothing new. A change that is due by the time alone is never missed.
 */
export function nextStatusCheckAt(
  payment: Payment,
  now: Date,
  unchangedChecks: number,
): Date | null {
  const delay =
    STATUS_CHECK_DELAYS_MS[Math.min(unchangedChecks, STATUS_CHECK_DELAYS_MS.length - 1)] ?? HOUR_MS
  const soon = new Date(now.getTime() + delay)
  switch (payment.state) {
    case 'created':
    case 'awaiting':
      return earliest(soon, payment.expiresAt > now ? payment.expiresAt : soon)
    case 'secured': {
      // A charge is safe unless a refund was begun outside this service; a hold may be voided without our request.
      if (payment.funds === 'charged') return UNDER_WAY.has(payment.bankState) ? soon : null
      const guard = payment.holdUntil === null ? null : guardAt(payment.holdUntil)
      const hourly = new Date(now.getTime() + HOUR_MS)
      return guard !== null && guard > now ? earliest(hourly, guard) : hourly
    }
    case 'releasing':
      return payment.releaseAt !== null && payment.releaseAt > now ? payment.releaseAt : soon
    case 'returning':
      return soon
    case 'failed':
    case 'expired':
    case 'canceled': {
      // It never had a page, so it cannot be paid.
      if (payment.bankState === null) return null
      // Its page is still to be closed.
      if (nextOperation(payment) !== null) return soon
      const last = new Date(payment.expiresAt.getTime() + LATE_MONEY_MS)
      if (now < last) return earliest(soon, last)
      return OVER_AT_THE_BANK.has(payment.bankState) ? null : new Date(now.getTime() + HOUR_MS)
    }
    case 'released':
      // Money that is being taken back from us is a loss once it is gone.
      return UNDER_WAY.has(payment.bankState) ? soon : null
    case 'returned':
      break
  }
  return null
}

function earliest(a: Date, b: Date): Date {
  return a < b ? a : b
}

/**
 * The shortest lifetime of a link that the bank accepts is a minute, and it counts whole seconds by its own clock; the
 * rest allows for the request's travel.
 */
const SHORTEST_LINK_MS = 75 * SECOND_MS

/** Returns when a link made now ends: after its life, or with the concert's grace. Both moments may be the same to the bank. */
export function linkEnd(now: Date, concertOver: Date | null): Date {
  const end = new Date(now.getTime() + LINK_LIFE_MINUTES * MINUTE_MS)
  const shortest = new Date(now.getTime() + SHORTEST_LINK_MS)
  if (concertOver === null || concertOver > end) return end
  return concertOver > shortest ? concertOver : shortest
}

/**
 * Returns when a hold made at `since` ends where the bank does not report it: the end of the seventh day, the day of
 * the hold counted (the national card system's rule, as the bank's documentation states it).
 */
export function usualHoldEnd(since: Date): Date {
  return moscowMidnight(since, 7)
}

/** Gives a new hold whose end the bank does not report the usual one, the time at which it is captured or cancelled. */
export function withUsualHoldEnd(payment: Payment, now: Date): Payment {
  if (payment.funds !== 'hold' || payment.holdUntil !== null) return payment
  return { ...payment, holdUntil: usualHoldEnd(now) }
}

/** A concert must be over this long before its holds end. */
const HOLD_SPARE_MS = 6 * HOUR_MS

/** Whether money held now would still be held when the concert is over; else it is charged at once. */
export function holdLasts(now: Date, concertEnd: Date): boolean {
  return concertEnd.getTime() + HOLD_SPARE_MS <= usualHoldEnd(now).getTime()
}
