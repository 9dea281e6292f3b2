import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  bookRegistryDay,
  runNightWork,
} from '#server/modules/reconciliation/reconciliation.service.ts'
import { auditOf, ledgerOf, posted } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  bankIdOf,
  checkedNumber,
  pageOf,
  paidConcert,
  tipped,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
let admin: { token: string }
before(async () => {
  world = await makeWorld()
  admin = await world.artist({ role: 'ADMIN' })
})
after(() => world.close())

/** An order of 600 ₽ that was played and credited. */
async function credited(concert: PaidConcert, method: 'card' | 'sbp') {
  const { id, song } = await concert.paid(method, 60_000)
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  return { id, bankId: await bankIdOf(world, id) }
}

const settle = (id: string | undefined, action: 'charge' | 'close') =>
  world.call(api.payment.settle, { params: { id: id ?? '' }, body: { action } }, admin)

/** The nightly run in which the bank's day is closed and read. */
async function closeDay() {
  const today = Math.floor(world.now().getTime() / DAY_MS)
  // Five in the morning in Moscow, and a bit.
  world.setNow(new Date((today + 1) * DAY_MS + 2.2 * HOUR_MS))
  while ((await world.bank.tick()) > 0);
  await runNightWork(world.app.ctx)
}

async function night() {
  await closeDay()
  await world.settle()
}

async function questionsOf(concert: PaidConcert) {
  const { stuck } = await world.ok(api.payment.stuck, {}, admin)
  return stuck.filter(({ artistUsername }) => artistUsername === concert.artist.username)
}

describe('a chargeback in the bank’s own registry', () => {
  test('is told of by the bank’s own registry, with its price', async () => {
    const concert = await paidConcert(world)
    const { id, bankId } = await credited(concert, 'card')
    const fees = await posted(world, 'acquiring_fee')
    await world.bank.operator.chargeBack(bankId)
    await night()
    const [question] = await questionsOf(concert)
    assert.deepEqual([question?.attention, question?.actions], ['dispute', ['charge', 'close']])
    assert.match(question?.what ?? '', /оспорил платёж, который уже зачислен/u)
    assert.equal(await posted(world, `disputed:${id}`), 60_000)
    // 2,5 % of the payment, and the bank's fee for the dispute.
    assert.equal((await posted(world, 'acquiring_fee')) - fees, 1500 + 5000)
    await world.refused('ILLEGAL_STEP', api.payment.refund, { body: { paymentId: id } }, concert.as)
    await settle(question?.id, 'charge')
    const { available, debt } = await concert.balance()
    assert.deepEqual([available, debt], [0, 0], 'it was not paid out yet')
    assert.deepEqual(await auditOf(world), [])
  })

  test('charged to the artist, leaves his goal to be collected for again', async () => {
    const concert = await paidConcert(world)
    const body = { title: 'На струны', amount: 50_000, withSongs: true, span: 'reached' } as const
    await world.ok(api.artist.saveGoal, { body }, concert.as)
    const { bankId } = await credited(concert, 'card')
    const state = async () => (await world.ok(api.artist.goal, {}, concert.as))?.state
    assert.equal(await state(), 'reached')
    await world.bank.operator.chargeBack(bankId)
    await night()
    const [question] = await questionsOf(concert)
    await settle(question?.id, 'charge')
    assert.equal(await state(), 'on')
  })

  test('is what the listener gets back where the artist gives it back besides: nobody pays twice', async () => {
    const concert = await paidConcert(world)
    const { id, bankId } = await credited(concert, 'card')
    await world.bank.operator.chargeBack(bankId)
    await world.ok(api.payment.refund, { body: { paymentId: id } }, concert.as)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal((await questionsOf(concert))[0]?.attention, 'refund_refused')
    await night()
    const cash = await posted(world, 'settlement_cash')
    const [first, second] = await questionsOf(concert)
    assert.deepEqual([first?.attention, first?.actions], ['refund_disputed', ['close']])
    assert.equal((await settle(second?.id, 'close')).failure.code, 'ILLEGAL_STEP')
    assert.equal((await settle(first?.id, 'close')).status, 200)
    assert.equal((await settle(second?.id, 'close')).status, 200)
    assert.equal(await posted(world, 'settlement_cash'), cash)
    assert.deepEqual(
      [await posted(world, `disputed:${id}`), await posted(world, `refund_due:${id}`)],
      [0, 0],
    )
    const { available, debt } = await concert.balance()
    assert.deepEqual([available, debt], [0, 0])
    assert.deepEqual(await auditOf(world), [])
  })

  test('a refund after the dispute was won is a loss of its own', async () => {
    const concert = await paidConcert(world)
    const { id, bankId } = await credited(concert, 'card')
    const loss = () => posted(world, 'loss')
    const was = await loss()
    await world.bank.operator.chargeBack(bankId)
    await night()
    await settle((await questionsOf(concert))[0]?.id, 'close')
    assert.equal((await loss()) - was, 60_000)
    await world.bank.operator.winDispute(bankId)
    await world.bank.operator.refund(bankId)
    await advanceAndSettle(world, MINUTE_MS)
    await night()
    for (const question of await questionsOf(concert)) await settle(question.id, 'close')
    assert.equal((await loss()) - was, 60_000)
    assert.equal(await posted(world, `disputed:${id}`), 0)
    const { rows } = await raw<{ open: number }>`
      select sum(l.amount)::bigint as open from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id
      where t.payment_id = ${id}::uuid and l.account = 'acq_receivable'`.execute(world.sql)
    assert.equal(rows[0]?.open, 0, 'the bank and we have something open between us')
    assert.deepEqual(await auditOf(world), [])
  })

  test('cannot be ended before we know of its payment', async () => {
    const concert = await paidConcert(world)
    const body = { artistUsername: concert.artist.username, amount: 60_000 }
    const page = pageOf(await world.ok(api.payment.donate, { body }))
    await world.bank.faults.set({ kind: 'notice_lost' })
    await world.bank.faults.set({ kind: 'timeout_after', method: 'Confirm' })
    await world.bank.pay(page, { method: 'card', action: 'pay' })
    await advanceAndSettle(world, 10 * SECOND_MS)
    const { payments } = await world.bank.books()
    await world.bank.operator.chargeBack(payments.find(({ link }) => link === page)?.id ?? '')
    await world.bank.faults.clear()
    const was = await posted(world, 'loss')
    await closeDay()
    // The payment itself is a question too: it has been held for a night and cannot be captured.
    const question = (await questionsOf(concert)).find(({ subject }) => subject === 'registry')
    assert.equal((await settle(question?.id, 'close')).failure.code, 'ILLEGAL_STEP')
    await world.settle()
    assert.equal((await settle(question?.id, 'close')).status, 200)
    assert.equal((await posted(world, 'loss')) - was, 60_000)
    assert.deepEqual(await auditOf(world), [])
  })
})

let lines = 0

/** Reads a registry line about a dispute of a payment of 600 ₽; below zero: the bank took the money. */
async function disputed(id: string, rubles: number, operation: string) {
  lines += 1
  const day = new Date(Date.UTC(2030, 0, lines)).toISOString().slice(0, 10)
  await bookRegistryDay(world.app.ctx, day, [
    {
      key: `dispute ${lines}`,
      bankPaymentId: await bankIdOf(world, id),
      reference: '',
      operation,
      gross: kopecks(rubles * 100),
      fee: kopecks(0),
      at: world.now(),
    },
  ])
  const { stuck } = await world.ok(api.payment.stuck, {}, admin)
  const question = stuck.findLast(({ subject }) => subject === 'registry')
  assert.ok(question !== undefined)
  return question
}

async function lost(id: string) {
  const question = await disputed(id, -600, 'Chargeback')
  assert.deepEqual(question.actions, ['charge', 'close'])
  assert.equal((await settle(question.id, 'charge')).status, 200)
}

/** Withdraws everything that is available. */
async function emptied(concert: PaidConcert) {
  await world.ok(api.payment.payout, {}, concert.as)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
}

async function purse(concert: PaidConcert): Promise<[number, number]> {
  const { available, debt, entries } = await concert.balance()
  const moved = entries.filter(({ state }) => state !== 'held')
  const sum = moved.reduce((total, { amount }) => total + amount, 0)
  assert.equal(sum, available - debt, 'the lines add up to what there is less what is owed')
  return [available, debt]
}

describe('an open dispute of credited money', () => {
  test('holds its sum of the balance, by hand, by plan and from other listeners, until it ends', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const id = (await credited(concert, 'sbp')).id
    const question = await disputed(id, -600, 'Chargeback')
    assert.equal((await concert.balance()).disputed, 54_000)
    await world.refused('NOTHING_TO_PAY', api.payment.payout, {}, concert.as)
    await advanceAndSettle(world, DAY_MS + HOUR_MS)
    await advanceAndSettle(world, DAY_MS + HOUR_MS)
    assert.deepEqual(await purse(concert), [54_000, 0])

    await tipped(world, concert.artist.username, 20_000)
    const [tip] = (await concert.balance()).entries
    const { amount } = await world.ok(api.payment.payout, {}, concert.as)
    assert.equal(amount, 19_000)
    await advanceAndSettle(world, MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    const refund = { body: { paymentId: tip?.id ?? '' } }
    await world.refused('NOTHING_TO_PAY', api.payment.refund, refund, concert.as)

    assert.equal((await settle(question.id, 'charge')).status, 200)
    assert.deepEqual(await purse(concert), [0, 0])
    assert.deepEqual(await auditOf(world), [])
  })

  test('lets go of it once it is ended for the artist, and the plan sends it', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const id = (await credited(concert, 'sbp')).id
    const question = await disputed(id, -600, 'Chargeback')
    await advanceAndSettle(world, DAY_MS + HOUR_MS)
    assert.equal((await settle(question.id, 'close')).status, 200)
    assert.equal((await concert.balance()).disputed, undefined)
    for (let hours = 0; hours < 50; hours += 5) await advanceAndSettle(world, 5 * HOUR_MS)
    const { available, paidOut } = await concert.balance()
    assert.deepEqual([available, paidOut], [0, 54_000])
  })
})

test('an open dispute of money that was paid out lets no return be owed', async () => {
  const concert = await paidConcert(world, { artist: checkedNumber(world) })
  const [{ id }, other] = [await credited(concert, 'sbp'), await credited(concert, 'sbp')]
  await emptied(concert)
  await disputed(id, -600, 'Chargeback')
  const { mayOwe, disputed: kept } = await concert.balance()
  assert.deepEqual([mayOwe, kept], [0, undefined])
  const refund = { body: { paymentId: other.id, fromNext: true } }
  await world.refused('NOTHING_TO_PAY', api.payment.refund, refund, concert.as)
})

describe('a lost dispute of credited money', () => {
  test('is taken from the balance, and what that lacks from the next credits', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const id = (await credited(concert, 'sbp')).id
    await emptied(concert)
    await tipped(world, concert.artist.username, 10_000)
    await lost(id)
    assert.deepEqual(await purse(concert), [0, 44_500])
    const { entries } = await concert.balance()
    const line = entries.find(({ cause }) => cause === 'chargeback')
    assert.deepEqual([line?.state, line?.amount], ['taken', -54_000])
    assert.equal(entries.find((entry) => entry.id === id)?.dispute, 'lost')
    await world.refused('NOTHING_TO_PAY', api.payment.payout, {}, concert.as)
    await tipped(world, concert.artist.username, 20_000)
    assert.deepEqual(await purse(concert), [0, 25_500])
    await tipped(world, concert.artist.username, 100_000)
    assert.deepEqual(await purse(concert), [69_500, 0])
    assert.equal((await ledgerOf(world, `artist_debt:${concert.artist.id}`)).posted, 0)
    assert.equal((await ledgerOf(world, `disputed:${id}`)).posted, 0)
    assert.deepEqual(await auditOf(world), [])
  })

  test('takes two credits that come at once no further than to nothing owed', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const id = (await credited(concert, 'sbp')).id
    const orders = [await concert.paid('sbp', 30_000), await concert.paid('sbp', 50_000)]
    await emptied(concert)
    await lost(id)
    assert.deepEqual(await purse(concert), [0, 54_000])
    for (const { song } of orders) await concert.played(song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    assert.deepEqual(await purse(concert), [18_000, 0])
    assert.deepEqual(await auditOf(world), [])
  })

  test('that is won after all is the artist’s again, his debt first, and the rest is sent to him', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const id = (await credited(concert, 'sbp')).id
    await emptied(concert)
    await tipped(world, concert.artist.username, 10_000)
    await lost(id)
    await advanceAndSettle(world, 2 * DAY_MS)
    const won = await disputed(id, 600, 'Representment')
    assert.equal((await settle(won.id, 'close')).status, 200)
    assert.deepEqual(await purse(concert), [9500, 0])
    await advanceAndSettle(world, DAY_MS)
    await advanceAndSettle(world, MINUTE_MS)
    const { available, paidOut } = await concert.balance()
    assert.deepEqual([available, paidOut], [0, 54_000 + 9500])
    assert.deepEqual(await auditOf(world), [])
  })

  test('may be our loss instead; money that was not credited is nobody’s debt', async () => {
    const concert = await paidConcert(world)
    const id = (await credited(concert, 'sbp')).id
    const question = await disputed(id, -600, 'Chargeback')
    const told = async () => {
      const query = { sessionId: concert.sessionId }
      const { played, waiting } = await world.ok(api.session.report, { query }, concert.as)
      const credits = [...played, ...waiting].flatMap((song) => song.credits)
      const { entries } = await concert.balance()
      return [credits, entries].map((of) => of.map(({ dispute }) => dispute))
    }
    assert.deepEqual(await told(), [['open'], ['open']])
    await settle(question.id, 'close')
    assert.deepEqual(await told(), [['lost'], ['lost']])
    assert.deepEqual(await purse(concert), [54_000, 0])
    const held = await concert.paid('sbp', 60_000)
    const early = await disputed(held.id, -600, 'Chargeback')
    assert.deepEqual(early.actions, ['close'])
    assert.equal((await settle(early.id, 'charge')).failure.code, 'ILLEGAL_STEP')
    const { data } = await world.call(api.payment.stuck, {}, admin)
    assert.ok(
      data.stuck.some(({ id: open }) => open === early.id),
      'the question stays open',
    )
    assert.deepEqual(await auditOf(world), [])
  })
})

describe('a dispute of money whose place is not known yet', () => {
  test('cannot be ended before the song is played or its money is back', async () => {
    const concert = await paidConcert(world)
    const { id } = await concert.paid('sbp', 60_000)
    const question = await disputed(id, -600, 'Chargeback')
    const { failure } = await settle(question.id, 'close')
    assert.equal(failure.code, 'ILLEGAL_STEP')
    assert.match(failure.message, /ещё в пути/u)
    assert.equal((await ledgerOf(world, `disputed:${id}`)).posted, 60_000)
  })
})
