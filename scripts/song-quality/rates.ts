import type { QueryVerdict } from './judge.ts'

type Rates = {
  queries: number
  /** Shares of 1. */
  first: number
  five: number
  /** Queries whose song five others come before by the rule of the ranking: they ask too little. */
  outranked: number
  /** The share of the first five among all the others. */
  clearFive: number
}

export function ratesOf(verdicts: readonly QueryVerdict[]): Rates {
  const queries = verdicts.length
  const found = verdicts.filter(({ place }) => place !== null).length
  const first = verdicts.filter(({ place }) => place === 1).length
  const outranked = verdicts.filter((verdict) => verdict.outranked).length
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  return {
    queries,
    first: share(first, queries),
    five: share(found, queries),
    outranked,
    clearFive: share(found, queries - outranked),
  }
}
