import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueEntry } from '#contract/shapes.ts'
import type { MyOrder } from '#contract/songs.ts'
import type { SentOrder } from './sent-orders.ts'
import { ownEntries, shownOrders } from './shown-orders.ts'
import type { OrdersKnown } from './shown-orders.ts'

function entry(songId: string, status: QueueEntry['status'] = 'SCHEDULED'): QueueEntry {
  const id = `${songId} ${status}`
  return { id, songId, title: songId, artistName: 'Кино', imageUrl: '', status, backers: 1 }
}

function listed(songId: string, change: Partial<MyOrder> = {}): MyOrder {
  return {
    orderId: `o-${songId}`,
    songId,
    title: songId,
    artistName: 'Кино',
    amount: null,
    state: 'SCHEDULED',
    place: 1,
    waitMinutes: { from: 2, to: 5 },
    mayCancel: true,
    ...change,
  }
}

function sent(songId: string, orderId: string | null): SentOrder {
  const wish = { songId, title: songId, artistName: 'Кино', imageUrl: '' }
  return { key: `k-${songId}`, wish, at: 0, orderId }
}

const shown = (known: Partial<OrdersKnown>) =>
  shownOrders({ listed: [], sent: [], queue: [], away: new Set(), running: true, ...known })

test('an order is there from the press on, once, under the same key', () => {
  const [before] = shown({ sent: [sent('a', null)] })
  assert.equal(before?.state, 'SENDING')
  const answered = shown({ sent: [sent('a', 'o-a')], queue: [entry('b'), entry('a')] })
  assert.deepEqual(
    answered.map(({ key, state, place }) => [key, state, place]),
    [['k-a', 'SCHEDULED', 2]],
  )
  const known = shown({ sent: [sent('a', 'o-a')], listed: [listed('a')] })
  assert.deepEqual(
    known.map(({ key, orderId }) => [key, orderId]),
    [['k-a', 'o-a']],
  )
})

test('the queue on the screen says where an order stands, sooner than the list', () => {
  const [waits] = shown({ listed: [listed('a')], queue: [entry('b'), entry('c'), entry('a')] })
  assert.equal(waits?.place, 3)
  assert.deepEqual(waits?.waitMinutes, { from: 6, to: 15 })
  const [plays] = shown({ listed: [listed('a')], queue: [entry('a', 'NOW')] })
  assert.equal(plays?.state, 'NOW')
  assert.equal(plays?.mayCancel, false)
})

test('a song that plays and waits once more is told apart', () => {
  const queue = [entry('a', 'NOW'), entry('b'), entry('a')]
  const [waits] = shown({ listed: [listed('a', { place: 2 })], queue })
  assert.deepEqual([waits?.state, waits?.place], ['SCHEDULED', 2])
  const [plays] = shown({ listed: [listed('a', { state: 'NOW', place: null })], queue })
  assert.equal(plays?.state, 'NOW')
})

test('what is over stays as the server said, whoever ordered the song again', () => {
  const over = listed('a', { state: 'SKIPPED', place: null, mayCancel: false })
  const [order] = shown({ listed: [over], queue: [entry('a')] })
  assert.equal(order?.state, 'SKIPPED')
})

test('nobody is told to wait for minutes while the concert pauses', () => {
  const [order] = shown({ listed: [listed('a')], running: false })
  assert.equal(order?.waitMinutes, null)
})

test('an order that was put away is not shown', () => {
  assert.deepEqual(shown({ listed: [listed('a')], away: new Set(['o-a']) }), [])
})

test('an entry is one’s own while one’s order stands behind it', () => {
  const queue = [entry('a'), entry('b'), entry('c', 'NOW')]
  const orders = shown({
    listed: [listed('a'), listed('b', { state: 'CANCELLED' })],
    sent: [sent('c', 'o-c')],
    queue,
  })
  const own = ownEntries(orders, queue)
  assert.deepEqual(
    queue.map(({ id }) => own.has(id)),
    [true, false, true],
  )
})
