import { FAR_KM } from '#domain/concerts/recommendation.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { kmBetween } from '#web/parts/map/map-view.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'

export type NearTown = {
  name: string
  concerts: number
  /** When the first of them begins, ISO 8601, and the zone of its venue. */
  first: string
  timeZone: string
  km: number
  isFar: boolean
}

const SHOWN = 3

/** The nearest towns with concerts; `locations` come by their start. */
export function nearTowns(
  from: MapPoint & { name: string },
  locations: AnswerOf<typeof api.session.searchLocations>,
): NearTown[] {
  const towns = new Map<string, Omit<NearTown, 'isFar'>>()
  for (const { city, dateTimeStart, timeZone, latitude, longitude } of locations) {
    if (city === '' || city === from.name) continue
    const known = towns.get(city)
    const km = Math.round(kmBetween(from, { latitude, longitude }))
    if (known === undefined)
      towns.set(city, { name: city, concerts: 1, first: dateTimeStart, timeZone, km })
    else {
      known.concerts += 1
      known.km = Math.min(known.km, km)
    }
  }
  return [...towns.values()]
    .toSorted((a, b) => a.km - b.km)
    .slice(0, SHOWN)
    .map((town) => ({ ...town, isFar: town.km > FAR_KM }))
}
