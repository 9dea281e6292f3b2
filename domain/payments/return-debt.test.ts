import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { kopecks } from '../money.ts'
import { mayOwe, splitReturn } from './return-debt.ts'

const FACTS = {
  limit: kopecks(300_000),
  earned: kopecks(500_000),
  debt: kopecks(0),
  inDispute: kopecks(0),
}

describe('what an artist may come to owe for returns', () => {
  test('is the limit where he earned more', () => {
    assert.equal(mayOwe(FACTS), 300_000)
  })

  test('is what others brought him lately where that is less', () => {
    assert.equal(mayOwe({ ...FACTS, earned: kopecks(45_000) }), 45_000)
    assert.equal(mayOwe({ ...FACTS, earned: kopecks(0) }), 0)
  })

  test('is less by what he owes already, and never below zero', () => {
    assert.equal(mayOwe({ ...FACTS, debt: kopecks(290_000) }), 10_000)
    assert.equal(mayOwe({ ...FACTS, debt: kopecks(400_000) }), 0)
  })

  test('is nothing while the bank disputes his money', () => {
    assert.equal(mayOwe({ ...FACTS, inDispute: kopecks(1) }), 0)
  })

  test('is nothing where the service allows none', () => {
    assert.equal(mayOwe({ ...FACTS, limit: kopecks(0) }), 0)
  })
})

test('a return takes what the balance has, and the rest from the next credits, to the kopeck', () => {
  const sum = fc.integer({ min: 0, max: 1_000_000 }).map(kopecks)
  fc.assert(
    fc.property(sum, sum, (cost, available) => {
      const { now, owed } = splitReturn(cost, available)
      assert.equal(now + owed, cost)
      assert.ok(now <= available && owed >= 0)
      assert.ok(owed === 0 || now === available, 'no debt beside money')
    }),
  )
})
