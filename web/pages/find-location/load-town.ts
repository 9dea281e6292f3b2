import { api } from '#contract/index.ts'
import { inTown } from '#domain/town-case.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import type { MapConcert } from '#web/parts/map-screen/map-concert.ts'
import type { FirstLook } from '#web/lib/server-door.ts'
import { whereToBegin } from '#web/parts/map-screen/first-look.ts'
import type { TownChoice } from '#web/parts/map-screen/town-choice.ts'
import { around, centreOf, townOf } from '#web/parts/map-screen/town-choice.ts'
import type { MapView } from '#web/parts/map/map-pin.ts'
import { MOSCOW } from '#web/parts/map/map-pin.ts'
import { viewOfPins } from '#web/parts/map/view-of-pins.ts'

export type TownPage = {
  title: string
  /** As it was typed; empty before a town is chosen. */
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

const NO_TOWN = 'Концерты в вашем городе'

/** The concerts of the town that the address names. */
export async function loadTown(
  call: Caller,
  search: URLSearchParams,
  firstLook: () => Promise<FirstLook | null>,
): Promise<TownPage> {
  const city = search.get('city')?.trim() ?? ''
  const page: TownPage = {
    title: NO_TOWN,
    city,
    others: [],
    unknown: false,
    view: MOSCOW,
    concerts: [],
    failed: null,
    byAddress: false,
  }
  if (city === '') return { ...page, ...(await whereToBegin(firstLook)) }
  try {
    const { town, others } = await townOf(call, city)
    const name = town?.name ?? city
    const ofName = await call(api.session.searchLocations, { body: { city: name } })
    const concerts = town === null ? ofName : around(town, ofName)
    const known = town !== null || concerts.length > 0
    return {
      ...page,
      title: known ? `Концерты ${inTown(name)}` : NO_TOWN,
      city: city.includes(',') ? city : name,
      others: known ? [] : others,
      unknown: !known && others.length === 0,
      view: viewOfPins(concerts, town === null ? MOSCOW : centreOf(town)),
      concerts,
    }
  } catch (failure) {
    return { ...page, failed: sentenceOf(failure) }
  }
}
