import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { bookRegistryDay } from '#server/modules/reconciliation/reconciliation.service.ts'
import {
  advanceAndSettle,
  atTheBank,
  bankIdOf,
  causesOf,
  checkedNumber,
  outcomeOf,
  paidConcert,
  shown,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

/** An order that was played and credited. */
async function credited(concert: PaidConcert, amount = 60_000, method: 'card' | 'sbp' = 'sbp') {
  const order = await concert.paid(method, amount)
  await concert.played(order.song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  assert.equal(await outcomeOf(world, order.id), 'released')
  return order
}

/** Plays, credits and pays out an order, so that the balance is empty. */
async function paidOut(concert: PaidConcert, amount = 60_000) {
  const order = await credited(concert, amount)
  await world.ok(api.payment.payout, {}, concert.as)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
  return order
}

const refundFromNext = (concert: PaidConcert, paymentId: string) =>
  world.call(api.payment.refund, { body: { paymentId, fromNext: true } }, concert.as)

const refund = (concert: PaidConcert, paymentId: string, word?: string, key?: string) =>
  world.call(
    api.payment.refund,
    { body: { paymentId, ...(word === undefined ? {} : { word }) } },
    { ...concert.as, ...(key === undefined ? {} : { key }) },
  )

async function refused(concert: PaidConcert, paymentId: string, code: string, words: RegExp) {
  const { status, failure } = await refund(concert, paymentId)
  assert.ok(status >= 400)
  assert.equal(failure.code, code)
  assert.match(failure.message, words)
}

/** The bank needs some time for a refund by SBP. */
async function untilBack() {
  for (let minute = 0; minute < 3; minute += 1) await advanceAndSettle(world, MINUTE_MS)
}

const lineOf = async (concert: PaidConcert, id: string) =>
  (await concert.balance()).entries.find((entry) => entry.id === id)

const tipOf = async (concert: PaidConcert) => {
  const { entries } = await concert.balance()
  return entries.find(({ cause }) => cause === 'tip')?.id ?? ''
}

describe('a credited order', () => {
  for (const method of ['sbp', 'card'] as const)
    test(`paid by ${method} goes back whole, with our commission and the artist’s word`, async () => {
      const concert = await paidConcert(world)
      const { id } = await credited(concert, 60_000, method)
      await tipped(world, concert.artist.username, 10_000)
      const { data } = await refund(concert, id, '  Простите,   сбился! ')
      assert.deepEqual(data, { paymentId: id, amount: 60_000, available: 9500 })
      assert.equal(await outcomeOf(world, id), 'returning returned_by_artist')
      assert.equal((await lineOf(concert, id))?.state, 'returning')
      await untilBack()
      assert.equal(await outcomeOf(world, id), 'returned returned_by_artist')
      assert.equal((await shown(world, id)).returnWord, 'Простите, сбился!')
      assert.deepEqual(await atTheBank(world, id), [
        { status: 'REFUNDED', captured: 60_000, refunded: 60_000 },
      ])
      const causes = (await causesOf(world, id)).filter((cause) => !cause.includes('hold'))
      assert.deepEqual(
        causes.filter((cause) => cause !== 'held'),
        ['charged', 'released', 'credit_returned', 'refunded'],
      )
      const line = await lineOf(concert, id)
      assert.deepEqual(
        [line?.state, line?.gross, line?.commission, line?.amount],
        ['returned', 60_000, 0, 0],
      )
    })

  test('a tip goes back the same way', async () => {
    const concert = await paidConcert(world)
    await tipped(world, concert.artist.username, 33_333)
    const id = await tipOf(concert)
    const { data } = await refund(concert, id)
    assert.deepEqual(data, { paymentId: id, amount: 33_333, available: 0 })
    await untilBack()
    assert.equal(await outcomeOf(world, id), 'returned returned_by_artist')
    assert.equal('returnWord' in (await shown(world, id)), false)
  })

  test('is told in the sums of the balance and of its concert', async () => {
    const concert = await paidConcert(world)
    const { id } = await credited(concert)
    await tipped(world, concert.artist.username, 10_000)
    await refund(concert, id)
    await untilBack()
    const { available, entries } = await concert.balance()
    assert.equal(
      entries.reduce((sum, { amount }) => sum + amount, 0),
      available,
    )
    const [earned] = await world.ok(api.payment.earnings, {}, concert.as)
    assert.deepEqual([earned?.net, earned?.returned, earned?.givenBack], [0, 1, 60_000])
    const { data: csv } = await world.call(api.payment.statement, {}, concert.as)
    assert.match(csv, /;Песня;возвращено слушателю;600,00;0,00;0,00;/u)
  })
})

describe('a return after the payout', () => {
  test('reaches the listener at once, and the next credits pay the artist’s debt', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const [first, second] = [await credited(concert, 50_000), await paidOut(concert, 40_000)]
    const { mayOwe } = await concert.balance()
    assert.equal(mayOwe, 81_000, 'what he earned in thirty days')
    const { status, data } = await refundFromNext(concert, second.id)
    assert.deepEqual([status, data.amount, data.available], [200, 40_000, 0])
    await untilBack()
    assert.equal(await outcomeOf(world, second.id), 'returned returned_by_artist')
    assert.deepEqual(await atTheBank(world, second.id), [
      { status: 'REFUNDED', captured: 40_000, refunded: 40_000 },
    ])
    const owing = await concert.balance()
    assert.deepEqual([owing.available, owing.debt], [0, 36_000])
    assert.equal(
      owing.entries.reduce((sum, { amount }) => sum + amount, 0),
      -36_000,
      'the lines come to the debt',
    )
    await world.refused('NOTHING_TO_PAY', api.payment.payout, {}, concert.as)

    await tipped(world, concert.artist.username, 20_000)
    const half = await concert.balance()
    assert.deepEqual([half.available, half.debt], [0, 17_000])
    await tipped(world, concert.artist.username, 20_000)
    const free = await concert.balance()
    assert.deepEqual([free.available, free.debt], [2000, 0])
    assert.equal(await outcomeOf(world, first.id), 'released')
  })

  test('is refused beyond what others brought him, so that nobody is paid twice for his own order', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const only = await paidOut(concert)
    const mayOwe = async () => {
      const query = { paymentId: only.id }
      return (await world.ok(api.payment.balance, { query }, concert.as)).mayOwe
    }
    assert.equal(await mayOwe(), 0)
    const { failure } = await refundFromNext(concert, only.id)
    assert.equal(failure.code, 'NOTHING_TO_PAY')
    assert.equal(await outcomeOf(world, only.id), 'released')
    await tipped(world, concert.artist.username, 30_000)
    assert.equal(await mayOwe(), 28_500)
    const { data } = await refundFromNext(concert, only.id)
    assert.deepEqual([data.amount, data.available], [60_000, 0])
    const { debt } = await concert.balance()
    assert.equal(debt, 54_000 - 28_500)
  })

  test('of an order of long ago may take all that others brought him since', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const old = await paidOut(concert)
    await advanceAndSettle(world, 31 * DAY_MS)
    await tipped(world, concert.artist.username, 30_000)
    const body = { username: concert.artist.username, password: ARTIST_PASSWORD }
    const as = await world.ok(api.auth.login, { body }, { address: freshAddress() })
    const back = await refundFromNext({ ...concert, as }, old.id)
    assert.deepEqual([back.status, back.data?.amount], [200, 60_000])
    const { debt } = await world.ok(api.payment.balance, {}, as)
    assert.equal(debt, 54_000 - 28_500)
  })

  test('is refused beyond the limit of the service', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const orders = []
    for (let song = 0; song < 4; song += 1) {
      orders.push(await credited(concert, 100_000))
      await tipped(world, concert.artist.username, 100_000)
    }
    orders.push(await paidOut(concert, 1000))
    assert.equal((await concert.balance()).mayOwe, 300_000)
    const codes = []
    for (const { id } of orders.slice(0, 4)) {
      const { status, failure } = await refundFromNext(concert, id)
      codes.push(status === 200 ? 'given' : failure.code)
    }
    assert.deepEqual(codes, ['given', 'given', 'given', 'NOTHING_TO_PAY'])
  })

  test('two at once owe no more than one may', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const orders = [await credited(concert), await credited(concert), await paidOut(concert)]
    const replies = await Promise.all(orders.map(({ id }) => refundFromNext(concert, id)))
    const { debt } = await concert.balance()
    const given = replies.filter(({ status }) => status === 200).length
    assert.equal(debt, given * 54_000)
    assert.ok(given < orders.length, 'the last one was earned from nobody else')
  })
})

describe('a return is refused', () => {
  test('where the balance has less, in its own figures, and leaves the key free', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const { id } = await credited(concert)
    await world.ok(api.payment.payout, {}, concert.as)
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    const key = randomUUID()
    const { failure } = await refund(concert, id, undefined, key)
    assert.equal(failure.code, 'NOTHING_TO_PAY')
    assert.match(failure.message, /^На балансе 0\s₽, а вернуть нужно 540\s₽$/u)
    await tipped(world, concert.artist.username, 60_000)
    assert.equal((await refund(concert, id, undefined, key)).status, 200)
  })

  test('while the song’s money is not credited, and for a payment of nobody’s or another’s', async () => {
    const concert = await paidConcert(world)
    const { id, song } = await concert.paid('sbp', 60_000)
    await refused(concert, id, 'ILLEGAL_STEP', /зачисленные/u)
    await concert.played(song)
    await refused(concert, id, 'ILLEGAL_STEP', /зачисленные/u)
    await advanceAndSettle(world, 21 * SECOND_MS)
    const stranger = await paidConcert(world)
    await refused(stranger, id, 'NOT_FOUND', /Такого платежа нет/u)
    await refused(concert, randomUUID(), 'NOT_FOUND', /Такого платежа нет/u)
    assert.equal(await outcomeOf(world, id), 'released')
  })

  test('for a word that is too long or hides something', async () => {
    const concert = await paidConcert(world)
    const { id } = await credited(concert)
    for (const word of ['я'.repeat(141), 'а\u202Eб']) {
      const { failure } = await refund(concert, id, word)
      assert.equal(failure.code, 'VALIDATION')
      assert.ok(failure.fields?.['word'])
    }
    assert.equal(await outcomeOf(world, id), 'released')
  })

  test('a second time, while the first is under way and after it', async () => {
    const concert = await paidConcert(world)
    const { id } = await credited(concert)
    await tipped(world, concert.artist.username, 100_000)
    await refund(concert, id)
    await refused(concert, id, 'ILLEGAL_STEP', /уже возвращаются/u)
    await untilBack()
    await refused(concert, id, 'ILLEGAL_STEP', /уже вернули/u)
    assert.equal(await concert.owed(), 95_000)
  })

  test('of money that the bank gives back by itself, or that stands in dispute', async () => {
    const concert = await paidConcert(world)
    const [taken, disputed] = [await credited(concert), await credited(concert)]
    await world.bank.operator.refund(await bankIdOf(world, taken.id))
    await advanceAndSettle(world, MINUTE_MS)
    await refused(concert, taken.id, 'ILLEGAL_STEP', /Банк уже сам/u)
    const line = {
      key: `chargeback ${disputed.id}`,
      reference: '',
      at: world.now(),
      bankPaymentId: await bankIdOf(world, disputed.id),
      operation: 'Chargeback',
      gross: kopecks(-60_000),
      fee: kopecks(0),
    }
    await bookRegistryDay(world.app.ctx, '2020-01-01', [line])
    await refused(concert, disputed.id, 'ILLEGAL_STEP', /разбирательство/u)
  })
})

describe('a return is made once', () => {
  test('under one key however often it is sent, and by none of two at once', async () => {
    const concert = await paidConcert(world)
    const { id } = await credited(concert)
    await tipped(world, concert.artist.username, 100_000)
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => refund(concert, id, 'Простите', key)))
    for (const { data } of replies)
      assert.deepEqual(data, { paymentId: id, amount: 60_000, available: 95_000 })
    const { failure } = await refund(concert, id, 'Другое слово', key)
    assert.equal(failure.code, 'IDEMPOTENCY_CONFLICT')
    const other = await credited(concert)
    const both = await Promise.all([refund(concert, other.id), refund(concert, other.id)])
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await concert.owed(), 95_000)
  })

  test('a payout and a return of the same money: one of them', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const { id } = await credited(concert)
    const [back, out] = await Promise.all([
      refund(concert, id),
      world.call(api.payment.payout, {}, concert.as),
    ])
    assert.deepEqual([back.status, out.status].filter((status) => status === 200).length, 1)
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await concert.owed(), 0)
  })
})

describe('the bank', () => {
  test('that is down is asked again until it has given the money back', async () => {
    const concert = await paidConcert(world)
    const { id } = await credited(concert)
    await world.bank.faults.set({ kind: 'error_500', method: 'Cancel', times: 2 })
    await refund(concert, id)
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'returning returned_by_artist')
    for (let minute = 0; minute < 4; minute += 1) await untilBack()
    assert.equal(await outcomeOf(world, id), 'returned returned_by_artist')
  })

  test('that refuses for good leaves the return to a person, who may close it', async () => {
    const concert = await paidConcert(world)
    const { id } = await credited(concert)
    await world.bank.faults.set({ kind: 'refused_refund', code: '3028' })
    await refund(concert, id)
    await advanceAndSettle(world, HOUR_MS)
    assert.equal((await shown(world, id)).delayed, true)
    assert.equal((await lineOf(concert, id))?.state, 'return_refused')
    const admin = await world.artist({ role: 'ADMIN' })
    const as = { token: admin.token }
    const { stuck } = await world.ok(api.payment.stuck, {}, as)
    assert.equal(stuck.find((one) => one.id === id)?.attention, 'refund_refused')
    await world.ok(api.payment.settle, { params: { id }, body: { action: 'close' } }, as)
    assert.equal(await outcomeOf(world, id), 'returned returned_by_artist')
    assert.equal((await lineOf(concert, id))?.state, 'returned')
  })
})
