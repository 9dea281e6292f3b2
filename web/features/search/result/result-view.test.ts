import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FILTERS } from '../concerts/filters.ts'
import { farLast, placeIn, resultHref, resultWish } from './result-view.ts'

const placeOf = (search: string) => placeIn(new URLSearchParams(search))

test('an address tells of a listener no more than a kilometre', () => {
  assert.equal(
    resultHref(NO_FILTERS, { latitude: 55.788712, longitude: -49.12213 }),
    '/search/result?lat=55.79&lon=-49.12',
  )
  assert.deepEqual(placeOf('lat=55.788712&lon=49.12213'), { latitude: 55.79, longitude: 49.12 })
})

test('an address without a place says none, and a place that is nowhere on earth is told apart', () => {
  assert.equal(placeOf(''), null)
  for (const wrong of ['lat=55', 'lon=49', 'lat=x&lon=y', 'lat=91&lon=0', 'lat=0&lon=-181'])
    assert.equal(placeOf(wrong), 'wrong', wrong)
})

test('an address keeps the filters, and leaves out days that are none', () => {
  const filters = { from: '2026-12-05', till: '', city: 'Казань' }
  const place = { latitude: 55.79, longitude: 49.12 }
  const asked = new URL(resultHref(filters, place), 'http://bis').searchParams
  assert.deepEqual(resultWish(asked), { filters, place, wrongPlace: false })
  asked.set('till', 'завтра')
  assert.deepEqual(resultWish(asked).filters, filters)
})

test('beyond the distance that the ranking sees the nearer come first', () => {
  const all = [6, 1255, null, 0, 783, 300, 6443, 623].map((distanceKm) => ({
    match: { distanceKm },
  }))
  assert.deepEqual(
    farLast(all).map(({ match }) => match.distanceKm),
    [6, null, 0, 300, 623, 783, 1255, 6443],
  )
})
