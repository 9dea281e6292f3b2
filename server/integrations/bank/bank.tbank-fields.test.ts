import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, isFields, wordOf } from './bank.tbank-fields.ts'

test('an id is the same as a number and as text', () => {
  assert.equal(wordOf(13_660), '13660')
  assert.equal(wordOf('13660'), '13660')
  for (const none of [null, undefined, '', true, {}, []]) assert.equal(wordOf(none), null)
})

test('a sum is whole kopecks of zero or more, however it is spelled', () => {
  for (const sum of [10_000, '10000', '10000.0', '10000.00']) assert.equal(amountOf(sum), 10_000)
  assert.equal(amountOf(0), 0)
  for (const none of [
    null,
    undefined,
    '',
    -1,
    0.5,
    '100.5',
    '1e3',
    '1 000',
    '99999999999999999',
    {},
  ])
    assert.equal(amountOf(none), null, JSON.stringify(none))
})

test('only an object is fields', () => {
  assert.ok(isFields({}))
  for (const other of [null, undefined, [], 'text', 1]) assert.ok(!isFields(other))
})
