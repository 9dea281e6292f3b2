import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ringStep, swipeStep } from './use-swipe.ts'

test('on a narrow screen a fifth of the width is far enough', () => {
  assert.equal(swipeStep(-71, 360), 0)
  assert.equal(swipeStep(-72, 360), 1)
  assert.equal(swipeStep(72, 360), -1)
})

test('on a wide screen 80 px are far enough', () => {
  assert.equal(swipeStep(-79, 1280), 0)
  assert.equal(swipeStep(-80, 1280), 1)
  assert.equal(swipeStep(80, 1280), -1)
})

test('a tap moves nothing, even before the width is known', () => {
  assert.equal(swipeStep(0, 0), 0)
})

test('pictures go round in both directions', () => {
  assert.equal(ringStep(2, 1, 3), 0)
  assert.equal(ringStep(0, -1, 3), 2)
  assert.equal(ringStep(1, 1, 2), 0)
})
