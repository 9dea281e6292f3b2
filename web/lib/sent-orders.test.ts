import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SentOrder } from './sent-orders.ts'
import { isMeant, readSent, withSent } from './sent-orders.ts'

const MINUTE_MS = 60_000

function sent(key: string, change: Partial<SentOrder> = {}): SentOrder {
  const wish = { songId: key, title: key, artistName: 'Кино', imageUrl: '' }
  return { key, wish, at: 0, orderId: null, ...change }
}

test('the memory gives back what it was given, and nothing that somebody else wrote there', () => {
  const paid = sent('b', { wish: { ...sent('b').wish, songId: null, amount: 10_000 } as never })
  assert.deepEqual(readSent(JSON.stringify([sent('a'), paid])), [sent('a'), paid])
  const foreign = [{ ...sent('c'), wish: null }, { ...sent('d'), at: 'now' }, null, 5]
  assert.deepEqual(readSent(JSON.stringify([sent('a'), ...foreign])), [sent('a')])
  for (const broken of [null, '', '{', '{}', '"a"']) assert.deepEqual(readSent(broken), [])
})

test('an answer changes the order that it is for, and a new order stands in front', () => {
  const orders = withSent([sent('a'), sent('b')], sent('c'))
  assert.deepEqual(
    orders.map(({ key }) => key),
    ['c', 'a', 'b'],
  )
  const answered = sent('a', { orderId: 'o' })
  assert.deepEqual(withSent(orders, answered), [sent('c'), answered, sent('b')])
})

test('an order goes out by itself while it has no answer and its press is not long ago', () => {
  assert.equal(isMeant(sent('a'), 29 * MINUTE_MS), true)
  assert.equal(isMeant(sent('a'), 31 * MINUTE_MS), false)
  assert.equal(isMeant(sent('a', { orderId: 'o' }), 0), false)
})
