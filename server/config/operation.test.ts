import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOperation } from './operation.ts'

test('a token that can be guessed is refused, and not repeated', () => {
  assert.throws(() => readOperation({ METRICS_TOKEN: 'swordfish' }), {
    name: 'BadConfig',
    message: 'METRICS_TOKEN слишком короткий: нужно не меньше 16 знаков.',
  })
})
