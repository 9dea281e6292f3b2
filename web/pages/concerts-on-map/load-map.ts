import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { MapConcert } from '#web/parts/map-screen/map-concert.ts'
import { boundsAround, readPlace } from '#web/parts/map-screen/place-in-address.ts'
import type { TownChoice } from '#web/parts/map-screen/town-choice.ts'
import { centreOf, townOf } from '#web/parts/map-screen/town-choice.ts'
import type { MapView } from '#web/parts/map/map-pin.ts'
import { MOSCOW } from '#web/parts/map/map-pin.ts'
import { viewOfPins } from '#web/parts/map/view-of-pins.ts'

export type MapPage = {
  /** As it was typed. */
  city: string
  others: TownChoice['others']
  /** Nothing is called so, and nobody plays in such a place. */
  unknown: boolean
  view: MapView
  concerts: MapConcert[]
  failed: string | null
}

/** What the address asks for: a place of the map, a town, or the first look. */
export async function loadMap(call: Caller, search: URLSearchParams): Promise<MapPage> {
  const city = search.get('city')?.trim() ?? ''
  const blank = { city, unknown: false, others: [], view: MOSCOW, concerts: [], failed: null }
  try {
    return { ...blank, ...(await lookAt(call, city, search.get('at'))) }
  } catch (failure) {
    return { ...blank, failed: sentenceOf(failure) }
  }
}

async function lookAt(call: Caller, city: string, at: string | null): Promise<Partial<MapPage>> {
  const place = readPlace(at)
  const locations = (body: object) => call(api.session.searchLocations, { body })
  if (place !== null)
    return { view: place, concerts: await locations({ bounds: boundsAround(place) }) }
  if (city !== '') {
    const { town, others } = await townOf(call, city)
    const concerts = await locations({ city: town?.name ?? city })
    const nobody = town === null && concerts.length === 0
    return {
      others: nobody ? others : [],
      unknown: nobody && others.length === 0,
      concerts,
      view: viewOfPins(concerts, town === null ? MOSCOW : centreOf(town)),
    }
  }
  const near = await locations({ bounds: boundsAround(MOSCOW) })
  if (near.length > 0) return { concerts: near }
  // Nobody plays in Moscow: the map is no use empty while others play elsewhere.
  const everywhere = await locations({})
  return { concerts: everywhere, view: viewOfPins(everywhere) }
}
