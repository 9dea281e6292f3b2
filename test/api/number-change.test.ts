import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { FREE_TRIES } from '#domain/accounts/login.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { sendPlannedPayouts } from '#server/modules/payouts/payouts.service.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import {
  advanceAndSettle,
  checkedNumber,
  NUMBER,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import { keyLogin, signedProof, withPasskey } from '#test/support/steps/passkey.ts'
import { checkBody, withCheckedNumber } from '#test/support/steps/payout-number.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened), {
  ipLocation: { locationOf: async () => ({ country: 'RU' }) },
})

const TBANK = '100000000004'
let phones = 0
/** A phone number that no other test uses. */
const newPhone = () => `7901${String(1_000_000 + (phones += 1))}`

const numberOf = (artist: TestArtist) => world.ok(api.payment.number, {}, { token: artist.token })
const arrivedAt = async (phone: string) =>
  (await world.bank.inbox(phone)).map(({ amount }) => amount)

async function paidArtist() {
  const phone = newPhone()
  const artist = await world.artist({ ...checkedNumber(world), phoneNumber: phone })
  return { artist, phone }
}

const change = (artist: TestArtist, paymentDTO: object) =>
  world.ok(
    api.auth.update,
    { body: { paymentDTO, currentPassword: ARTIST_PASSWORD } },
    { token: artist.token, address: '95.24.0.1' },
  )

async function mailTo(artist: TestArtist) {
  await mailIdle(world.app.ctx)
  return world.sentMail.filter(({ to }) => to === `${artist.username}@example.org`)
}

async function linkTo(artist: TestArtist): Promise<string> {
  const message = (await mailTo(artist)).findLast(({ text }) => text.includes('/payout-number/'))
  const token = /http:\/\/localhost\/payout-number\/([\w-]+)$/mu.exec(message?.text ?? '')?.[1]
  assert.ok(token, 'no link in the e-mails')
  return token
}

const look = (token: string) => world.ok(api.payment.numberChange, { body: { token } })
const undo = (token: string) => world.call(api.payment.undoNumberChange, { body: { token } })

describe('where money goes is changed with the current password', () => {
  const WRONG = [
    [{}, 'Введите текущий пароль'],
    [{ currentPassword: '' }, 'Введите текущий пароль'],
    [{ currentPassword: 'Ne-tot-parol-1' }, 'Текущий пароль не подошёл'],
  ] as const
  const WAYS = {
    'another phone': () => [api.auth.update, { paymentDTO: { phoneNumber: newPhone() } }] as const,
    'another bank': () => [api.auth.update, { paymentDTO: { sbpNumberId: TBANK } }] as const,
    'no phone': () => [api.auth.update, { paymentDTO: { phoneNumber: null } }] as const,
    'a check of another number': (artist: TestArtist) =>
      [api.auth.checkNumber, checkBody(artist, newPhone())] as const,
  }
  for (const [what, way] of Object.entries(WAYS))
    test(`${what} without it, or with a wrong one, changes nothing and writes no e-mail`, async () => {
      const { artist, phone } = await paidArtist()
      for (const [proof, said] of WRONG) {
        const [endpoint, body] = way(artist)
        const input = { body: { ...body, ...proof } }
        const refused = await world.refused('VALIDATION', endpoint, input, artist)
        assert.deepEqual(refused.fields, { currentPassword: said })
      }
      const { phoneNumber, state } = await numberOf(artist)
      assert.deepEqual([phoneNumber, state], [phone, 'checked'])
      assert.deepEqual(await mailTo(artist), [])
    })

  test('the first number too', async () => {
    const artist = await world.artist()
    const body = checkBody(artist, newPhone())
    const refused = await world.refused('VALIDATION', api.auth.checkNumber, { body }, artist)
    assert.deepEqual(Object.keys(refused.fields ?? {}), ['currentPassword'])
    assert.equal((await numberOf(artist)).state, 'unset')
  })

  test('a new password beside it does not stand for the current one, however fresh the login', async () => {
    const { artist } = await paidArtist()
    const password = 'Drugaya7-struna'
    const body = {
      password,
      passwordConfirm: password,
      paymentDTO: { phoneNumber: newPhone() },
    }
    const refused = await world.refused('VALIDATION', api.auth.update, { body }, artist)
    assert.deepEqual(Object.keys(refused.fields ?? {}), ['currentPassword'])
    await world.ok(api.auth.update, { body: { ...body, currentPassword: ARTIST_PASSWORD } }, artist)
  })

  test('nobody guesses it there', async () => {
    const { artist } = await paidArtist()
    const body = { ...checkBody(artist, newPhone()), currentPassword: 'Ne-tot-parol-1' }
    const guesses = Array.from({ length: 15 }, () =>
      world.call(api.auth.checkNumber, { body }, artist),
    )
    const codes = (await Promise.all(guesses)).map(({ failure }) => failure.code)
    assert.equal(codes.filter((code) => code === 'VALIDATION').length, FREE_TRIES)
    const paymentDTO = { phoneNumber: newPhone() }
    const right = { body: { paymentDTO, currentPassword: ARTIST_PASSWORD } }
    await world.refused('TOO_MANY', api.auth.update, right, artist)
  })

  test('what leaves the number alone asks for none', async () => {
    const { artist, phone } = await paidArtist()
    const paymentDTO = { phoneNumber: phone, sbpNumberId: NUMBER.bank, description: 'Спасибо' }
    await world.ok(api.auth.update, { body: { paymentDTO } }, artist)
    assert.deepEqual(await mailTo(artist), [])
  })
})

describe('the e-mail of a change', () => {
  test('says what, when and from where, and tells no whole number', async () => {
    const { artist, phone } = await paidArtist()
    const other = newPhone()
    await change(artist, { phoneNumber: other, sbpNumberId: TBANK })
    const [message, ...more] = await mailTo(artist)
    assert.deepEqual(more, [])
    assert.equal(message?.subject, 'Номер для выплат изменён')
    assert.match(message.text, new RegExp(`Был: .*\\s${phone.slice(-2)}, Сбербанк`, 'u'))
    assert.match(message.text, new RegExp(`Стал: .*\\s${other.slice(-2)}, Т-Банк`, 'u'))
    assert.match(message.text, /^Когда: \d{1,2} нояб\., \d\d:\d\d \(МСК\)$/mu)
    assert.match(message.text, /^Откуда: Россия, адрес 95\.24\.0\.1\./mu)
    for (const secret of [phone, other, ARTIST_PASSWORD])
      assert.ok(!message.text.includes(secret), secret)
  })

  test('without which there is no change: the mail server has to be there', async () => {
    let away = true
    const own = await makeWorld({
      mail: {
        send: async () => {},
        ready: async () => {
          if (away) throw Object.assign(new Error('away'), { name: 'Error' })
        },
      },
    })
    try {
      const artist = await own.artist({ ...checkedNumber(own) })
      const body = {
        paymentDTO: { phoneNumber: newPhone() },
        currentPassword: ARTIST_PASSWORD,
      }
      const { status } = await own.call(api.auth.update, { body }, artist)
      assert.ok(status >= 500)
      assert.equal((await own.ok(api.payment.number, {}, artist)).state, 'checked')
      away = false
      await own.ok(api.auth.update, { body }, artist)
    } finally {
      await own.close()
    }
  })

  test('that is lost takes the change back', async () => {
    const own = await makeWorld({
      mail: { send: () => Promise.reject(new Error('lost')), ready: async () => {} },
    })
    try {
      const artist = await own.artist({ ...checkedNumber(own) })
      const paymentDTO = { phoneNumber: newPhone() }
      const body = { paymentDTO, currentPassword: ARTIST_PASSWORD }
      await own.ok(api.auth.update, { body }, artist)
      await mailIdle(own.app.ctx)
      assert.deepEqual(await own.ok(api.payment.number, {}, artist), {
        phoneNumber: NUMBER.phone,
        sbpNumberId: NUMBER.bank,
        state: 'checked',
        recipient: { name: RECIPIENT_NAME, confirmed: true },
      })
    } finally {
      await own.close()
    }
  })
})

describe('nothing is paid to a changed number for a day', () => {
  test('though it has proved itself; then all goes out by itself', async () => {
    const { artist, phone } = await paidArtist()
    const other = newPhone()
    await tipped(world, artist.username, 100_000)
    const until = new Date(world.now().getTime() + DAY_MS)
    await change(artist, { phoneNumber: other })
    assert.equal((await numberOf(artist)).heldUntil, until.toISOString())
    await withCheckedNumber(world, artist, other)
    const refused = await world.refused('NUMBER_HELD', api.payment.payout, {}, artist)
    assert.match(refused.message, /Выплаты на него начнутся \d{1,2} нояб\., \d\d:\d\d \(МСК\)\./u)
    const { number } = await world.ok(api.payment.balance, {}, artist)
    assert.equal(number.heldUntil, until.toISOString())
    world.setNow(new Date(until.getTime() - SECOND_MS))
    await world.settle()
    await sendPlannedPayouts(world.app.ctx)
    await world.settle()
    assert.deepEqual(await arrivedAt(other), [900])
    world.setNow(until)
    await world.settle()
    // One round for the plan, one for the bank.
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrivedAt(other), [95_000, 900])
    assert.deepEqual(await arrivedAt(phone), [])
    assert.equal('heldUntil' in (await numberOf(artist)), false)
  })

  test('what was on its way goes on to the number before', async () => {
    const { artist, phone } = await paidArtist()
    await tipped(world, artist.username, 100_000)
    await world.ok(api.payment.payout, {}, artist)
    await change(artist, { phoneNumber: newPhone() })
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrivedAt(phone), [95_000])
  })

  test('a first number waits for nothing where nothing was earned', async () => {
    const artist = await world.artist()
    await change(artist, { phoneNumber: newPhone(), sbpNumberId: NUMBER.bank })
    assert.equal('heldUntil' in (await numberOf(artist)), false)
    const [message] = await mailTo(artist)
    assert.match(message?.text ?? '', /Был: не указан/u)
    assert.doesNotMatch(message?.text ?? '', /payout-number/u)
  })

  test('a first number waits where something was earned, and its e-mail takes it off', async () => {
    const artist = await world.artist()
    await tipped(world, artist.username, 100_000)
    await change(artist, { phoneNumber: newPhone(), sbpNumberId: NUMBER.bank })
    assert.notEqual((await numberOf(artist)).heldUntil, undefined)
    assert.equal((await undo(await linkTo(artist))).status, 200)
    assert.equal((await numberOf(await again(artist))).state, 'unset')
  })

  test('a number taken away and another set in its place is a change of the first', async () => {
    const { artist, phone } = await paidArtist()
    await change(artist, { phoneNumber: null })
    await change(artist, { phoneNumber: newPhone() })
    assert.notEqual((await numberOf(artist)).heldUntil, undefined)
    await undo(await linkTo(artist))
    assert.equal((await numberOf(await again(artist))).phoneNumber, phone)
  })
})

/** The same artist with a new login: an undo has ended the one before. */
async function again(artist: TestArtist): Promise<TestArtist> {
  const body = { username: artist.username, password: ARTIST_PASSWORD }
  const { token } = await world.ok(api.auth.login, { body }, { address: freshAddress() })
  return { ...artist, token }
}

describe('the link of the e-mail', () => {
  test('brings the number before back without a login, and pays to it', async () => {
    const { artist, phone } = await paidArtist()
    const other = newPhone()
    await tipped(world, artist.username, 100_000)
    await change(artist, { phoneNumber: other, sbpNumberId: TBANK })
    const token = await linkTo(artist)
    assert.equal((await look(token)).state, 'open')
    const { status, data } = await undo(token)
    assert.equal(status, 200)
    assert.deepEqual(
      [data.state, data.before?.endsWith(`${phone.slice(-2)}, Сбербанк`)],
      ['undone', true],
    )
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrivedAt(phone), [95_000])
    assert.deepEqual(await arrivedAt(other), [])
  })

  test('ends every login, and its owner is told to set a new password', async () => {
    const { artist } = await paidArtist()
    await change(artist, { phoneNumber: newPhone() })
    await undo(await linkTo(artist))
    await world.refused('NO_TOKEN', api.auth.checkToken, {}, artist)
    const last = (await mailTo(artist)).at(-1)
    assert.equal(last?.subject, 'Прежний номер для выплат возвращён')
    assert.match(last.text, /задайте новый/u)
    assert.match(last.text, /вебхуки, вторые пульты и ссылки хозяев вечера отключены/u)
  })

  test('of the second of two changes takes away the keys that were added since the first', async () => {
    const { artist } = await paidArtist()
    const own = await withPasskey(world, artist)
    world.advance(MINUTE_MS)
    await change(artist, { phoneNumber: newPhone() })
    const added = await withPasskey(world, artist)
    await advanceAndSettle(world, 23 * HOUR_MS)
    const body = await signedProof(world, own, artist)
    await world.ok(api.security.prove, { body }, artist)
    await change(artist, { phoneNumber: newPhone() })
    await advanceAndSettle(world, 2 * HOUR_MS)
    await undo(await linkTo(artist))
    assert.equal((await keyLogin(world, own)).status, 200)
    assert.equal((await keyLogin(world, added)).failure.code, 'WRONG_KEY')
    const last = (await mailTo(artist)).at(-1)
    assert.match(last?.text ?? '', /^Ключи .* больше не действуют/mu)
  })

  test('opens once, also pressed twice at once, and being looked at changes nothing', async () => {
    const { artist } = await paidArtist()
    const other = newPhone()
    await change(artist, { phoneNumber: other })
    const token = await linkTo(artist)
    await look(token)
    assert.equal((await numberOf(artist)).phoneNumber, other)
    const answers = await Promise.all([undo(token), undo(token)])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]))
    assert.equal((await look(token)).state, 'undone')
    const back = await again(artist)
    await change(back, { phoneNumber: other })
    assert.equal((await undo(token)).status, 409)
    assert.equal((await numberOf(back)).phoneNumber, other)
  })

  test('is over with the hold', async () => {
    const { artist } = await paidArtist()
    const other = newPhone()
    await change(artist, { phoneNumber: other })
    const token = await linkTo(artist)
    await advanceAndSettle(world, DAY_MS)
    assert.equal((await look(token)).state, 'late')
    assert.equal((await undo(token)).failure.code, 'ILLEGAL_STEP')
    assert.equal((await numberOf(artist)).phoneNumber, other)
  })

  test('of each of two changes in a row leads to the number before both', async () => {
    for (const which of [0, 1]) {
      const { artist, phone } = await paidArtist()
      await change(artist, { phoneNumber: newPhone() })
      const links = [await linkTo(artist)]
      await advanceAndSettle(world, 23 * HOUR_MS)
      await change(artist, { phoneNumber: newPhone() })
      links.push(await linkTo(artist))
      assert.equal((await undo(links[which] ?? '')).status, 200)
      const { phoneNumber, state } = await numberOf(await again(artist))
      assert.deepEqual([phoneNumber, state], [phone, 'checked'])
      assert.equal((await undo(links[1 - which] ?? '')).status, 409)
    }
  })

  test('that nobody was sent opens nothing', async () => {
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      await world.refused('NOT_FOUND', api.payment.numberChange, { body: { token } })
      await world.refused('NOT_FOUND', api.payment.undoNumberChange, { body: { token } })
    }
  })

  test('stands in no table', async () => {
    const { artist } = await paidArtist()
    await change(artist, { phoneNumber: newPhone() })
    const token = await linkTo(artist)
    const rows = await world.sql.selectFrom('payoutNumberChanges').selectAll().execute()
    assert.ok(rows.length > 0)
    assert.ok(!JSON.stringify(rows).includes(token))
  })
})
