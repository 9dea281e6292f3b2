import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, isFields, parseLossless, wordOf } from './json.ts'

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

test('an id beyond the exact numbers keeps every digit', () => {
  assert.deepEqual(parseLossless('{"PaymentId":12345678901234567891,"a":[9007199254740993]}'), {
    PaymentId: '12345678901234567891',
    a: ['9007199254740993'],
  })
})

test('ordinary numbers stay numbers and text stays text', () => {
  assert.deepEqual(parseLossless('{"Amount":10000,"Rate":0.5,"Below":-3,"Id":"12","No":null}'), {
    Amount: 10_000,
    Rate: 0.5,
    Below: -3,
    Id: '12',
    No: null,
  })
})

test('a number that would be printed otherwise keeps its own spelling', () => {
  assert.deepEqual(parseLossless('[1.0,1e3,-0,1.50]'), ['1.0', '1e3', '-0', '1.50'])
})

test('what is no JSON is refused', () => {
  assert.throws(() => parseLossless('<html>'), SyntaxError)
})
