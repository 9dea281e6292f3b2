import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from './record.ts'

test('only an object is a record', () => {
  assert.ok(isRecord({}))
  for (const other of [null, undefined, [], 'text', 1]) assert.ok(!isRecord(other))
})
