import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import {
  after,
  atTheBank,
  bankIdOf,
  causesOf,
  checkedNumber,
  fateOf,
  HOUR,
  MINUTE,
  paidHall,
  SECOND,
  shown,
  soundWorld,
  tipped,
} from '#test/support/paid-hall.ts'
import type { PaidHall } from '#test/support/paid-hall.ts'
import type { World } from '#test/support/world.ts'

let world: World
soundWorld((opened) => (world = opened))

/** An order that was played and credited. */
async function credited(hall: PaidHall, amount = 60_000, method: 'card' | 'sbp' = 'sbp') {
  const order = await hall.paid(method, amount)
  await hall.played(order.song)
  await after(world, 21 * SECOND)
  assert.equal(await fateOf(world, order.id), 'released')
  return order
}

const refund = (hall: PaidHall, paymentId: string, word?: string, key?: string) =>
  world.call(
    api.payment.refund,
    { body: { paymentId, ...(word === undefined ? {} : { word }) } },
    { ...hall.as, ...(key === undefined ? {} : { key }) },
  )

async function refused(hall: PaidHall, paymentId: string, code: string, words: RegExp) {
  const { status, failure } = await refund(hall, paymentId)
  assert.ok(status >= 400)
  assert.equal(failure.code, code)
  assert.match(failure.message, words)
}

/** The bank takes its time with a refund by SBP. */
async function untilBack() {
  for (let minute = 0; minute < 3; minute += 1) await after(world, MINUTE)
}

const lineOf = async (hall: PaidHall, id: string) =>
  (await hall.balance()).entries.find((entry) => entry.id === id)

const tipOf = async (hall: PaidHall) => {
  const { entries } = await hall.balance()
  return entries.find(({ cause }) => cause === 'tip')?.id ?? ''
}

describe('a credited order', () => {
  for (const method of ['sbp', 'card'] as const)
    test(`paid by ${method} goes back whole, with our commission and the artist’s word`, async () => {
      const hall = await paidHall(world)
      const { id } = await credited(hall, 60_000, method)
      await tipped(world, hall.artist.username, 10_000)
      const { data } = await refund(hall, id, '  Простите,   сбился! ')
      assert.deepEqual(data, { paymentId: id, amount: 60_000, available: 9500 })
      assert.equal(await fateOf(world, id), 'returning returned_by_artist')
      assert.equal((await lineOf(hall, id))?.state, 'returning')
      await untilBack()
      assert.equal(await fateOf(world, id), 'returned returned_by_artist')
      assert.equal((await shown(world, id)).returnWord, 'Простите, сбился!')
      assert.deepEqual(await atTheBank(world, id), [
        { status: 'REFUNDED', captured: 60_000, refunded: 60_000 },
      ])
      const causes = (await causesOf(world, id)).filter((cause) => !cause.includes('hold'))
      assert.deepEqual(
        causes.filter((cause) => cause !== 'held'),
        ['charged', 'released', 'credit_returned', 'refunded'],
      )
      const line = await lineOf(hall, id)
      assert.deepEqual(
        [line?.state, line?.gross, line?.commission, line?.amount],
        ['returned', 60_000, 0, 0],
      )
    })

  test('a tip goes back the same way', async () => {
    const hall = await paidHall(world)
    await tipped(world, hall.artist.username, 33_333)
    const id = await tipOf(hall)
    const { data } = await refund(hall, id)
    assert.deepEqual(data, { paymentId: id, amount: 33_333, available: 0 })
    await untilBack()
    assert.equal(await fateOf(world, id), 'returned returned_by_artist')
    assert.equal('returnWord' in (await shown(world, id)), false)
  })

  test('is told in the sums of the balance and of its concert', async () => {
    const hall = await paidHall(world)
    const { id } = await credited(hall)
    await tipped(world, hall.artist.username, 10_000)
    await refund(hall, id)
    await untilBack()
    const { available, entries } = await hall.balance()
    assert.equal(
      entries.reduce((sum, { amount }) => sum + amount, 0),
      available,
    )
    const [earned] = await world.ok(api.payment.earnings, {}, hall.as)
    assert.deepEqual([earned?.net, earned?.returned, earned?.givenBack], [0, 1, 60_000])
    const { data: csv } = await world.call(api.payment.statement, {}, hall.as)
    assert.match(csv, /;Песня;возвращено слушателю;600,00;0,00;0,00;/u)
  })
})

describe('a return is refused', () => {
  test('where the balance has less, in its own figures, and leaves the key free', async () => {
    const hall = await paidHall(world, { artist: checkedNumber(world) })
    const { id } = await credited(hall)
    await world.ok(api.payment.payout, {}, hall.as)
    await after(world, MINUTE)
    await after(world, MINUTE)
    const key = randomUUID()
    const { failure } = await refund(hall, id, undefined, key)
    assert.equal(failure.code, 'NOTHING_TO_PAY')
    assert.match(failure.message, /^На балансе 0\s₽, а вернуть нужно 540\s₽$/u)
    await tipped(world, hall.artist.username, 60_000)
    assert.equal((await refund(hall, id, undefined, key)).status, 200)
  })

  test('while the song’s money is not credited, and for a payment of nobody’s or another’s', async () => {
    const hall = await paidHall(world)
    const { id, song } = await hall.paid('sbp', 60_000)
    await refused(hall, id, 'ILLEGAL_STEP', /зачисленные/u)
    await hall.played(song)
    await refused(hall, id, 'ILLEGAL_STEP', /зачисленные/u)
    await after(world, 21 * SECOND)
    const stranger = await paidHall(world)
    await refused(stranger, id, 'NOT_FOUND', /Такого платежа нет/u)
    await refused(hall, randomUUID(), 'NOT_FOUND', /Такого платежа нет/u)
    assert.equal(await fateOf(world, id), 'released')
  })

  test('for a word that is too long or hides something', async () => {
    const hall = await paidHall(world)
    const { id } = await credited(hall)
    for (const word of ['я'.repeat(141), 'а\u202Eб']) {
      const { failure } = await refund(hall, id, word)
      assert.equal(failure.code, 'VALIDATION')
      assert.ok(failure.fields?.['word'])
    }
    assert.equal(await fateOf(world, id), 'released')
  })

  test('a second time, while the first is under way and after it', async () => {
    const hall = await paidHall(world)
    const { id } = await credited(hall)
    await tipped(world, hall.artist.username, 100_000)
    await refund(hall, id)
    await refused(hall, id, 'ILLEGAL_STEP', /уже возвращаются/u)
    await untilBack()
    await refused(hall, id, 'ILLEGAL_STEP', /уже вернули/u)
    assert.equal(await hall.owed(), 95_000)
  })

  test('of money that the bank gives back by itself, or that stands in dispute', async () => {
    const hall = await paidHall(world)
    const [taken, disputed] = [await credited(hall), await credited(hall)]
    await world.bank.refundFromCabinet(await bankIdOf(world, taken.id))
    await after(world, MINUTE)
    await refused(hall, taken.id, 'ILLEGAL_STEP', /Банк уже сам/u)
    const line = {
      key: `chargeback ${disputed.id}`,
      reference: '',
      at: world.now(),
      bankPaymentId: await bankIdOf(world, disputed.id),
      operation: 'Chargeback',
      gross: kopecks(-60_000),
      fee: kopecks(0),
    }
    await world.app.services.reconciliation.readRegistry('2020-01-01', [line])
    await refused(hall, disputed.id, 'ILLEGAL_STEP', /разбирательство/u)
  })
})

describe('a return is made once', () => {
  test('under one key however often it is sent, and by none of two at once', async () => {
    const hall = await paidHall(world)
    const { id } = await credited(hall)
    await tipped(world, hall.artist.username, 100_000)
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => refund(hall, id, 'Простите', key)))
    for (const { data } of replies)
      assert.deepEqual(data, { paymentId: id, amount: 60_000, available: 95_000 })
    const { failure } = await refund(hall, id, 'Другое слово', key)
    assert.equal(failure.code, 'IDEMPOTENCY_CONFLICT')
    const other = await credited(hall)
    const both = await Promise.all([refund(hall, other.id), refund(hall, other.id)])
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
    await after(world, MINUTE)
    assert.equal(await hall.owed(), 95_000)
  })

  test('a payout and a return of the same money: one of them', async () => {
    const hall = await paidHall(world, { artist: checkedNumber(world) })
    const { id } = await credited(hall)
    const [back, out] = await Promise.all([
      refund(hall, id),
      world.call(api.payment.payout, {}, hall.as),
    ])
    assert.deepEqual([back.status, out.status].filter((status) => status === 200).length, 1)
    await after(world, MINUTE)
    await after(world, MINUTE)
    assert.equal(await hall.owed(), 0)
  })
})

describe('the bank', () => {
  test('that is down is asked again until it has given the money back', async () => {
    const hall = await paidHall(world)
    const { id } = await credited(hall)
    await world.bank.faults.set({ kind: 'error_500', method: 'Cancel', times: 2 })
    await refund(hall, id)
    await world.settle()
    assert.equal(await fateOf(world, id), 'returning returned_by_artist')
    for (let minute = 0; minute < 4; minute += 1) await untilBack()
    assert.equal(await fateOf(world, id), 'returned returned_by_artist')
  })

  test('that refuses for good leaves the return to a person, who may close it', async () => {
    const hall = await paidHall(world)
    const { id } = await credited(hall)
    await world.bank.faults.set({ kind: 'refused_refund', code: '3028' })
    await refund(hall, id)
    await after(world, HOUR)
    assert.equal((await shown(world, id)).delayed, true)
    assert.equal((await lineOf(hall, id))?.state, 'return_refused')
    const admin = await world.artist({ role: 'ADMIN' })
    const as = { token: admin.token }
    const { stuck } = await world.ok(api.payment.stuck, {}, as)
    assert.equal(stuck.find((one) => one.id === id)?.attention, 'refund_refused')
    await world.ok(api.payment.settle, { params: { id }, body: { action: 'close' } }, as)
    assert.equal(await fateOf(world, id), 'returned returned_by_artist')
    assert.equal((await lineOf(hall, id))?.state, 'returned')
  })
})
