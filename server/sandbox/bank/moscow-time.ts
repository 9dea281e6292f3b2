const DAY_MS = 24 * 3_600_000
const MOSCOW_MS = 3 * 3_600_000
/** A hold lasts so many days, the day of the payment among them. */
const HOLD_DAYS = 7

/** YYYY-MM-DD in Moscow. */
export function moscowDay(at: Date): string {
  return inMoscow(at).toISOString().slice(0, 10)
}

/** 31.12.2026 in Moscow. */
export function moscowDate(at: Date): string {
  return moscowDay(at).split('-').toReversed().join('.')
}

/** 23:59:59 in Moscow. */
export function moscowTime(at: Date): string {
  return inMoscow(at).toISOString().slice(11, 19)
}

/** The moment when a hold of now is let go by itself: a midnight in Moscow. */
export function holdEnd(now: Date): Date {
  const today = Math.floor((now.getTime() + MOSCOW_MS) / DAY_MS)
  return new Date((today + HOLD_DAYS) * DAY_MS - MOSCOW_MS)
}

function inMoscow(at: Date): Date {
  return new Date(at.getTime() + MOSCOW_MS)
}
