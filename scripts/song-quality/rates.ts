import type { Verdict } from './judge.ts'

export type Rates = {
  queries: number
  /** Shares of 1. */
  first: number
  five: number
  /** Queries that nobody could answer: five others fit as well and are ordered as often. */
  open: number
  /** The share of the first five among all the others. */
  clearFive: number
}

export function ratesOf(verdicts: readonly Verdict[]): Rates {
  const queries = verdicts.length
  const found = verdicts.filter(({ place }) => place !== null).length
  const first = verdicts.filter(({ place }) => place === 1).length
  const open = verdicts.filter((verdict) => verdict.open).length
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  return {
    queries,
    first: share(first, queries),
    five: share(found, queries),
    open,
    clearFive: share(found, queries - open),
  }
}
