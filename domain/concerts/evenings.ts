import { moscowDay } from '../time.ts'

/** The periods over which an artist can look back. */
export const PERIODS = ['year', 'all'] as const
export type Period = (typeof PERIODS)[number]

const MONTHS_A_YEAR = 12

/** Returns the first month of the period, YYYY-MM by Moscow time; null: from the first concert on. */
export function firstMonth(period: Period, now: Date): string | null {
  if (period === 'all') return null
  const month = Temporal.PlainDate.from(moscowDay(now)).toPlainYearMonth()
  return month.subtract({ months: MONTHS_A_YEAR - 1 }).toString()
}

/** Returns every month from the first to the last of these, both included, in their order; YYYY-MM. */
export function everyMonth(months: readonly string[]): string[] {
  const sorted = months.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const begin = Temporal.PlainYearMonth.from(first)
  const { months: count } = begin.until(last, { largestUnit: 'months' })
  return Array.from({ length: count + 1 }, (_, place) => begin.add({ months: place }).toString())
}

/** An evening that goes past midnight is one: a day begins at six. */
const DAY_BEGINS = 6
const HOURS = 24

/** Sorts hours of the day in the order of an evening, so that midnight follows 23. */
export function inEveningOrder(hours: readonly number[]): number[] {
  const sinceMorning = (hour: number) => (hour - DAY_BEGINS + HOURS) % HOURS
  return hours.toSorted((one, other) => sinceMorning(one) - sinceMorning(other))
}

/** Where money came from: a concert, one that was deleted since, or tips between two concerts. */
export const MONEY_PLACES = ['concert', 'deleted', 'outside'] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]
