import { HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** Upper bounds of the histogram's buckets, in ms; longer durations count in the last. */
const BOUNDS = [
  20, 50, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000, 10_000, 15_000,
  20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
] as const
const LONGEST = BOUNDS.at(-1) ?? 0

/** How many measurements took at most `upToMs`, and more than the bound before. */
export type Histogram = readonly { readonly upToMs: number; readonly count: number }[]

/** Returns the bound of the bucket in which a duration counts. */
export function boundOf(ms: number): number {
  return BOUNDS.find((bound) => ms <= bound) ?? LONGEST
}

/** Nothing is reported of fewer measurements than this. */
const LEAST = 20

/** Whether a share of `count` measurements is more than chance: at least one of them lies beyond it. */
export function isEnough(count: number, share: number): boolean {
  return count >= Math.max(LEAST, Math.round(1 / (1 - share)))
}

/** Returns the bound below which this share of all lies, so never less than the truth; null where too few were measured. */
export function percentile(histogram: Histogram, share: number): number | null {
  const all = histogram.reduce((sum, { count }) => sum + count, 0)
  return isEnough(all, share) ? shareBound(histogram, all * share) : null
}

/** From so many networks songs must have been ordered at a concert that counts: one person has one. */
export const NETWORKS_LEAST = 3
/** Of fewer orders a concert has no median. */
const ORDERS_LEAST = 5

/** Returns the medians of concerts as one histogram, in which each concert that has one counts once. */
export function mediansOf(concerts: readonly Histogram[]): Histogram {
  return concerts.flatMap((times) => {
    const all = times.reduce((sum, { count }) => sum + count, 0)
    if (all < ORDERS_LEAST) return []
    return [{ upToMs: shareBound(times, all / 2), count: 1 }]
  })
}

/** The bound at or below which `most` of them lie. */
function shareBound(histogram: Histogram, most: number): number {
  let below = 0
  for (const { upToMs, count } of histogram.toSorted((one, other) => one.upToMs - other.upToMs)) {
    below += count
    if (below >= most) return upToMs
  }
  return LONGEST
}

const UNITS = [
  { ms: HOUR_MS, name: 'ч' },
  { ms: MINUTE_MS, name: 'мин' },
  { ms: SECOND_MS, name: 'с' },
] as const

const UNIT_NUMBERS = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** «0,3 с», «12 с», «1,5 мин»; the space does not break. */
export function durationText(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms) ?? UNITS[2]
  const text = UNIT_NUMBERS.format(Math.max(ms / unit.ms, 0.1))
  return `${text}\u00A0${unit.name}`
}
