import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLossless } from './lossless-json.ts'

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
