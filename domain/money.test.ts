import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { COMMISSION_BPS, commissionOf, formatRubles, kopecks, rublesToKopecks } from './money.ts'

test('rubles are shown with spaces that do not break, and kopecks only where there are any', () => {
  assert.equal(formatRubles(kopecks(1_250_000)), '12\u00A0500\u00A0₽')
  assert.equal(formatRubles(kopecks(1_250_050)), '12\u00A0500,50\u00A0₽')
  assert.equal(formatRubles(kopecks(0)), '0\u00A0₽')
  assert.equal(formatRubles(kopecks(-0)), '0\u00A0₽')
  assert.equal(formatRubles(kopecks(9)), '0,09\u00A0₽')
  assert.equal(formatRubles(kopecks(-100)), '−1\u00A0₽')
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

test('a commission is exact for every whole number of rubles that an order or a tip may cost', () => {
  for (let rubles = 10; rubles <= 1000; rubles += 1) {
    const amount = rublesToKopecks(rubles)
    assert.equal(commissionOf(amount, COMMISSION_BPS.song), rubles * 10)
    assert.equal(commissionOf(amount, COMMISSION_BPS.tip), rubles * 5)
    assert.equal(commissionOf(amount, COMMISSION_BPS.check), rubles * 10)
  }
})

test('a commission never takes a part of a kopeck from the musician', () => {
  assert.equal(commissionOf(kopecks(19), 1000), 1)
  assert.equal(commissionOf(kopecks(9), 1000), 0)
  assert.equal(commissionOf(kopecks(0), 1000), 0)
  assert.equal(commissionOf(kopecks(1), 10_000), 1)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, bps) => {
        const commission = commissionOf(kopecks(amount), bps)
        assert.ok(commission >= 0 && commission <= amount)
        // Counted without fractions, floor means: never above, and less than a kopeck below.
        const over = BigInt(amount) * BigInt(bps) - BigInt(commission) * 10_000n
        assert.ok(over >= 0n && over < 10_000n)
      },
    ),
  )
})
