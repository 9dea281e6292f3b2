import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrowStep } from './arrow-step.ts'

test('the arrow after the last place comes back to the first, and the other way round', () => {
  assert.equal(arrowStep('ArrowDown', 2, 3), 0)
  assert.equal(arrowStep('ArrowUp', 0, 3), 2)
})

test('from nowhere the down arrow takes the first place', () => {
  assert.equal(arrowStep('ArrowDown', -1, 3), 0)
})

test('Home and End go to the edges', () => {
  assert.equal(arrowStep('Home', 2, 3), 0)
  assert.equal(arrowStep('End', 0, 3), 2)
})

test('arrows to the sides, other keys and an empty list are left alone', () => {
  assert.equal(arrowStep('ArrowRight', 0, 3), undefined)
  assert.equal(arrowStep('Enter', 0, 3), undefined)
  assert.equal(arrowStep('Home', 0, 0), undefined)
})
