import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { addressAt, addressLine, findAddresses, wholeLine } from './addresses.service.ts'
import type { FoundAddress } from './addresses.service.ts'
import { callerFirstLook, describeCallerLocation } from './caller-location.service.ts'
import { findCities } from './places.service.ts'
import type { City } from './places.service.ts'

export const places: Module = {
  routes(ctx) {
    return [
      on(api.session.cities, async ({ query }) => findCities(query.input).map(onWire)),
      on(api.session.locationByInput, async ({ body }) => {
        const { latitude, longitude } = body
        const near = latitude === null || longitude === null ? null : { latitude, longitude }
        return (await findAddresses(ctx, body.address, near)).map(addressOnWire)
      }),
      on(api.session.locationByCoords, async ({ body }) =>
        addressOnWire(await addressAt(ctx, body)),
      ),
      on(api.test.getLocationByIp, ({ address }) => describeCallerLocation(ctx, address)),
    ]
  },
  firstLook: callerFirstLook,
}

function addressOnWire(found: FoundAddress) {
  const { city, county, latitude, longitude } = found
  const [address, description] = [addressLine(found), wholeLine(found)]
  return { city, county, address, description, latitude, longitude }
}

function onWire({ name, region, latitude, longitude, timeZone }: City) {
  return { name, region, latitude, longitude, timeZone }
}
