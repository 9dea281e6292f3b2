import { DAY_MS, MOSCOW_OFFSET_MS } from '../time.ts'
/** The number of promos that rotate on the first page, a week each. */
export const PROMO_COUNT = 3

const DAYS = 7
/** ISO day of the week, where Monday is 1. */
const THURSDAY = 4

type PromoWeek = {
  /** The week's number in its year by ISO 8601, 1 to 53. */
  week: number
  /** The index of the current promo, from 0. */
  variant: number
  /** Days left in the week, today included: 7 on Monday, 1 on Sunday. */
  daysLeft: number
}

/** Returns the promo shown at this moment, and for how many days more. A week begins at midnight on Monday in Moscow. */
export function promoWeek(at: Date): PromoWeek {
  const day = new Date(at.getTime() + MOSCOW_OFFSET_MS)
  const weekday = day.getUTCDay() === 0 ? DAYS : day.getUTCDay()
  // A week belongs to the year in which its Thursday lies.
  const thursday = new Date(day.getTime() + (THURSDAY - weekday) * DAY_MS)
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  const week = Math.floor((thursday.getTime() - newYear) / DAY_MS / DAYS) + 1
  return { week, variant: week % PROMO_COUNT, daysLeft: DAYS + 1 - weekday }
}
