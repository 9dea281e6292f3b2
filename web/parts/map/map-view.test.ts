import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Town } from './map-view.ts'
import {
  arrowTo,
  edgeOf,
  freeRoom,
  groupsOf,
  kmText,
  nearestZoom,
  placed,
  ringsOf,
  scaleOf,
  townAround,
} from './map-view.ts'

const at = (name: string, x: number, y: number) => ({ name, x, y })
const boxOf = ({ x, y }: { x: number; y: number }) => ({
  left: x,
  right: x + 60,
  top: y,
  bottom: y + 20,
})

test('of two names that would lie over each other the first one stays', () => {
  const moscow = at('Москва', 100, 100)
  const khimki = at('Химки', 80, 110)
  const tver = at('Тверь', 20, 20)
  assert.deepEqual(freeRoom([moscow, khimki, tver], boxOf), [moscow, tver])
})

test('a name that was left out keeps no room from a third one', () => {
  const row = [at('a', 0, 0), at('b', 40, 0), at('c', 80, 0)]
  assert.deepEqual(
    freeRoom(row, boxOf).map(({ name }) => name),
    ['a', 'c'],
  )
})

test('a name gives way to what stands there already', () => {
  const pin = { left: 30, right: 78, top: 5, bottom: 60 }
  const row = [at('under the pin', 0, 0), at('beside it', 90, 0)]
  assert.deepEqual(
    freeRoom(row, boxOf, [pin]).map(({ name }) => name),
    ['beside it'],
  )
})
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

test('a name whose place is taken stands at the next place that is free', () => {
  const cluster = { left: 76, right: 124, top: 76, bottom: 124 }
  const places = [at('under', 100, 100), at('below', 100, 130), at('beside', 130, 90)]
  const [moscow] = placed(['Москва'], () => places.map(boxOf), [cluster])
  assert.deepEqual(moscow, { one: 'Москва', at: 1 })
})

test('pins closer than a pin is wide stand together in the order of the list, others alone', () => {
  const [club, bar, cafe] = [at('club', 0, 0), at('bar', 30, 0), at('cafe', 60, 0)]
  assert.deepEqual(
    groupsOf([club, bar, cafe], (one) => one, 44).map((group) => group.map(({ name }) => name)),
    [['club', 'bar'], ['cafe']],
  )
})

test('a map without tiles goes near in a town, less near to a lone venue, and least over open land', () => {
  const none = { tiles: false, town: false, venue: false }
  const nearest = [
    nearestZoom({ ...none, tiles: true }),
    nearestZoom({ ...none, town: true, venue: true }),
    nearestZoom({ ...none, venue: true }),
    nearestZoom(none),
  ]
  assert.deepEqual(nearest, [17, 12, 11, 7])
})

const TOWNS: readonly Town[] = [
  ['Москва', 55.752, 37.616, 1],
  ['Химки', 55.89, 37.44, 3],
  ['Тверь', 56.859, 35.911, 2],
]
const nameAround = (latitude: number, longitude: number) =>
  townAround(TOWNS, { latitude, longitude })?.[0] ?? null

test('a point is around the town that reaches it best, and around none in open country', () => {
  assert.equal(nameAround(55.75, 37.6), 'Москва')
  assert.equal(nameAround(55.9, 37.43), 'Химки')
  assert.equal(nameAround(55.8, 37.1), 'Москва')
  assert.equal(nameAround(57.5, 38), null)
})

test('rings around a town are round numbers of km, and only those that cross what is seen', () => {
  assert.deepEqual(ringsOf({ near: 0, far: 7 }, 0.02), [5])
  assert.deepEqual(ringsOf({ near: 3, far: 11 }, 0.01), [4, 6, 8, 10])
  assert.deepEqual(ringsOf({ near: -2, far: 2 }, 0.009), [1, 2])
  assert.deepEqual(ringsOf({ near: 8.2, far: 9.8 }, 0.02), [])
})

test('a town out of sight is named at the edge that lies towards it, one in sight is not', () => {
  const box = { left: 0, right: 200, top: 0, bottom: 100 }
  assert.deepEqual(edgeOf(box, { x: 1100, y: 50 }), { x: 200, y: 50 })
  assert.deepEqual(edgeOf(box, { x: 100, y: -950 }), { x: 100, y: 0 })
  assert.equal(edgeOf(box, { x: 120, y: 60 }), null)
  const arrows = [arrowTo(1, 0), arrowTo(1, 1), arrowTo(0, -1), arrowTo(-1, 0.1)]
  assert.deepEqual(arrows, ['→', '↘', '↑', '←'])
})

test('a distance is told as people say it', () => {
  assert.deepEqual([0.01, 0.42, 0.97, 3.44, 26.4, 106.2].map(kmText), [
    '50 м',
    '400 м',
    '1 км',
    '3,4 км',
    '26 км',
    '106 км',
  ])
})
