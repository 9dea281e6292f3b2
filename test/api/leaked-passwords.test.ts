import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { LEAKED } from '#domain/accounts/account.ts'
import {
  browserOf,
  codeByMail,
  freshAddress,
  newcomer,
  signupForm,
} from '#test/support/steps/newcomer.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const IN_A_LEAK = 'Kz7-ropa-vel'
const GOOD = 'Drugaya7-struna'

let world: World
const asked: string[] = []
before(async () => {
  world = await makeWorld({
    async hasLeaked(password) {
      asked.push(password)
      return password === IN_A_LEAK
    },
  })
})
after(() => world.close())

test('a sign-up with a leaked password is refused, and its code is not spent', async () => {
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  const send = (password: string) => {
    const body = { ...form, verificationCode, password, passwordConfirm: password }
    return world.call(
      api.auth.signup,
      { body },
      { address: freshAddress(), ...browserOf(form.email) },
    )
  }
  assert.deepEqual((await send(IN_A_LEAK)).failure.fields, { password: LEAKED })
  assert.equal((await send(GOOD)).status, 201)
})

test('the service is not asked about a password that other rules refuse', async () => {
  asked.length = 0
  const form = signupForm({ password: 'Blink182', passwordConfirm: 'Blink182' })
  await world.refused('VALIDATION', api.auth.signup, { body: form }, { address: freshAddress() })
  assert.deepEqual(asked, [])
})

test('a change to a leaked password is refused, and to another one is taken', async () => {
  const { token } = await newcomer(world)
  const change = (password: string) =>
    world.call(api.auth.update, { body: { password, passwordConfirm: password } }, { token })
  const { status, failure } = await change(IN_A_LEAK)
  assert.deepEqual([status, failure.fields], [400, { password: LEAKED }])
  assert.equal((await change(GOOD)).status, 200)
})
