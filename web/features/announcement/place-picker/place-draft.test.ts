import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chose,
  lineOf,
  NO_PLACE,
  pinned,
  withFound,
  tookOffer,
  typed,
  unpinned,
} from './place-draft.ts'

const ATTIC = { latitude: 55.796291, longitude: 49.108795 }
const CELLAR = { latitude: 56.8587, longitude: 35.9176 }
const FOUND = {
  city: 'Казань',
  county: 'Республика Татарстан',
  address: 'улица Баумана, 5',
  description: 'Казань, улица Баумана, 5',
  ...ATTIC,
}
const IN_TVER = { ...FOUND, ...CELLAR, city: 'Тверь', description: 'Тверь' }
const TOWN_ALONE = { ...FOUND, address: '', description: 'Казань, Республика Татарстан' }
const NOWHERE = { ...FOUND, description: '', address: '', city: '' }

test('a suggestion brings its address and its point, whatever stood there', () => {
  const place = chose(NO_PLACE, FOUND)
  assert.equal(place.address, 'Казань, улица Баумана, 5')
  assert.deepEqual(place.point, { latitude: 55.79629, longitude: 49.1088 })
})

test('a town alone takes the place of its beginning, not of a street that was typed', () => {
  for (const beginning of ['', 'каза', 'Казань', 'г. Казань ']) {
    const place = chose(typed(NO_PLACE, beginning), TOWN_ALONE)
    assert.equal(place.address, 'Казань, Республика Татарстан')
  }
  const street = 'казань баумана 5, вход со двора'
  const place = chose(typed(NO_PLACE, street), TOWN_ALONE)
  assert.equal(place.address, street)
  assert.equal(place.city, 'Казань')
  assert.deepEqual(place.point, { latitude: 55.79629, longitude: 49.1088 })
})

test('an address in another town leaves the pin of the first one', () => {
  const kazan = chose(NO_PLACE, FOUND)
  assert.equal(typed(kazan, `${kazan.address}, вход со двора`).point, kazan.point)
  const other = typed(kazan, 'Тверь, Советская, 1')
  assert.deepEqual([other.point, other.city], [null, ''])
  const own = withFound(pinned(NO_PLACE, ATTIC), ATTIC, FOUND)
  assert.equal(typed(own, 'Подвал у реки').point, own.point, 'he has set it himself')
})

test('a town alone is not offered for a street in it', () => {
  const own = pinned(typed(NO_PLACE, 'Казань, Баумана, 5'), ATTIC)
  assert.equal(withFound(own, ATTIC, TOWN_ALONE).offered, null)
  const unnamed = pinned(typed(NO_PLACE, 'Подвал у реки'), ATTIC)
  assert.equal(withFound(unnamed, ATTIC, TOWN_ALONE).offered, 'Казань, Республика Татарстан')
})

test('a place without a line of its own is described by its town and street', () => {
  assert.equal(lineOf({ ...FOUND, description: '' }), 'Казань, улица Баумана, 5')
  assert.equal(lineOf({ ...FOUND, description: ' ', address: '' }), 'Казань')
})

test('the first pin fills an empty address, and the next one its own words again', () => {
  const first = withFound(pinned(NO_PLACE, ATTIC), ATTIC, FOUND)
  assert.equal(first.address, 'Казань, улица Баумана, 5')
  assert.equal(first.city, 'Казань')
  const second = withFound(pinned(first, CELLAR), CELLAR, IN_TVER)
  assert.equal(second.address, 'Тверь')
  assert.equal(second.city, 'Тверь')
  assert.equal(second.offered, null)
})

test('words of the map go with their point, words of the artist stay', () => {
  const first = withFound(pinned(NO_PLACE, ATTIC), ATTIC, FOUND)
  assert.equal(pinned(first, ATTIC).address, 'Казань, улица Баумана, 5')
  assert.equal(pinned(first, CELLAR).address, '')
  assert.equal(pinned(typed(first, 'Подвал у реки'), CELLAR).address, 'Подвал у реки')
})

test('an address of the artist’s own is kept, and what the map says is offered', () => {
  for (const own of [typed(NO_PLACE, 'Подвал у реки'), chose(NO_PLACE, FOUND)]) {
    const place = withFound(pinned(own, CELLAR), CELLAR, IN_TVER)
    assert.equal(place.address, own.address)
    assert.equal(place.offered, 'Тверь')
    const taken = tookOffer(place)
    assert.equal(taken.address, 'Тверь')
    assert.equal(taken.offered, null)
  }
})

test('an address that was mended by hand is the artist’s own from then on', () => {
  const mended = typed(withFound(pinned(NO_PLACE, ATTIC), ATTIC, FOUND), 'Казань, вход со двора')
  assert.equal(withFound(pinned(mended, CELLAR), CELLAR, IN_TVER).address, 'Казань, вход со двора')
})

test('an address that was wiped out waits for the map again', () => {
  const wiped = typed(typed(NO_PLACE, 'Подвал'), ' ')
  assert.equal(withFound(pinned(wiped, CELLAR), CELLAR, IN_TVER).address, 'Тверь')
})

test('an answer that comes for an earlier point says nothing', () => {
  const moved = pinned(pinned(NO_PLACE, ATTIC), CELLAR)
  assert.deepEqual(withFound(moved, ATTIC, FOUND), moved)
  assert.deepEqual(withFound(unpinned(moved), CELLAR, IN_TVER), unpinned(moved))
})

test('a point without words leaves the address as it is', () => {
  const before = pinned(typed(NO_PLACE, 'Подвал'), CELLAR)
  assert.deepEqual(withFound(before, CELLAR, NOWHERE), before)
})

test('nothing is offered that stands there already', () => {
  const place = withFound(pinned(typed(NO_PLACE, 'Тверь '), CELLAR), CELLAR, IN_TVER)
  assert.equal(place.offered, null)
})

test('a new point takes an old offer away, the same point does not', () => {
  const offered = withFound(pinned(typed(NO_PLACE, 'Подвал'), CELLAR), CELLAR, IN_TVER)
  assert.deepEqual(pinned(offered, CELLAR), offered)
  assert.equal(pinned(offered, ATTIC).offered, null)
})

test('without its pin the address stays', () => {
  const place = unpinned(chose(NO_PLACE, FOUND))
  assert.equal(place.point, null)
  assert.equal(place.address, 'Казань, улица Баумана, 5')
})
