import { api } from '#contract/index.ts'
import type { RecommendedSession } from '#contract/shapes.ts'
import { FAR_KM } from '#domain/concerts/recommendation.ts'
import { CallFailed, sentenceOf } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { foundConcert } from '#web/parts/concerts/found-concert.ts'
import type { Filters } from '../concerts/filters.ts'
import {
  filtersIn,
  filtersText,
  IN_ALL_TOWNS,
  searchHref,
  wishOf,
  wrongDays,
} from '../concerts/filters.ts'
import type { Match } from '../match-texts.ts'
import { loadWishes, readWished } from '../song-wish/wished-songs.ts'
import type { Recommended, ResultView } from './result-view.ts'
import { placeIn } from './result-view.ts'

/** The filters of the address, without what is wrong in them. */
export function filtersOf(search: URLSearchParams): Filters {
  const filters = filtersIn(search)
  for (const wrong of Object.keys(wrongDays(filters))) filters[wrong as keyof Filters] = ''
  return filters
}

/** Beyond FAR_KM the ranking does not see how far a concert is: without wished songs these come last, the nearest first. */
export function farLast<One extends { match: Pick<Match, 'songs' | 'distanceKm'> }>(
  all: readonly One[],
) {
  const far = ({ match: { songs, distanceKm } }: One) =>
    songs === 0 && Number(distanceKm) > FAR_KM ? Number(distanceKm) : 0
  return all.toSorted((one, other) => far(one) - far(other))
}

/** Loads recommendations by the songs of the cookie, and the place and the filters of the address. */
export async function loadResult(call: Caller, request: Request): Promise<ResultView> {
  const songs = readWished(request.headers.get('cookie'))
  const { searchParams } = new URL(request.url)
  const typed = placeIn(searchParams)
  const place = typed === 'wrong' ? null : typed
  const coords = place ?? { latitude: null, longitude: null }
  const filters = filtersOf(searchParams)
  const filtered = filtersText(filters)
  const view = {
    wished: songs.length,
    place,
    wrongPlace: typed === 'wrong',
    filtered,
    searchHref:
      filtered === '' ? '/s' : searchHref(filters, filters.city === '' ? IN_ALL_TOWNS : {}),
  }
  try {
    const wishes = await loadWishes(call, request)
    const found = await call(api.session.searchRecommended, {
      body: { coords, songs, ...wishOf(filters) },
    })
    const titles = new Map(wishes.wished.map(({ songId, title }) => [songId, title]))
    return {
      ...view,
      concerts: farLast(found).map((one) => recommended(one, titles)),
      failed: null,
    }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return { ...view, concerts: [], failed: sentenceOf(failure) }
  }
}

function recommended(
  session: RecommendedSession,
  titleOf: ReadonlyMap<string, string>,
): Recommended {
  const { latitude, longitude } = session.location
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  const { songIds, ...match } = session.match
  const titles = songIds.flatMap((songId) => titleOf.get(songId) ?? [])
  return { concert: foundConcert(session), match: { ...match, titles }, point }
}
