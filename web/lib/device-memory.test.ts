import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keep, recall } from './device-memory.ts'

/** A device that takes texts of at most so many characters, one under each name. */
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

test('what a full device cannot take is remembered by the page, and not what stood there before', () => {
  deviceWithRoom(5)
  keep('presses', 'one')
  keep('presses', 'one, two')
  assert.equal(recall('presses'), 'one, two')
})

test('once the device can take it again, it alone is asked', () => {
  const kept = deviceWithRoom(5)
  keep('presses', 'one, two')
  keep('presses', 'two')
  assert.equal(recall('presses'), 'two')
  assert.equal(kept.get('presses'), 'two')
  keep('presses', null)
  assert.equal(recall('presses'), null)
})
