import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { askLogin } from './ask-login.ts'

/** A server that answers every call with `answer`, or refuses with it; `asked` collects the bodies. */
function serverWith(answer: unknown) {
  const asked: unknown[] = []
  const ask = (async (_: AnyEndpoint, { body }: { body: unknown }) => {
    asked.push(body)
    if (answer instanceof Error) throw answer
    return answer
  }) as Caller
  return { ask, asked }
}

const TYPED = { username: 'luzhin', password: 'Sekret77x' }

const refusedWith = (failure: { status: number; code: string; message: string }) =>
  askLogin(TYPED, serverWith(new CallFailed(failure)).ask)

test('what was typed is asked with, and the token is handed on', async () => {
  const { ask, asked } = serverWith({ token: 'fresh' })
  const answer = await askLogin(TYPED, ask)
  assert.deepEqual(answer, { token: 'fresh' })
  assert.deepEqual(asked, [TYPED])
})

test('blank fields are told at the fields and ask nobody', async () => {
  const { ask, asked } = serverWith({ token: 'fresh' })
  assert.deepEqual(await askLogin({ username: ' ', password: '' }, ask), {
    errors: { username: 'Укажите никнейм или email', password: 'Введите пароль' },
    errorText: null,
  })
  assert.deepEqual(asked, [])
})

test('an answer without a token is told as it is', async () => {
  const answer = await askLogin(TYPED, serverWith({ token: '' }).ask)
  assert.deepEqual(answer, {
    errors: {},
    errorText: 'Ошибка: токен не получен',
  })
})

test('a wrong password is told at its field, anything else over the form', async () => {
  const message = 'Неверный никнейм, email или пароль.'
  assert.deepEqual(await refusedWith({ status: 401, code: 'WRONG_CREDENTIALS', message }), {
    errors: { password: message },
    errorText: null,
  })
  assert.deepEqual(await refusedWith({ status: 429, code: 'TOO_MANY', message: 'Часто' }), {
    errors: {},
    errorText: 'Часто',
  })
})
