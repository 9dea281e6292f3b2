import assert from 'node:assert/strict'
import { test } from 'node:test'
import { farLast, filtersOf } from './load-result.ts'

test('days that are none are left out', () => {
  const search = new URLSearchParams({ city: 'Казань', from: 'завтра', till: '2026-12-05' })
  assert.deepEqual(filtersOf(search), { city: 'Казань', from: '', till: '2026-12-05' })
})

test('beyond the distance that the ranking sees the nearer come first', () => {
  const all = [6, 1255, null, 0, 783, 300, 6443, 623].map((distanceKm) => ({
    match: { songs: 0, distanceKm },
  }))
  assert.deepEqual(
    farLast(all).map(({ match }) => match.distanceKm),
    [6, null, 0, 300, 623, 783, 1255, 6443],
  )
})
