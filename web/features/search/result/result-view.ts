import { api } from '#contract/index.ts'
import type { RecommendedSession } from '#contract/shapes.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { FoundConcert } from '#web/parts/found-concert.ts'
import { foundConcert } from '#web/parts/found-concert.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import type { Match } from '../match-texts.ts'
import { readWished } from '../song-wish/wished-songs.ts'

/** Degrees; two digits are a kilometre, and nobody needs to tell more of himself. */
type Place = { latitude: number; longitude: number }

const DIGITS = 2

const rounded = (degrees: number) => Number(degrees.toFixed(DIGITS))

/** Where the listener is, as the address says; null where it says nothing, 'wrong' where nobody can be. */
export function placeIn(search: URLSearchParams): Place | 'wrong' | null {
  const [lat, lon] = [search.get('lat')?.trim() ?? '', search.get('lon')?.trim() ?? '']
  if (lat === '' && lon === '') return null
  const [latitude, longitude] = [Number(lat), Number(lon)]
  const known = lat !== '' && lon !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return known ? { latitude: rounded(latitude), longitude: rounded(longitude) } : 'wrong'
}

/** The page of what is near. */
export function nearHref({ latitude, longitude }: Place): string {
  const [lat, lon] = [String(rounded(latitude)), String(rounded(longitude))]
  return `/search/result?${new URLSearchParams({ lat, lon }).toString()}`
}

export type Recommended = {
  concert: FoundConcert
  match: Match
  /** Null where it has no place on the map. */
  point: MapPoint | null
}

export type ResultView = {
  /** How many songs are wished. */
  wished: number
  /** Where the listener is; null where nobody asked. */
  place: Place | null
  /** The address names a place that is nowhere. */
  wrongPlace: boolean
  concerts: readonly Recommended[]
  failed: string | null
}

/** What is recommended by the songs of the cookie and the place of the address. */
export async function loadResult(call: Caller, request: Request): Promise<ResultView> {
  const songs = readWished(request.headers.get('cookie'))
  const typed = placeIn(new URL(request.url).searchParams)
  const place = typed === 'wrong' ? null : typed
  const coords = place ?? { latitude: null, longitude: null }
  const view = { wished: songs.length, place, wrongPlace: typed === 'wrong' }
  try {
    const found = await call(api.session.searchRecommended, { body: { coords, songs } })
    return { ...view, concerts: found.map(recommended), failed: null }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return { ...view, concerts: [], failed: sentenceOf(failure) }
  }
}

function recommended(session: RecommendedSession): Recommended {
  const { latitude, longitude } = session.location
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  return { concert: foundConcert(session), match: session.match, point }
}
