import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#domain/refusal.ts'
import {
  CallFailed,
  asExplained,
  errorMessage,
  orWhenUnavailable,
  sentenceOf,
} from './call-failed.ts'

test('how long to wait is taken from an answer that names seconds, and from no other', () => {
  const secondsOf = (retryAfter: string | null) =>
    CallFailed.fromAnswer({ status: 503, body: null, retryAfter }).retryAfterSeconds
  assert.equal(secondsOf('7'), 7)
  assert.equal(secondsOf(null), null)
  assert.equal(secondsOf('Wed, 21 Oct 2026 07:28:00 GMT'), null)
  assert.equal(secondsOf('soon'), null)
  assert.equal(secondsOf(''), null)
})

test('a failed call is forgiven, and a mistake of ours is not', async () => {
  const failed = CallFailed.fromAnswer({ status: 503, body: null, retryAfter: null })
  assert.equal(await orWhenUnavailable(Promise.reject(failed), null), null)
  assert.equal(await orWhenUnavailable(Promise.reject(CallFailed.noNetwork()), false), false)
  assert.deepEqual(await orWhenUnavailable(Promise.resolve([7]), []), [7])
  await assert.rejects(orWhenUnavailable(Promise.reject(new TypeError('ours')), null), TypeError)
})

test('what a person is told is the sentence of a rule or of the server, and never that of a mistake of ours', () => {
  const rule = new Refusal('VALIDATION', 'Введите никнейм.', 'username')
  const broken = CallFailed.fromAnswer({ status: 500, body: null, retryAfter: null })
  assert.equal(sentenceOf(rule), 'Введите никнейм.')
  assert.equal(errorMessage(rule, 'Не удалось'), 'Введите никнейм.')
  assert.equal(errorMessage(broken, 'Не удалось'), 'Не удалось')
  assert.equal(errorMessage(CallFailed.noNetwork(), 'Не удалось'), 'Не удалось')
  assert.equal(sentenceOf(new TypeError('ours')), 'Произошла ошибка')
  assert.throws(() => asExplained(new TypeError('ours')), TypeError)
  assert.equal(asExplained(rule), rule)
})
