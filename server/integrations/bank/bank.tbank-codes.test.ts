import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CODES, answerOf } from './bank.tbank-codes.ts'

const NOON = new Date('2026-03-01T09:00:00Z')

function refused(code: unknown, more: object = {}, now = NOON) {
  return answerOf({ Success: false, ErrorCode: code, ...more }, now)
}

function finality(code: string) {
  const answer = refused(code)
  return answer.outcome === 'declined' ? answer.final : answer.outcome
}

test('what succeeded is the answer itself', () => {
  for (const fields of [{ Success: true, Status: 'NEW' }, { Success: 'true' }])
    assert.deepEqual(answerOf(fields, NOON), { outcome: 'ok', value: fields })
})

test('what may pass by itself is declined for now', () => {
  for (const code of ['8', '20', '204', '205', '623', '1116', '1502', '1503', '3002'])
    assert.equal(finality(code), false, code)
})

test('what stays as it is is declined for good', () => {
  for (const code of ['3028', '3031', '3038', '251', '3008'])
    assert.equal(finality(code), true, code)
})

test('a code that nobody has heard of gives nothing up', () => {
  assert.equal(finality('4711'), false)
  assert.equal(finality('constructor'), false)
})

test('the limits of refunds name the moment', () => {
  assert.deepEqual(refused('3029'), {
    outcome: 'later',
    retryAt: new Date('2026-03-01T10:00:00Z'),
    code: '3029',
  })
  assert.deepEqual(refused('3030'), {
    outcome: 'later',
    retryAt: new Date('2026-03-01T21:00:00Z'),
    code: '3030',
  })
})

test('tomorrow is the day in Moscow', () => {
  const lateEvening = new Date('2026-03-01T22:30:00Z')
  const answer = refused('3030', {}, lateEvening)
  assert.deepEqual(answer.outcome === 'later' && answer.retryAt, new Date('2026-03-02T21:00:00Z'))
})

test('a trouble inside the bank is no answer', () => {
  for (const code of ['3', '401', '9999']) assert.equal(refused(code).outcome, 'unknown', code)
})

test('neither yes nor no is no answer', () => {
  assert.equal(answerOf({}, NOON).outcome, 'unknown')
  assert.equal(answerOf({ ErrorCode: '8' }, NOON).outcome, 'unknown')
  assert.equal(answerOf({ Success: false }, NOON).outcome, 'unknown')
  assert.equal(refused('0').outcome, 'unknown')
  assert.equal(refused({}).outcome, 'unknown')
})

test('a code may come as a number', () => {
  const answer = refused(3028)
  assert.ok(answer.outcome === 'declined' && answer.code === '3028')
})

test('the words are the bank’s own, or ours where it has none', () => {
  const declined = refused('8', { Message: 'Неверный статус', Details: 'REVERSED' })
  assert.equal(declined.outcome === 'declined' && declined.text, 'Неверный статус. REVERSED')
  const silent = refused('3002')
  assert.equal(silent.outcome === 'declined' && silent.text, CODES['3002']?.[1])
  const long = refused('8', { Message: 'о'.repeat(5000) })
  assert.equal(long.outcome === 'declined' && long.text.length, 300)
})
