import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { StepOf } from './step-machine.ts'
import { answerAt, refusedAt, stepAt, stepMove, withErrors } from './step-machine.ts'

type Values = { login: string; code: string }

const FORM: Values = { login: 'luzhin', code: '' }
const STEP_OF: StepOf<Values> = { login: 1, code: 3 }

describe('the fields of a three-step form', () => {
  test('wrong ones lead to the earliest step that asks for one of them', () => {
    const answer = withErrors(STEP_OF, FORM, { code: 'Не подошёл', login: 'Занят' })
    assert.equal(answer?.step, 1)
    assert.deepEqual(answer.errors, { login: 'Занят', code: 'Не подошёл' })
    assert.equal(withErrors(STEP_OF, FORM, { code: null }), null)
  })

  test('a refusal of a field that is not in the form is told over the step', () => {
    const fields = { partnerId: 'Нет такого' }
    const failure = new CallFailed({ status: 400, code: 'VALIDATION', message: 'Нельзя', fields })
    const answer = refusedAt(STEP_OF, 2, FORM, failure, 'Не удалось')
    assert.deepEqual(answer, answerAt(2, FORM, { errorText: 'Нельзя' }))
  })

  test('what is no refusal is thrown on', () => {
    assert.throws(() => refusedAt(STEP_OF, 2, FORM, new TypeError('bug'), ''), TypeError)
  })
})

describe('the steps in the history of the browser', () => {
  test('an entry shows its own step, but none that was not reached since the page was opened', () => {
    assert.equal(stepAt(null, 2, 2), 2)
    assert.equal(stepAt({ step: 2, pushed: true }, 1, 3), 2)
    assert.equal(stepAt({ step: 3, pushed: true }, 1, 1), 1)
  })

  test('a step forward is a new entry, and back from it goes the way of the history', () => {
    const place = { step: 2, pushed: true } as const
    assert.deepEqual(stepMove(null, 1, 2), place)
    assert.equal(stepMove(place, 2, 1), 'back')
    assert.equal(stepMove(place, 2, 2), 'stay')
  })

  test('back goes to a place where the entry before is another step or another page', () => {
    assert.deepEqual(stepMove(null, 2, 1), { step: 1, pushed: false })
    assert.deepEqual(stepMove({ step: 3, pushed: true }, 3, 1), { step: 1, pushed: false })
    assert.deepEqual(stepMove({ step: 3, pushed: true }, 2, 1), { step: 1, pushed: false })
    assert.deepEqual(stepMove({ step: 2, pushed: false }, 2, 1), { step: 1, pushed: false })
  })
})
