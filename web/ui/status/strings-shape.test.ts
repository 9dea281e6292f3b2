import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stringLines } from './strings-shape.ts'

test('the same width gives the same strings, so server and browser draw alike', () => {
  assert.deepEqual(stringLines(420), stringLines(420))
})

test('strings stay inside the drawing at an even distance', () => {
  const lines = stringLines(420)
  assert.ok(lines.every((line) => line.x >= 0 && line.x + 1 <= 420))
  assert.ok(lines.every((line, at) => at === 0 || line.x - (lines[at - 1]?.x ?? 0) === 7))
})

test('some strings sound, some are silent, and none touches its neighbour', () => {
  const swells = stringLines(420).map((line) => line.swell)
  assert.ok(swells.some((swell) => swell === 0))
  assert.ok(swells.some((swell) => swell > 4))
  assert.ok(swells.every((swell) => swell < 7))
})
