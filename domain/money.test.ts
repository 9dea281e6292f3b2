import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatRubles, kopecks, rublesToKopecks } from './money.ts'

test('rubles are shown with spaces that do not break, and kopecks only where there are any', () => {
  assert.equal(formatRubles(kopecks(1_250_000)), '12\u00A0500\u00A0₽')
  assert.equal(formatRubles(kopecks(1_250_050)), '12\u00A0500,50\u00A0₽')
  assert.equal(formatRubles(kopecks(0)), '0\u00A0₽')
  assert.equal(formatRubles(kopecks(-0)), '0\u00A0₽')
  assert.equal(formatRubles(kopecks(9)), '0,09\u00A0₽')
  assert.equal(formatRubles(kopecks(-100)), '-1\u00A0₽')
})

test('rubles become kopecks exactly', () => {
  assert.equal(rublesToKopecks(10), 1000)
  assert.equal(rublesToKopecks(1.1), 110)
  assert.equal(rublesToKopecks(19.99), 1999)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (amount) => {
      assert.equal(rublesToKopecks(Number((amount / 100).toFixed(2))), amount)
    }),
  )
})

test('what is not a whole number of kopecks is a bug', () => {
  for (const amount of [0.5, NaN, Infinity, 2 ** 53]) {
    assert.throws(() => kopecks(amount), RangeError)
  }
  for (const rubles of [0.001, 1.005, NaN, 1e20]) {
    assert.throws(() => rublesToKopecks(rubles), RangeError)
  }
})
