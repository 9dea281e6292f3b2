import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { boundOf, durationText, isEnough, mediansOf, percentile } from './numbers.ts'

const of = (...durations: readonly number[]) =>
  durations.map((ms) => ({ upToMs: boundOf(ms), count: 1 }))

test('a duration is counted under the next bound, the longest under the last', () => {
  assert.deepEqual([0, 20, 21, 999, 10 ** 9].map(boundOf), [20, 20, 50, 1000, 1_800_000])
})

test('of a few nothing is said, and of the slowest hundredth nothing below a hundred', () => {
  assert.deepEqual([isEnough(19, 0.5), isEnough(20, 0.5)], [false, true])
  assert.deepEqual([isEnough(99, 0.99), isEnough(100, 0.99)], [false, true])
  assert.equal(percentile([], 0.5), null)
})

test('half of all took no longer than the median says', () => {
  const histogram = [
    { upToMs: 1000, count: 49 },
    { upToMs: 100, count: 50 },
    { upToMs: 5000, count: 1 },
  ]
  assert.equal(percentile(histogram, 0.5), 100)
  assert.equal(percentile(histogram, 0.99), 1000)
})

test('what several processes measured is added up, in whatever rows it comes', () => {
  const [one, other] = [Array.from({ length: 60 }, () => 90), Array.from({ length: 40 }, () => 900)]
  assert.equal(percentile([...of(...one), ...of(...other)], 0.5), 100)
  assert.equal(percentile([...of(...one), ...of(...other)], 0.99), 1000)
})

test('one concert counts once, however many orders it has, and with few orders not at all', () => {
  const fast = Array.from({ length: 19 }, () => of(90, 90, 90, 90, 900))
  const medians = mediansOf([
    ...fast,
    of(...Array.from({ length: 5000 }, () => 1_700_000)),
    of(90, 90),
  ])
  assert.equal(medians.length, 20)
  assert.equal(percentile(medians, 0.5), 100)
})

test('a percentile is the bound of the exact one', () => {
  const durations = fc.array(fc.integer({ min: 0, max: 1_800_000 }), { minLength: 100 })
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.99), (all, share) => {
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0
      assert.equal(percentile(of(...all), share), boundOf(exact))
    }),
  )
})

test('a duration is told in its own unit', () => {
  const told = [20, 300, 1500, 60_000, 90_000, 3_600_000].map(durationText)
  assert.deepEqual(
    told.map((text) => text.replace('\u00A0', ' ')),
    ['0,1 с', '0,3 с', '1,5 с', '1 мин', '1,5 мин', '1 ч'],
  )
})
