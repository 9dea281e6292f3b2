import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { MINUTE_MS } from '#domain/time.ts'
import { isUnguessable } from '#domain/uuid.ts'
import {
  dropRequestKey,
  readStored,
  requestKey,
  storeRequestKey,
  writeStored,
} from './device-memory.ts'

/** A device whose storage takes texts of at most `most` characters, one under each name. */
function deviceWithRoom(most: number) {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
    setItem(name: string, text: string) {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError')
      kept.set(name, text)
    },
  }
  Object.assign(globalThis, { window: { localStorage } })
  return kept
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window')
})

test('what a full device cannot take is remembered by the page, and not what stood there before', () => {
  deviceWithRoom(5)
  writeStored('presses', 'one')
  writeStored('presses', 'one, two')
  assert.equal(readStored('presses'), 'one, two')
})

test('once the device can take it again, it alone is asked', () => {
  const kept = deviceWithRoom(5)
  writeStored('presses', 'one, two')
  writeStored('presses', 'two')
  assert.equal(readStored('presses'), 'two')
  assert.equal(kept.get('presses'), 'two')
  writeStored('presses', null)
  assert.equal(readStored('presses'), null)
})

test('a request has one key until it is answered, and by that key a phone gets its order back', () => {
  deviceWithRoom(100)
  const key = requestKey('order')
  assert.equal(requestKey('order'), key)
  assert.ok(isUnguessable(key), key)
  dropRequestKey('order')
  assert.notEqual(requestKey('order'), key)
})

test('a request whose answer leads nowhere after a time has a new key then, counted from its first press', (t) => {
  deviceWithRoom(100)
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-10-03T20:00:00Z') })
  const key = requestKey('tip', 15)
  dropRequestKey('tip')
  t.mock.timers.tick(14 * MINUTE_MS)
  storeRequestKey('tip', key)
  assert.equal(requestKey('tip', 15), key)
  t.mock.timers.tick(MINUTE_MS)
  assert.equal(requestKey('tip'), key, 'where it may be repeated at any time')
  const next = requestKey('tip', 15)
  assert.notEqual(next, key)
  assert.equal(requestKey('tip', 15), next)
})

test('a key of the version before, which does not tell its time, stays', () => {
  deviceWithRoom(100)
  storeRequestKey('old tip', '00000000-0000-4000-8000-000000000000')
  assert.equal(requestKey('old tip', 15), '00000000-0000-4000-8000-000000000000')
})
