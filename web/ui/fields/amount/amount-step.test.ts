import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepAmount } from './amount-step.ts'

const limits = { step: 20, min: 10, max: 1000 }

test('a press adds or takes one step', () => {
  assert.equal(stepAmount('200', 1, limits), '220')
  assert.equal(stepAmount('200', -1, limits), '180')
})

test('an empty field cannot go down and starts with one step up', () => {
  assert.equal(stepAmount('', -1, limits), undefined)
  assert.equal(stepAmount('', 1, limits), '20')
  assert.equal(stepAmount('', 1, { ...limits, min: 50 }), '50')
})

test('a text that is no sum has no steps, and a fraction of zeros is none', () => {
  for (const direction of [1, -1] as const)
    assert.equal(stepAmount('100,5', direction, limits), undefined)
  assert.equal(stepAmount('100,00', 1, limits), '120')
})

test('steps stop at the limits and go no further', () => {
  assert.equal(stepAmount('25', -1, limits), '10')
  assert.equal(stepAmount('10', -1, limits), undefined)
  assert.equal(stepAmount('990', 1, limits), '1000')
  assert.equal(stepAmount('1000', 1, limits), undefined)
})

test('a sum typed outside the limits is brought back inside by the next press', () => {
  assert.equal(stepAmount('5', 1, limits), '25')
  assert.equal(stepAmount('5', -1, limits), undefined)
  assert.equal(stepAmount('5000', -1, limits), '1000')
})
