import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailed } from './call-failed.ts'

test('how long to wait is taken from an answer that names seconds, and from no other', () => {
  const secondsOf = (retryAfter: string | null) =>
    CallFailed.fromAnswer({ status: 503, body: null, retryAfter }).retryAfterSeconds
  assert.equal(secondsOf('7'), 7)
  assert.equal(secondsOf(null), null)
  assert.equal(secondsOf('Wed, 21 Oct 2026 07:28:00 GMT'), null)
  assert.equal(secondsOf('soon'), null)
  assert.equal(secondsOf(''), null)
})
