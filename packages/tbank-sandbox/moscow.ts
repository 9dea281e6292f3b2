/** Spans of time in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Moscow keeps UTC+3 all year; the bank counts its days there. */
const OFFSET_MS = 3 * HOUR_MS

/** YYYY-MM-DD in Moscow. */
export function dayOf(at: number): string {
  return new Date(at + OFFSET_MS).toISOString().slice(0, 10)
}

/** The midnight in Moscow that begins the day `daysAhead` days after this moment's. */
export function midnightAfter(at: number, daysAhead: number): number {
  return (Math.floor((at + OFFSET_MS) / DAY_MS) + daysAhead) * DAY_MS - OFFSET_MS
}

/** 31.12.2026 in Moscow. */
export function moscowDate(at: Date | number): string {
  return dayOf(Number(at)).split('-').toReversed().join('.')
}

/** 23:59:59 in Moscow. */
export function moscowTime(at: Date | number): string {
  return new Date(Number(at) + OFFSET_MS).toISOString().slice(11, 19)
}

/** Whether it is YYYY-MM-DD of a day that exists: `Date` reads 30 February as 2 March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/u.test(text)) return false
  const read = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
}
