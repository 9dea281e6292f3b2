import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { DEFAULT_RULES } from './evening-rules.ts'
import { admitAmount, mayCollect, shareMinimum } from './price.ts'

const SUPPORT = { ...DEFAULT_RULES, support: true }
const says = (code: string, message: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code && error.message === message

describe('The sum of a paid order', () => {
  test('is at least the minimum, in whole rubles', () => {
    admitAmount(kopecks(150_00), 150)
    assert.throws(
      () => admitAmount(kopecks(149_99), 150),
      says('AMOUNT_TOO_SMALL', 'Минимум 150 ₽'),
    )
    assert.throws(() => admitAmount(kopecks(0), 10), { fields: { amount: 'Минимум 10 ₽' } })
  })

  test('is at most 1000 ₽ whatever the minimum', () => {
    admitAmount(kopecks(1000_00), 1000)
    const over = () => admitAmount(kopecks(1000_01), 10)
    assert.throws(over, says('AMOUNT_TOO_LARGE', 'Максимум 1000 ₽'))
    assert.throws(over, { fields: { amount: 'Максимум 1000 ₽' } })
  })
})

describe('A share', () => {
  test('costs a tenth of what an order costs at least, in whole rubles, and ten rubles at least', () => {
    assert.deepEqual([10, 55, 100, 101, 555, 1000].map(shareMinimum), [10, 10, 10, 11, 56, 100])
  })

  test('opens a collection only where it can be smaller than an order, and while orders are taken', () => {
    assert.equal(mayCollect(SUPPORT, 10), false)
    assert.equal(mayCollect(SUPPORT, 11), true)
    assert.equal(mayCollect({ ...SUPPORT, lastCall: 'closed' }, 1000), false)
  })
})
