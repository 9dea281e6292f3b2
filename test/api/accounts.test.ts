import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hash, parseOptions } from '@node-rs/argon2'
import { api, everyEndpoint } from '#contract/index.ts'
import { CODES_PER_HOUR, RESEND_SECONDS } from '#domain/accounts/account.ts'
import { TOKEN_LIFE_MS } from '#domain/accounts/login.ts'
import { logIn, sendSignupCode } from '#server/modules/accounts/accounts.service.ts'
import type { Passwords } from '#server/modules/accounts/passwords.ts'
import { makePasswords, NOBODYS_HASH } from '#server/modules/accounts/passwords.ts'
import { RATES } from '#server/platform/http/limits.ts'
import { noMail } from '#server/integrations/mail/mail.ts'
import {
  askCode,
  browserOf,
  codeByMail,
  codeIn,
  freshAddress,
  newcomer,
  signupForm,
} from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const login = (username: string, password: string, address = freshAddress()) =>
  world.call(api.auth.login, { body: { username, password } }, { address })

const isFree = async (username: string) =>
  world.ok(api.auth.isUsernameFree, { body: { username } }, { address: freshAddress() })

// One normal form ------------------------------------------------------------------------------

const PASSWORD = 'Sekret77-Äpfel-ﬁn'

test('a password is one however its letters are composed, a nickname however wide', async () => {
  const password = PASSWORD.normalize('NFD')
  const { username } = await newcomer(world, { password, passwordConfirm: PASSWORD })
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
    assert.equal((await login(username, PASSWORD.normalize(form))).status, 200)
  const wide = username.replaceAll(/[a-z]/gu, (letter) =>
    String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
  )
  for (const name of [wide, `@${username}`, ` @${wide} `])
    assert.equal((await login(name, PASSWORD)).status, 200)
  assert.equal((await login(username, PASSWORD.toLowerCase())).status, 401)
})

test('a password stored as it was typed still works, and from then on in every form', async () => {
  const { username } = await newcomer(world)
  const typed = PASSWORD.normalize('NFD')
  const passwordHash = await hash(typed)
  await world.sql
    .updateTable('artists')
    .set({ passwordHash })
    .where('username', '=', username)
    .execute()
  assert.equal((await login(username, PASSWORD)).status, 401)
  assert.equal((await login(username, typed)).status, 200)
  assert.equal((await login(username, PASSWORD)).status, 200)
  assert.equal((await login(username, typed)).status, 200)
})

// Nicknames and addresses ------------------------------------------------------------------------

test('a nickname is free until somebody has it in any case', async () => {
  assert.equal(await isFree('Vesna.v.polden'), true)
  await newcomer(world, { username: 'vesna.V.polden' })
  assert.equal(await isFree('Vesna.v.polden'), false)
})

test('the name of a page of the site is never free', async () => {
  assert.equal(await isFree('Login'), false)
})

test('what can be nobody’s nickname is refused in the words of the form', async () => {
  const failure = await world.refused('VALIDATION', api.auth.isUsernameFree, {
    body: { username: 'музыкант' },
  })
  assert.deepEqual(failure.fields, { username: 'Используйте только латинские буквы и цифры.' })
})

test('an address is free until somebody has it in any case', async () => {
  const ask = (email: string) => world.ok(api.auth.isEmailFree, { body: { email } })
  assert.equal(await ask('Nikto@example.org'), true)
  await newcomer(world, { email: 'kto-to@example.org' })
  assert.equal(await ask(' KTO-TO@example.org'), false)
})

// The e-mail with the code -----------------------------------------------------------------------

test('the e-mail is in Russian and says the code and how long it lives', async () => {
  const { status, data } = await askCode(world, 'Pismo@Example.org')
  assert.equal(status, 200)
  assert.deepEqual(data, { resendAfterSeconds: RESEND_SECONDS })
  const message = world.sentMail.at(-1)
  assert.equal(message?.to, 'pismo@example.org')
  const code = codeIn(world, 'pismo@example.org')
  assert.equal(message?.subject, `Код подтверждения: ${code}`)
  assert.ok(message?.text.includes(`Код подтверждения: ${code}`))
  assert.match(message?.text ?? '', /действует 10 минут/)
})

test('without the consent no e-mail is sent', async () => {
  const sent = world.sentMail.length
  const { status, failure } = await askCode(world, 'ne-soglasen@example.org', {
    consentEmail: false,
  })
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(failure.fields ?? {}), ['consentEmail'])
  assert.equal(world.sentMail.length, sent)
})

test('an address that cannot be one and a missing consent are named together', async () => {
  const { failure } = await askCode(world, 'это не почта', { consentEmail: false })
  assert.deepEqual(Object.keys(failure.fields ?? {}), ['email', 'consentEmail'])
})

test('an address that somebody has gets no code', async () => {
  const { email } = await newcomer(world)
  const { status, failure } = await askCode(world, email.toUpperCase())
  assert.equal(status, 400)
  assert.deepEqual(failure.fields, { email: 'email уже используется' })
})

test('a second code waits for sixty seconds, and the answer says how many are left', async () => {
  await codeByMail(world, 'eshche@example.org')
  world.advance(45_000)
  const tooSoon = await askCode(world, 'eshche@example.org')
  assert.equal(tooSoon.status, 429)
  assert.equal(tooSoon.failure.code, 'RESEND_TOO_SOON')
  assert.equal(tooSoon.failure.message, 'Новый код можно запросить через 15 секунд.')
  assert.equal(tooSoon.headers['retry-after'], '15')
  world.advance(15_000)
  assert.equal((await askCode(world, 'eshche@example.org')).status, 200)
})

test('of codes that one browser asks for at once one is sent', async () => {
  await askCode(world, 'neterpelivyi@example.org')
  world.advance(RESEND_SECONDS * 1000)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => askCode(world, 'neterpelivyi@example.org')),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 429).length, 7)
  assert.equal(world.sentMail.filter(({ to }) => to === 'neterpelivyi@example.org').length, 2)
})

test('an address gets five codes an hour for one browser', async () => {
  for (let sent = 0; sent < CODES_PER_HOUR; sent++) {
    await codeByMail(world, 'nastoychivyi@example.org')
    world.advance(RESEND_SECONDS * 1000)
  }
  const { status, failure, headers } = await askCode(world, 'nastoychivyi@example.org')
  assert.equal(status, 429)
  assert.equal(failure.code, 'TOO_MANY')
  assert.equal(headers['retry-after'], String(55 * 60))
  world.advance(55 * 60_000)
  assert.equal((await askCode(world, 'nastoychivyi@example.org')).status, 200)
})

/** Requests a code in the browser of this e-mail, where no e-mail leaves. */
const askMailless = (email: string) => {
  const device = /=([^.]+)/u.exec(browserOf(email).cookie ?? '')?.[1] ?? assert.fail()
  const mailless = { ...world.app.ctx, mail: noMail() }
  return sendSignupCode(mailless, email, { device, consent: true })
}

test('where no e-mail leaves, the answer says so and nothing counts as sent', async () => {
  const { email } = signupForm()
  await codeByMail(world, email)
  world.advance(RESEND_SECONDS * 1000)
  await assert.rejects(askMailless(email), {
    code: 'MAIL_DOWN',
    message: 'Письмо отправить не удалось. Попробуйте ещё раз чуть позже.',
  })
  assert.equal((await askCode(world, email)).status, 200)
})

test('an e-mail that did not leave lets the code before it live', async () => {
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  world.advance(RESEND_SECONDS * 1000)
  await assert.rejects(askMailless(form.email), { code: 'MAIL_DOWN' })
  const body = { ...form, verificationCode }
  const { status } = await world.call(api.auth.signup, { body }, browserOf(form.email))
  assert.equal(status, 201)
})

// Login --------------------------------------------------------------------------------------------

test('the nickname or the address, in any case, opens with the password', async () => {
  const { username, email, password } = await newcomer(world)
  for (const name of [username, username.toUpperCase(), email, ` ${email.toUpperCase()} `]) {
    const { status, data } = await login(name, password)
    assert.equal(status, 200)
    assert.equal(
      (await world.ok(api.auth.checkToken, {}, { token: data.token })).username,
      username,
    )
  }
})

test('each login gives a token of its own, and all of them work', async () => {
  const { username, password, token } = await newcomer(world)
  const again = (await login(username, password)).data.token
  assert.notEqual(again, token)
  for (const one of [token, again]) await world.ok(api.auth.checkToken, {}, { token: one })
})

test('nothing in the answer tells whether the account exists', async () => {
  const { username, email } = await newcomer(world)
  const answers = []
  for (const name of [username, email, 'nikto.takoy', 'nikto@example.org', '']) {
    const { status, failure } = await login(name, 'Ne-tot-parol-1')
    answers.push({ status, code: failure.code, message: failure.message, fields: failure.fields })
  }
  const [first] = answers
  assert.equal(first?.status, 401)
  assert.equal(first?.code, 'WRONG_CREDENTIALS')
  for (const answer of answers) assert.deepEqual(answer, first)
})

test('an unknown name costs the work of one password, as a known one does', async () => {
  const { username } = await newcomer(world)
  const real = makePasswords()
  const verified: (string | null)[] = []
  const passwords: Passwords = {
    ...real,
    verify(passwordHash, password) {
      verified.push(passwordHash)
      return real.verify(passwordHash, password)
    },
  }
  const caller = { address: 'anywhere', network: 'anywhere', device: 'one', userAgent: '' }
  for (const name of [username, 'nikto.takoy'])
    await assert.rejects(logIn({ ...world.app.ctx, passwords }, name, 'Ne-tot-parol-1', caller), {
      code: 'WRONG_CREDENTIALS',
    })
  const [known, unknown] = verified
  assert.equal(verified.length, 2)
  assert.ok(known)
  assert.equal(unknown, null)
  assert.deepEqual(parseOptions(NOBODYS_HASH), parseOptions(known))
})

test('a zero character, which no database takes, is refused at its field', async () => {
  const { username, password } = await newcomer(world)
  assert.equal((await login(`${username}\0`, password)).status, 400)
  assert.equal((await askCode(world, 'a\0@example.org')).status, 400)
  const form = signupForm({ username: 'nol\0', email: 'nol\0@example.org', name: 'Н\0ль' })
  const { status, failure } = await world.call(api.auth.signup, { body: form })
  assert.equal(status, 400)
  assert.deepEqual(
    Object.keys(failure.fields ?? {}).toSorted((a, b) => a.localeCompare(b)),
    ['email', 'name', 'username'],
  )
})

test('strangers may try one account a hundred times a minute, which touches neither another nor its owner at home', async () => {
  const { username, password } = await newcomer(world)
  const other = await newcomer(world)
  const home = freshAddress()
  assert.equal((await login(username, password, home)).status, 200)
  const { points } = RATES.loginOfAccount
  for (let attempt = 1; attempt < points; attempt++)
    assert.equal((await login(username.toUpperCase(), 'Ne-tot-parol-1')).status, 401)
  const { status, failure, headers } = await login(username, password)
  assert.equal(status, 429)
  assert.equal(failure.code, 'TOO_MANY')
  assert.ok(Number(headers['retry-after']) > 0)
  assert.equal((await login(other.username, other.password)).status, 200)
  assert.equal((await login(username, password, home)).status, 200)
})

// Tokens -------------------------------------------------------------------------------------------

test('a token lives for thirty days', async () => {
  const { token } = await newcomer(world)
  world.advance(TOKEN_LIFE_MS - 1000)
  await world.ok(api.auth.checkToken, {}, { token })
  world.advance(1000)
  await world.refused('NO_TOKEN', api.auth.checkToken, {}, { token })
})

const secure = everyEndpoint().filter(({ endpoint }) => endpoint.access !== 'anyone')

for (const { name, endpoint } of secure)
  test(`${name} answers 401 to no token, an invented one and a dead one`, async () => {
    const artist = await world.artist({ role: 'ADMIN' })
    const dead = artist.token
    await world.sql
      .updateTable('loginTokens')
      .set({ expiresAt: world.now() })
      .where('artistId', '=', artist.id)
      .execute()
    const params = { name: 'active-session-pad-v2' }
    for (const as of [{}, { token: 'invented' }, { token: dead }]) {
      const { status, failure } = await world.call(endpoint, { params }, as)
      assert.equal(status, 401)
      assert.equal(failure.code, 'NO_TOKEN')
    }
  })

for (const { name, endpoint } of secure.filter(({ endpoint: { access } }) => access === 'admin'))
  test(`${name} answers 403 to an artist who is no admin`, async () => {
    const { token } = await world.artist()
    const { status } = await world.call(endpoint, { params: { name: 'any' } }, { token })
    assert.equal(status, 403)
  })

test('the token is read from the header only, never from a cookie', async () => {
  const { token } = await newcomer(world)
  const { status } = await world.call(
    api.auth.checkToken,
    {},
    { cookie: `jwt_authentication=${token}` },
  )
  assert.equal(status, 401)
})
