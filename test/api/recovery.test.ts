import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import {
  CODE_LIFE_MS,
  CODE_TRIES,
  CODES_PER_HOUR,
  RESEND_SECONDS,
  NAMED_SO,
  TOO_WEAK,
} from '#domain/accounts/account.ts'
import { FREE_TRIES } from '#domain/accounts/login.ts'
import { RECOVERY_LINK_MS } from '#domain/accounts/recovery.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { forgotPassword, provePassword } from '#server/modules/accounts/new-password.service.ts'
import { MailDown, noMail } from '#server/integrations/mail/mail.ts'
import type { MailMessage, Mail } from '#server/integrations/mail/mail.ts'
import {
  codeIn,
  freshAddress,
  newcomer,
  recoveryLinkIn,
  wrongCode,
} from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const NEW = 'Drugaya7-struna'
const WRONG_CODE = 'Код не подошёл или устарел. Проверьте цифры из письма или запросите новый.'

const mailTo = (email: string) => world.sentMail.filter(({ to }) => to === email)

/** The browser of everybody here who is not told to use another. */
let ownDevice: string | undefined

async function forgot(
  usernameOrEmail: string,
  { address = freshAddress(), cookie = ownDevice } = {},
) {
  const answer = await world.call(
    api.auth.forgotPassword,
    { body: { usernameOrEmail } },
    { address, ...(cookie !== undefined && { cookie }) },
  )
  ownDevice ??= answer.cookie
  await mailIdle(world.app.ctx)
  return answer
}

async function reset(
  usernameOrEmail: string,
  code: string,
  changes: Record<string, string> = {},
  cookie = ownDevice,
) {
  const body = { usernameOrEmail, code, newPassword: NEW, newPasswordConfirm: NEW, ...changes }
  const as = { address: freshAddress(), ...(cookie !== undefined && { cookie }) }
  const answer = await world.call(api.auth.resetPassword, { body }, as)
  await mailIdle(world.app.ctx)
  return answer
}

const linkTo = (email: string) => recoveryLinkIn(world, email)

const login = (username: string, password: string) =>
  world.call(api.auth.login, { body: { username, password } }, { address: freshAddress() })

/** A musician who has asked for a code a minute after the e-mail of the sign-up. */
async function forgetful() {
  const artist = await newcomer(world)
  assert.equal((await forgot(artist.username)).status, 200)
  return { ...artist, code: codeIn(world, artist.email) }
}

async function wrongFields(answer: ReturnType<typeof reset> | ReturnType<typeof forgot>) {
  const { status, failure } = await answer
  assert.equal(status, 400, JSON.stringify(failure))
  assert.equal(failure.code, 'VALIDATION')
  return failure.fields
}

// The e-mail ---------------------------------------------------------------------------------------

test('the nickname or the address, in any case, brings an e-mail with a code and a link', async () => {
  for (const by of ['username', 'email'] as const) {
    const artist = await newcomer(world)
    const { status, data } = await forgot(` ${artist[by].toUpperCase()} `)
    assert.equal(status, 200)
    assert.deepEqual(data, { resendAfterSeconds: RESEND_SECONDS })
    const [message] = mailTo(artist.email).slice(-1)
    const code = codeIn(world, artist.email)
    assert.equal(message?.subject, `Код восстановления: ${code}`)
    assert.match(message.text, /действует 10 минут/)
    const link = linkTo(artist.email)
    assert.equal(link.username, artist.username)
    assert.doesNotMatch(link.code, new RegExp(code, 'u'))
  }
})

test('a recovery forgets how often the former password was guessed with a token', async () => {
  const { username, code } = await forgetful()
  const { id } = await world.sql
    .selectFrom('artists')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const proves = (password: string) => provePassword(world.app.ctx, id, password)
  for (let count = 0; count <= FREE_TRIES; count += 1)
    await proves('Ne-tot-parol-1').catch(() => undefined)
  await assert.rejects(proves(NEW), { code: 'TOO_MANY' })
  assert.equal((await reset(username, code)).status, 200)
  await proves(NEW)
})

test('a blank name is refused in the words of the screen', async () => {
  assert.deepEqual(await wrongFields(forgot('  ')), {
    usernameOrEmail: 'Укажите никнейм или email',
  })
})

test('a second code waits for sixty seconds, and for an unknown name too', async () => {
  const { username } = await newcomer(world)
  const at = { address: freshAddress() }
  for (const name of [username, 'nikto.ne.zhdet']) {
    await forgot(name, at)
    world.advance(45_000)
    const tooSoon = await forgot(name.toUpperCase(), at)
    assert.equal(tooSoon.status, 429)
    assert.equal(tooSoon.failure.code, 'RESEND_TOO_SOON')
    assert.equal(tooSoon.failure.message, 'Новый код можно запросить через 15 секунд.')
    assert.equal(tooSoon.headers['retry-after'], '15')
    world.advance(15_000)
    assert.equal((await forgot(name, at)).status, 200)
  }
})

test('a name gets five codes an hour from one network, whether or not it is known', async () => {
  const { username } = await newcomer(world)
  for (const name of [username, 'nikto.nastoychivyi']) {
    const at = { address: freshAddress() }
    for (let sent = 0; sent < CODES_PER_HOUR; sent++) {
      assert.equal((await forgot(name, at)).status, 200)
      world.advance(RESEND_SECONDS * 1000)
    }
    const { status, failure } = await forgot(name, at)
    assert.equal(status, 429)
    assert.equal(failure.code, 'TOO_MANY')
  }
})

test('an address is spared when both names are asked for, and the answer does not tell that they are one', async () => {
  const { username, email } = await newcomer(world)
  const had = mailTo(email).length
  assert.equal((await forgot(username)).status, 200)
  const code = codeIn(world, email)
  assert.equal((await forgot(email)).status, 200)
  assert.equal(mailTo(email).length, had + 1)
  assert.equal((await reset(email, code)).status, 200)
})

test('a recovery right after the sign-up does not wait for its code', async () => {
  const { email, username } = await newcomer(world)
  const had = mailTo(email).length
  assert.equal((await forgot(username)).status, 200)
  assert.equal(mailTo(email).length, had + 1)
})

// The new password ---------------------------------------------------------------------------------

test('the code sets another password: the old one and every older token die, the owner is told', async () => {
  const { username, email, password, token, code } = await forgetful()
  const other = (await login(username, password)).data.token
  assert.deepEqual((await reset(username, code)).data, true)
  for (const dead of [token, other])
    await world.refused('NO_TOKEN', api.auth.checkToken, {}, { token: dead })
  assert.equal((await login(username, password)).status, 401)
  const fresh = (await login(email, NEW)).data.token
  assert.equal((await world.ok(api.auth.checkToken, {}, { token: fresh })).username, username)
  // The login with the new password has an e-mail of its own.
  const message = mailTo(email).find(({ subject }) => subject === 'Пароль изменён')
  assert.equal(message?.subject, 'Пароль изменён')
  assert.doesNotMatch(message.text, /Drugaya|\d{6}/)
})

test('another artist keeps his tokens when one sets a new password', async () => {
  const other = await newcomer(world)
  const { username, code } = await forgetful()
  await reset(username, code)
  await world.ok(api.auth.checkToken, {}, { token: other.token })
})

test('a code opens once', async () => {
  const { username, code } = await forgetful()
  assert.equal((await reset(username, code)).status, 200)
  assert.deepEqual(await wrongFields(reset(username, code)), { code: WRONG_CODE })
})

test('one code sent twice at once sets one password', async () => {
  const { username, code } = await forgetful()
  const passwords = ['Pervaya7-struna', 'Vtoraya7-struna']
  const answers = await Promise.all(
    passwords.map((newPassword) =>
      reset(username, code, { newPassword, newPasswordConfirm: newPassword }),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 400]))
  const won = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
  assert.equal((await login(username, won)).status, 200)
})

test('a code lives for ten minutes', async () => {
  const inTime = await forgetful()
  const late = await forgetful()
  world.advance(CODE_LIFE_MS - 1000)
  assert.equal((await reset(inTime.username, inTime.code)).status, 200)
  world.advance(1000)
  assert.deepEqual(await wrongFields(reset(late.username, late.code)), { code: WRONG_CODE })
})

test('a new code kills the one before it', async () => {
  const { username, email, code } = await forgetful()
  world.advance(RESEND_SECONDS * 1000)
  await forgot(username)
  const second = codeIn(world, email)
  assert.notEqual(second, code)
  assert.deepEqual(await wrongFields(reset(username, code)), { code: WRONG_CODE })
  assert.equal((await reset(username, second)).status, 200)
})

test('a code of a sign-up sets no password, and one of another account neither', async () => {
  const { username, email } = await newcomer(world)
  assert.deepEqual(await wrongFields(reset(username, codeIn(world, email))), { code: WRONG_CODE })
  const other = await forgetful()
  await forgot(username)
  assert.deepEqual(await wrongFields(reset(username, other.code)), { code: WRONG_CODE })
})

test('after four wrong tries the right code still opens, and after five it is dead', async () => {
  for (const tries of [CODE_TRIES - 1, CODE_TRIES]) {
    const { username, email, code } = await forgetful()
    const wrong = wrongCode(world, email)
    for (let guess = 0; guess < tries; guess++)
      assert.deepEqual(await wrongFields(reset(username, wrong)), { code: WRONG_CODE })
    assert.equal((await reset(username, code)).status, tries < CODE_TRIES ? 200 : 400)
  }
})

// Whoever wants to keep the owner out --------------------------------------------------------------

test('a code works on the device that asked for it alone, and no other device kills it or its code', async () => {
  const { username, email, code } = await forgetful()
  const stranger = 'bis_device=nobody'
  for (let guess = 0; guess <= CODE_TRIES; guess++)
    assert.deepEqual(await wrongFields(reset(username, wrongCode(world, email), {}, stranger)), {
      code: WRONG_CODE,
    })
  assert.deepEqual(await wrongFields(reset(username, code, {}, stranger)), { code: WRONG_CODE })
  world.advance(RESEND_SECONDS * 1000)
  await forgot(username, { cookie: stranger })
  assert.notEqual(codeIn(world, email), code)
  assert.equal((await reset(username, code)).status, 200)
})

test('the link of any letter works on any device for an hour, once, whatever codes were typed', async () => {
  const { username, email } = await newcomer(world)
  const stranger = (await forgot(username, { cookie: 'bis_device=nobody' })).cookie
  const wrong = wrongCode(world, email)
  for (let guess = 0; guess <= CODE_TRIES; guess++) await reset(username, wrong, {}, stranger)
  const first = linkTo(email)
  for (let asked = 1; asked < CODES_PER_HOUR + 3; asked++) {
    world.advance(RESEND_SECONDS * 1000)
    await forgot(username, { cookie: 'bis_device=nobody' })
  }
  const last = linkTo(email)
  const nearly = `${first.code.slice(0, -1)}${first.code.endsWith('-') ? '_' : '-'}`
  assert.deepEqual(await wrongFields(reset(email, nearly)), { code: WRONG_CODE })
  assert.equal((await reset(first.username, first.code)).status, 200)
  for (const { code } of [first, last])
    assert.deepEqual(await wrongFields(reset(username, code)), { code: WRONG_CODE })
  assert.equal((await login(username, NEW)).status, 200)

  const late = await newcomer(world)
  await forgot(late.username)
  world.advance(RECOVERY_LINK_MS)
  assert.deepEqual(await wrongFields(reset(late.username, linkTo(late.email).code)), {
    code: WRONG_CODE,
  })
})

test('strangers use up neither the requests of another network nor the letters to the owner’s own', async () => {
  const { username, email, password } = await newcomer(world)
  const home = '10.77.0.1'
  const body = { username, password }
  assert.equal((await world.call(api.auth.login, { body }, { address: home })).status, 200)
  await mailIdle(world.app.ctx)
  for (let asked = 0; asked <= CODES_PER_HOUR; asked++) {
    assert.equal((await forgot(username, { cookie: 'bis_device=nobody' })).status, 200)
    world.advance(RESEND_SECONDS * 1000)
  }
  const had = mailTo(email).length
  assert.equal((await forgot(username)).status, 200)
  assert.equal(mailTo(email).length, had, 'nothing more is sent for strangers')
  assert.equal((await forgot(username, { address: home })).status, 200)
  assert.equal(mailTo(email).length, had + 1)
  assert.equal((await reset(username, codeIn(world, email))).status, 200)
})

test('a password that guessers try first is refused, of a known name and an unknown one alike', async () => {
  const { username, email } = await forgetful()
  for (const name of [username, 'nikto.i.nigde'])
    for (const [password, words] of [
      ['Rush2112', TOO_WEAK],
      [`A-${name}-1`, NAMED_SO],
    ] as const) {
      const both = { newPassword: password, newPasswordConfirm: password }
      const { status, failure } = await reset(name, '000000', both)
      assert.equal(status, 400)
      assert.deepEqual(failure.fields, { newPassword: words })
    }
  assert.equal((await reset(email, codeIn(world, email))).status, 200, 'and spends no try')
})

test('a wrong password leaves the code as it was', async () => {
  const { username, code } = await forgetful()
  for (let again = 0; again <= CODE_TRIES; again++)
    assert.deepEqual(await wrongFields(reset(username, code, { newPasswordConfirm: 'x' })), {
      newPasswordConfirm: 'Пароли не совпадают',
    })
  assert.equal((await reset(username, code)).status, 200)
})

test('every wrong field is named at once, in the words of the screen', async () => {
  const fields = await wrongFields(reset('', ' ', { newPassword: '', newPasswordConfirm: '' }))
  assert.deepEqual(fields, {
    usernameOrEmail: 'Укажите никнейм или email',
    code: 'Введите код из письма',
    newPassword: 'Заполните все поля',
  })
})

test('a code may be pasted with a space in it', async () => {
  const { username, code } = await forgetful()
  assert.equal((await reset(username, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status, 200)
})

// What it must not tell ----------------------------------------------------------------------------

test('where no e-mail leaves, the answer says so of every name, and nothing counts as sent', async () => {
  const { username, email, password } = await newcomer(world)
  const mailless = otherMail(noMail())
  for (const name of [username, email, 'nikto.bez.pochty', username])
    await assert.rejects(forgotPassword(mailless, name, STRANGER), { code: 'MAIL_DOWN' })
  assert.equal((await forgot(username)).status, 200)
  assert.equal((await login(username, password)).status, 200)
})

test('an e-mail that is lost after the answer lets the code before it live', async () => {
  const { username, code } = await forgetful()
  world.advance(RESEND_SECONDS * 1000)
  const lost: MailMessage[] = []
  const mail: Mail = {
    ready: async () => {},
    send: async (message) => {
      lost.push(message)
      throw new MailDown('unreached')
    },
  }
  const sick = otherMail(mail)
  assert.deepEqual(await forgotPassword(sick, username, STRANGER), {
    resendAfterSeconds: RESEND_SECONDS,
  })
  await mailIdle(sick)
  assert.equal(lost.length, 1)
  assert.equal((await reset(username, code)).status, 200)
})

const STRANGER = { network: 'somewhere', device: 'some device' }

/** The same process with another mail server. */
const otherMail = (mail: Mail) => ({
  ...world.app.ctx,
  mail,
  log: { ...world.app.ctx.log, error: () => assert.fail('nothing is a bug here') },
})

test('no table holds a code, or the name of somebody who is nobody here', async () => {
  const { code } = await forgetful()
  await forgot('tainstvennyi.neznakomets')
  const rows = JSON.stringify(await world.sql.selectFrom('emailCodes').selectAll().execute())
  assert.ok(!rows.includes('tainstvennyi'))
  assert.ok(!rows.includes(`"${code}"`))
})
