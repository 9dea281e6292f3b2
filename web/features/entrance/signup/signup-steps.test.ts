import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { NAMED_SO } from '#domain/accounts/account.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import type { SignupForm } from './signup-steps.ts'
import { EMPTY_FORM, giveNickname, register, sendCode } from './signup-steps.ts'

const FORM: SignupForm = {
  ...EMPTY_FORM,
  username: 'luzhin',
  password: 'Sekret77x',
  name: 'Марк Лужин',
  email: 'luzhin@mail.example',
  consentEmail: true,
}
const SENT: SignupForm = { ...FORM, codeSent: true, verificationCode: '123456' }

/** A server that answers each call from `answers`, or refuses with it. */
function serverWith(answers: Map<AnyEndpoint, unknown>) {
  const asked: unknown[] = []
  const ask = (async (endpoint: AnyEndpoint, input: { body: unknown }) => {
    asked.push(input.body)
    const answer = answers.get(endpoint)
    if (answer instanceof Error) throw answer
    return answer
  }) as Caller
  return { ask, asked }
}

const refusal = (fields: Record<string, string>, code = 'VALIDATION') =>
  new CallFailed({ status: 400, code, message: Object.values(fields)[0] ?? 'Нельзя', fields })

describe('the steps of a sign-up', () => {
  test('a free nickname and a strong password lead to the second step', async () => {
    const { ask } = serverWith(new Map([[api.auth.isUsernameFree, true]]))
    const answer = await giveNickname(FORM, ask)
    assert.equal(answer.step, 2)
    assert.deepEqual(answer.errors, {})
  })

  test('a taken nickname and a weak password are both told at once', async () => {
    const { ask } = serverWith(new Map([[api.auth.isUsernameFree, false]]))
    const answer = await giveNickname({ ...FORM, password: 'short' }, ask)
    assert.equal(answer.step, 1)
    assert.deepEqual(answer.errors, {
      username: 'Никнейм занят',
      password: 'Пароль должен содержать минимум 8 символов.',
    })
  })

  test('a password made of the nickname is told at its own step', async () => {
    const { ask } = serverWith(new Map([[api.auth.isUsernameFree, true]]))
    const own = { ...FORM, username: 'grusha', password: 'Grusha2026' }
    const answer = await giveNickname(own, ask)
    assert.equal(answer.step, 1)
    assert.deepEqual(answer.errors, { password: NAMED_SO })
  })

  test('a password made of the mailbox is told before a letter leaves', async () => {
    const { ask, asked } = serverWith(new Map())
    const own = { ...FORM, email: 'grusha@mail.example', password: 'Grusha2026' }
    const answer = await sendCode(own, ask)
    assert.equal(answer.step, 1)
    assert.deepEqual(answer.errors, { password: NAMED_SO })
    assert.deepEqual(asked, [])
  })

  test('a nickname that nobody could check says so at its field', async () => {
    const { ask } = serverWith(new Map([[api.auth.isUsernameFree, CallFailed.noNetwork()]]))
    const answer = await giveNickname(FORM, ask)
    assert.equal(answer.errors.username, 'Не удалось проверить никнейм')
  })

  test('a code that went out locks the address and starts the wait', async () => {
    const { ask, asked } = serverWith(
      new Map([[api.auth.verificationCode, { resendAfterSeconds: 60 }]]),
    )
    const answer = await sendCode({ ...FORM, consentNotifications: true }, ask)
    const { email } = FORM
    assert.deepEqual(asked, [{ email, consentEmail: true, consentNotifications: true }])
    assert.equal(answer.form.codeSent, true)
    assert.equal(answer.resendSeconds, 60)
  })

  test('a taken address is told at its field and stays open', async () => {
    const taken = refusal({ email: 'email уже используется' })
    const { ask } = serverWith(new Map([[api.auth.verificationCode, taken]]))
    const answer = await sendCode(FORM, ask)
    assert.deepEqual(answer.errors, { email: 'email уже используется' })
    assert.equal(answer.form.codeSent, false)
  })

  test('a letter that nobody took says so in its own words', async () => {
    const { ask } = serverWith(new Map([[api.auth.verificationCode, CallFailed.noNetwork()]]))
    const answer = await sendCode(FORM, ask)
    assert.equal(answer.errorText, 'Не удалось отправить код подтверждения.')
    assert.equal(answer.form.codeSent, false)
  })

  test('whoever asks too soon for a code that is on its way may type it', async () => {
    const soon = new CallFailed({
      status: 429,
      code: 'RESEND_TOO_SOON',
      message: 'Рано',
      retryAfterSeconds: 42,
    })
    const { ask } = serverWith(new Map([[api.auth.verificationCode, soon]]))
    const first = await sendCode(FORM, ask)
    assert.deepEqual([first.form.codeSent, first.resendSeconds, first.errorText], [true, 42, null])
    const again = await sendCode(SENT, ask)
    assert.equal(again.errorText, 'Рано')
  })
})

describe('the end of a sign-up', () => {
  test('the account is asked for with everything that was gathered', async () => {
    const { ask, asked } = serverWith(new Map([[api.auth.signup, { token: 'abc' }]]))
    assert.deepEqual(await register(SENT, 'bar', ask), { token: 'abc' })
    assert.deepEqual(asked, [
      {
        username: 'luzhin',
        name: 'Марк Лужин',
        email: 'luzhin@mail.example',
        password: 'Sekret77x',
        passwordConfirm: 'Sekret77x',
        accountType: 'ARTIST',
        partnerId: 'bar',
        verificationCode: '123456',
      },
    ])
  })

  test('without a code nobody is asked', async () => {
    const { ask, asked } = serverWith(new Map())
    const answer = await register({ ...SENT, verificationCode: '' }, null, ask)
    assert.ok('errors' in answer)
    assert.equal(answer.errors.verificationCode, 'Введите код подтверждения.')
    assert.deepEqual(asked, [])
  })

  test('a refused field leads back to the step that asks for it, and the code stays', async () => {
    const { ask } = serverWith(new Map([[api.auth.signup, refusal({ username: 'Никнейм занят' })]]))
    const answer = await register(SENT, null, ask)
    assert.ok('errors' in answer)
    assert.equal(answer.step, 1)
    assert.deepEqual(answer.errors, { username: 'Никнейм занят' })
    assert.equal(answer.form.verificationCode, '123456')
  })

  test('an account that an earlier try has made is entered', async () => {
    const answers = new Map<AnyEndpoint, unknown>([
      [api.auth.signup, refusal({ username: 'Никнейм занят', email: 'email уже используется' })],
      [api.auth.login, { token: 'abc' }],
    ])
    const { ask, asked } = serverWith(answers)
    assert.deepEqual(await register(SENT, null, ask), { token: 'abc' })
    assert.deepEqual(asked[1], { username: 'luzhin', password: 'Sekret77x' })
  })

  test('a failure without words gets ours', async () => {
    const { ask } = serverWith(new Map([[api.auth.signup, CallFailed.noNetwork()]]))
    const answer = await register(SENT, null, ask)
    assert.ok('errorText' in answer)
    assert.equal(answer.errorText, 'Произошла ошибка при регистрации.')
  })
})
