import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueEntry } from '#contract/shapes.ts'
import type { DeviceOrder } from './device-orders.ts'
import { aliveOrders, entryOf, readOrders } from './device-orders.ts'

const MINUTE_MS = 60_000

function entry(songId: string, title = songId, artistName = 'Кино'): QueueEntry {
  return {
    id: `e-${songId}`,
    songId,
    title,
    artistName,
    imageUrl: '',
    status: 'QUEUED',
    backers: 1,
  }
}

function order(songId: string | null, at = 0, title = ''): DeviceOrder {
  return { songId, title, artistName: 'Кино', at }
}

test('an order counts while its song waits or plays, and no longer', () => {
  const queue = [{ ...entry('a'), status: 'NOW' as const }, entry('b')]
  const alive = aliveOrders([order('a'), order('b'), order('c')], queue, MINUTE_MS)
  assert.deepEqual(
    alive.map(({ songId }) => songId),
    ['a', 'b'],
  )
})

test('an order of a moment ago counts although the queue does not show it yet', () => {
  assert.equal(aliveOrders([order('a', MINUTE_MS - 1000)], [], MINUTE_MS).length, 1)
})

test('an order that the queue has shown and lost was played or skipped, however new it is', () => {
  const seen = aliveOrders([order('a', MINUTE_MS - 1000)], [entry('a')], MINUTE_MS)
  assert.deepEqual(aliveOrders(seen, [], MINUTE_MS), [])
})

test('a suggestion is found in the queue by its words, however they are spelt', () => {
  const queue = [entry('a', 'Звезда по имени Солнце'), entry('b', 'Ёлка')]
  assert.equal(entryOf(order(null, 0, 'елка!'), queue)?.songId, 'b')
  assert.equal(entryOf(order(null, 0, 'Кукушка'), queue), undefined)
})

test('a memory that somebody else wrote into is read without what is no order', () => {
  const good = order('a')
  assert.deepEqual(readOrders(JSON.stringify([good, null, 5, { songId: 'b' }])), [good])
  assert.deepEqual(readOrders('{"a":1}'), [])
  assert.deepEqual(readOrders('not json'), [])
  assert.deepEqual(readOrders(null), [])
})
