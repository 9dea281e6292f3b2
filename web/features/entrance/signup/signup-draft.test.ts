import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CODE_LIFE_MS } from '#domain/accounts/account.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { answerAt } from '../step-machine.ts'
import { SIGNUP_DRAFT, EMPTY_FORM } from './signup-steps.ts'

const NAME = 'signup-draft'
const FORM = {
  ...EMPTY_FORM,
  username: 'luzhin',
  password: 'Sekret77x',
  name: 'Марк Лужин',
  email: 'luzhin@mail.example',
  consentEmail: true,
  codeSent: true,
  verificationCode: '12',
}

test('a dropped tab opens with all that was gathered but the password and the code', () => {
  SIGNUP_DRAFT.save(answerAt(3, FORM))
  const stored = readStored(NAME, 'sessionStorage') ?? ''
  assert.match(stored, /luzhin@mail\.example/u)
  assert.doesNotMatch(stored, /Sekret77x|verificationCode/u)
  assert.deepEqual(SIGNUP_DRAFT.restore(EMPTY_FORM), {
    step: 1,
    form: { ...FORM, password: '', verificationCode: '' },
    errors: { password: 'Введите пароль ещё раз: здесь он не хранится.' },
  })
})

test('another nickname, an old draft and a text of another shape are left out', () => {
  SIGNUP_DRAFT.save(answerAt(2, FORM))
  assert.equal(SIGNUP_DRAFT.restore({ ...EMPTY_FORM, username: 'lada' }), null)
  const at = Date.now() - CODE_LIFE_MS
  for (const text of ['нет', 'null', '{}', JSON.stringify({ at, form: FORM })]) {
    writeStored(NAME, text, 'sessionStorage')
    assert.equal(SIGNUP_DRAFT.restore(EMPTY_FORM), null)
  }
})

test('the first step alone keeps nothing', () => {
  writeStored(NAME, null, 'sessionStorage')
  SIGNUP_DRAFT.save(answerAt(1, FORM))
  assert.equal(SIGNUP_DRAFT.restore(EMPTY_FORM), null)
})
