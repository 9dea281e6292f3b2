import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { cancelled, eachSkipped, myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import {
  advanceAndSettle,
  atTheBank,
  causesOf,
  outcomeOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => assertQueueConsistent(world.sql))

type Ordered = Awaited<ReturnType<PaidConcert['ordered']>>

const cancel = ({ id, by }: Ordered) => cancelled(world, id, by.cookie)
const pay = (page: string, method: 'card' | 'sbp' = 'card') =>
  world.bank.pay(page, { method, action: 'pay' })

async function stateOf(show: PaidConcert, { id, by }: Ordered): Promise<string | undefined> {
  const orders = await myOrders(world, show.sessionId, by.cookie)
  return orders.find(({ orderId }) => orderId === id)?.state
}

describe('a paid order in its listener’s eyes', () => {
  test('is being paid for, stands, plays, was played', async () => {
    const show = await paidConcert(world)
    const order = await show.ordered(25_000)
    const [shown] = await myOrders(world, show.sessionId, order.by.cookie)
    assert.deepEqual(
      [shown?.state, shown?.amount, shown?.place, shown?.mayCancel],
      ['PAYING', 25_000, null, true],
    )
    await pay(order.page)
    await world.settle()
    assert.equal(await stateOf(show, order), 'SCHEDULED')
    await show.next(order.song)
    assert.equal(await stateOf(show, order), 'NOW')
    await show.next()
    assert.equal(await stateOf(show, order), 'PLAYED')
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await stateOf(show, order), 'PLAYED')
  })

  test('is told from one that its listener took off where it was not paid for', async () => {
    const show = await paidConcert(world)
    const [declined, off] = [await show.ordered(25_000), await show.ordered(25_000)]
    await world.bank.pay(declined.page, { method: 'card', action: 'decline' })
    await world.settle()
    await cancel(off)
    for (const [order, lapsed] of [
      [declined, true],
      [off, undefined],
    ] as const) {
      const [shown] = await myOrders(world, show.sessionId, order.by.cookie)
      assert.deepEqual([shown?.state, shown?.lapsed], ['CANCELLED', lapsed])
    }
  })

  test('is returned where the artist skips it, and after its concert is deleted', async () => {
    const show = await paidConcert(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const [skipped, deleted] = [await show.paid('card'), await show.paid('sbp')]
    await show.skip(skipped.song)
    assert.equal(await stateOf(show, skipped), 'RETURNED')
    await world.ok(api.session.remove, { query: { sessionId: show.sessionId } }, show.as)
    assert.equal(await stateOf(show, deleted), 'RETURNED')
    assert.equal(await cancel(deleted), true)
  })

  test('is cancelled where nobody paid in time', async () => {
    const show = await paidConcert(world)
    const order = await show.ordered()
    await advanceAndSettle(world, HOUR_MS)
    assert.equal(await stateOf(show, order), 'CANCELLED')
  })
})

describe('taking a paid order off', () => {
  for (const method of ['card', 'sbp'] as const)
    test(`gives the money back in full (${method}), once, and its song leaves`, async () => {
      const show = await paidConcert(world)
      const order = await show.paid(method, 33_300)
      assert.equal(await cancel(order), true)
      assert.equal(await cancel(order), true)
      await world.settle()
      await advanceAndSettle(world, MINUTE_MS)
      assert.equal(await outcomeOf(world, order.id), 'returned taken_off')
      assert.deepEqual(await show.queue(), [])
      assert.equal(await stateOf(show, order), 'CANCELLED')
      const [page] = await atTheBank(world, order.id)
      assert.equal(page?.status, method === 'card' ? 'REVERSED' : 'REFUNDED')
      assert.deepEqual(
        await causesOf(world, order.id),
        method === 'card' ? ['held', 'hold_ended'] : ['charged', 'return_due', 'refunded'],
      )
      assert.equal(await cancel(order), true)
      await advanceAndSettle(world, DAY_MS)
      assert.equal(await show.owed(), 0)
    })

  test('leaves the other listeners’ money and the song where they are', async () => {
    const show = await paidConcert(world)
    const first = await show.paid('card', 10_000)
    const second = await show.paid('sbp', 20_000, first.song)
    await cancel(first)
    await world.settle()
    const [entry] = await show.queue()
    assert.deepEqual([entry?.backers, entry?.amount, entry?.paidOrders], [1, 20_000, 1])
    await show.played(first.song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    assert.equal(await outcomeOf(world, first.id), 'returned taken_off')
    assert.equal(await outcomeOf(world, second.id), 'released')
    assert.equal(await show.owed(), 18_000)
    assert.equal(await stateOf(show, first), 'CANCELLED')
    assert.equal(await stateOf(show, second), 'PLAYED')
  })

  test('before it is paid closes the bank’s page', async () => {
    const show = await paidConcert(world)
    const order = await show.ordered()
    assert.equal(await cancel(order), true)
    await world.settle()
    assert.equal(await outcomeOf(world, order.id), 'canceled taken_off')
    assert.equal((await atTheBank(world, order.id))[0]?.status, 'CANCELED')
    assert.equal(await stateOf(show, order), 'CANCELLED')
    assert.equal(await cancel(order), true)
  })

  test('before it is paid gives back what is paid all the same, and it stands nowhere', async () => {
    const show = await paidConcert(world)
    const order = await show.ordered()
    await cancel(order)
    await pay(order.page)
    await world.settle()
    assert.equal(await outcomeOf(world, order.id), 'returned late')
    assert.deepEqual(await show.queue(), [])
    assert.equal(await stateOf(show, order), 'RETURNED')
    assert.equal(await cancel(order), true)
  })

  test('frees a place among the orders that wait for their payment', async () => {
    const show = await paidConcert(world)
    const by = world.listener()
    const first = await show.ordered(10_000, undefined, by)
    for (let more = 1; more < 5; more += 1) await show.ordered(10_000, undefined, by)
    const song = await show.newSong()
    const sixth = () => by.order(show.artist, show.sessionId, song, undefined, 10_000)
    assert.equal((await sixth()).failure.code, 'TOO_MANY')
    await cancel(first)
    assert.equal((await sixth()).status, 200)
  })

  test('is too late once the song plays, and its money is the artist’s', async () => {
    const show = await paidConcert(world)
    const order = await show.paid()
    await show.next(order.song)
    const as = order.by.cookie === undefined ? {} : { cookie: order.by.cookie }
    const late = () =>
      world.refused('ILLEGAL_STEP', api.songs.cancelOrder, { body: { orderId: order.id } }, as)
    await late()
    await show.next()
    await late()
    await advanceAndSettle(world, MINUTE_MS)
    await late()
    assert.equal(await outcomeOf(world, order.id), 'released')
  })

  test('is no skipped song in the report, and the table names what went back', async () => {
    const show = await paidConcert(world)
    const order = await show.paid('card', 12_300)
    await cancel(order)
    await world.settle()
    const report = await eachSkipped(world, show.sessionId, show.as)
    assert.deepEqual(report, { orders: 0, skippedSongs: 0, titles: [] })
    const query = { sessionId: show.sessionId }
    const table = await world.ok(api.session.reportCsv, { query }, show.as)
    const line = table.split('\r\n').find((one) => one.includes('Отменена слушателем'))
    assert.match(line ?? '', /123,00/u)
  })
})

describe('at the same moment', () => {
  for (const artistAction of ['next', 'skip', 'end'] as const)
    test(`a cancel and the artist’s «${artistAction}» leave the money in one place`, async () => {
      const show = await paidConcert(world)
      const order = await show.paid('card', 10_000)
      const as = order.by.cookie === undefined ? {} : { cookie: order.by.cookie }
      const artist = { next: () => show.next(), skip: () => show.skip(order.song), end: show.end }
      const [answer] = await Promise.all([
        world.call(api.songs.cancelOrder, { body: { orderId: order.id } }, as),
        artist[artistAction]().catch((error: unknown) => {
          // The song was cancelled before the artist's press.
          assert.match(String(error), /ILLEGAL_STEP/u)
        }),
      ])
      await world.settle()
      const outcome = await outcomeOf(world, order.id)
      if (answer.status === 200) assert.equal(outcome, 'returned taken_off')
      else {
        assert.equal(answer.failure.code, 'ILLEGAL_STEP')
        const instead = { next: 'secured', skip: 'returned skipped', end: 'returned concert_over' }
        assert.equal(outcome, instead[artistAction])
      }
    })

  test('two cancels give the money back once', async () => {
    const show = await paidConcert(world)
    const order = await show.paid('sbp', 10_000)
    assert.deepEqual(await Promise.all([cancel(order), cancel(order)]), [true, true])
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await causesOf(world, order.id), ['charged', 'return_due', 'refunded'])
  })

  for (const method of ['card', 'sbp'] as const)
    test(`a cancel and the bank’s notice of the payment (${method}) end with the money back`, async () => {
      const show = await paidConcert(world)
      const order = await show.ordered()
      await pay(order.page, method)
      await Promise.all([world.settle(), cancel(order)])
      // Which of the two is first decides how often the bank is asked.
      for (let minutes = 0; minutes < 10; minutes++) await advanceAndSettle(world, MINUTE_MS)
      const outcome = await outcomeOf(world, order.id)
      assert.ok(['returned taken_off', 'returned late'].includes(outcome), outcome)
      assert.deepEqual(await show.queue(), [])
      assert.equal(await show.owed(), 0)
    })
})
