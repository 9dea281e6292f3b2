import { api } from '#contract/index.ts'
import type { RecommendedSession } from '#contract/shapes.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { FoundConcert } from '#web/parts/found-concert.ts'
import { foundConcert } from '#web/parts/found-concert.ts'
import type { MapPoint } from '#web/parts/map/map-pin.ts'
import type { Match } from '../match-words.ts'
import { readWished } from '../song-wish/wished-songs.ts'
import type { Place } from './place.ts'
import { placeIn } from './place.ts'

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
  const said = placeIn(new URL(request.url).searchParams)
  const place = said === 'wrong' ? null : said
  const coords = place ?? { latitude: null, longitude: null }
  const view = { wished: songs.length, place, wrongPlace: said === 'wrong' }
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
