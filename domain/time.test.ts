import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { moscowDay, moscowMidnight } from './time.ts'

const LATE = new Date('2026-12-31T20:59:59.999Z')
const NEW_YEAR = new Date('2026-12-31T21:00:00.000Z')

describe('a day in Moscow', () => {
  test('begins three hours before that of UTC', () => {
    assert.equal(moscowDay(LATE), '2026-12-31')
    assert.equal(moscowDay(NEW_YEAR), '2027-01-01')
  })

  test('is followed by the next at midnight there', () => {
    assert.deepEqual(moscowMidnight(LATE, 1), NEW_YEAR)
    assert.deepEqual(moscowMidnight(NEW_YEAR, 0), NEW_YEAR)
    assert.deepEqual(moscowMidnight(NEW_YEAR, 7), new Date('2027-01-07T21:00:00.000Z'))
  })
})
