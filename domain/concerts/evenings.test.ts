import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyMonth, firstMonth, inEveningOrder } from './evenings.ts'

test('a year is this month and the eleven before it', () => {
  assert.equal(firstMonth('year', new Date('2026-11-25T10:00:00Z')), '2025-12')
})

test('the month is that of Moscow', () => {
  assert.equal(firstMonth('year', new Date('2026-11-30T21:30:00Z')), '2026-01')
  assert.equal(firstMonth('year', new Date('2026-11-30T20:30:00Z')), '2025-12')
})

test('all evenings have no first month', () => {
  assert.equal(firstMonth('all', new Date('2026-11-25T10:00:00Z')), null)
})

test('months without a concert stand between those with one', () => {
  assert.deepEqual(everyMonth(['2026-02', '2025-11']), ['2025-11', '2025-12', '2026-01', '2026-02'])
})

test('one month is itself, and no months are none', () => {
  assert.deepEqual(everyMonth(['2026-02']), ['2026-02'])
  assert.deepEqual(everyMonth([]), [])
})

test('midnight follows the evening, and a day begins at six', () => {
  assert.deepEqual(inEveningOrder([0, 5, 6, 22, 21]), [6, 21, 22, 0, 5])
})
