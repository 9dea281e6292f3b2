import { api } from '#contract/index.ts'
import type { Route } from '#server/http/route.ts'
import { on } from '#server/http/route.ts'
import type { City, Places } from './places.service.ts'

export function placesRoutes(places: Places): Route[] {
  return [on(api.session.cities, async ({ query }) => places.cities(query.input).map(onWire))]
}

function onWire({ name, region, latitude, longitude, timeZone }: City) {
  return { name, region, latitude, longitude, timeZone }
}
