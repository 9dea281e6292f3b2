import { api } from '#contract/index.ts'
import type { RecommendedSession } from '#contract/shapes.ts'
import { CallFailed, sentenceOf } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { foundConcert } from '#web/parts/concerts/found-concert.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { FAR_KM } from '#domain/concerts/recommendation.ts'
import type { Filters } from '../concerts/filters.ts'
import { filtersIn, searchHref, wishOf, wrongDays } from '../concerts/filters.ts'
import type { Match } from '../match-texts.ts'
import { loadWishes, readWished } from '../song-wish/wished-songs.ts'

/** Degrees; two digits are a kilometre, and a listener need not reveal more. */
type Place = { latitude: number; longitude: number }

const DIGITS = 2

const rounded = (degrees: number) => Number(degrees.toFixed(DIGITS))

/** The listener's place in the address; null where there is none, 'wrong' where it is invalid. */
export function placeIn(search: URLSearchParams): Place | 'wrong' | null {
  const [lat, lon] = [search.get('lat')?.trim() ?? '', search.get('lon')?.trim() ?? '']
  if (lat === '' && lon === '') return null
  const [latitude, longitude] = [Number(lat), Number(lon)]
  const known = lat !== '' && lon !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return known ? { latitude: rounded(latitude), longitude: rounded(longitude) } : 'wrong'
}

/** The page of the concerts that meet the filters, those near the place first. */
export function resultHref(filters: Filters, place: Place | null): string {
  const near = place && {
    lat: String(rounded(place.latitude)),
    lon: String(rounded(place.longitude)),
  }
  return searchHref(filters, near ?? {}, '/search/result')
}

/** What the address asks for, without what is wrong in it. */
export function resultWish(search: URLSearchParams) {
  const typed = placeIn(search)
  const filters = filtersIn(search)
  for (const wrong of Object.keys(wrongDays(filters))) filters[wrong as keyof Filters] = ''
  return { filters, place: typed === 'wrong' ? null : typed, wrongPlace: typed === 'wrong' }
}

/** Beyond FAR_KM the ranking does not see how far a concert is: these come last, the nearest first. */
export function farLast<One extends { match: Pick<Match, 'distanceKm'> }>(all: readonly One[]) {
  const far = ({ match: { distanceKm } }: One) => (Number(distanceKm) > FAR_KM ? distanceKm! : 0)
  return all.toSorted((one, other) => far(one) - far(other))
}

export type Recommended = {
  concert: FoundConcert
  match: Match
  /** Null where it has no coordinates. */
  point: MapPoint | null
}

export type ResultView = {
  /** The number of wished songs. */
  wished: number
  filters: Filters
  /** The listener's place; null where the address has no valid one. */
  place: Place | null
  /** The address has invalid coordinates. */
  wrongPlace: boolean
  concerts: readonly Recommended[]
  failed: string | null
}

/** Loads recommendations by the songs of the cookie, and the place and the filters of the address. */
export async function loadResult(call: Caller, request: Request): Promise<ResultView> {
  const songs = readWished(request.headers.get('cookie'))
  const wish = resultWish(new URL(request.url).searchParams)
  const coords = wish.place ?? { latitude: null, longitude: null }
  const view = { wished: songs.length, ...wish }
  try {
    const wishes = await loadWishes(call, request)
    const found = await call(api.session.searchRecommended, {
      body: { coords, songs, ...wishOf(wish.filters) },
    })
    const titles = new Map(wishes.wished.map(({ songId, title }) => [songId, title]))
    return { ...view, concerts: found.map((one) => recommended(one, titles)), failed: null }
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
