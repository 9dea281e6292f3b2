import { moscowDay } from '../time.ts'

/** The months over which an artist looks back. */
export const PERIODS = ['year', 'all'] as const
export type Period = (typeof PERIODS)[number]

const MONTHS_A_YEAR = 12

/** The first month of the period, YYYY-MM by the clock of Moscow; null: from the first concert on. */
export function firstMonth(period: Period, now: Date): string | null {
  if (period === 'all') return null
  const month = Temporal.PlainDate.from(moscowDay(now)).toPlainYearMonth()
  return month.subtract({ months: MONTHS_A_YEAR - 1 }).toString()
}

/** Every month from the first to the last of these, both included, in their order; YYYY-MM. */
export function everyMonth(months: readonly string[]): string[] {
  const sorted = months.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const begin = Temporal.PlainYearMonth.from(first)
  const { months: count } = begin.until(last, { largestUnit: 'months' })
  return Array.from({ length: count + 1 }, (_, place) => begin.add({ months: place }).toString())
}

/** An evening that goes past midnight is one: the day begins at six. */
const DAY_BEGINS = 6
const HOURS = 24

/** Hours of the day as an evening goes, so that midnight follows 23. */
export function inEveningOrder(hours: readonly number[]): number[] {
  const sinceMorning = (hour: number) => (hour - DAY_BEGINS + HOURS) % HOURS
  return hours.toSorted((one, other) => sinceMorning(one) - sinceMorning(other))
}

/** What is told of all evenings, a table each. */
export const EVENING_TABLES = [
  'months',
  'towns',
  'venues',
  'hours',
  'asked',
  'neverPlayed',
] as const
export type EveningTable = (typeof EVENING_TABLES)[number]

const SAVED_AS: Record<EveningTable, string> = {
  months: 'po-mesyacam',
  towns: 'po-gorodam',
  venues: 'po-ploshchadkam',
  hours: 'po-chasam',
  asked: 'prosili',
  neverPlayed: 'ne-prozvuchalo',
}

/** The name under which a table is saved. */
export const tableFile = (table: EveningTable) => `vechera-${SAVED_AS[table]}.csv`

/** Where money came from: a concert, one that was deleted since, or tips between two concerts. */
export const MONEY_PLACES = ['concert', 'deleted', 'outside'] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]
