import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import type { OrderCommand } from './order-outbox.ts'
import {
  isAnswer,
  isMeant,
  isRefusal,
  nextOrder,
  openOrderOutbox,
  withOrder,
} from './order-outbox.ts'

const MINUTE_MS = 60_000

function sent(key: string, change: Partial<OrderCommand> = {}): OrderCommand {
  const wish = { songId: key, title: key, artistName: 'Кино', imageUrl: '' }
  return { key, wish, at: 0, state: 'waiting', orderId: null, answeredAt: null, ...change }
}

const read = (text: string | null) =>
  openOrderOutbox({ artistUsername: 'kino', sessionId: 's' }).parse(text)

test('the memory gives back what it was given, and nothing that somebody else wrote there', () => {
  const paid = sent('b', { wish: { ...sent('b').wish, songId: null, amount: kopecks(10_000) } })
  assert.deepEqual(read(JSON.stringify([sent('a'), paid])), [sent('a'), paid])
  const foreign = [{ ...sent('c'), wish: null }, { ...sent('d'), at: 'now' }, null, 5]
  assert.deepEqual(read(JSON.stringify([sent('a'), ...foreign])), [sent('a')])
  for (const broken of [null, '', '{', '{}', '"a"']) assert.deepEqual(read(broken), [])
})

test('what the version before had stored is read', () => {
  const { key, wish, at } = sent('a')
  assert.deepEqual(read(JSON.stringify([{ key, wish, at, orderId: null }])), [sent('a')])
  const done = sent('a', { state: 'done', orderId: 'o' })
  assert.deepEqual(read(JSON.stringify([{ key, wish, at, orderId: 'o' }])), [done])
})

test('an answer changes the order that it is for, and a new order stands in front', () => {
  const orders = withOrder([sent('a'), sent('b')], sent('c'))
  assert.deepEqual(
    orders.map(({ key }) => key),
    ['c', 'a', 'b'],
  )
  const answered = sent('a', { state: 'done', orderId: 'o', answeredAt: 5 })
  assert.deepEqual(withOrder(orders, answered), [sent('c'), answered, sent('b')])
})

test('an order goes out by itself while it has no answer and its press is not long ago', () => {
  assert.equal(isMeant(sent('a'), 29 * MINUTE_MS), true)
  assert.equal(isMeant(sent('a', { state: 'sent' }), 29 * MINUTE_MS), true)
  assert.equal(isMeant(sent('a'), 31 * MINUTE_MS), false)
  assert.equal(isMeant(sent('a', { state: 'done', orderId: 'o' }), 0), false)
})

test('the oldest goes first, and what is answered or too old does not go', () => {
  const orders = [
    sent('new', { at: 40 * MINUTE_MS }),
    sent('old', { at: 35 * MINUTE_MS, state: 'sent' }),
    sent('done', { at: 34 * MINUTE_MS, state: 'done', orderId: 'o' }),
    sent('forgotten'),
  ]
  assert.equal(nextOrder(orders, 41 * MINUTE_MS)?.key, 'old')
  assert.equal(nextOrder(orders.slice(2), 41 * MINUTE_MS), undefined)
})

test('what was given up after it may have been sent is cancelled after all orders, however old', () => {
  const unwanted = sent('unwanted', { state: 'sent', unwanted: true })
  assert.deepEqual(read(JSON.stringify([unwanted])), [unwanted])
  assert.equal(nextOrder([sent('new'), unwanted], 0)?.key, 'new')
  assert.equal(nextOrder([unwanted], 41 * MINUTE_MS)?.key, 'unwanted')
  const tooMany = { status: 429, code: 'TOO_MANY' }
  assert.deepEqual([isAnswer(tooMany, false), isAnswer(tooMany, true)], [true, false])
  assert.equal(isAnswer({ status: 409, code: 'ILLEGAL_STEP' }, true), true)
})

test('a refusal is an answer; a broken server and a lost network are none', () => {
  assert.equal(isRefusal({ status: 409, code: 'FREE_LIMIT' }), true)
  assert.equal(isRefusal({ status: 503, code: 'PAYMENTS_DOWN' }), true)
  assert.equal(isRefusal({ status: 500, code: 'INTERNAL' }), false)
  assert.equal(isRefusal({ status: 0, code: 'NETWORK' }), false)
})
