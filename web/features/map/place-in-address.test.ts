import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsAround, readPlace, writePlace } from './place-in-address.ts'

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
