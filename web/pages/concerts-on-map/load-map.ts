import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { MapConcert } from '#web/parts/map-screen/map-concert.ts'
import { boundsAround, readPlace } from '#web/parts/map-screen/place-in-address.ts'
import type { FirstLook } from '#web/lib/server-door.ts'
import { lookAround, whereToBegin } from '#web/parts/map-screen/first-look.ts'
import type { TownChoice } from '#web/parts/map-screen/town-choice.ts'
import { around, centreOf, townOf } from '#web/parts/map-screen/town-choice.ts'
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
  /** It begins at the town of the visitor's network address. */
  byAddress: boolean
}

/** What the address asks for: a place of the map, a town, or the first look. */
export async function loadMap(
  call: Caller,
  search: URLSearchParams,
  firstLook: () => Promise<FirstLook | null>,
): Promise<MapPage> {
  const city = search.get('city')?.trim() ?? ''
  const blank = {
    city,
    unknown: false,
    others: [],
    view: MOSCOW,
    concerts: [],
    failed: null,
    byAddress: false,
  }
  try {
    return { ...blank, ...(await lookAt(call, { city, at: search.get('at'), firstLook })) }
  } catch (failure) {
    return { ...blank, failed: sentenceOf(failure) }
  }
}

type Asked = { city: string; at: string | null; firstLook: () => Promise<FirstLook | null> }

async function lookAt(call: Caller, { city, at, firstLook }: Asked): Promise<Partial<MapPage>> {
  const place = readPlace(at)
  const locations = (body: object) => call(api.session.searchLocations, { body })
  if (place !== null)
    return { view: place, concerts: await locations({ bounds: boundsAround(place) }) }
  if (city !== '') {
    const { town, others } = await townOf(call, city)
    const ofName = await locations({ city: town?.name ?? city })
    const concerts = town === null ? ofName : around(town, ofName)
    const nobody = town === null && concerts.length === 0
    return {
      others: nobody ? others : [],
      unknown: nobody && others.length === 0,
      concerts,
      view: viewOfPins(concerts, town === null ? MOSCOW : centreOf(town)),
    }
  }
  const { view, byAddress } = await whereToBegin(firstLook)
  return { byAddress, ...(await lookAround(locations, view)) }
}
