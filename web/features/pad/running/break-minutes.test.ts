import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { breakMinutes } from './break-minutes.ts'

test('a break of ten minutes has ten, though the clock of the pad is a little late', () => {
  assert.equal(breakMinutes(10 * MINUTE_MS), 10)
  assert.equal(breakMinutes(10 * MINUTE_MS + 14 * SECOND_MS), 10)
  assert.equal(breakMinutes(15 * MINUTE_MS + 14 * SECOND_MS), 15)
})

test('a started minute counts, the last one until the end', () => {
  assert.equal(breakMinutes(9 * MINUTE_MS + 30 * SECOND_MS), 10)
  assert.equal(breakMinutes(10 * SECOND_MS), 1)
  assert.equal(breakMinutes(0), 0)
  assert.equal(breakMinutes(-MINUTE_MS), 0)
})
