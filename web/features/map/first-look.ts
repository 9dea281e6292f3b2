import type { FirstLook } from '#web/lib/server-door.ts'
import type { MapBounds, MapCentre, MapPoint, MapView } from '#web/parts/map/map-pin.ts'
import { MOSCOW } from '#web/parts/map/map-pin.ts'
import { viewOfPins } from '#web/parts/map/view-of-pins.ts'
import type { MapConcert } from './map-concert.ts'
import { boundsAround } from './place-in-address.ts'

/** A whole town is seen where it is known, and its surroundings where a country alone is. */
const ZOOMS = { town: 12, country: 10 }
/** The widest is a quarter of the country. */
const WIDER = [9, 6, 4]

/** Asks for the concerts within bounds, or for those of everywhere. */
type Locations = (body: { bounds?: MapBounds }) => Promise<MapConcert[]>

/** The middle of a map that nobody has turned yet: by the network address, over Moscow where it says nothing. */
export async function whereToBegin(
  firstLook: () => Promise<FirstLook | null>,
): Promise<{ view: MapCentre; byAddress: boolean }> {
  const found = await firstLook()
  if (found === null) return { view: MOSCOW, byAddress: false }
  const { latitude, longitude, byTown } = found
  const zoom = byTown ? ZOOMS.town : ZOOMS.country
  return { view: { latitude, longitude, zoom }, byAddress: byTown }
}

/** Only for comparing what lies near: degrees, those of longitude shrunk. */
function remoteness(from: MapPoint, { latitude, longitude }: MapPoint): number {
  const across = (longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  return Math.hypot(latitude - from.latitude, across)
}

/** The concerts around a middle; where there are none, the view widens until it holds the nearest one. */
export async function lookAround(
  locations: Locations,
  from: MapCentre,
): Promise<{ view: MapView; concerts: MapConcert[] }> {
  const near = await locations({ bounds: boundsAround(from) })
  if (near.length > 0) return { view: from, concerts: near }
  for (const zoom of WIDER) {
    const concerts = await locations({ bounds: boundsAround({ ...from, zoom }) })
    const [nearest] = concerts.toSorted(
      (one, other) => remoteness(from, one) - remoteness(from, other),
    )
    if (nearest !== undefined) return { view: viewOfPins([from, nearest]), concerts }
  }
  // Nobody plays in this part of the world: the map is no use empty while others play elsewhere.
  const everywhere = await locations({})
  return { view: viewOfPins(everywhere, from), concerts: everywhere }
}
