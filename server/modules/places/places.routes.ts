import { api } from '#contract/index.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { addressLine, wholeLine } from './addresses.service.ts'
import type { Addresses, FoundAddress } from './addresses.service.ts'
import type { City, Places } from './places.service.ts'
import type { Whereabouts } from './whereabouts.service.ts'

/** For the test page alone: without `testCalls` nobody answers here. */
export function whereaboutsRoutes(
  whereabouts: Whereabouts,
  options: { testCalls: boolean },
): Route[] {
  if (!options.testCalls) return []
  return [on(api.test.getLocationByIp, ({ address }) => whereabouts.tell(address))]
}

export function placesRoutes({
  places,
  addresses,
}: {
  places: Places
  addresses: Addresses
}): Route[] {
  return [
    on(api.session.cities, async ({ query }) => places.cities(query.input).map(onWire)),
    on(api.session.locationByInput, async ({ body }) => {
      const { latitude, longitude } = body
      const near = latitude === null || longitude === null ? null : { latitude, longitude }
      return (await addresses.find(body.address, near)).map(addressOnWire)
    }),
    on(api.session.locationByCoords, async ({ body }) =>
      addressOnWire(await addresses.addressAt(body)),
    ),
  ]
}

function addressOnWire(found: FoundAddress) {
  const { city, county, latitude, longitude } = found
  const [address, description] = [addressLine(found), wholeLine(found)]
  return { city, county, address, description, latitude, longitude }
}

function onWire({ name, region, latitude, longitude, timeZone }: City) {
  return { name, region, latitude, longitude, timeZone }
}
