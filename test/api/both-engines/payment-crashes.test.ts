import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import { placeOrder } from '#server/modules/checkout/checkout.service.ts'
import { runDueMoney, runUnpaidLinks } from '#server/modules/payment-worker/due-money.service.ts'
import { showPayment } from '#server/modules/payment-worker/payment-pages.service.ts'
import {
  advanceAndSettle,
  atTheBank,
  causesOf,
  checkedNumber,
  outcomeOf,
  pageOf,
  paidConcert,
  worldWithAudit,
  tipped,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { counting, crashAt, secondProcess } from '#test/support/product/second-process.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

/** Runs `work` in a process that is killed at its first such call to the bank. */
async function diesAt(
  call: keyof Bank,
  when: 'before' | 'after',
  work: (process: Awaited<ReturnType<typeof secondProcess>>['ctx']) => Promise<unknown>,
): Promise<void> {
  const process = await secondProcess(world, { bank: crashAt(call, when) })
  await assert.rejects(work(process.ctx), (error: Error) =>
    /killed/u.test(
      error instanceof AggregateError ? error.errors.map(String).join() : error.message,
    ),
  )
  await process.close()
}

/** A process that is killed while it asks the bank for the page of this order. */
function diesPlacing(concert: PaidConcert, songId: string, key: string, when: 'before' | 'after') {
  const body = {
    sessionId: concert.sessionId,
    artistUsername: concert.artist.username,
    songId,
    title: '',
    artistName: '',
    imageUrl: '',
    amount: 10_000,
  }
  return diesAt('open', when, (ctx) =>
    placeOrder(ctx, { body, deviceId: randomUUID(), idempotencyKey: key }),
  )
}

/** Another process waits until the lease of the killed one is over. */
const LEASE = MINUTE_MS + SECOND_MS

for (const when of ['before', 'after'] as const)
  describe(`a process killed ${when} the bank was asked`, () => {
    test('for its page leaves an order that goes on under its key', async () => {
      const concert = await paidConcert(world)
      const songId = await concert.newSong()
      const key = randomUUID()
      await diesPlacing(concert, songId, key, when)
      world.advance(LEASE)
      const { data } = await world
        .listener()
        .order(concert.artist, concert.sessionId, songId, key, 10_000)
      await world.bank.pay(pageOf(data.paymentURL), { action: 'pay' })
      await world.settle()
      const [entry] = await concert.queue()
      assert.deepEqual([entry?.amount, entry?.backers], [10_000, 1])
      const pages = await atTheBank(world, data.orderId)
      assert.deepEqual(
        pages.map(({ status }) => status),
        when === 'before' ? ['AUTHORIZED'] : ['CANCELED', 'AUTHORIZED'],
      )
    })

    test('to close the page whose address another had lost leaves the order that goes on all the same', async () => {
      const concert = await paidConcert(world)
      const songId = await concert.newSong()
      const key = randomUUID()
      await diesPlacing(concert, songId, key, 'after')
      world.advance(LEASE)
      await diesAt('refund', when, runUnpaidLinks)
      world.advance(LEASE)
      const { data } = await world
        .listener()
        .order(concert.artist, concert.sessionId, songId, key, 10_000)
      await world.bank.pay(pageOf(data.paymentURL), { action: 'pay' })
      await world.settle()
      assert.equal(await outcomeOf(world, data.orderId), 'secured')
      const pages = await atTheBank(world, data.orderId)
      assert.deepEqual(
        pages.map(({ status }) => status),
        ['CANCELED', 'AUTHORIZED'],
      )
    })

    test('to take the money has it taken once', async () => {
      const concert = await paidConcert(world)
      const { id, song } = await concert.paid('card')
      await concert.played(song)
      world.advance(21 * SECOND_MS)
      await diesAt('capture', when, runDueMoney)
      assert.equal(await outcomeOf(world, id), 'releasing')
      await advanceAndSettle(world, LEASE)
      assert.equal(await outcomeOf(world, id), 'released')
      assert.deepEqual(await atTheBank(world, id), [
        { status: 'CONFIRMED', captured: 10_000, refunded: 0 },
      ])
      assert.deepEqual(await causesOf(world, id), ['held', 'hold_ended', 'charged', 'released'])
    })

    for (const method of ['card', 'sbp'] as const)
      test(`to give back what was paid by ${method} has it given back once`, async () => {
        const concert = await paidConcert(world)
        const { id, song } = await concert.paid(method)
        await concert.skip(song)
        await diesAt('refund', when, runDueMoney)
        assert.equal(await outcomeOf(world, id), 'returning skipped')
        await advanceAndSettle(world, LEASE)
        await advanceAndSettle(world, MINUTE_MS)
        assert.equal(await outcomeOf(world, id), 'returned skipped')
        const [bank] = await atTheBank(world, id)
        assert.equal((bank?.captured ?? 0) - (bank?.refunded ?? 0), 0)
        assert.equal(bank?.status, method === 'card' ? 'REVERSED' : 'REFUNDED')
      })

    for (const call of ['preparePayout', 'pay'] as const)
      test(`to ${call === 'pay' ? 'pay out' : 'take a payout down'} has it paid out once`, async () => {
        const phone = `7999${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
        const artist = await world.artist({ ...checkedNumber(world), phoneNumber: phone })
        await tipped(world, artist.username, 100_000)
        await world.ok(api.payment.payout, {}, { token: artist.token })
        await diesAt(call, when, runDueMoney)
        await advanceAndSettle(world, LEASE)
        for (let minute = 0; minute < 4; minute += 1) await advanceAndSettle(world, MINUTE_MS)
        const arrived = await world.bank.inbox(phone)
        assert.deepEqual(
          arrived.map(({ amount }) => amount),
          [95_000],
        )
        const { paidOut, available, inFlight } = await world.ok(
          api.payment.balance,
          {},
          { token: artist.token },
        )
        assert.deepEqual([paidOut, available, inFlight], [95_000, 0, 0])
      })
  })

test('two processes that sweep at once ask the bank once for each thing', async () => {
  const concert = await paidConcert(world)
  const played = []
  const left = []
  for (let song = 0; song < 4; song += 1) {
    played.push(await concert.paid('card'))
    left.push(await concert.paid(song % 2 === 0 ? 'card' : 'sbp'))
  }
  for (const { song } of played) await concert.played(song)
  await concert.end()
  world.advance(21 * SECOND_MS)
  const calls: string[] = []
  const one = await secondProcess(world, { bank: counting(calls) })
  const other = await secondProcess(world, { bank: counting(calls) })
  const sweepers = [one, other, one, other].map(({ ctx }) => runDueMoney(ctx))
  await Promise.all(sweepers)
  for (let look = 0; look < 3; look += 1) {
    world.advance(MINUTE_MS)
    await world.bank.tick()
    await Promise.all([runDueMoney(one.ctx), runDueMoney(other.ctx)])
  }
  assert.equal(calls.filter((call) => call === 'capture').length, played.length)
  assert.equal(calls.filter((call) => call === 'refund').length, left.length)
  for (const { id } of played) assert.equal(await outcomeOf(world, id), 'released')
  for (const { id } of left) assert.equal(await outcomeOf(world, id), 'returned concert_over')
  assert.equal(await concert.owed(), 4 * 9000)
  await one.close()
  await other.close()
})

test('two processes told of one payment at once put its song into the queue once', async () => {
  const concert = await paidConcert(world)
  const { id, page } = await concert.ordered()
  const other = await secondProcess(world)
  await world.bank.pay(page, { action: 'pay' })
  world.advance(10 * SECOND_MS)
  await Promise.all([
    runUnpaidLinks(world.app.ctx),
    runUnpaidLinks(other.ctx),
    showPayment(world.app.ctx, id, async () => {}),
    showPayment(other.ctx, id, async () => {}),
  ])
  await world.settle()
  assert.deepEqual(await causesOf(world, id), ['held'])
  const [entry] = await concert.queue()
  assert.deepEqual([entry?.backers, entry?.amount], [1, 10_000])
  await other.close()
})

test('the end of the concert and the money of a song at the same moment agree on one end', async () => {
  for (let round = 0; round < 5; round += 1) {
    const concert = await paidConcert(world)
    const orders = [await concert.ordered(), await concert.ordered(), await concert.ordered()]
    for (const { page } of orders) await world.bank.pay(page, { method: 'sbp', action: 'pay' })
    world.advance(10 * SECOND_MS)
    await Promise.all([runDueMoney(world.app.ctx), concert.end()])
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await concert.queue(), [])
    for (const { id } of orders) assert.match(await outcomeOf(world, id), /^returned /u)
    assert.equal(await concert.owed(), 0)
  }
})
