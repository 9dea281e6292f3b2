import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { StepForm } from './step-machine.ts'
import {
  answerAt,
  BACK_TURNS,
  carriedFields,
  refusedAt,
  shownFields,
  stepAt,
  stepMove,
  turnNamed,
  withErrors,
} from './step-machine.ts'

type Values = { login: string; code: string; agreed: boolean; codeSent: boolean }

const FORM: Values = { login: 'luzhin', code: '', agreed: true, codeSent: false }
const STEPS: StepForm<Values, 'next' | keyof typeof BACK_TURNS> = {
  stepOf: { login: 1, agreed: 3, code: 3, codeSent: 3 },
  read: () => FORM,
  turns: { next: null, ...BACK_TURNS },
  otherwise: 'back-to-1',
  failed: (form) => answerAt(3, form),
  answered: [],
  hidden: () => ['codeSent'],
}

describe('the fields of a three-step form', () => {
  test('each is shown at its step and carried at the others, but a box that is not ticked', () => {
    assert.deepEqual(shownFields(STEPS, 1, FORM), ['login'])
    assert.deepEqual(carriedFields(STEPS.stepOf, FORM, ['login']), [
      { name: 'agreed', value: 'on' },
      { name: 'code', value: '' },
    ])
  })

  test('one without an input of its own is carried at its own step', () => {
    const form = { ...FORM, codeSent: true }
    const shown = shownFields(STEPS, 3, form)
    assert.deepEqual(shown, ['agreed', 'code'])
    assert.deepEqual(carriedFields(STEPS.stepOf, form, shown), [
      { name: 'login', value: 'luzhin' },
      { name: 'codeSent', value: 'on' },
    ])
  })

  test('wrong ones lead to the earliest step that asks for one of them', () => {
    const answer = withErrors(STEPS.stepOf, FORM, { code: 'Не подошёл', login: 'Занят' })
    assert.equal(answer?.step, 1)
    assert.deepEqual(answer.errors, { login: 'Занят', code: 'Не подошёл' })
    assert.equal(withErrors(STEPS.stepOf, FORM, { code: null }), null)
  })

  test('a refusal of a field that is not in the form is told over the step', () => {
    const fields = { partnerId: 'Нет такого' }
    const failure = new CallFailed({ status: 400, code: 'VALIDATION', message: 'Нельзя', fields })
    const answer = refusedAt(STEPS.stepOf, 2, FORM, failure, 'Не удалось')
    assert.deepEqual(answer, answerAt(2, FORM, { errorText: 'Нельзя' }))
  })

  test('what is no refusal is thrown on', () => {
    assert.throws(() => refusedAt(STEPS.stepOf, 2, FORM, new TypeError('bug'), ''), TypeError)
  })
})

describe('the buttons of a three-step form', () => {
  test('one that is none of its own does what the form says', () => {
    assert.equal(turnNamed(STEPS, 'next'), 'next')
    for (const other of ['constructor', 'toString', null])
      assert.equal(turnNamed(STEPS, other), 'back-to-1')
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
