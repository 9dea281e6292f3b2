import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stroke } from './pad-keys.ts'
import { padKeyOf, watchPedals } from './pad-keys.ts'

const stroke = (key: string, more: Partial<Stroke> = {}): Stroke => ({
  key,
  code: key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...more,
})

test('both kinds of pedals turn forth and back', () => {
  for (const key of ['ArrowRight', 'PageDown', 'Enter', ' '])
    assert.equal(padKeyOf(stroke(key)), 'next')
  for (const key of ['ArrowLeft', 'PageUp', 'Backspace'])
    assert.equal(padKeyOf(stroke(key)), 'undo')
})

test('a letter counts by its place, whatever the layout writes there', () => {
  assert.equal(padKeyOf(stroke('з', { code: 'KeyP' })), 'pause')
  assert.equal(padKeyOf(stroke('г', { code: 'KeyU' })), 'undo')
  assert.equal(padKeyOf(stroke('?', { code: 'Digit7' })), 'help')
})

test('what the browser does by a key with Ctrl, Alt or Cmd stays with the browser', () => {
  assert.equal(padKeyOf(stroke('p', { code: 'KeyP', ctrlKey: true })), null)
  assert.equal(padKeyOf(stroke('ArrowLeft', { altKey: true })), null)
  assert.equal(padKeyOf(stroke('ArrowDown')), null)
})

test('a foot that stays down is one press', () => {
  const feet = watchPedals()
  assert.ok(feet.isPress(stroke('PageDown'), 0))
  assert.ok(!feet.isPress(stroke('PageDown', { repeat: true }), 500))
  assert.ok(!feet.isPress(stroke('PageDown'), 5000), 'without a lift it is still down')
  feet.lift('PageDown')
  assert.ok(feet.isPress(stroke('PageDown'), 6000))
})

test('a held pedal that sends whole strokes is one press, for as long as it does', () => {
  const feet = watchPedals()
  const presses = [0, 300, 600, 900, 1200].filter((at) => {
    const counts = feet.isPress(stroke('PageDown'), at)
    feet.lift('PageDown')
    return counts
  })
  assert.deepEqual(presses, [0])
  assert.ok(feet.isPress(stroke('PageDown'), 2000))
})
