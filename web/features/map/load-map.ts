import { api } from '#contract/index.ts'
import type { SongsOfTown } from '#web/features/search/index.ts'
import { loadSongsOfTown } from '#web/features/search/index.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import type { MapView, Town } from '#web/parts/map/map-view.ts'
import { MOSCOW, viewOfPins } from '#web/parts/map/map-view.ts'
import type { KnownTown, TownChoice } from '#web/parts/towns/town-choice.ts'
import { around, centreOf, townOf } from '#web/parts/towns/town-choice.ts'
import type { MapConcert } from './map-concert.ts'
import type { Locations } from './use-map-address.ts'
import { boundsAround, readPlace } from './use-map-address.ts'

type MapPage = {
  /** As it was typed; empty before a town is chosen. */
  city: string
  /** The town that is shown; null when the URL names none. */
  town: string | null
  /** The same where its place is known. */
  spot: Town | null
  others: TownChoice['others']
  /** No town has this name, and no concert is in such a place. */
  unknown: boolean
  view: MapView
  concerts: MapConcert[]
  failed: string | null
  /** The map begins at the town of the visitor's IP address. */
  byAddress: boolean
  songs: SongsOfTown | null
}

/** The initial content of a map that has not been moved yet. */
type Beginning = (
  locations: Locations,
) => Promise<Pick<MapPage, 'view' | 'concerts'> & Partial<MapPage>>

/** Loads what the URL asks for: a place on the map, a town, or the initial view. */
export async function loadMap(ask: Caller, request: Request, begin: Beginning): Promise<MapPage> {
  const search = new URL(request.url).searchParams
  const city = search.get('city')?.trim() ?? ''
  const blank: MapPage = {
    city,
    town: null,
    spot: null,
    unknown: false,
    others: [],
    view: MOSCOW,
    concerts: [],
    failed: null,
    byAddress: false,
    songs: null,
  }
  const locations: Locations = (body) => ask(api.session.searchLocations, { body })
  async function look(choice: TownChoice | null): Promise<Partial<MapPage>> {
    const place = readPlace(search.get('at'))
    if (place !== null)
      return { view: place, concerts: await locations({ bounds: boundsAround(place) }) }
    return choice === null ? begin(locations) : lookAtTown(locations, city, choice)
  }
  try {
    const choice = city === '' ? null : await townOf(ask, city)
    const [looked, songs] = await Promise.all([
      look(choice),
      choice === null || choice.town === null
        ? null
        : loadSongsOfTown(ask, request, choice.town.name),
    ])
    const spot = choice?.town && townSpot(choice.town)
    return { ...blank, ...looked, spot: spot ?? null, songs }
  } catch (failure) {
    return { ...blank, failed: sentenceOf(failure) }
  }
}

const SMALLEST = 4

const townSpot = ({ name, latitude, longitude }: KnownTown): Town => [
  name,
  latitude,
  longitude,
  SMALLEST,
]

async function lookAtTown(
  locations: Locations,
  city: string,
  { town, others }: TownChoice,
): Promise<Partial<MapPage>> {
  const name = town?.name ?? city
  const ofName = await locations({ city: name })
  const concerts = town === null ? ofName : around(town, ofName)
  if (town !== null) {
    const centre = centreOf(town)
    const view = concerts.length === 0 ? centre : viewOfPins([centre, ...concerts])
    return { city: city.includes(',') ? city : name, town: name, concerts, view }
  }
  if (concerts.length > 0) return { town: name, concerts, view: viewOfPins(concerts) }
  return { others, unknown: others.length === 0 }
}
