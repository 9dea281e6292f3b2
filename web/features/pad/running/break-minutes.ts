import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** The clock of the pad may be as late as this: a break that has just begun is not a minute longer for it. */
const LATE_MS = 15 * SECOND_MS

/** The whole minutes that a break still lasts; the last one counts until its end. */
export function breakMinutes(leftMs: number): number {
  const minutes = Math.ceil((leftMs - LATE_MS) / MINUTE_MS)
  return Math.max(leftMs > 0 ? 1 : 0, minutes)
}
