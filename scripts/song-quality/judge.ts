import { foldSong } from '#domain/song-text.ts'
import type { Query } from './query.ts'

export type Sung = { key: string; orders: number }

export type Verdict = {
  query: Query
  /** Where the wanted song stands, from 1; null where it is not among the first. */
  place: number | null
  /** All that stand in its place answer the query as well and are ordered as often: nobody could tell which is wanted. */
  open: boolean
  found: readonly Sung[]
}

/** As a whole, by the beginnings of words, or with a wrong letter. */
type Fit = 0 | 1 | 2

/**
 * Judges what was found first for a query. Where several songs have the wanted title, each of them
 * counts as found, unless the performer was typed too.
 */
export function judge(query: Query, found: readonly Sung[], wantedOrders: number): Verdict {
  const title = titleOf(query.wanted.key)
  const at = found.findIndex(
    ({ key }) => key === query.wanted.key || (query.kind !== 'performer' && titleOf(key) === title),
  )
  if (at !== -1) return { query, place: at + 1, open: false, found }
  const wanted = fitOf(query, query.wanted.key)
  const open =
    found.length > 0 &&
    found.every(({ key, orders }) => fitOf(query, key) <= wanted && orders >= wantedOrders)
  return { query, place: null, open, found }
}

const titleOf = (key: string) => key.slice(0, key.indexOf('\n'))

function fitOf({ typed, meant }: Query, key: string): Fit {
  return Math.min(fits(foldSong(typed), key), fits(foldSong(meant), key)) as Fit
}

function fits(text: string, key: string): Fit {
  const [title = '', performer = ''] = key.split('\n')
  if ([title, `${title} ${performer}`, `${performer} ${title}`].includes(text)) return 0
  const words = key.split(/[\n ]/u)
  return text.split(' ').every((typed) => words.some((word) => word.startsWith(typed))) ? 1 : 2
}
