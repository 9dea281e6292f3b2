import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBackWords, isPaid } from './give-back-words.ts'

test('money that goes back is asked about, also where the sum is not told', () => {
  assert.deepEqual([isPaid(undefined), isPaid({ amount: 0 })], [false, false])
  assert.deepEqual([isPaid({ amount: 50_000 }), isPaid({ amount: 0, paid: true })], [true, true])
  assert.equal(giveBackWords(50_000), 'вернуть 500\u00a0₽')
  assert.equal(giveBackWords(0), 'вернуть деньги')
})
