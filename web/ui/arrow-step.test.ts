import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrowStep } from './arrow-step.ts'

test('the arrow after the last place comes back to the first, and the other way round', () => {
  assert.equal(arrowStep('ArrowRight', 2, 3, 'horizontal'), 0)
  assert.equal(arrowStep('ArrowLeft', 0, 3, 'horizontal'), 2)
})

test('from nowhere the down arrow takes the first place', () => {
  assert.equal(arrowStep('ArrowDown', -1, 3, 'vertical'), 0)
})

test('Home and End go to the edges', () => {
  assert.equal(arrowStep('Home', 2, 3, 'vertical'), 0)
  assert.equal(arrowStep('End', 0, 3, 'vertical'), 2)
})

test('arrows of the other axis, other keys and an empty list are left alone', () => {
  assert.equal(arrowStep('ArrowDown', 0, 3, 'horizontal'), undefined)
  assert.equal(arrowStep('Enter', 0, 3, 'vertical'), undefined)
  assert.equal(arrowStep('Home', 0, 0, 'vertical'), undefined)
})
