import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { FREE_TRIES, FREE_TRIES_OF_ALL } from '#domain/accounts/login.ts'
import { DAY_MS } from '#domain/time.ts'
import { logIn } from '#server/modules/accounts/accounts.service.ts'
import { forgetOldLoginTries } from '#server/modules/accounts/login-tries.service.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { forgotPassword, resetPassword } from '#server/modules/accounts/new-password.service.ts'
import { codeIn, freshAddress, newcomer } from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

const WRONG = 'Ne-tot-parol-1'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const { login: loginEndpoint } = api.auth
/** Bypasses the limits by address, which count requests and not mistakes. */
const login = (username: string, password: string, address: string) =>
  logIn(world.app.ctx, username, password, {
    address,
    network: address,
    device: address,
    userAgent: '',
  }).then(
    () => 'in',
    (error: unknown) => (error as { code: string }).code,
  )

const wrongFrom = async (username: string, from: string, times: number) => {
  for (let count = 0; count < times; count += 1)
    assert.equal(await login(username, WRONG, from), 'WRONG_CREDENTIALS')
}

test('after ten wrong passwords in a row each next try waits twice as long', async () => {
  const { username, password } = await newcomer(world)
  const address = freshAddress()
  await wrongFrom(username, address, FREE_TRIES)
  for (const seconds of [30, 60, 120]) {
    const { status, failure, headers } = await world.call(
      loginEndpoint,
      { body: { username, password } },
      { address },
    )
    assert.deepEqual([status, failure.code], [429, 'TOO_MANY'])
    assert.equal(headers['retry-after'], String(seconds), 'the right password waits too')
    world.advance(seconds * 1000)
    assert.equal(await login(username, WRONG, address), 'WRONG_CREDENTIALS')
  }
  assert.equal(await login(username, password, 'another'), 'in')
  world.advance(DAY_MS)
  assert.equal(await login(username, password, address), 'in')
  await wrongFrom(username, address, FREE_TRIES)
})

test('guesses sent side by side are all counted', async () => {
  const { username } = await newcomer(world)
  const codes = await Promise.all(Array.from({ length: 40 }, () => login(username, WRONG, 'hall')))
  assert.equal(codes.filter((code) => code === 'WRONG_CREDENTIALS').length, FREE_TRIES)
  assert.equal(codes.filter((code) => code === 'TOO_MANY').length, 40 - FREE_TRIES)
})

test('a hundred wrong ones from everywhere stop strangers, and not the musician at home', async () => {
  const { username, password, email } = await newcomer(world)
  assert.equal(await login(username, password, 'home'), 'in')
  for (let count = 0; count < FREE_TRIES_OF_ALL; count += 1)
    await wrongFrom(count % 2 === 0 ? username : email, `stranger ${count}`, 1)
  assert.equal(await login(username, password, 'one more'), 'TOO_MANY')
  assert.equal(await login(username, WRONG, 'home'), 'WRONG_CREDENTIALS')
  assert.equal(await login(username, password, 'home'), 'in')
  assert.equal(await login(username, password, 'one more'), 'in', 'they count in a row only')
})

test('a new password from the letter opens the door again', async () => {
  const { username, email } = await newcomer(world)
  const fresh = 'Drugaya7-struna'
  for (let count = 0; count < FREE_TRIES_OF_ALL; count += 1)
    await wrongFrom(username, `stranger ${count}`, 1)
  const { ctx } = world.app
  await forgotPassword(ctx, username, { network: 'a hotel', device: 'a tablet' })
  await mailIdle(ctx)
  await resetPassword(ctx, {
    usernameOrEmail: username,
    code: codeIn(world, email),
    newPassword: fresh,
    newPasswordConfirm: fresh,
    address: 'a hotel',
    device: 'a tablet',
  })
  assert.equal(await login(username, fresh, 'a hotel'), 'in')
})

test('a name that is nobody’s waits the same, and is soon forgotten', async () => {
  await wrongFrom('nikto.takoy', 'there', FREE_TRIES)
  assert.equal(await login('nikto.takoy', WRONG, 'there'), 'TOO_MANY')
  const rows = () => world.sql.selectFrom('loginTries').selectAll().execute()
  assert.ok((await rows()).some(({ real }) => !real))
  assert.doesNotMatch(JSON.stringify(await rows()), /nikto|there|novichok|stranger/)
  world.advance(DAY_MS + 1)
  await forgetOldLoginTries(world.app.ctx)
  assert.deepEqual(
    (await rows()).filter(({ real }) => !real),
    [],
  )
  assert.ok((await rows()).length > 0, 'those at accounts are still counted')
})
