import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { CHALLENGE_MS, LAST_KEY_STAYS, PROOF_MS } from '#domain/accounts/passkeys.ts'
import { HOUR_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { NUMBER } from '#test/support/paid-concert.ts'
import { codeIn, freshAddress } from '#test/support/steps/newcomer.ts'
import type { Authenticator } from '#test/support/steps/passkey.ts'
import {
  keyLogin,
  makeAuthenticator,
  signedLogin,
  signedProof,
  withPasskey,
} from '#test/support/steps/passkey.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const stateOf = ({ token }: { token: string }) => world.ok(api.security.state, {}, { token })
const logIn = (device: Authenticator) => keyLogin(world, device)
const subjects = async ({ username }: TestArtist) => {
  await mailIdle(world.app.ctx)
  const to = `${username}@example.org`
  return world.sentMail.filter((mail) => mail.to === to).map(({ subject }) => subject)
}
const changeNumber = (artist: TestArtist, more: object = {}) => {
  const paymentDTO = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
  return world.call(api.auth.update, { body: { paymentDTO, ...more } }, artist)
}

describe('a key', () => {
  test('is added with the password, named, and opens a login that has proved the person', async () => {
    const artist = await world.artist()
    const none = await world.refused('VALIDATION', api.security.newKey, {}, artist)
    assert.deepEqual(none.fields, { currentPassword: 'Введите текущий пароль' })
    const device = await withPasskey(world, artist)
    const { data } = await logIn(device)
    const { passkeys, logins } = await stateOf(data)
    assert.equal(passkeys[0]?.name, 'Телефон Марка')
    assert.equal(passkeys[0]?.usedAt, world.now().toISOString())
    assert.equal(logins.length, 2)
    assert.ok((await subjects(artist)).includes('Добавлен ключ для входа'))
    // It needs no other proof.
    const to = { id: passkeys[0]?.id ?? '' }
    assert.equal(await world.ok(api.security.removeKey, { body: to }, data), true)
  })

  test('answers a challenge once, soon, and only for what it was given', async () => {
    const artist = await world.artist()
    const device = await withPasskey(world, artist)
    const body = await signedLogin(world, device)
    const as = { address: freshAddress() }
    await world.ok(api.security.loginByKey, { body }, as)
    await world.refused('WRONG_KEY', api.security.loginByKey, { body }, as)
    const late = await signedLogin(world, device)
    world.advance(CHALLENGE_MS)
    await world.refused('WRONG_KEY', api.security.loginByKey, { body: late }, as)
    const forLogin = await signedLogin(world, device)
    await world.refused('WRONG_KEY', api.security.prove, { body: forLogin }, artist)
  })

  test('of another account, another site or another device opens nothing', async () => {
    const [artist, stranger] = [await world.artist(), await world.artist()]
    const [device, other] = [await withPasskey(world, artist), await withPasskey(world, stranger)]
    const strange = await signedProof(world, device, artist)
    await world.refused('WRONG_KEY', api.security.prove, { body: strange }, stranger)
    const { id } = await signedLogin(world, device)
    const swapped = { ...(await signedLogin(world, other)), id }
    await world.refused('WRONG_KEY', api.security.loginByKey, { body: swapped })
    const phishing = makeAuthenticator('https://bis.evil.example')
    const { challenge } = await world.ok(
      api.security.newKey,
      { body: { currentPassword: ARTIST_PASSWORD } },
      await world.artist(),
    )
    const made = { name: 'Чужой', ...phishing.make(challenge) }
    await world.refused('WRONG_KEY', api.security.addKey, { body: made }, artist)
    const unknown = await signedLogin(world, makeAuthenticator())
    await world.refused('WRONG_KEY', api.security.loginByKey, { body: unknown })
  })

  test('that counts backwards is a copy', async () => {
    const device = await withPasskey(world, await world.artist())
    assert.equal((await logIn(device)).status, 200)
    device.turnBack(0)
    assert.equal((await logIn(device)).failure.code, 'WRONG_KEY')
  })

  test('is removed by its owner, with the codes after the last one', async () => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    await world.ok(api.security.recoveryCodes, {}, artist)
    const stranger = await world.artist()
    const { passkeys } = await stateOf(artist)
    const body = { id: passkeys[0]?.id ?? '' }
    await withPasskey(world, stranger)
    await world.refused('NOT_FOUND', api.security.removeKey, { body }, stranger)
    world.advance(PROOF_MS)
    await world.refused('PASSKEY_NEEDED', api.security.removeKey, { body }, artist)
  })

  test('that is removed ends the logins that it opened, except the one that removes it', async () => {
    const artist = await world.artist()
    const phone = await withPasskey(world, artist, 'Телефон')
    const laptop = await withPasskey(world, artist, 'Ноутбук')
    const [{ data: own }, { data: other }] = [await logIn(phone), await logIn(phone)]
    const { data: ofLaptop } = await logIn(laptop)
    const { passkeys } = await stateOf(own)
    const id = passkeys.find(({ name }) => name === 'Телефон')?.id ?? ''
    await world.ok(api.security.removeKey, { body: { id } }, own)
    await world.refused('NO_TOKEN', api.security.state, {}, other)
    for (const login of [own, ofLaptop, artist])
      assert.equal((await stateOf(login)).logins.length, 3)
  })

  test('that is removed ends the logins that it may have opened before that was stored', async () => {
    const artist = await world.artist()
    const phone = await withPasskey(world, artist)
    const { data: old } = await logIn(phone)
    await world.sql
      .updateTable('loginTokens')
      .set({ openedBy: null })
      .where('artistId', '=', artist.id)
      .execute()
    const migration = '#server/platform/db/migrations/0159-older-logins-and-payout-letters.sql'
    const text = await readFile(new URL(import.meta.resolve(migration)), 'utf8')
    await raw.raw(text.slice(text.indexOf('update login_tokens'))).execute(world.sql)
    const login = { body: { username: artist.username, password: ARTIST_PASSWORD } }
    const later = await world.ok(api.auth.login, login, { address: freshAddress() })
    const signed = await signedProof(world, phone, later)
    await world.ok(api.security.prove, { body: signed }, later)
    const { data: own } = await logIn(phone)
    const { passkeys } = await stateOf(own)
    await world.ok(api.security.removeKey, { body: { id: passkeys[0]?.id ?? '' } }, own)
    for (const ended of [old, artist])
      await world.refused('NO_TOKEN', api.security.state, {}, ended)
    for (const open of [own, later]) assert.equal((await stateOf(open)).logins.length, 2)
  })

  test('the last key of an operator stays, and says why', async () => {
    const artist = await world.artist({ role: 'SUPPORT' })
    await withPasskey(world, artist)
    const { passkeys, lastKeyStays } = await stateOf(artist)
    assert.equal(lastKeyStays, LAST_KEY_STAYS)
    const body = { id: passkeys[0]?.id ?? '' }
    const refused = await world.refused('ILLEGAL_STEP', api.security.removeKey, { body }, artist)
    assert.equal(refused.message, LAST_KEY_STAYS)
  })

  test('opens no blocked account', async () => {
    const artist = await world.artist()
    const device = await withPasskey(world, artist)
    await world.sql
      .updateTable('artists')
      .set({ blockedAt: world.now() })
      .where('id', '=', artist.id)
      .execute()
    assert.equal((await logIn(device)).failure.code, 'NOT_YOURS')
  })
})

describe('another payout number', () => {
  test('needs the key, not the password, where the account has one', async () => {
    const artist = await world.artist()
    const device = await withPasskey(world, artist)
    world.advance(PROOF_MS)
    const byPassword = await changeNumber(artist, { currentPassword: ARTIST_PASSWORD })
    assert.equal(byPassword.failure.code, 'PASSKEY_NEEDED')
    const body = await signedProof(world, device, artist)
    await world.ok(api.security.prove, { body }, artist)
    assert.equal((await changeNumber(artist)).status, 200)
  })
})

describe('ten recovery codes', () => {
  test('each enters once in place of a key, and new ones void the old', async () => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    const codes = await world.ok(api.security.recoveryCodes, {}, artist)
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[\dA-Z]{4}-[\dA-Z]{4}$/u)
    const { rows } = await world.sql
      .selectFrom('recoveryCodes')
      .select('codeHash')
      .where('artistId', '=', artist.id)
      .execute()
      .then((found) => ({ rows: found }))
    assert.ok(rows.every(({ codeHash }) => !codes.some((code) => codeHash.includes(code))))
    const [first = '', second = '', third = ''] = codes
    const password = first.toLowerCase().replace('-', ' ')
    const login = { body: { username: artist.username, password } }
    const { token } = await world.ok(api.auth.login, login, { address: freshAddress() })
    await world.ok(api.security.recoveryCodes, {}, { token }).then(async () => {
      await world.refused('WRONG_CREDENTIALS', api.auth.login, login, { address: freshAddress() })
      const old = { body: { code: second } }
      await world.refused('VALIDATION', api.security.proveByCode, old, artist)
    })
    assert.ok(third)
    assert.deepEqual((await stateOf(artist)).recoveryCodes, { left: 10, of: 10 })
  })

  test('one proves the person and is used up', async () => {
    const artist = await world.artist()
    await withPasskey(world, artist)
    const [code = ''] = await world.ok(api.security.recoveryCodes, {}, artist)
    world.advance(PROOF_MS)
    await world.ok(api.security.proveByCode, { body: { code } }, artist)
    assert.equal((await changeNumber(artist)).status, 200)
    assert.deepEqual((await stateOf(artist)).recoveryCodes, { left: 9, of: 10 })
    await world.refused('VALIDATION', api.security.proveByCode, { body: { code } }, artist)
  })

  test('of nobody, and for no account without a key', async () => {
    const artist = await world.artist()
    await world.refused('ILLEGAL_STEP', api.security.recoveryCodes, {}, artist)
    const body = { username: artist.username, password: '4K7M-92QD' }
    await world.refused('WRONG_CREDENTIALS', api.auth.login, { body }, { address: freshAddress() })
  })
})

describe('whoever lost every key', () => {
  test('gives them up by a code from the e-mail, and payouts rest for 72 hours', async () => {
    const artist = await world.artist()
    const device = await withPasskey(world, artist)
    await world.ok(api.security.recoveryCodes, {}, artist)
    await world.ok(api.security.lostCode, {}, artist)
    const verificationCode = codeIn(world, `${artist.username}@example.org`)
    await world.ok(api.security.loseKeys, { body: { verificationCode } }, artist)
    assert.equal((await logIn(device)).failure.code, 'WRONG_KEY')
    const { passkeys, recoveryCodes } = await stateOf(artist)
    assert.deepEqual([passkeys, recoveryCodes.of], [[], 0])
    const { payoutsRestUntil } = await world.sql
      .selectFrom('artists')
      .select('payoutsRestUntil')
      .where('id', '=', artist.id)
      .executeTakeFirstOrThrow()
    assert.equal(payoutsRestUntil?.getTime(), world.now().getTime() + 72 * HOUR_MS)
    assert.ok((await subjects(artist)).includes('Ключи убраны'))
    assert.equal((await changeNumber(artist, { currentPassword: ARTIST_PASSWORD })).status, 200)
  })

  test('logs out every other device: a key in another’s hands may have opened it', async () => {
    const artist = await world.artist()
    const { data: opened } = await logIn(await withPasskey(world, artist))
    await stateOf(opened)
    await world.ok(api.security.lostCode, {}, artist)
    const verificationCode = codeIn(world, `${artist.username}@example.org`)
    await world.ok(api.security.loseKeys, { body: { verificationCode } }, artist)
    await world.refused('NO_TOKEN', api.security.state, {}, opened)
    assert.equal((await stateOf(artist)).logins.length, 1)
    await mailIdle(world.app.ctx)
    const letter = world.sentMail.at(-1)?.text ?? ''
    assert.match(letter, /На других устройствах нужно войти заново/u)
    assert.match(letter, /^Отключены ключи кнопок .*, вебхуки, вторые пульты и ссылки хозяев/mu)
  })
})

describe('an operator of an installation with real keys of a bank', () => {
  let real: World
  before(async () => {
    real = await makeWorld({ operatorsNeedKey: true })
  })
  after(() => real.close())

  test('needs a login that a key opened or confirmed', async () => {
    const operator = await real.artist({ role: 'ADMIN' })
    await real.refused('PASSKEY_NEEDED', api.operator.today, {}, operator)
    const device = await withPasskey(real, operator)
    await real.ok(api.operator.today, {}, operator)
    const body = { username: operator.username, password: ARTIST_PASSWORD }
    const other = await real.ok(api.auth.login, { body }, { address: freshAddress() })
    await real.refused('PASSKEY_NEEDED', api.operator.today, {}, other)
    const signed = await signedProof(real, device, other)
    await real.ok(api.security.prove, { body: signed }, other)
    await real.ok(api.operator.today, {}, other)
    const lost = await real.refused('ILLEGAL_STEP', api.security.lostCode, {}, operator)
    assert.match(lost.message, /forget-keys/u)
  })
})
