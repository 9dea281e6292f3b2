import { api } from '#contract/index.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import { addressLine, wholeLine } from './addresses.service.ts'
import type { Addresses, FoundAddress } from './addresses.service.ts'
import type { City, Places } from './places.service.ts'
import type { CallerLocation } from './caller-location.service.ts'

export function placesRoutes({
  places,
  addresses,
  callerLocation,
}: {
  places: Places
  addresses: Addresses
  callerLocation: CallerLocation
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
    on(api.test.getLocationByIp, ({ address }) => callerLocation.describe(address)),
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
