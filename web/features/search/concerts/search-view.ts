import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import type { Wishes } from '../song-wish/wished-songs.ts'
import type { Filters, WrongFilters } from './filters.ts'
import { filtersIn, wrongDays } from './filters.ts'

export type SearchView = {
  wishes: Wishes
  filters: Filters
  wrong: WrongFilters
  /** «в Казани»; empty where no town is chosen. */
  where: string
  concerts: readonly FoundConcert[]
  /** There are more to load. */
  more: boolean
  /** How many of the wished songs a concert has, by its id; 0: some, their number is unknown. */
  matches: Readonly<Record<string, number>>
  /** How many concerts have any of the wished songs, at most 100; null where no song is wished. */
  count: number | null
  failed: string | null
}

/** The page before any request for concerts. */
export function emptyView(wishes: Wishes, searchParams: URLSearchParams): SearchView {
  const filters = filtersIn(searchParams)
  const wrong = wrongDays(filters)
  const nothing = { concerts: [], more: false, matches: {}, count: null, failed: null }
  return { wishes, filters, wrong, where: '', ...nothing }
}

/** The page when the server is unreachable: the songs that it knew, and why there is no list. */
export function viewWithout(before: SearchView | null, url: URL, failed: string): SearchView {
  const wishes = before?.wishes ?? { wished: [], search: null, failed: null }
  return { ...emptyView(wishes, url.searchParams), failed }
}
