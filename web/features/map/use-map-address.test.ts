import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MapBounds } from '#web/parts/map/map-view.ts'
import { MOSCOW } from '#web/parts/map/map-view.ts'
import type { MapConcert } from './map-concert.ts'
import {
  boundsAround,
  searchAround,
  searchEverywhere,
  readPlace,
  initialView,
  writePlace,
} from './use-map-address.ts'

const KAZAN = { latitude: 55.7887, longitude: 49.1221, zoom: 12 }

test('a place written into the address is read as the same place', () => {
  assert.equal(writePlace(KAZAN), '55.7887,49.1221,12')
  assert.deepEqual(readPlace(writePlace(KAZAN)), KAZAN)
})

test('what is no place is read as none', () => {
  for (const text of [
    null,
    '',
    'Казань',
    '55.7,49.1',
    '55.7,49.1,x',
    '95,49,12',
    '55,49,99',
    '55,400,3',
  ])
    assert.equal(readPlace(text), null, String(text))
})

test('around a place lies a piece of the map with the place in its middle', () => {
  const { west, south, east, north } = boundsAround(KAZAN)
  assert.ok(Math.abs((west + east) / 2 - KAZAN.longitude) < 1e-9)
  assert.ok(Math.abs((south + north) / 2 - KAZAN.latitude) < 1e-9)
  assert.ok(east - west > 0.2 && east - west < 0.4, 'a town at zoom 12')
  assert.ok(north - south < east - west)
})

const PERM = { latitude: 58.01, longitude: 56.25, zoom: 12 }
const concertAt = (sessionId: string, latitude: number, longitude: number) =>
  ({ sessionId, latitude, longitude }) as MapConcert

const IN_PERM = concertAt('perm', 58.02, 56.2)
const IN_KAZAN = concertAt('kazan', 55.79, 49.12)
const IN_IZHEVSK = concertAt('izhevsk', 56.85, 53.2)
const IN_LISBON = concertAt('lisbon', 38.7, -9.1)

function world(...concerts: MapConcert[]) {
  const asked: (MapBounds | undefined)[] = []
  return {
    asked,
    async locations({ bounds }: { bounds?: MapBounds }) {
      asked.push(bounds)
      return concerts.filter(
        ({ latitude, longitude }) =>
          bounds === undefined ||
          (latitude > bounds.south &&
            latitude < bounds.north &&
            longitude > bounds.west &&
            longitude < bounds.east),
      )
    },
  }
}

const ids = ({ concerts }: { concerts: MapConcert[] }) => concerts.map((one) => one.sessionId)

describe('a map that nobody has turned yet', () => {
  test('begins over the town of the address, wider over a country, and else nowhere', async () => {
    const town = { latitude: 58.01, longitude: 56.25, byTown: true, town: 'Пермь' }
    assert.deepEqual(await initialView(async () => town), { view: PERM, byAddress: true })
    const country = await initialView(async () => ({ ...town, byTown: false }))
    assert.deepEqual(country, { view: { ...PERM, zoom: 10 }, byAddress: false })
    assert.deepEqual(await initialView(async () => null), null)
  })

  test('holds all concerts where no town is known, and Moscow where nobody plays', async () => {
    const found = await searchEverywhere(world(IN_PERM, IN_KAZAN).locations)
    assert.deepEqual(found.view, { west: 49.12, south: 55.79, east: 56.2, north: 58.02 })
    assert.deepEqual(ids(found), ['perm', 'kazan'])
    assert.deepEqual((await searchEverywhere(world().locations)).view, MOSCOW)
  })

  test('holds the town and all who play there, and asks once', async () => {
    const { locations, asked } = world(IN_PERM, IN_KAZAN)
    const found = await searchAround(locations, PERM)
    assert.deepEqual(found.view, { west: 56.2, south: 58.01, east: 56.25, north: 58.02 })
    assert.deepEqual(ids(found), ['perm'])
    assert.equal(asked.length, 1)
  })

  test('widens until it holds the town and the nearest concert', async () => {
    const found = await searchAround(world(IN_LISBON, IN_KAZAN, IN_IZHEVSK).locations, PERM)
    assert.deepEqual(found.view, { west: 53.2, south: 56.85, east: 56.25, north: 58.01 })
    assert.ok(ids(found).includes('izhevsk') && !ids(found).includes('lisbon'))
  })

  test('shows all there is where nobody plays for a thousand miles, and the empty town where nobody plays at all', async () => {
    const far = await searchAround(world(IN_LISBON).locations, PERM)
    assert.deepEqual(far.view, { west: -9.1, south: 38.7, east: -9.1, north: 38.7 })
    assert.deepEqual(await searchAround(world().locations, PERM), { view: PERM, concerts: [] })
  })
})
