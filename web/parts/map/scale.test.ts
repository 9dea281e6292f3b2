import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scaleOf } from './map-view.ts'

const MOSCOW = 55.75

test('the bar of the scale says a round length and is as wide as that length is on the map', () => {
  assert.deepEqual(scaleOf(MOSCOW, 12, 100), { text: '2 км', widthPx: 93 })
  assert.deepEqual(scaleOf(MOSCOW, 17, 100), { text: '50 м', widthPx: 74 })
  assert.deepEqual(scaleOf(0, 3, 100), { text: '1000 км', widthPx: 51 })
})

test('the bar of the scale is never wider than it may be', () => {
  for (let zoom = 3; zoom <= 17; zoom++)
    for (const latitude of [0, 43, MOSCOW, 69]) {
      const { widthPx } = scaleOf(latitude, zoom, 100)
      assert.ok(widthPx <= 100 && widthPx > 30, `${widthPx} px at ${latitude}°, zoom ${zoom}`)
    }
})
