import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { codeIn, filledSignup, freshAddress, newcomer } from '#test/support/steps/newcomer.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld({
    ipLocation: {
      locationOf: async (address) => (address.startsWith('95.') ? { country: 'RU' } : null),
    },
  })
})
after(() => world.close())

/** A sign-up in a browser: returns what was typed and the cookie of the browser. */
async function signedUp() {
  const { body, browser } = await filledSignup(world)
  const { status, cookie } = await world.call(api.auth.signup, { body }, browser)
  assert.equal(status, 201)
  return { ...body, cookie }
}

type Person = { username: string; email: string; password: string }

/** Logs in with a browser that has this cookie, or none; returns the cookie that it has then. */
async function login(person: Person, cookie?: string, address = freshAddress()) {
  const { username, password } = person
  const reply = await world.call(
    api.auth.login,
    { body: { username, password } },
    { address, ...(cookie === undefined ? {} : { cookie }) },
  )
  assert.equal(reply.status, 200)
  await mailIdle(world.app.ctx)
  return reply.cookie
}

const mailTo = ({ email }: Person) =>
  world.sentMail.filter(({ to, subject }) => to === email && subject === 'Вход с нового устройства')

test('a login with the browser of the sign-up frightens nobody', async () => {
  const person = await signedUp()
  await login(person, person.cookie)
  assert.deepEqual(mailTo(person), [])
})

test('a login with another browser writes one e-mail, with when and from where', async () => {
  const person = await signedUp()
  const cookie = await login(person, undefined, '95.24.0.1')
  const [message, ...more] = mailTo(person)
  assert.deepEqual(more, [])
  assert.match(message?.text ?? '', /^Когда: \d{1,2} нояб\., \d\d:\d\d \(МСК\)$/mu)
  assert.match(message?.text ?? '', /^Откуда: Россия, адрес 95\.24\.0\.1\./mu)
  assert.match(message?.text ?? '', /Если это вы, ничего делать не нужно/u)
  await login(person, cookie, '95.24.0.2')
  assert.equal(mailTo(person).length, 1)
})

test('a place that is not known is not made up', async () => {
  const person = await signedUp()
  await login(person, undefined, '8.8.8.8')
  assert.match(mailTo(person)[0]?.text ?? '', /^Откуда: страна неизвестна, адрес 8\.8\.8\.8\./mu)
})

test('a cookie that somebody made up is a new browser', async () => {
  const person = await signedUp()
  const [name = '', value = ''] = person.cookie?.split('=') ?? []
  await login(person, `${name}=${value.replace(/\..*$/u, '.AAAAAAAAAAAAAAAAAAAAAA')}`)
  assert.equal(mailTo(person).length, 1)
})

test('a browser that one musician is known by is new to another', async () => {
  const [one, other] = [await signedUp(), await signedUp()]
  await login(other, one.cookie)
  assert.equal(mailTo(other).length, 1)
})

test('a browser that was not seen for longer than its cookie lives is new again', async () => {
  const person = await signedUp()
  const cookie = await login(person, person.cookie)
  const phone = await login(person)
  assert.equal(mailTo(person).length, 1)
  world.advance(300 * DAY_MS)
  await login(person, phone)
  world.advance(150 * DAY_MS)
  await forgetOld(world.app.ctx)
  await login(person, cookie)
  assert.equal(mailTo(person).length, 2)
})

test('where no browser is known yet, the first one is remembered in silence', async () => {
  const artist = await world.artist()
  const person = {
    username: artist.username,
    email: `${artist.username}@example.org`,
    password: 'Verevka7-mytha',
  }
  const cookie = await login(person)
  assert.deepEqual(mailTo(person), [])
  await login(person, cookie)
  await login(person)
  assert.equal(mailTo(person).length, 1)
})

test('a wrong password remembers no browser and gives it no cookie', async () => {
  const person = await signedUp()
  const body = { username: person.username, password: 'Ne-tot-parol-1' }
  const { status, cookie } = await world.call(api.auth.login, { body }, { address: freshAddress() })
  assert.deepEqual([status, cookie], [401, undefined])
})

test('no table leads from a device to its musician', async () => {
  const { cookie } = await signedUp()
  const id = cookie?.split('=')[1]?.split('.')[0] ?? ''
  assert.match(id, /^[\da-f-]{36}$/u)
  const rows = await world.sql.selectFrom('knownDevices').selectAll().execute()
  assert.ok(!JSON.stringify(rows).includes(id))
})

// A new password is another one than the old ---------------------------------------------------

const SAME = 'Это нынешний пароль. Придумайте другой.'

test('a change to the password that it is, is refused', async () => {
  const { token, password } = await newcomer(world)
  const typed = { password, passwordConfirm: password }
  for (const body of [typed, { ...typed, currentPassword: password }]) {
    const { fields } = await world.refused('VALIDATION', api.auth.update, { body }, { token })
    assert.deepEqual(fields, { password: SAME })
  }
})

test('an old login learns nothing of the password that way', async () => {
  const { token, password } = await newcomer(world)
  world.advance(DAY_MS)
  const typed = { password, passwordConfirm: password }
  for (const [currentPassword, said] of [
    ['', 'Введите текущий пароль'],
    ['Ne-tot-parol-1', 'Текущий пароль не подошёл'],
  ] as const) {
    const body = { ...typed, currentPassword }
    const { fields } = await world.refused('VALIDATION', api.auth.update, { body }, { token })
    assert.deepEqual(fields, { currentPassword: said })
  }
})

test('a recovery to the password that it was is refused, and its code stays good', async () => {
  const { username, email, password } = await newcomer(world)
  const asked = { body: { usernameOrEmail: username } }
  const { cookie = '' } = await world.call(api.auth.forgotPassword, asked)
  await mailIdle(world.app.ctx)
  const reset = { usernameOrEmail: username, code: codeIn(world, email) }
  const to = (newPassword: string) => ({
    body: { ...reset, newPassword, newPasswordConfirm: newPassword },
  })
  const { fields } = await world.refused('VALIDATION', api.auth.resetPassword, to(password), {
    cookie,
  })
  assert.deepEqual(fields, { newPassword: SAME })
  assert.equal(await world.ok(api.auth.resetPassword, to('Drugaya7-struna'), { cookie }), true)
})

test('a recovery and a change are told with when and from where', async () => {
  const { username, email, password } = await newcomer(world)
  const { token } = await world.ok(
    api.auth.login,
    { body: { username, password } },
    { address: freshAddress() },
  )
  const body = { password: 'Drugaya7-struna', passwordConfirm: 'Drugaya7-struna' }
  await world.ok(api.auth.update, { body }, { token, address: '95.24.0.1' })
  await mailIdle(world.app.ctx)
  const message = world.sentMail.findLast(({ to }) => to === email)
  assert.equal(message?.subject, 'Пароль изменён')
  assert.match(message.text, /^Откуда: Россия, адрес 95\.24\.0\.1\./mu)
})
