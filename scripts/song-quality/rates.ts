import type { QueryVerdict } from './judge.ts'

type Rates = {
  queries: number
  /** Shares of 1. */
  first: number
  five: number
  /** Queries with five songs that rank before the wanted one by the ranking rule: they are too unspecific. */
  outranked: number
  /** Of all other queries, the share with the song among the first five. */
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
