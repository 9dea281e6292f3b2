import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { isUnguessable } from '#domain/uuid.ts'
import { dropRequestKey, readStored, requestKey, writeStored } from './device-memory.ts'

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
