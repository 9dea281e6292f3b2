/** Whether YYYY-MM-DD is a day that exists: `Date` silently reads 30 February as 2 March. */
export function isCalendarDay(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

/** Spans of time in milliseconds, and in seconds where their names say so. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const DAY_SECONDS = DAY_MS / SECOND_MS
export const YEAR_SECONDS = 365 * DAY_SECONDS

/** Moscow keeps UTC+3 all year; the bank counts its days there. */
export const MOSCOW_OFFSET = '+03:00'
export const MOSCOW_OFFSET_MS = 3 * HOUR_MS

/** YYYY-MM-DD in Moscow. */
export function moscowDay(at: Date): string {
  return new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 10)
}

/** Returns the midnight in Moscow that begins the day `daysAhead` days after this moment's. */
export function moscowMidnight(at: Date, daysAhead: number): Date {
  const day = Math.floor((at.getTime() + MOSCOW_OFFSET_MS) / DAY_MS)
  return new Date((day + daysAhead) * DAY_MS - MOSCOW_OFFSET_MS)
}
