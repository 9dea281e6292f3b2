import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaidOrder } from './paid-orders.ts'
import { readPaidOrders, withOrder } from './paid-orders.ts'

function order(orderId: string): PaidOrder {
  return { orderId, songId: 's', title: 'Осень', artistName: 'ДДТ', amount: 20_000 }
}

test('the memory gives back what it was given, and nothing that somebody else wrote there', () => {
  assert.deepEqual(readPaidOrders(JSON.stringify([order('a')])), [order('a')])
  const foreign = [{ ...order('b'), amount: 'much' }, null, 5, { orderId: 'c' }]
  assert.deepEqual(readPaidOrders(JSON.stringify([order('a'), ...foreign])), [order('a')])
  for (const broken of [null, '', '{', '{}', '"a"']) assert.deepEqual(readPaidOrders(broken), [])
})

test('the newest order stands in front, and one that was sent twice stands there once', () => {
  const orders = withOrder([order('a'), order('b')], order('c'))
  assert.deepEqual(orders, [order('c'), order('a'), order('b')])
  assert.deepEqual(withOrder(orders, order('a')), [order('a'), order('c'), order('b')])
})

test('the oldest orders make room', () => {
  const orders = Array.from({ length: 40 }, (_, at) => order(`${at}`))
  const kept = withOrder(orders, order('new'))
  assert.equal(kept.length, 30)
  assert.equal(kept[0]?.orderId, 'new')
})
