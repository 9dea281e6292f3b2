import { Refusal } from '../refusal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'

/** How long a login lasts. */
export const TOKEN_LIFE_MS = 30 * DAY_MS

export const noLogin = () => new Refusal('NO_TOKEN', 'Войдите, чтобы продолжить')

/** An older token does not prove the person: changing the password then requires the current one too. */
export const FRESH_TOKEN_MS = 5 * MINUTE_MS

/** Wrong passwords in a row that cause no wait. */
export const FREE_TRIES = 10
/** The same for an account over all networks together: NIST allows no more than a hundred tries in a row. */
export const FREE_TRIES_OF_ALL = 100

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = HOUR_MS
/** How long a network counts as the musician's own after the right password came from it. */
export const OWN_NETWORK_MS = 90 * DAY_MS

/** Returns how long the next try waits after `wrong` wrong ones in a row, of which `free` cost nothing; milliseconds. */
export function waitAfter(wrong: number, free: number): number {
  if (wrong < free) return 0
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - free))
}

/** Tries at one account, from one network or from all. */
export type Tries = {
  readonly wrong: number
  readonly waitUntil: Date | null
  readonly rightAt: Date | null
}

/**
 * Returns until when a try has to wait, or null. The musician's own network does not wait for strangers' tries from
 * theirs, so that others cannot lock him out.
 */
export function triesBlockedUntil(own: Tries, all: Tries, now: Date): Date | null {
  const at = now.getTime()
  const isOwn = own.rightAt !== null && at - own.rightAt.getTime() < OWN_NETWORK_MS
  const waits = [own.waitUntil, isOwn ? null : all.waitUntil]
  const latest = Math.max(...waits.map((until) => until?.getTime() ?? 0))
  return latest > at ? new Date(latest) : null
}
