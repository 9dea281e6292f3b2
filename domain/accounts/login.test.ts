import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FREE_TRIES, OWN_NETWORK_MS, triesBlockedUntil, waitAfter } from './login.ts'
import type { Tries } from './login.ts'

const NOW = new Date('2026-11-22T20:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const tries = (changes: Partial<Tries> = {}): Tries => ({
  wrong: 0,
  waitUntil: null,
  rightAt: null,
  ...changes,
})

test('ten wrong passwords follow each other, then each wait is twice as long, up to an hour', () => {
  const seconds = (wrong: number) => waitAfter(wrong, FREE_TRIES) / 1000
  assert.deepEqual(
    [0, 1, 9, 10, 11, 12, 16, 17, 100, 2000].map(seconds),
    [0, 0, 0, 30, 60, 120, 1920, 3600, 3600, 3600],
  )
})

test('a try waits for the longer of both waits, until it is over', () => {
  const own = tries({ waitUntil: later(30) })
  const all = tries({ waitUntil: later(60) })
  assert.deepEqual(triesBlockedUntil(own, all, NOW), later(60))
  assert.deepEqual(triesBlockedUntil(own, tries(), NOW), later(30))
  assert.equal(triesBlockedUntil(own, all, later(60)), null)
})

test('the network from which the right password came waits for its own mistakes alone', () => {
  const all = tries({ waitUntil: later(60) })
  assert.equal(triesBlockedUntil(tries({ rightAt: later(-100) }), all, NOW), null)
  const own = tries({ rightAt: later(-100), waitUntil: later(30) })
  assert.deepEqual(triesBlockedUntil(own, all, NOW), later(30))
  const longAgo = new Date(NOW.getTime() - OWN_NETWORK_MS)
  assert.deepEqual(triesBlockedUntil(tries({ rightAt: longAgo }), all, NOW), later(60))
})
