import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { EMAIL_UNDO_MS } from '#domain/accounts/recovery.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { Refusal } from '#domain/refusal.ts'
import { changeEmail, forgetFormerEmails } from '#server/modules/security/email-change.service.ts'
import {
  advanceAndSettle,
  checkedNumber,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import {
  codeIn,
  freshAddress,
  newcomer,
  signupForm,
  wrongCode,
} from '#test/support/steps/newcomer.ts'
import { emailLink, withAnotherEmail } from '#test/support/steps/another-email.ts'
import { keyLogin, withPasskey } from '#test/support/steps/passkey.ts'
import type { Authenticator } from '#test/support/steps/passkey.ts'
import { withCheckedNumber } from '#test/support/steps/payout-number.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened), {
  ipLocation: { locationOf: async () => ({ country: 'RU' }) },
})

const emailOf = async (token: string) => (await world.ok(api.security.state, {}, { token })).email

test('letters come to the new address once its code is typed', async () => {
  const artist = await newcomer(world)
  const email = await withAnotherEmail(world, artist)
  assert.equal(await emailOf(artist.token), email)
  const login = { body: { username: email, password: artist.password } }
  assert.equal((await world.call(api.auth.login, login)).status, 200)
})

test('without the password no code is sent, and a wrong code changes nothing', async () => {
  const artist = await newcomer(world)
  const { email } = signupForm()
  for (const currentPassword of ['', 'Ne-tot-parol-1']) {
    const body = { email, currentPassword }
    await world.refused('VALIDATION', api.security.emailCode, { body }, artist)
  }
  assert.deepEqual(
    world.sentMail.filter(({ to }) => to === email),
    [],
  )
  await world.ok(
    api.security.emailCode,
    { body: { email, currentPassword: artist.password } },
    artist,
  )
  const body = { email, verificationCode: wrongCode(world, email) }
  const refused = await world.refused('VALIDATION', api.security.changeEmail, { body }, artist)
  assert.deepEqual(Object.keys(refused.fields ?? {}), ['verificationCode'])
  assert.equal(await emailOf(artist.token), artist.email)
})

test('a code gives its address to the account alone that asked for it, and keeps no other from asking', async () => {
  const [artist, stranger] = [await newcomer(world), await newcomer(world)]
  const { email } = signupForm()
  const asked = { email, currentPassword: stranger.password }
  await world.ok(api.security.emailCode, { body: asked }, stranger)
  const body = { email, verificationCode: codeIn(world, email) }
  const refused = await world.refused('VALIDATION', api.security.changeEmail, { body }, artist)
  assert.deepEqual(Object.keys(refused.fields ?? {}), ['verificationCode'])
  assert.equal(await emailOf(artist.token), artist.email)
  const asksToo = { email, currentPassword: artist.password }
  await world.ok(api.security.emailCode, { body: asksToo }, artist)
  await world.ok(api.security.changeEmail, { body }, stranger)
})

test('an address of another account is refused, and one that was just left too', async () => {
  const [one, other] = [await newcomer(world), await newcomer(world)]
  const taken = { email: other.email, currentPassword: one.password }
  await world.refused('VALIDATION', api.security.emailCode, { body: taken }, one)
  await withAnotherEmail(world, other)
  await world.refused('VALIDATION', api.security.emailCode, { body: taken }, one)
  world.advance(EMAIL_UNDO_MS)
  await forgetFormerEmails(world.app.ctx)
  await world.ok(api.security.emailCode, { body: taken }, one)
})

test('an address that was just left is given back to its owner, and his present one is refused', async () => {
  const artist = await newcomer(world)
  const present = await withAnotherEmail(world, artist)
  world.advance(MINUTE_MS)
  const typed = { email: present, currentPassword: artist.password }
  const refused = await world.refused('VALIDATION', api.security.emailCode, { body: typed }, artist)
  assert.deepEqual(refused.fields, { email: 'Это и есть почта аккаунта. Введите другую.' })
  const body = { ...typed, email: artist.email }
  await world.ok(api.security.emailCode, { body }, artist)
  const verificationCode = codeIn(world, artist.email)
  const change = { body: { email: artist.email, verificationCode } }
  await world.ok(api.security.changeEmail, change, artist)
  assert.equal(await emailOf(artist.token), artist.email)
})

test('the letter to the former address restores it and ends every login, once', async () => {
  const artist = await newcomer(world)
  const email = await withAnotherEmail(world, artist)
  const token = await emailLink(world, artist.email)
  const seen = await world.ok(api.security.emailChange, { body: { token } })
  assert.deepEqual([seen.before, seen.after], [artist.email, email])
  assert.equal(await world.ok(api.security.undoEmailChange, { body: { token } }), true)
  assert.equal((await world.call(api.auth.checkToken, {}, artist)).status, 401)
  const login = { body: { username: artist.email, password: artist.password } }
  assert.equal((await world.call(api.auth.login, login)).status, 200)
  await world.refused('NOT_FOUND', api.security.undoEmailChange, { body: { token } })
})

test('of two changes in a row the first letter undoes both', async () => {
  const artist = await newcomer(world)
  const second = await withAnotherEmail(world, artist)
  await withAnotherEmail(world, artist)
  await mailIdle(world.app.ctx)
  const letter = world.sentMail.find(
    ({ to, subject }) => to === second && /изменена/u.test(subject),
  )
  assert.match(letter?.text ?? '', /по ссылке из прошлого письма/u)
  const token = await emailLink(world, artist.email)
  await world.ok(api.security.undoEmailChange, { body: { token } })
  const login = { body: { username: artist.email, password: artist.password } }
  assert.equal((await world.call(api.auth.login, login)).status, 200)
})

test('after 72 hours the letter undoes nothing', async () => {
  const artist = await newcomer(world)
  await withAnotherEmail(world, artist)
  const token = await emailLink(world, artist.email)
  world.advance(EMAIL_UNDO_MS)
  await world.refused('NOT_FOUND', api.security.emailChange, { body: { token } })
  await world.refused('NOT_FOUND', api.security.undoEmailChange, { body: { token } })
})

test('payouts rest for 72 hours and then go by themselves', async () => {
  const artist = await world.artist({ ...checkedNumber(world), phoneNumber: '79017770001' })
  const owner = { ...artist, password: ARTIST_PASSWORD }
  await withAnotherEmail(world, owner)
  await tipped(world, artist.username, 50_000)
  await advanceAndSettle(world, MINUTE_MS)
  const refused = await world.refused('NUMBER_HELD', api.payment.payout, {}, artist)
  assert.match(refused.message, /^Вход на вашу страницу недавно менялся/u)
  assert.deepEqual(await world.bank.inbox('79017770001'), [])
  await advanceAndSettle(world, EMAIL_UNDO_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await world.bank.inbox('79017770001')).length, 1)
})

describe('the letter of the first of two changes, pressed after 61 hours,', () => {
  let phones = 0
  /** A phone number that no other test uses. */
  const newPhone = () => `7903${String(1_000_000 + (phones += 1))}`
  const paidTo = async (phone: string) =>
    (await world.bank.inbox(phone)).map(({ amount }) => amount)
  const numberOf = (owner: Owner) => world.ok(api.payment.number, {}, { token: owner.token })

  type Owner = TestArtist & { email: string; password: string }
  async function account(columns: Parameters<World['artist']>[0] = {}): Promise<Owner> {
    const artist = await world.artist(columns)
    return { ...artist, email: `${artist.username}@example.org`, password: ARTIST_PASSWORD }
  }

  /** Changes the e-mail, does the rest, changes it again, and undoes both; returns the same account with a new login. */
  async function undone(owner: Owner, meanwhile: () => Promise<unknown>): Promise<Owner> {
    await withAnotherEmail(world, owner)
    const token = await emailLink(world, owner.email)
    await meanwhile()
    await advanceAndSettle(world, 60 * HOUR_MS)
    await withAnotherEmail(world, owner)
    await advanceAndSettle(world, HOUR_MS)
    await world.ok(api.security.undoEmailChange, { body: { token } })
    const body = { username: owner.email, password: owner.password }
    const login = await world.ok(api.auth.login, { body }, { address: freshAddress() })
    return { ...owner, token: login.token }
  }

  async function lastLetter({ email }: Owner): Promise<string> {
    await mailIdle(world.app.ctx)
    const letter = world.sentMail.findLast(
      ({ to, subject }) => to === email && subject === 'Прежняя почта возвращена',
    )
    return letter?.text ?? ''
  }

  test('restores the number for payouts too, whose hold is over, and pays to it', async () => {
    const [former, other] = [newPhone(), newPhone()]
    const owner = await account({ ...checkedNumber(world), phoneNumber: former })
    await tipped(world, owner.username, 100_000)
    const back = await undone(owner, () => withCheckedNumber(world, owner, other))
    const { phoneNumber, state, heldUntil } = await numberOf(back)
    assert.deepEqual([phoneNumber, state, heldUntil], [former, 'checked', undefined])
    const named = new RegExp(`^Номер для выплат .*${former.slice(-2)}, Сбербанк`, 'mu')
    const letter = await lastLetter(owner)
    assert.match(letter, named)
    assert.match(letter, /вебхуки, вторые пульты и ссылки хозяев вечера отключены/u)
    await advanceAndSettle(world, EMAIL_UNDO_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual([await paidTo(former), await paidTo(other)], [[95_000], [900]])
  })

  test('takes off a first number that nothing had to guard', async () => {
    const owner = await account()
    const back = await undone(owner, () => withCheckedNumber(world, owner, newPhone()))
    assert.equal((await numberOf(back)).state, 'unset')
  })

  test('takes away the keys that were added since, and every code', async () => {
    const owner = await account()
    const own = await withPasskey(world, owner)
    world.advance(MINUTE_MS)
    const added: Authenticator[] = []
    const back = await undone(owner, async () => {
      added.push(await withPasskey(world, owner))
      await world.ok(api.security.recoveryCodes, {}, owner)
    })
    assert.equal((await keyLogin(world, own)).status, 200)
    for (const device of added)
      assert.equal((await keyLogin(world, device)).failure.code, 'WRONG_KEY')
    const { passkeys, recoveryCodes } = await world.ok(api.security.state, {}, back)
    assert.deepEqual([passkeys.length, recoveryCodes.of], [1, 0])
    assert.match(await lastLetter(owner), /^Ключи .* больше не действуют/mu)
  })

  test('leaves a number alone that was set before', async () => {
    const own = newPhone()
    const owner = await account({ ...checkedNumber(world), phoneNumber: newPhone() })
    await withCheckedNumber(world, owner, own)
    const back = await undone(owner, async () => {})
    assert.equal((await numberOf(back)).phoneNumber, own)
    assert.doesNotMatch(await lastLetter(owner), /Номер для выплат|Ключи/u)
  })
})

test('without mail the address stays, since its letter could not undo it', async () => {
  const artist = await newcomer(world)
  const { email } = signupForm()
  await world.ok(
    api.security.emailCode,
    { body: { email, currentPassword: artist.password } },
    artist,
  )
  const body = { email, verificationCode: codeIn(world, email) }
  const down = () => Promise.reject(new Refusal('MAIL_DOWN', 'Почта не отвечает'))
  const mailless = { ...world.app.ctx, mail: { ...world.app.ctx.mail, ready: down } }
  const typed = { email, code: body.verificationCode, address: freshAddress() }
  const { id } = await world.sql
    .selectFrom('artists')
    .select('id')
    .where('email', '=', artist.email)
    .executeTakeFirstOrThrow()
  await assert.rejects(changeEmail(mailless, id, typed), { code: 'MAIL_DOWN' })
  assert.equal(await emailOf(artist.token), artist.email)
  assert.equal(await world.ok(api.security.changeEmail, { body }, artist), true)
})

test('the address that an account has already is refused to an operator, and nothing rests', async () => {
  const artist = await newcomer(world)
  const admin = await world.artist({ role: 'ADMIN' })
  const { username } = await world.ok(api.auth.checkToken, {}, artist)
  const typed = { username, reason: 'request', words: 'Просил по телефону' } as const
  for (const email of [artist.email, ` ${artist.email.toUpperCase()} `]) {
    const body = { ...typed, email }
    const refused = await world.refused('VALIDATION', api.operator.changeEmail, { body }, admin)
    assert.deepEqual(refused.fields, { email: 'Это и есть почта аккаунта. Введите другую.' })
  }
  await mailIdle(world.app.ctx)
  const letters = world.sentMail.filter(
    ({ to, subject }) => to === artist.email && subject === 'Почта изменена',
  )
  assert.deepEqual(letters, [])
  const { deeds } = await world.ok(api.operator.log, { query: { username } }, admin)
  assert.deepEqual(deeds, [])
  await withAnotherEmail(world, artist)
})

test('an operator gives an address that was just left to its former owner alone, and its letter undoes the change', async () => {
  const [owner, other] = [await newcomer(world), await newcomer(world)]
  const admin = await world.artist({ role: 'ADMIN' })
  await withAnotherEmail(world, owner)
  const bodyFor = async (one: { token: string }) => {
    const { username } = await world.ok(api.auth.checkToken, {}, one)
    return { username, email: owner.email, reason: 'request', words: 'Просил письмом' } as const
  }
  const body = await bodyFor(other)
  const refused = await world.refused('VALIDATION', api.operator.changeEmail, { body }, admin)
  assert.deepEqual(refused.fields, { email: 'email уже используется' })
  await world.ok(api.operator.changeEmail, { body: await bodyFor(owner) }, admin)
  const token = await emailLink(world, owner.email)
  await world.ok(api.security.undoEmailChange, { body: { token } })
  await world.refused('VALIDATION', api.operator.changeEmail, { body }, admin)
  const login = { body: { username: owner.email, password: owner.password } }
  assert.equal((await world.call(api.auth.login, login)).status, 200)
})
