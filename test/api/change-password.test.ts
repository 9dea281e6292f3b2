import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { TOO_WEAK } from '#domain/accounts/account.ts'
import { FREE_TRIES, FRESH_TOKEN_MS } from '#domain/accounts/login.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { freshAddress, newcomer } from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const NEW = 'Drugaya7-struna'

const change = (token: string, body: Record<string, string>) =>
  world.call(api.auth.update, { body }, { token })

const pair = (password: string) => ({ password, passwordConfirm: password })

const login = (username: string, password: string) =>
  world.call(api.auth.login, { body: { username, password } }, { address: freshAddress() })

const isAlive = async (token: string) =>
  (await world.call(api.auth.checkToken, {}, { token })).status === 200

async function fieldsOf(token: string, body: Record<string, string>) {
  const { status, failure } = await change(token, body)
  assert.equal(status, 400, JSON.stringify(failure))
  return failure.fields
}

test('another password gives a new token, kills every other one, and the owner gets an e-mail', async () => {
  const { username, email, password, token } = await newcomer(world)
  const other = (await login(username, password)).data.token
  const { status, data } = await change(token, pair(NEW))
  assert.equal(status, 200)
  assert.equal(data.baseAccountInfoDTO.artistUsername, username)
  const fresh = data.token ?? ''
  assert.deepEqual(await Promise.all([fresh, token, other].map(isAlive)), [true, false, false])
  assert.equal((await login(username, password)).status, 401)
  assert.equal((await login(username, NEW)).status, 200)
  await mailIdle(world.app.ctx)
  const message = world.sentMail.findLast(
    ({ to, subject }) => to === email && subject === 'Пароль изменён',
  )
  assert.ok(message)
  assert.match(message.text, /^Отключены ключи кнопок .*, вебхуки, вторые пульты и ссылки хозяев/mu)
  assert.doesNotMatch(message.text, /Drugaya/)
})

const REFUSED = {
  Ab1: 'Пароль должен содержать минимум 8 символов.',
  verevka7: 'Пароль должен содержать хотя бы одну заглавную букву.',
  VEREVKA7: 'Пароль должен содержать хотя бы одну строчную букву.',
  'Verevka-mytha': 'Пароль должен содержать хотя бы одну цифру.',
  Rush2112: TOO_WEAK,
}

for (const [password, text] of Object.entries(REFUSED))
  test(`the new password «${password}» is refused: ${text}`, async () => {
    const artist = await newcomer(world)
    assert.deepEqual(await fieldsOf(artist.token, pair(password)), { password: text })
    assert.equal((await login(artist.username, artist.password)).status, 200)
  })

test('a new password that is how the account is called is refused', async () => {
  const { token } = await newcomer(world, { username: 'Kolokol.Novyi' })
  assert.deepEqual(await fieldsOf(token, pair('Kolokol-2026')), { password: TOO_WEAK })
})

test('a confirmation that differs is refused at its field', async () => {
  const { token } = await newcomer(world)
  assert.deepEqual(await fieldsOf(token, { password: NEW, passwordConfirm: `${NEW}x` }), {
    passwordConfirm: 'Пароли не совпадают.',
  })
  assert.deepEqual(await fieldsOf(token, { password: NEW }), {
    passwordConfirm: 'Пароли не совпадают.',
  })
})

test('a token of more than five minutes is asked for the current password', async () => {
  const { password, token } = await newcomer(world)
  world.advance(FRESH_TOKEN_MS)
  const asked = { currentPassword: 'Введите текущий пароль' }
  world.advance(1)
  assert.deepEqual(await fieldsOf(token, pair(NEW)), asked)
  assert.deepEqual(await fieldsOf(token, { ...pair(NEW), currentPassword: '' }), asked)
  assert.deepEqual(await fieldsOf(token, { ...pair(NEW), currentPassword: 'Ne-tot-parol-1' }), {
    currentPassword: 'Текущий пароль не подошёл',
  })
  const { status, data } = await change(token, { ...pair(NEW), currentPassword: password })
  assert.equal(status, 200)
  assert.ok(await isAlive(data.token ?? ''))
})

test('a fresh token changes it without the current one', async () => {
  const { token } = await newcomer(world)
  world.advance(FRESH_TOKEN_MS)
  assert.equal((await change(token, pair(NEW))).status, 200)
})

test('of two changes at once one wins, and the other finds its token dead', async () => {
  const { username, token } = await newcomer(world)
  const wanted = ['Pervaya7-struna', 'Vtoraya7-struna']
  const answers = await Promise.all(wanted.map((password) => change(token, pair(password))))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 401]))
  const won = answers.findIndex(({ status }) => status === 200)
  assert.equal((await login(username, wanted[won] ?? '')).status, 200)
  assert.ok(await isAlive(answers[won]?.data.token ?? ''))
})

test('a login with the old password that overlaps a change leaves no token behind', async () => {
  const { username, password, token } = await newcomer(world)
  const [changed, ...logins] = await Promise.all([
    change(token, pair(NEW)),
    ...Array.from({ length: 6 }, () => login(username, password)),
  ])
  assert.equal(changed.status, 200)
  for (const { status, data } of logins)
    if (status === 200) assert.equal(await isAlive(data.token), false)
})

test('the current password cannot be guessed through the change', async () => {
  const { token } = await newcomer(world)
  world.advance(FRESH_TOKEN_MS + 1)
  const guess = { ...pair(NEW), currentPassword: 'Ne-tot-parol-1' }
  const answers = await Promise.all(Array.from({ length: 25 }, () => change(token, guess)))
  assert.equal(answers.filter(({ status }) => status === 400).length, FREE_TRIES)
  assert.equal(answers.filter(({ status }) => status === 429).length, 25 - FREE_TRIES)
  const { status, failure } = await change(token, guess)
  assert.deepEqual([status, failure.code], [429, 'TOO_MANY'])
})

// Logout -------------------------------------------------------------------------------------------

test('a logout ends this token and no other', async () => {
  const { username, password, token } = await newcomer(world)
  const other = (await login(username, password)).data.token
  assert.equal(await world.ok(api.auth.logout, {}, { token }), true)
  await world.refused('NO_TOKEN', api.auth.checkToken, {}, { token })
  assert.ok(await isAlive(other))
})

test('a logout of the other devices leaves this one in, and other artists too', async () => {
  const { username, password, token } = await newcomer(world)
  const stranger = await newcomer(world)
  const others = [
    (await login(username, password)).data.token,
    (await login(username, password)).data.token,
  ]
  assert.equal(await world.ok(api.auth.logoutOthers, {}, { token }), true)
  assert.deepEqual(await Promise.all(others.map(isAlive)), [false, false])
  assert.ok(await isAlive(token))
  assert.ok(await isAlive(stranger.token))
})
