import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../commands/command.fixture.ts'
import { dropAt, dropBeside, dropPlace, placeText } from './drop-place.ts'
import type { ListSpan } from './drop-place.ts'

const [a, b, c, d] = [
  entry('А', 'QUEUED'),
  entry('Б', 'QUEUED'),
  entry('В', 'SCHEDULED'),
  entry('Г', 'SCHEDULED'),
]
const songs = [a, b, c, d]
const put = (moved: typeof a, over: string, after: boolean, merged = false) =>
  dropPlace(songs, moved, { over, after }, merged)

test('a song goes before or after the one that it is let go over, into the list of that one', () => {
  assert.deepEqual(put(b, 'А', false), { list: 'QUEUED', before: 'А' })
  assert.deepEqual(put(d, 'А', true), { list: 'QUEUED', before: 'Б' })
  assert.deepEqual(put(d, 'Б', true), { list: 'QUEUED', before: null })
  assert.deepEqual(put(a, 'В', false), { list: 'SCHEDULED', before: 'В' })
  assert.deepEqual(put(a, 'Г', true), { list: 'SCHEDULED', before: null })
})

test('a song that is let go where it stands stays', () => {
  assert.equal(put(a, 'А', true), null)
  assert.equal(put(a, 'Б', false), null)
  assert.equal(put(b, 'А', true), null)
  assert.equal(put(c, 'Г', false), null)
  assert.equal(put(c, 'В', true, true), null)
  assert.equal(put(c, 'Б', true, true), null)
  assert.equal(put(b, 'В', false, true), null)
})

test('two lists meet at a border that one can cross, and one list has none', () => {
  assert.deepEqual(put(c, 'Б', true), { list: 'QUEUED', before: null })
  assert.deepEqual(put(b, 'В', false), { list: 'SCHEDULED', before: 'В' })
  assert.deepEqual(put(d, 'Б', true, true), { list: 'QUEUED', before: null })
  assert.deepEqual(put(d, 'В', false, true), { list: 'QUEUED', before: null })
  assert.deepEqual(put(a, 'В', false, true), { list: 'QUEUED', before: null })
  assert.deepEqual(put(a, 'В', true, true), { list: 'SCHEDULED', before: 'Г' })
})

test('a list that is empty takes a song too, and what is gone takes none', () => {
  assert.deepEqual(dropPlace([c, d], d, { over: 'QUEUED' }, false), {
    list: 'QUEUED',
    before: null,
  })
  assert.equal(put(a, 'Ж', true), null)
})

test('a pointer is over the nearest list, before the first row whose middle lies below it', () => {
  const row = (id: string, top: number) => ({ id, top, bottom: top + 72 })
  const queue: ListSpan = {
    list: 'QUEUED',
    top: 100,
    bottom: 244,
    // The first row is scrolled out of the list's view.
    rows: [row('А', 28), row('Б', 100), row('В', 172)],
  }
  const orders: ListSpan = { list: 'SCHEDULED', top: 300, bottom: 360, rows: [] }
  const over = (y: number) => dropAt([queue, orders], y)
  assert.deepEqual(over(101), { over: 'Б', after: false })
  assert.deepEqual(over(135), { over: 'Б', after: false })
  assert.deepEqual(over(137), { over: 'В', after: false })
  assert.deepEqual(over(243), { over: 'В', after: true })
  assert.deepEqual(over(260), { over: 'В', after: true })
  assert.deepEqual(over(290), { over: 'SCHEDULED' })
  assert.deepEqual(over(900), { over: 'SCHEDULED' })
  assert.deepEqual(over(-50), { over: 'А', after: false })
  assert.equal(dropAt([], 10), null)
})

test('one place up or down stays in its list until that ends, and crosses into the other one', () => {
  const placed = (moved: typeof a, step: -1 | 1, merged: boolean, all = songs) => {
    const drop = dropBeside(all, moved, step, merged)
    return drop && dropPlace(all, moved, drop, merged)
  }
  assert.deepEqual(placed(b, -1, false), { list: 'QUEUED', before: 'А' })
  assert.deepEqual(placed(a, 1, false), { list: 'QUEUED', before: null })
  assert.deepEqual(placed(c, 1, false), { list: 'SCHEDULED', before: null })
  assert.deepEqual(placed(b, 1, false), { list: 'SCHEDULED', before: 'В' })
  assert.deepEqual(placed(c, -1, false), { list: 'QUEUED', before: null })
  assert.deepEqual(placed(c, -1, true), { list: 'QUEUED', before: 'Б' })
  assert.deepEqual(placed(b, 1, true), { list: 'SCHEDULED', before: 'Г' })
  assert.deepEqual(placed(c, -1, false, [c, d]), { list: 'QUEUED', before: null })
  assert.deepEqual(placed(b, 1, false, [a, b]), { list: 'SCHEDULED', before: null })
  assert.equal(placed(a, -1, false), null)
  assert.equal(placed(d, 1, false), null)
  assert.equal(placed(b, 1, true, [a, b]), null)
})

test('between songs of the queue an order stands, and what is put before it stays of the queue', () => {
  const between = [a, c, b]
  const over = { over: c.id, after: false }
  assert.deepEqual(dropPlace(between, d, over, true), { list: 'QUEUED', before: 'Б' })
  const after = { over: c.id, after: true }
  assert.deepEqual(dropPlace([a, c, d, b], b, after, true), { list: 'SCHEDULED', before: 'Г' })
})

test('a place is told by its number in what the pad shows as one list', () => {
  const textOf = (moved: typeof a, place: Parameters<typeof placeText>[2], merged: boolean) =>
    placeText(songs, moved, place, merged)
  assert.equal(textOf(b, { list: 'QUEUED', before: 'А' }, false), 'Место 1 из 2 в очереди')
  assert.equal(textOf(c, { list: 'QUEUED', before: null }, false), 'Место 3 из 3 в очереди')
  assert.equal(textOf(a, { list: 'SCHEDULED', before: null }, false), 'Место 3 из 3 в заказах')
  assert.equal(textOf(d, { list: 'QUEUED', before: null }, true), 'Место 3 из 4')
  assert.equal(textOf(a, { list: 'SCHEDULED', before: null }, true), 'Место 4 из 4')
})
