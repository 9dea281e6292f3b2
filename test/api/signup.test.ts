import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { CODE_LIFE_MS, CODE_TRIES, NAMED_SO, TOO_WEAK } from '#domain/accounts/account.ts'
import { CONSENT, EDITIONS, PAYOUT_LETTERS } from '#domain/documents.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { RATES } from '#server/platform/http/limits.ts'
import {
  askCode,
  browserOf,
  codeByMail,
  codeIn,
  freshAddress,
  newcomer,
  signupForm,
  wrongCode,
} from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Form = ReturnType<typeof signupForm>

/** By default in the browser that asked for the code. */
const signup = (body: Form, browser = browserOf(body.email)) =>
  world.call(api.auth.signup, { body }, { address: freshAddress(), ...browser })

async function fieldsOf(body: Form, browser = browserOf(body.email)) {
  const { status, failure } = await signup(body, browser)
  assert.equal(status, 400, JSON.stringify(failure))
  assert.equal(failure.code, 'VALIDATION')
  return failure.fields ?? {}
}

const storedArtist = (username: string) =>
  world.sql
    .selectFrom('artists')
    .selectAll()
    .where('usernameKey', '=', username.toLowerCase())
    .executeTakeFirst()

test('a sign-up with the code from the e-mail opens an account and gives a token that works', async () => {
  const form = await newcomer(world, { username: 'Lada.Struny', partnerId: ' partner-7' })
  assert.deepEqual(await world.ok(api.auth.checkToken, {}, { token: form.token }), {
    username: 'Lada.Struny',
    accountType: 'GROUP',
    role: 'ARTIST',
  })
  const artist = await storedArtist('lada.struny')
  assert.equal(artist?.partnerId, 'partner-7')
  assert.equal(artist?.name, 'Лада и струны')
  assert.match(artist?.passwordHash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

const NICKNAMES = {
  '': 'Введите никнейм.',
  'два слова': 'Имя пользователя не должно содержать пробелы.',
  артист: 'Используйте только латинские буквы и цифры.',
}

for (const [username, text] of Object.entries(NICKNAMES))
  test(`the nickname «${username}» is refused: ${text}`, async () => {
    assert.equal((await fieldsOf(signupForm({ username })))['username'], text)
  })

const PASSWORDS = {
  Korot7: 'Пароль должен содержать минимум 8 символов.',
  'verevka7-mytha': 'Пароль должен содержать хотя бы одну заглавную и одну строчную букву.',
  'VEREVKA7-MYTHA': 'Пароль должен содержать хотя бы одну заглавную и одну строчную букву.',
  'Verevka-mytha': 'Пароль должен содержать хотя бы одну цифру.',
  'Verevka7 mytha': 'Пароль не должен содержать пробелы.',
  'Verevka7-мята': 'Пароль не должен содержать кириллицу.',
  Blink182: TOO_WEAK,
  Summer2026: TOO_WEAK,
  'Zxcvbn123!': TOO_WEAK,
  'Aa123456!': TOO_WEAK,
  Lokomotiv1: TOO_WEAK,
  'Bis-2026-bis': TOO_WEAK,
}

for (const [password, text] of Object.entries(PASSWORDS))
  test(`the password «${password}» is refused: ${text}`, async () => {
    const fields = await fieldsOf(signupForm({ password, passwordConfirm: password }))
    assert.equal(fields['password'], text)
  })

test('a password that is how the account is called is refused', async () => {
  const form = signupForm({ username: 'Vesna.Polden', email: 'bubenchik@example.org' })
  for (const password of ['Vesna2026', 'Polden77-vesna', 'Bubenchik-7']) {
    const fields = await fieldsOf({ ...form, password, passwordConfirm: password })
    assert.equal(fields['password'], NAMED_SO, password)
  }
})

test('every wrong field is named at once, also those that only the database knows', async () => {
  const { username, email } = await newcomer(world)
  const fields = await fieldsOf(
    signupForm({
      username: username.toUpperCase(),
      email: email.toUpperCase(),
      password: 'korotko',
      passwordConfirm: 'inache',
      accountType: 'FAN',
      name: '  ',
    }),
  )
  assert.equal(fields['username'], 'Никнейм занят')
  assert.equal(fields['email'], 'email уже используется')
  assert.equal(fields['password'], 'Пароль должен содержать минимум 8 символов.')
  assert.equal(fields['passwordConfirm'], 'Пароли не совпадают.')
  assert.equal(fields['verificationCode'], 'Введите код подтверждения.')
  assert.ok(fields['accountType'])
  assert.ok(fields['name'])
})

test('the name of a page of the site is taken', async () => {
  assert.equal((await fieldsOf(signupForm({ username: 'Pricing' })))['username'], 'Никнейм занят')
})

test('without an e-mail before it no code opens anything', async () => {
  const fields = await fieldsOf(signupForm({ verificationCode: '123456' }))
  assert.equal(fields['verificationCode'], 'Код больше не действует. Запросите новый.')
})

test('a code opens the address that it was sent to and no other', async () => {
  const verificationCode = await codeByMail(world, 'svoy@example.org')
  await codeByMail(world, 'chuzhoy@example.org')
  const fields = await fieldsOf(signupForm({ email: 'chuzhoy@example.org', verificationCode }))
  assert.equal(fields['verificationCode'], 'Неверный код. Проверьте цифры из письма.')
})

test('a code is judged five times, however many guesses come, and then even the right one is dead', async () => {
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  const wrong = wrongCode(world, form.email)
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => fieldsOf({ ...form, verificationCode: wrong })),
  )
  const judged = answers.filter((fields) => fields['verificationCode']?.startsWith('Неверный код'))
  assert.equal(judged.length, CODE_TRIES)
  const fields = await fieldsOf({ ...form, verificationCode })
  assert.equal(fields['verificationCode'], 'Код больше не действует. Запросите новый.')
  assert.equal(await storedArtist(form.username), undefined)
})

test('after four wrong tries the right code still opens', async () => {
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  const wrong = wrongCode(world, form.email)
  for (let guess = 1; guess < CODE_TRIES; guess++)
    await fieldsOf({ ...form, verificationCode: wrong })
  assert.equal((await signup({ ...form, verificationCode })).status, 201)
})

test('whoever knows an address keeps its newcomer neither from the code in his hand nor from another', async () => {
  for (const asksAnew of [false, true]) {
    const form = signupForm()
    const first = await codeByMail(world, form.email)
    for (let guess = 0; guess < CODE_TRIES; guess++)
      await fieldsOf({ ...form, verificationCode: wrongCode(world, form.email) }, {})
    const stranger = { address: freshAddress() }
    const body = { email: form.email, consentEmail: true }
    const asks = () => world.call(api.auth.verificationCode, { body }, stranger)
    for (let asked = 0; asked < RATES.codeOfMailboxAndAddress.points; asked++)
      assert.equal((await asks()).status, 200)
    assert.equal((await asks()).status, 429)
    const typed = { ...form, verificationCode: first }
    const elsewhere = await fieldsOf(typed, {})
    assert.equal(elsewhere['verificationCode'], 'Код больше не действует. Запросите новый.')
    if (asksAnew) {
      world.advance(MINUTE_MS)
      typed.verificationCode = await codeByMail(world, form.email)
    }
    assert.equal((await signup(typed)).status, 201)
  }
})

test('a code lives for ten minutes', async () => {
  const inTime = signupForm()
  const late = signupForm()
  const codeInTime = await codeByMail(world, inTime.email)
  const codeLate = await codeByMail(world, late.email)
  world.advance(CODE_LIFE_MS - 1000)
  assert.equal((await signup({ ...inTime, verificationCode: codeInTime })).status, 201)
  world.advance(1000)
  const fields = await fieldsOf({ ...late, verificationCode: codeLate })
  assert.equal(fields['verificationCode'], 'Код больше не действует. Запросите новый.')
})

test('a new code kills the one before it', async () => {
  const form = signupForm()
  const first = await codeByMail(world, form.email)
  world.advance(60_000)
  const second = await codeByMail(world, form.email)
  assert.notEqual(first, second)
  assert.ok((await fieldsOf({ ...form, verificationCode: first }))['verificationCode'])
  assert.equal((await signup({ ...form, verificationCode: second })).status, 201)
})

test('a code opens one account only', async () => {
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  assert.equal((await signup({ ...form, verificationCode })).status, 201)
  await world.sql.deleteFrom('artists').where('email', '=', form.email).execute()
  const fields = await fieldsOf({ ...form, verificationCode })
  assert.equal(fields['verificationCode'], 'Код больше не действует. Запросите новый.')
})

test('a sign-up that is refused for another reason leaves the code as it was', async () => {
  const { username } = await newcomer(world)
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  for (let again = 0; again <= CODE_TRIES; again++)
    assert.deepEqual(await fieldsOf({ ...form, username, verificationCode }), {
      username: 'Никнейм занят',
    })
  assert.equal((await signup({ ...form, verificationCode })).status, 201)
})

test('a code may be pasted with a space in it', async () => {
  const form = signupForm()
  const code = await codeByMail(world, form.email)
  const verificationCode = ` ${code.slice(0, 3)} ${code.slice(3)} `
  assert.equal((await signup({ ...form, verificationCode })).status, 201)
})

test('of many who want one nickname at once exactly one gets it, and nobody meets a bug', async () => {
  const forms = Array.from({ length: 6 }, (_, place) =>
    signupForm({ username: place % 2 === 0 ? 'Odna.na.vseh' : 'odna.na.VSEH' }),
  )
  const codes = new Map<string, string>()
  for (const { email } of forms) codes.set(email, await codeByMail(world, email))
  const answers = await Promise.all(
    forms.map((form) => signup({ ...form, verificationCode: codes.get(form.email) ?? '' })),
  )
  const won = answers.filter(({ status }) => status === 201)
  const lost = answers.filter(({ status }) => status !== 201)
  assert.equal(won.length, 1)
  for (const { status, failure } of lost) {
    assert.equal(status, 400)
    assert.deepEqual(failure.fields, { username: 'Никнейм занят' })
  }
  const stillAlive = forms.find((form, place) => answers[place]?.status !== 201)
  assert.ok(stillAlive)
  const other = { ...stillAlive, username: 'drugoe.imya' }
  const verificationCode = codes.get(stillAlive.email) ?? ''
  assert.equal((await signup({ ...other, verificationCode })).status, 201)
})

test('one code sent twice at once opens one account', async () => {
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  const other = signupForm({ email: form.email })
  const answers = await Promise.all(
    [form, other].map((one) => signup({ ...one, verificationCode })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 400]))
})

test('the agreement to the documents is kept with version and time and belongs to the new artist', async () => {
  const form = signupForm()
  const givenAt = world.now()
  const verificationCode = await codeByMail(world, form.email)
  world.advance(120_000)
  await signup({ ...form, verificationCode })
  const artist = await storedArtist(form.username)
  const consents = await world.sql
    .selectFrom('consents')
    .select(['artistId', 'document', 'version', 'givenAt'])
    .where('email', '=', form.email)
    .orderBy('document', 'desc')
    .execute()
  assert.deepEqual(consents, [
    { artistId: artist?.id, document: 'privacy', version: EDITIONS.privacy, givenAt },
    { artistId: artist?.id, document: 'consent', version: CONSENT.date, givenAt },
  ])
})

test('the consent to letters about payouts is kept as it was ticked last', async () => {
  const signedUp = async (ticks: readonly boolean[]) => {
    const form = signupForm()
    for (const consentNotifications of ticks) {
      assert.equal((await askCode(world, form.email, { consentNotifications })).status, 200)
      world.advance(MINUTE_MS)
    }
    const verificationCode = codeIn(world, form.email)
    const { token } = (await signup({ ...form, verificationCode })).data
    const { paymentDTO } = await world.ok(api.page.getAccountInfo, {}, { token })
    const consents = await world.sql
      .selectFrom('consents')
      .select('version')
      .where('email', '=', form.email)
      .where('document', '=', 'notifications')
      .execute()
    return [paymentDTO.payoutLetters, consents.map(({ version }) => version)]
  }
  assert.deepEqual(await signedUp([true]), [true, [PAYOUT_LETTERS.date]])
  assert.deepEqual(await signedUp([true, false]), [false, []])
})

test('who asks for a code again three days later has his agreement of that day', async () => {
  const form = signupForm()
  await codeByMail(world, form.email)
  world.advance(3 * DAY_MS - MINUTE_MS)
  const verificationCode = await codeByMail(world, form.email)
  world.advance(2 * MINUTE_MS)
  await forgetOld(world.app.ctx)
  await signup({ ...form, verificationCode })
  const artist = await storedArtist(form.username)
  const consents = await world.sql
    .selectFrom('consents')
    .select('document')
    .where('artistId', '=', artist?.id ?? '')
    .execute()
  assert.equal(consents.length, 2)
})

test('no table holds a token, a code or a password as it was typed', async () => {
  const form = signupForm()
  const verificationCode = await codeByMail(world, form.email)
  const { token } = (await signup({ ...form, verificationCode })).data
  const rows = await Promise.all([
    world.sql.selectFrom('loginTokens').selectAll().execute(),
    world.sql.selectFrom('emailCodes').selectAll().where('email', '=', form.email).execute(),
    world.sql.selectFrom('artists').selectAll().execute(),
  ])
  const stored = JSON.stringify(rows)
  assert.ok(rows.every((table) => table.length > 0))
  for (const secret of [token, form.password, `"${verificationCode}"`])
    assert.ok(!stored.includes(secret))
})
