import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf } from './load-result.ts'
import { nearHref, placeIn } from './result-view.ts'

const placeOf = (search: string) => placeIn(new URLSearchParams(search))

test('an address tells of a listener no more than a kilometre', () => {
  assert.equal(
    nearHref(new URLSearchParams(), { latitude: 55.788712, longitude: -49.12213 }),
    '/search/result?lat=55.79&lon=-49.12',
  )
  assert.deepEqual(placeOf('lat=55.788712&lon=49.12213'), { latitude: 55.79, longitude: 49.12 })
})

test('an address without a place says none, and a place that is nowhere on earth is told apart', () => {
  assert.equal(placeOf(''), null)
  for (const wrong of ['lat=55', 'lon=49', 'lat=x&lon=y', 'lat=91&lon=0', 'lat=0&lon=-181'])
    assert.equal(placeOf(wrong), 'wrong', wrong)
})

test('an address keeps its filters, near a place and anywhere', () => {
  const search = new URLSearchParams({ city: 'Казань', from: '2026-12-05', lat: '1', lon: '2' })
  const there = new URL(nearHref(search, { latitude: 55.79, longitude: 49.12 }), 'http://bis')
  assert.deepEqual(placeIn(there.searchParams), { latitude: 55.79, longitude: 49.12 })
  const anywhere = new URL(nearHref(there.searchParams, null), 'http://bis').searchParams
  assert.equal(placeIn(anywhere), null)
  const filters = { city: 'Казань', from: '2026-12-05', till: '' }
  for (const address of [search, there.searchParams, anywhere])
    assert.deepEqual(filtersOf(address), filters)
})
