/** The milliseconds below which 50, 95 and 99 % of the times lie. */
export type Percentiles = { p50: number; p95: number; p99: number }

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const under = (share: number) => rounded(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  return { p50: under(0.5), p95: under(0.95), p99: under(0.99) }
}

export function rounded(value: number): number {
  const digits = value < 10 ? 100 : 10
  return Math.round(value * digits) / digits
}

/** The ratio to ours, for each percentile. */
export function ratiosTo(ours: Percentiles, theirs: Percentiles): string {
  const times = (one: number, other: number) => {
    const ratio = other / Math.max(one, 0.01)
    return ratio < 10 ? ratio.toFixed(1) : String(Math.round(ratio))
  }
  return `×${times(ours.p50, theirs.p50)} / ×${times(ours.p95, theirs.p95)} / ×${times(ours.p99, theirs.p99)}`
}
