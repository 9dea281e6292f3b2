import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { FROZEN_TEXT } from '#domain/payments/payout.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { setMark } from '#server/modules/ledger/ledger.service.ts'
import { resumePayouts } from '#server/modules/payouts/payouts.service.ts'
import { ledgerOf } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  atTheBank,
  bankIdOf,
  causesOf,
  checkedNumber,
  outcomeOf,
  pageOf,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const SBER = '100000000111'
const TBANK = '100000000004'
let phones = 0
/** A phone number that no other test uses. */
const newPhone = () => `7900${String(1_000_000 + (phones += 1))}`

const check = (artist: TestArtist, number: string, sbpNumberId = SBER) =>
  world.ok(
    api.auth.checkNumber,
    {
      body: {
        number,
        sbpNumberId,
        artistUsername: artist.username,
        currentPassword: ARTIST_PASSWORD,
      },
    },
    { token: artist.token },
  )

const numberOf = (artist: TestArtist) => world.ok(api.payment.number, {}, { token: artist.token })

const arrivedAt = async (phone: string) =>
  (await world.bank.inbox(phone)).map(({ amount }) => amount)

const confirm = (artist: TestArtist, name = RECIPIENT_NAME) =>
  world.ok(api.payment.confirmRecipient, { body: { name } }, { token: artist.token })

async function checkOf(artist: TestArtist): Promise<string> {
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('artistId', '=', artist.id)
    .where('kind', '=', 'check')
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** Pays for the check and lets the nine rubles arrive. */
async function payFor(url: string) {
  await world.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
  await world.settle()
  await advanceAndSettle(world, MINUTE_MS)
}

test('the number that is kept is checked as often as it takes: its password is not judged again', async () => {
  const artist = await world.artist()
  const phone = newPhone()
  const pages = new Set<string>()
  // More than the limit of 20 passwords in ten minutes.
  for (let time = 0; time < 22; time++) pages.add(await check(artist, phone))
  assert.equal(pages.size, 1)
})

test('ten rubles go in, nine come to the phone, one stays with us, and the number is checked', async () => {
  const artist = await world.artist()
  const phone = newPhone()
  const income = (await ledgerOf(world, 'commission_check')).posted
  const url = await check(artist, phone)
  assert.equal((await numberOf(artist)).state, 'checking')
  await payFor(url)
  assert.deepEqual(await arrivedAt(phone), [900])
  assert.deepEqual(await numberOf(artist), {
    phoneNumber: phone,
    sbpNumberId: SBER,
    state: 'checked',
    recipient: { name: RECIPIENT_NAME, confirmed: false },
  })
  assert.equal(income - (await ledgerOf(world, 'commission_check')).posted, 100)
  const id = await checkOf(artist)
  assert.equal(await outcomeOf(world, id), 'released')
  assert.equal((await ledgerOf(world, `check:${id}`)).posted, 0)
  const { available, entries } = await world.ok(api.payment.balance, {}, { token: artist.token })
  assert.deepEqual([available, entries], [0, []], 'a check is no earning')
})

test('ten rubles that the bank takes back are noticed, also by a look that the check’s end came before', async () => {
  const artist = await world.artist()
  const url = await check(artist, newPhone())
  await world.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
  await world.settle()
  const id = await checkOf(artist)
  // The process that would look has crashed.
  await world.sql
    .updateTable('payments')
    .set({ leasedUntil: new Date(world.now().getTime() + 2 * MINUTE_MS) })
    .where('id', '=', id)
    .execute()
  await world.bank.operator.refund(await bankIdOf(world, id), 1000)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'released')
  await advanceAndSettle(world, 2 * MINUTE_MS)
  assert.equal((await causesOf(world, id)).at(-1), 'lost')
})

test('a checked number is not checked again for another ten rubles', async () => {
  const artist = await world.artist(checkedNumber(world))
  const { phoneNumber, sbpNumberId } = checkedNumber(world)
  const body = { number: phoneNumber, sbpNumberId, artistUsername: artist.username }
  const { fields } = await world.refused('VALIDATION', api.auth.checkNumber, { body }, artist)
  assert.deepEqual(fields, { phoneNumber: 'Этот номер уже проверен: выплаты идут на него' })
})

test('pressed twice, or come back to, it is one check with one page', async () => {
  const artist = await world.artist()
  const phone = newPhone()
  const pages = await Promise.all([check(artist, phone), check(artist, phone)])
  assert.equal(pages[0], pages[1])
  assert.equal(await check(artist, phone), pages[0])
})

test('pressed after its page has run out, it is a new check, though nobody has seen the end of the first', async () => {
  const artist = await world.artist()
  const phone = newPhone()
  const first = await check(artist, phone)
  world.advance(20 * MINUTE_MS)
  const second = await check(artist, phone)
  assert.notEqual(second, first)
  await payFor(second)
  assert.equal((await numberOf(artist)).state, 'checked')
})

test('a check that is paid is not sold again while its nine rubles wait', async () => {
  const artist = await world.artist()
  const phone = newPhone()
  const url = await check(artist, phone)
  await setMark(world.sql, 'payouts-paused', 'пусто', world.now())
  await payFor(url)
  const { state, paid } = await numberOf(artist)
  assert.deepEqual([state, paid], ['checking', true])
  const body = { number: phone, sbpNumberId: SBER, artistUsername: artist.username }
  const { message } = await world.refused('ILLEGAL_STEP', api.auth.checkNumber, { body }, artist)
  assert.equal(message, 'Проверка уже оплачена: ждём, когда 9 рублей дойдут.')
  const { payments } = await world.sql
    .selectFrom('payments')
    .select((of) => of.fn.countAll<number>().as('payments'))
    .where('artistId', '=', artist.id)
    .executeTakeFirstOrThrow()
  assert.equal(payments, 1)
  await resumePayouts(world.app.ctx)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await numberOf(artist)).state, 'checked')
})

describe('while payouts to the artist are frozen', () => {
  const freeze = async (artist: TestArtist, frozen: boolean) => {
    const admin = await world.artist({ role: 'ADMIN' })
    const body = { username: artist.username, frozen, reason: 'other', words: 'Так нужно' } as const
    await world.ok(api.operator.freezePayouts, { body }, admin)
  }

  test('no check is sold, since its nine rubles would not leave', async () => {
    const artist = await world.artist()
    const phone = newPhone()
    await freeze(artist, true)
    const body = {
      number: phone,
      sbpNumberId: SBER,
      artistUsername: artist.username,
      currentPassword: ARTIST_PASSWORD,
    }
    const refused = await world.refused('ILLEGAL_STEP', api.auth.checkNumber, { body }, artist)
    assert.equal(refused.message, FROZEN_TEXT)
    assert.equal((await numberOf(artist)).state, 'unset')
    await freeze(artist, false)
    await payFor(await check(artist, phone))
    assert.equal((await numberOf(artist)).state, 'checked')
  })

  test('a check that was paid before waits, and nobody is asked why', async () => {
    const artist = await world.artist()
    const phone = newPhone()
    const url = await check(artist, phone)
    await freeze(artist, true)
    await payFor(url)
    for (let look = 0; look < 4; look++) await advanceAndSettle(world, 20 * MINUTE_MS)
    const { attention } = await world.sql
      .selectFrom('payouts')
      .select('attention')
      .where('artistId', '=', artist.id)
      .executeTakeFirstOrThrow()
    assert.equal(attention, null)
    await freeze(artist, false)
    for (let look = 0; look < 2; look++) await advanceAndSettle(world, HOUR_MS)
    assert.deepEqual(await arrivedAt(phone), [900])
  })
})

test('a check that was not paid leaves the number unchecked, and another may follow', async () => {
  const artist = await world.artist()
  const phone = newPhone()
  const first = await check(artist, phone)
  await world.bank.pay(pageOf(first), { action: 'decline' })
  await world.settle()
  assert.equal((await numberOf(artist)).state, 'unchecked')
  const second = await check(artist, phone)
  assert.notEqual(second, first)
  await payFor(second)
  assert.equal((await numberOf(artist)).state, 'checked')
})

describe('what is wrong with a number is said at its field', () => {
  for (const [number, sbpNumberId, fields] of [
    ['89001234567', SBER, ['phoneNumber']],
    ['7900123456', SBER, ['phoneNumber']],
    ['', SBER, ['phoneNumber']],
    ['79001234567', '100000000999', ['sbpNumberId']],
    ['', '', ['phoneNumber', 'sbpNumberId']],
  ] as const)
    test(`«${number}» at «${sbpNumberId}»`, async () => {
      const artist = await world.artist()
      const refused = await world.refused(
        'VALIDATION',
        api.auth.checkNumber,
        { body: { number, sbpNumberId, artistUsername: artist.username } },
        { token: artist.token },
      )
      assert.deepEqual(Object.keys(refused.fields ?? {}), fields)
    })

  test('the number of another artist is not his to check', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const body = { number: newPhone(), sbpNumberId: SBER, artistUsername: other.username }
    await world.refused('NOT_YOURS', api.auth.checkNumber, { body }, { token: artist.token })
  })

  test('nobody checks a number without a token', async () => {
    const artist = await world.artist()
    const body = { number: newPhone(), sbpNumberId: SBER, artistUsername: artist.username }
    await world.refused('NO_TOKEN', api.auth.checkNumber, { body })
  })
})

describe('a number that takes no money', () => {
  test('has all ten rubles sent back, and is not checked', async () => {
    const artist = await world.artist()
    const phone = newPhone()
    const url = await check(artist, phone)
    await world.bank.faults.set({ kind: 'refused_payout' })
    await payFor(url)
    await advanceAndSettle(world, MINUTE_MS)
    const id = await checkOf(artist)
    assert.equal(await outcomeOf(world, id), 'returned number_rejected')
    assert.deepEqual(await causesOf(world, id), [
      'check_paid',
      'payout_reserved',
      'check_return',
      'refunded',
    ])
    assert.deepEqual(await atTheBank(world, id), [
      { status: 'REFUNDED', captured: 1000, refunded: 1000 },
    ])
    assert.equal((await numberOf(artist)).state, 'rejected')
    assert.deepEqual(await arrivedAt(phone), [])
    await world.refused('NUMBER_NOT_SET', api.payment.payout, {}, { token: artist.token })
  })

  test('may be checked again', async () => {
    const artist = await world.artist()
    const phone = newPhone()
    await world.bank.faults.set({ kind: 'refused_payout', times: 1 })
    await payFor(await check(artist, phone))
    await payFor(await check(artist, phone))
    assert.equal((await numberOf(artist)).state, 'checked')
    assert.deepEqual(await arrivedAt(phone), [900])
  })
})

describe('another phone or another bank', () => {
  async function checkedArtist() {
    const phone = newPhone()
    const artist = await world.artist({ ...checkedNumber(world), phoneNumber: phone })
    return { artist, phone }
  }
  const save = (artist: TestArtist, paymentDTO: object) =>
    world.ok(
      api.auth.update,
      { body: { paymentDTO, currentPassword: ARTIST_PASSWORD } },
      { token: artist.token },
    )

  for (const [what, change] of [
    ['telephone', () => ({ phoneNumber: newPhone() })],
    ['bank', () => ({ sbpNumberId: TBANK })],
  ] as const) {
    test(`saved in the settings has proved nothing: ${what}`, async () => {
      const { artist } = await checkedArtist()
      assert.equal((await numberOf(artist)).state, 'checked')
      await save(artist, change())
      assert.equal((await numberOf(artist)).state, 'unchecked')
      await tipped(world, artist.username, 10_000)
      await world.refused('NUMBER_NOT_SET', api.payment.payout, {}, { token: artist.token })
    })
  }

  test('named for a check has proved nothing until its nine rubles arrive', async () => {
    const { artist, phone } = await checkedArtist()
    const url = await check(artist, phone, TBANK)
    assert.equal((await numberOf(artist)).state, 'checking')
    await payFor(url)
    assert.equal((await numberOf(artist)).state, 'checked')
  })

  test('is not proved by the nine rubles that reached the one before', async () => {
    const artist = await world.artist()
    const first = newPhone()
    const url = await check(artist, first)
    await world.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
    await save(artist, { phoneNumber: newPhone() })
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrivedAt(first), [900])
    assert.equal((await numberOf(artist)).state, 'unchecked')
  })

  test('the same number saved again stays checked', async () => {
    const { artist, phone } = await checkedArtist()
    await save(artist, { phoneNumber: phone, sbpNumberId: SBER })
    assert.equal((await numberOf(artist)).state, 'checked')
  })
})

test('what was earned before the number was known goes out a day after it was set', async () => {
  const artist = await world.artist()
  const phone = newPhone()
  await tipped(world, artist.username, 100_000)
  await payFor(await check(artist, phone))
  await advanceAndSettle(world, HOUR_MS)
  assert.deepEqual(await arrivedAt(phone), [900])
  await confirm(artist)
  await advanceAndSettle(world, DAY_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.deepEqual(await arrivedAt(phone), [95_000, 900])
})

describe('whom the bank names as the recipient', () => {
  const withdraw = (artist: TestArtist) =>
    world.call(api.payment.payout, {}, { token: artist.token })
  const OTHER = 'Пётр Петрович П.'

  test('is asked about before the first payout, and nothing goes out without a yes', async () => {
    const artist = await world.artist()
    const phone = newPhone()
    await payFor(await check(artist, phone))
    await tipped(world, artist.username, 100_000)
    const { status, failure } = await withdraw(artist)
    assert.deepEqual([status, failure.code], [409, 'NUMBER_NOT_SET'])
    assert.match(failure.message, /получателя «Иван Иванович И\.»\. Подтвердите/u)
    await advanceAndSettle(world, 2 * DAY_MS)
    assert.deepEqual(await arrivedAt(phone), [900])
    const body = { name: OTHER }
    await world.refused('ILLEGAL_STEP', api.payment.confirmRecipient, { body }, artist)
    assert.equal((await confirm(artist)).recipient?.confirmed, true)
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrivedAt(phone), [95_000, 900])
  })

  async function payable() {
    const phone = newPhone()
    const artist = await world.artist({ ...checkedNumber(world), phoneNumber: phone })
    await tipped(world, artist.username, 100_000)
    return { artist, phone }
  }

  test('is asked about again where it becomes another, and the money comes back to the balance', async () => {
    const { artist, phone } = await payable()
    await world.bank.faults.set({ kind: 'other_recipient' })
    assert.equal((await withdraw(artist)).status, 200)
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    const { available, inFlight, number, entries } = await world.ok(
      api.payment.balance,
      {},
      { token: artist.token },
    )
    assert.deepEqual([available, inFlight], [95_000, 0])
    assert.deepEqual(number.recipient, { name: OTHER, confirmed: false })
    assert.equal(number.state, 'checked', 'the number may be as good as before')
    assert.match(entries[0]?.title ?? '', /получателя «Пётр Петрович П\.»/u)
    await advanceAndSettle(world, 2 * DAY_MS)
    assert.deepEqual(await arrivedAt(phone), [])
    await confirm(artist, OTHER)
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrivedAt(phone), [95_000])
  })

  test('is asked about where a number was checked before the bank named anybody', async () => {
    const { artist, phone } = await payable()
    await world.sql
      .updateTable('artists')
      .set({ payoutRecipient: null, payoutRecipientConfirmed: null })
      .where('id', '=', artist.id)
      .execute()
    await withdraw(artist)
    await world.settle()
    assert.deepEqual((await numberOf(artist)).recipient, { name: RECIPIENT_NAME, confirmed: false })
    await confirm(artist)
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await arrivedAt(phone), [95_000])
  })

  test('is asked about anew for another number', async () => {
    const { artist } = await payable()
    await check(artist, newPhone())
    assert.equal((await numberOf(artist)).recipient, undefined)
  })
})
