import { HOUR_MS } from '#domain/time.ts'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import type { Wishes } from '../song-wish/wished-songs.ts'
import type { Match } from '../match-texts.ts'
import type { NearTown } from './near-towns.ts'
import type { Filters, WrongFilters } from './filters.ts'
import { EVERYWHERE, filtersIn, wrongDays } from './filters.ts'

export type SearchView = {
  wishes: Wishes
  filters: Filters
  wrong: WrongFilters
  /** The town was guessed by the visitor's network address. */
  guessed: boolean
  /** All towns are asked for, although one could be guessed. */
  everywhere: boolean
  /** When the list was made, to the hour, ISO 8601: what is today. */
  now: string
  /** The nearest towns where somebody plays, when nobody does in the town. */
  near: readonly NearTown[]
  /** «в Казани»; empty where no town is chosen. */
  where: string
  concerts: readonly FoundConcert[]
  /** There are more to load. */
  more: boolean
  /** How a concert matches the wished songs, by its id; `songs` 0: some, their number is unknown. */
  matches: Readonly<Record<string, Match>>
  /** How many concerts have any of the wished songs, at most 100; null where no song is wished. */
  count: number | null
  failed: string | null
}

/** The page before any request for concerts. */
export function emptyView(wishes: Wishes, searchParams: URLSearchParams): SearchView {
  const filters = filtersIn(searchParams)
  const wrong = wrongDays(filters)
  const nothing = { concerts: [], more: false, matches: {}, count: null, failed: null }
  const now = new Date(Date.now() - (Date.now() % HOUR_MS)).toISOString()
  return {
    wishes,
    filters,
    wrong,
    guessed: false,
    everywhere: searchParams.has(EVERYWHERE),
    now,
    near: [],
    where: '',
    ...nothing,
  }
}

/** The page when the server is unreachable: the songs that it knew, and why there is no list. */
export function viewWithout(before: SearchView | null, url: URL, failed: string): SearchView {
  const wishes = before?.wishes ?? { wished: [], search: null, failed: null }
  return { ...emptyView(wishes, url.searchParams), failed }
}
