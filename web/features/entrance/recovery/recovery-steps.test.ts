import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import type { StepTurn } from '../step-machine.ts'
import type { RecoveryForm } from './recovery-steps.ts'
import { EMPTY_FORM, giveCode, resetPassword, sendAgain, sendCode } from './recovery-steps.ts'

const ASKED: RecoveryForm = { ...EMPTY_FORM, usernameOrEmail: 'luzhin' }
const WHOLE: RecoveryForm = {
  ...ASKED,
  code: '123456',
  newPassword: 'Sekret77x',
  newPasswordConfirm: 'Sekret77x',
}

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

/** Takes a turn that ends at a step. */
async function take(turn: StepTurn<RecoveryForm>, form: RecoveryForm, ask: Caller) {
  const answer = await turn(form, ask)
  assert.ok('step' in answer)
  return answer
}

const forgotten = (answer: unknown) => serverWith(new Map([[api.auth.forgotPassword, answer]]))
const resetting = (answer: unknown) => serverWith(new Map([[api.auth.resetPassword, answer]]))
const failed = (status: number, code: string, message: string, retryAfterSeconds = 0) =>
  new CallFailed({ status, code, message, retryAfterSeconds })

describe('the first step of a recovery', () => {
  test('a code that went out leads to the second step and starts the wait', async () => {
    const { ask, asked } = forgotten({ resendAfterSeconds: 60 })
    const answer = await take(sendCode, ASKED, ask)
    assert.deepEqual(asked, [{ usernameOrEmail: 'luzhin' }])
    assert.equal(answer.step, 2)
    assert.equal(answer.resendSeconds, 60)
  })

  test('a blank name asks nobody', async () => {
    const { ask, asked } = forgotten({ resendAfterSeconds: 60 })
    const answer = await take(sendCode, EMPTY_FORM, ask)
    assert.equal(answer.step, 1)
    assert.deepEqual(answer.errors, { usernameOrEmail: 'Укажите никнейм или email' })
    assert.deepEqual(asked, [])
  })

  test('without an answer the screen says so in its own words', async () => {
    const answer = await take(sendCode, ASKED, forgotten(CallFailed.noNetwork()).ask)
    assert.equal(answer.step, 1)
    assert.equal(answer.errorText, 'Не удалось отправить код. Попробуйте позже.')
  })

  test('the server’s own sentence comes first', async () => {
    const down = failed(503, 'MAIL_DOWN', 'Письмо отправить не удалось.')
    const answer = await take(sendCode, ASKED, forgotten(down).ask)
    assert.equal(answer.errorText, 'Письмо отправить не удалось.')
  })

  test('whoever asks too soon has a code already, and hears of the wait when it was for another', async () => {
    const tooSoon = failed(429, 'RESEND_TOO_SOON', 'Подождите 20 секунд.', 20)
    const first = await take(sendCode, ASKED, forgotten(tooSoon).ask)
    assert.deepEqual([first.step, first.resendSeconds, first.errorText], [2, 20, null])
    const again = await take(sendAgain, ASKED, forgotten(tooSoon).ask)
    assert.deepEqual(
      [again.step, again.resendSeconds, again.errorText],
      [2, 20, 'Подождите 20 секунд.'],
    )
  })
})

describe('the second step of a recovery', () => {
  test('a blank code stays, any other goes on', () => {
    const blank = giveCode(ASKED)
    assert.equal(blank.step, 2)
    assert.deepEqual(blank.errors, { code: 'Введите код из письма' })
    assert.equal(giveCode({ ...ASKED, code: '123456' }).step, 3)
  })

  test('a code without a name goes back to the name', () => {
    const answer = giveCode({ ...EMPTY_FORM, code: '123456' })
    assert.equal(answer.step, 1)
  })
})

describe('the third step of a recovery', () => {
  const logged = (login: unknown) =>
    serverWith(
      new Map<AnyEndpoint, unknown>([
        [api.auth.resetPassword, true],
        [api.auth.login, login],
      ]),
    )

  test('a password that was set logs in with the name as it was typed', async () => {
    const { ask, asked } = logged({ token: 'fresh', back: true })
    const entered = { token: 'fresh', back: true, newPassword: true }
    assert.deepEqual(await resetPassword(WHOLE, ask), entered)
    assert.deepEqual(asked, [WHOLE, { username: 'luzhin', password: 'Sekret77x' }])
  })

  test('a login that is refused or gives no token is left to the person', async () => {
    for (const login of [failed(429, 'TOO_MANY', 'Часто'), { token: '' }])
      assert.deepEqual(await resetPassword(WHOLE, logged(login).ask), {
        token: null,
        newPassword: true,
      })
  })

  test('blank and different passwords ask nobody', async () => {
    const { ask, asked } = resetting(true)
    const blank = { ...WHOLE, newPassword: '', newPasswordConfirm: '' }
    assert.deepEqual((await take(resetPassword, blank, ask)).errors, {
      newPassword: 'Заполните все поля',
    })
    const different = { ...WHOLE, newPasswordConfirm: 'Sekret78x' }
    assert.deepEqual((await take(resetPassword, different, ask)).errors, {
      newPasswordConfirm: 'Пароли не совпадают',
    })
    assert.deepEqual(asked, [])
  })

  test('a wrong code leads back to the code', async () => {
    const fields = { code: 'Код не подошёл' }
    const wrong = new CallFailed({ status: 400, code: 'VALIDATION', message: 'x', fields })
    const answer = await take(resetPassword, WHOLE, resetting(wrong).ask)
    assert.equal(answer.step, 2)
    assert.deepEqual(answer.errors, fields)
    assert.deepEqual(answer.form, WHOLE)
  })

  test('without an answer the screen says so in its own words', async () => {
    const answer = await take(resetPassword, WHOLE, resetting(CallFailed.noNetwork()).ask)
    assert.equal(answer.step, 3)
    assert.equal(answer.errorText, 'Не удалось изменить пароль. Проверьте код.')
  })

  test('a link that does not work any more leads to a new code', async () => {
    const refusal = new CallFailed({
      status: 400,
      code: 'VALIDATION',
      message: 'Код не подошёл',
      fields: { code: 'Код не подошёл' },
    })
    const form = { ...WHOLE, code: 'abcdefghijklmnopqrstu-' }
    const answer = await resetPassword(form, resetting(refusal).ask)
    assert.ok('step' in answer)
    assert.deepEqual(
      [answer.step, answer.errorText, answer.form.code, answer.form.usernameOrEmail],
      [1, 'Ссылка не подошла. Запросите новый код.', '', 'luzhin'],
    )
  })

  describe('after a try whose answer was lost', () => {
    const fields = { code: 'Код не подошёл' }
    const spent = new CallFailed({ status: 400, code: 'VALIDATION', message: 'x', fields })
    /** The code is spent by then. */
    const again = async (form: RecoveryForm, login: unknown) => {
      await resetPassword(form, resetting(CallFailed.noNetwork()).ask)
      const answers: [AnyEndpoint, unknown][] = [
        [api.auth.resetPassword, spent],
        [api.auth.login, login],
      ]
      return resetPassword(form, serverWith(new Map(answers)).ask)
    }

    test('the password that it set logs in, by a code and by a link', async () => {
      for (const code of ['654321', 'utsrqponmlkjihgfedcba-'])
        assert.deepEqual(await again({ ...WHOLE, code }, { token: 'fresh', back: true }), {
          token: 'fresh',
          back: true,
          newPassword: true,
        })
    })

    test('one that it did not set leaves the refusal', async () => {
      const notSet = failed(401, 'WRONG_CREDENTIALS', 'Не тот пароль')
      for (const [code, step] of [
        ['765432', 2],
        ['ytsrqponmlkjihgfedcba-', 1],
      ] as const) {
        const answer = await again({ ...WHOLE, code }, notSet)
        assert.ok('step' in answer)
        assert.equal(answer.step, step)
      }
    })

    test('another code is not taken for its own', async () => {
      await resetPassword(WHOLE, resetting(CallFailed.noNetwork()).ask)
      const { ask, asked } = resetting(spent)
      await take(resetPassword, { ...WHOLE, code: '111111' }, ask)
      assert.equal(asked.length, 1)
    })
  })
})
