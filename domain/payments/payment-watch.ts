import { HOUR_MS, MINUTE_MS, SECOND_MS, moscowMidnight } from '../time.ts'
import { guardAt } from './payment.ts'
import type { BankState, Payment } from './payment.ts'

/**
 * What may be asked of the bank about a payment. `open`: make the payer's page; `capture`: take what is
 * held; `give_back`: let go of a hold or refund a charge; `close_link`: let nobody pay any more;
 * `close_receipt`: tell the till that what was prepaid was given.
 */
export const OPERATION_KINDS = [
  'open',
  'capture',
  'give_back',
  'close_link',
  'close_receipt',
] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/** `notBefore` null: at once. */
export type WantedOperation = { readonly kind: OperationKind; readonly notBefore: Date | null }

/**
 * What the bank should be asked for as things stand, or null. Read from the state alone, so that
 * whoever takes a payment up after a crash asks for the same.
 */
export function wanted(payment: Payment): WantedOperation | null {
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

/** How long to wait for the next look, by how many looks in a row saw nothing new (ms). */
const PATIENCE = [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS]

/** Money may still come for so long after a link was closed: a bank's check takes up to an hour. */
const LATE_MONEY_MS = 2 * HOUR_MS

/** Where the bank has ended a page; on any other a payer may still come through, days later. */
const OVER_AT_THE_BANK: ReadonlySet<BankState> = new Set([
  'canceled',
  'rejected',
  'expired',
  'voided',
  'refunded',
])

/** Where the bank has not come to an end of what it does with a charge, or says so in a word that nobody knows. */
const UNDER_WAY: ReadonlySet<BankState | null> = new Set(['refunding', 'busy'])

/**
 * When to look at the bank again, or null where nothing can change any more. `quiet`: looks in a row
 * that saw nothing new. What is due by the time alone is never slept through.
 */
export function nextStatusCheckAt(payment: Payment, now: Date, quiet: number): Date | null {
  const patience = PATIENCE[Math.min(quiet, PATIENCE.length - 1)] ?? HOUR_MS
  const soon = new Date(now.getTime() + patience)
  switch (payment.state) {
    case 'created':
    case 'awaiting':
      return earliest(soon, payment.expiresAt > now ? payment.expiresAt : soon)
    case 'secured': {
      // A charge lies safe but for a refund that somebody else began; a hold may be let go behind our back.
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
      // Nobody ever saw a page of it, so nobody can pay.
      if (payment.bankState === null) return null
      // Its page is still to be closed.
      if (wanted(payment) !== null) return soon
      const last = new Date(payment.expiresAt.getTime() + LATE_MONEY_MS)
      if (now < last) return earliest(soon, last)
      return OVER_AT_THE_BANK.has(payment.bankState) ? null : new Date(now.getTime() + HOUR_MS)
    }
    case 'released':
      // What is being taken back from us is a loss once it is gone.
      return UNDER_WAY.has(payment.bankState) ? soon : null
    case 'returned':
      break
  }
  return null
}

function earliest(a: Date, b: Date): Date {
  return a < b ? a : b
}

/** The listener may pay for so long after ordering (ms). */
const LINK_LIFE_MS = 15 * MINUTE_MS
/** The shortest life of a link that the bank takes is a minute, and it counts in whole seconds by its own clock; the rest is for the way there. */
const SHORTEST_LINK_MS = 75 * SECOND_MS

/** When a link made now ends: a quarter of an hour, or with the concert's grace. Both moments may be the same to the bank. */
export function linkEnd(now: Date, concertOver: Date | null): Date {
  const end = new Date(now.getTime() + LINK_LIFE_MS)
  const shortest = new Date(now.getTime() + SHORTEST_LINK_MS)
  if (concertOver === null || concertOver > end) return end
  return concertOver > shortest ? concertOver : shortest
}

/**
 * When a hold made at `since` ends where the bank does not say: the end of the seventh day, the day of
 * the hold counted (the national card system's rule, as the bank's documentation tells it).
 */
export function usualHoldEnd(since: Date): Date {
  return moscowMidnight(since, 7)
}

/** A fresh hold whose end the bank does not tell gets the usual one, the time at which it is captured or cancelled. */
export function dated(payment: Payment, now: Date): Payment {
  if (payment.funds !== 'hold' || payment.holdUntil !== null) return payment
  return { ...payment, holdUntil: usualHoldEnd(now) }
}

/** A concert has to be over so long before its holds end. */
const HOLD_SPARE_MS = 6 * HOUR_MS

/** Whether money held now would still be held when the concert is over; else it is charged at once. */
export function holdLasts(now: Date, concertEnd: Date): boolean {
  return concertEnd.getTime() + HOLD_SPARE_MS <= usualHoldEnd(now).getTime()
}
