import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FaultMethod } from '#packages/tbank-sandbox/fault.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  advanceAndSettle,
  atTheBank,
  causesOf,
  outcomeOf,
  pageOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { withBank } from '#test/support/product/second-process.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

/** An order whose listener presses the same button until the bank's page opens, and pays there. */
async function insisted(concert: PaidConcert, method: 'card' | 'sbp') {
  const song = await concert.newSong()
  const listener = world.listener()
  const press = async () => {
    const order = await listener.order(concert.artist, concert.sessionId, song, song, 10_000)
    await advanceAndSettle(world, MINUTE_MS)
    return order
  }
  let order = await press()
  for (let more = 0; more < 5 && order.status !== 200; more += 1) order = await press()
  await world.bank.pay(pageOf(order.data.paymentURL), { method, action: 'pay' })
  for (let look = 0; look < 3; look += 1) await advanceAndSettle(world, MINUTE_MS)
  return { id: order.data.orderId, song }
}

describe('an answer that is lost on the way does everything once', () => {
  const METHODS: FaultMethod[] = ['Init', 'Confirm', 'Cancel', 'GetState', 'CheckOrder']
  const KINDS = ['timeout_before', 'timeout_after', 'error_500', 'malformed'] as const

  for (const kind of KINDS)
    for (const method of METHODS)
      test(`${method}: ${kind}`, async () => {
        const concert = await paidConcert(world)
        const set = () =>
          world.bank.faults.set(
            kind === 'timeout_before' || kind === 'timeout_after'
              ? { kind, method, times: 2 }
              : { kind, method, times: 2 },
          )
        if (method === 'CheckOrder')
          await world.bank.faults.set({
            kind: 'timeout_after',
            method: 'Init',
            times: 1,
          })
        await set()
        const played = await insisted(concert, 'card')
        const card = await insisted(concert, 'card')
        const sbp = await insisted(concert, 'sbp')
        assert.deepEqual(
          (await concert.queue()).map(({ amount, backers }) => [amount, backers]),
          [
            [10_000, 1],
            [10_000, 1],
            [10_000, 1],
          ],
        )
        await world.bank.faults.clear()
        await set()
        await concert.played(played.song)
        await concert.end()
        for (let look = 0; look < 8; look += 1) await advanceAndSettle(world, MINUTE_MS)
        assert.equal(await outcomeOf(world, played.id), 'released')
        assert.equal(await outcomeOf(world, card.id), 'returned concert_over')
        assert.equal(await outcomeOf(world, sbp.id), 'returned concert_over')
        const ends = [played, card, sbp].map(async ({ id }) => (await atTheBank(world, id)).at(-1))
        assert.deepEqual(await Promise.all(ends), [
          { status: 'CONFIRMED', captured: 10_000, refunded: 0 },
          { status: 'REVERSED', captured: 0, refunded: 0 },
          { status: 'REFUNDED', captured: 10_000, refunded: 10_000 },
        ])
        assert.deepEqual(await causesOf(world, played.id), [
          'held',
          'hold_ended',
          'charged',
          'released',
        ])
        assert.equal(await concert.owed(), 9000)
      })
})

test('a page that comes after it was closed and another was made takes nothing from that one', async () => {
  const concert = await paidConcert(world)
  const song = { songId: await concert.newSong(), title: '', artistName: '', imageUrl: '' }
  const where = { sessionId: concert.sessionId, artistUsername: concert.artist.username }
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  const { id, page } = await withBank(
    world,
    (real) => ({
      open: async (question) => {
        const answer = await real.open(question)
        make()
        await gate
        return answer
      },
    }),
    async ({ app }) => {
      const late = app.http.inject({
        method: 'POST',
        url: '/api/v1/songs/order-song',
        payload: { ...song, ...where, amount: 10_000 },
      })
      await made
      await advanceAndSettle(world, 61 * SECOND_MS)
      open()
      const { orderId, paymentURL } = (await late).json().data
      return { id: orderId, page: pageOf(paymentURL) }
    },
  )
  await world.bank.pay(page, { method: 'card', action: 'pay' })
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, id), 'secured')
  assert.deepEqual(
    (await atTheBank(world, id)).map(({ status }) => status),
    ['CANCELED', 'AUTHORIZED'],
  )
})
