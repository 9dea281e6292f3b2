/** Moscow keeps UTC+3 all year; the bank's days are Moscow's. */
export const MOSCOW_MS = 3 * 3_600_000

/** YYYY-MM-DD in Moscow. */
export function moscowDay(moment: Date): string {
  return new Date(moment.getTime() + MOSCOW_MS).toISOString().slice(0, 10)
}
