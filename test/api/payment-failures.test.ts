import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { takeDueSteps } from '#server/modules/concerts/concert-lifecycle.service.ts'
import {
  advanceAndSettle,
  atTheBank,
  causesOf,
  outcomeOf,
  pageOf,
  paidConcert,
  shown,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const pay = (page: string, method: 'card' | 'sbp' = 'card') =>
  world.bank.pay(page, { method, action: 'pay' })

const HELD_AND_LET_GO = ['held', 'hold_ended']
const CHARGED_AND_REFUNDED = ['charged', 'return_due', 'refunded']

describe('a listener who presses twice', () => {
  test('with one key has one payment and one page', async () => {
    const show = await paidConcert(world)
    const song = await show.newSong()
    const listener = world.listener()
    const order = () => listener.order(show.artist, show.sessionId, song, 'one wish', 10_000)
    const [one, other] = await Promise.all([order(), order()])
    assert.deepEqual(one.data, other.data)
    await pay(pageOf(one.data.paymentURL))
    await world.settle()
    assert.deepEqual((await order()).data.orderId, one.data.orderId)
    const [entry] = await show.queue()
    assert.deepEqual([entry?.backers, entry?.amount], [1, 10_000])
  })

  test('in two tabs has one order; another sum is another order, and what nobody pays runs out', async () => {
    const show = await paidConcert(world)
    const first = await show.ordered()
    const again = await show.ordered(10_000, first.song, first.by)
    assert.deepEqual([again.id, again.page], [first.id, first.page])
    const second = await show.ordered(20_000, first.song, first.by)
    assert.notEqual(first.id, second.id)
    await pay(first.page)
    await world.settle()
    await advanceAndSettle(world, 16 * MINUTE_MS)
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, first.id), 'secured')
    assert.equal(await outcomeOf(world, second.id), 'expired link_expired')
    assert.equal((await show.queue())[0]?.amount, 10_000)
    assert.equal((await pay(second.page)).at, 'bank')
    assert.deepEqual(await causesOf(world, second.id), [])
  })
})

describe('money that comes too late goes back whole, and its song is shown to nobody', () => {
  for (const [method, causes] of [
    ['card', HELD_AND_LET_GO],
    ['sbp', CHARGED_AND_REFUNDED],
  ] as const) {
    test(`paid by ${method} after the concert had ended`, async () => {
      const show = await paidConcert(world)
      const { id, page } = await show.ordered()
      await show.end()
      await pay(page, method)
      await world.settle()
      await advanceAndSettle(world, MINUTE_MS)
      assert.equal(await outcomeOf(world, id), 'returned late')
      assert.deepEqual(await causesOf(world, id), causes)
      assert.deepEqual(await show.queue(), [])
      assert.equal(await show.owed(), 0)
    })

    test(`paid by ${method} after the song was skipped`, async () => {
      const show = await paidConcert(world)
      const other = await show.paid('card')
      const { id, page } = await show.ordered(20_000, other.song)
      await show.skip(other.song)
      await pay(page, method)
      await world.settle()
      await advanceAndSettle(world, MINUTE_MS)
      assert.equal(await outcomeOf(world, id), 'returned late')
      assert.deepEqual(await causesOf(world, id), causes)
      assert.deepEqual(await show.queue(), [])
    })

    test(`paid by ${method} as the link ran out, while the bank could not be asked`, async () => {
      const show = await paidConcert(world)
      const { id, page } = await show.ordered()
      world.advance(15 * MINUTE_MS - 5 * SECOND_MS)
      await world.bank.faults.set({ kind: 'notice_lost' })
      await world.bank.faults.set({ kind: 'error_500', method: 'GetState' })
      await pay(page, method)
      await advanceAndSettle(world, 20 * MINUTE_MS)
      assert.equal(await outcomeOf(world, id), 'awaiting', 'nobody knows, so nobody says')
      await show.end()
      await world.bank.faults.clear()
      for (let look = 0; look < 4; look += 1) await advanceAndSettle(world, MINUTE_MS)
      assert.equal(await outcomeOf(world, id), 'returned late')
      assert.deepEqual(await causesOf(world, id), causes)
    })
  }
})

describe('a song that is skipped', () => {
  test('while its form is open: nobody can pay any more, and the listener is told', async () => {
    const show = await paidConcert(world)
    const other = await show.paid('card')
    const { id, page } = await show.ordered(10_000, other.song)
    await show.skip(other.song)
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'canceled skipped')
    assert.deepEqual(await atTheBank(world, id), [{ status: 'CANCELED', captured: 0, refunded: 0 }])
    assert.equal((await pay(page)).at, 'bank')
    await advanceAndSettle(world, 3 * HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'canceled skipped')
    assert.deepEqual(await causesOf(world, id), [])
  })

  test('leaves the open form of another song, and of the same song elsewhere', async () => {
    const show = await paidConcert(world)
    const elsewhere = await paidConcert(world)
    const { song } = await show.paid('card')
    const another = await show.ordered()
    const same = await elsewhere.ordered(10_000, song)
    await show.skip(song)
    await world.settle()
    assert.equal(await outcomeOf(world, another.id), 'awaiting')
    assert.equal(await outcomeOf(world, same.id), 'awaiting')
  })

  for (const [method, causes] of [
    ['card', HELD_AND_LET_GO],
    ['sbp', CHARGED_AND_REFUNDED],
  ] as const)
    test(`after it was paid by ${method}: the listener gets all of it, the artist nothing`, async () => {
      const show = await paidConcert(world)
      const { id, song } = await show.paid(method, 33_300)
      await show.skip(song)
      await world.settle()
      await advanceAndSettle(world, MINUTE_MS)
      assert.equal(await outcomeOf(world, id), 'returned skipped')
      assert.deepEqual(await causesOf(world, id), causes)
      assert.equal(await show.owed(), 0)
      const [bank] = await atTheBank(world, id)
      assert.equal((bank?.captured ?? 0) - (bank?.refunded ?? 0), 0)
    })

  test('after it was charged by card: a refund that is refused for now is requested anew', async () => {
    const show = await paidConcert(world, {
      concert: { status: 'SCHEDULED', startsIn: 8 * 24 * 60 },
    })
    const { id } = await show.paid('card')
    await world.bank.faults.set({ kind: 'refused_refund', code: '3002', times: 1 })
    // The refusal is lost: the first retry learns of it, and the second is another request.
    await world.bank.faults.set({ kind: 'timeout_after', method: 'Cancel', times: 1 })
    await world.ok(api.session.remove, { query: { sessionId: show.sessionId } }, show.as)
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'returning concert_deleted')
    for (let minute = 0; minute < 3; minute += 1) await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned concert_deleted')
    assert.deepEqual(await atTheBank(world, id), [
      { status: 'REFUNDED', captured: 10_000, refunded: 10_000 },
    ])
  })

  test('dropped from the list, it sends its money back too', async () => {
    const show = await paidConcert(world)
    const dropped = await show.paid()
    const kept = await show.paid()
    await world.ok(
      api.artist.updateSessionSongList,
      { body: { sessionId: show.sessionId, idList: [kept.song] } },
      show.as,
    )
    await world.settle()
    assert.equal(await outcomeOf(world, dropped.id), 'returned skipped')
    assert.equal(await outcomeOf(world, kept.id), 'secured')
  })
})

test('«next» twice by mistake plays no song through', async () => {
  const show = await paidConcert(world)
  const first = await show.paid()
  const second = await show.paid()
  const next = (expectedNowId: string | null) =>
    world.call(api.artist.nextSong, { body: { songId: null, expectedNowId } }, show.as)
  const [now] = await show.next(first.song)
  const presses = [await next(now?.id ?? null), await next(now?.id ?? null)]
  assert.deepEqual(
    presses.map(({ status, failure }) => [status, failure.code]),
    [
      [200, undefined],
      [409, 'NOW_MOVED'],
    ],
  )
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, first.id), 'released')
  assert.equal(await outcomeOf(world, second.id), 'secured')
})

test('a concert that nobody ends is ended by the clock, and everything unplayed goes back', async () => {
  const show = await paidConcert(world, { concert: { minutes: 60 } })
  const playing = await show.paid('card')
  const waiting = await show.paid('sbp')
  await show.next(playing.song)
  world.advance(50 * MINUTE_MS + 61 * MINUTE_MS)
  const unpaid = await show.ordered()
  await takeDueSteps(world.app.ctx)
  await world.settle()
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, playing.id), 'returned concert_over')
  assert.equal(await outcomeOf(world, waiting.id), 'returned concert_over')
  assert.equal(await outcomeOf(world, unpaid.id), 'canceled concert_over')
  assert.equal(await show.owed(), 0)
})

test('a concert that is deleted sends back what was paid for it', async () => {
  const show = await paidConcert(world, { concert: { status: 'SCHEDULED', startsIn: 24 * 60 } })
  const paid = await show.paid('card')
  const unpaid = await show.ordered()
  await world.ok(api.session.remove, { query: { sessionId: show.sessionId } }, show.as)
  await world.settle()
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await outcomeOf(world, paid.id), 'returned concert_deleted')
  assert.equal(await outcomeOf(world, unpaid.id), 'canceled concert_deleted')
  assert.equal((await shown(world, paid.id)).songTitle, 'Песня 1')
})

describe('a hold', () => {
  /** A concert six days ahead, near the end of what a card holds, under way at its time. */
  async function farConcert() {
    const holdEnds = new Date('2026-12-31T21:00:00Z').getTime()
    world.setNow(new Date('2026-12-25T09:00:00Z'))
    const startsIn = (holdEnds - 13 * HOUR_MS - world.now().getTime()) / MINUTE_MS
    const show = await paidConcert(world, {
      concert: { status: 'SCHEDULED', startsIn, minutes: 300 },
    })
    return { show, guardAt: new Date(holdEnds - 12 * HOUR_MS) }
  }

  test('that would end during the concert is taken before, and still comes back if the song is not played', async () => {
    const { show, guardAt } = await farConcert()
    const played = await show.paid('card')
    const left = await show.paid('card')
    assert.equal((await shown(world, played.id)).funds, 'hold')
    world.setNow(new Date(guardAt.getTime() - 10 * MINUTE_MS))
    await world.ok(
      api.artist.updateSessionStatus,
      { body: { sessionId: show.sessionId, sessionStatus: 'NOW' } },
      show.as,
    )
    await world.settle()
    assert.equal((await shown(world, played.id)).funds, 'hold')
    world.setNow(guardAt)
    await world.settle()
    for (const { id } of [played, left]) {
      const { state, funds } = await shown(world, id)
      assert.deepEqual([state, funds], ['secured', 'charged'])
    }
    await show.played(played.song)
    await advanceAndSettle(world, MINUTE_MS)
    await show.end()
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, played.id), 'released')
    assert.equal(await show.owed(), 9000)
    assert.equal(await outcomeOf(world, left.id), 'returned concert_over')
    assert.deepEqual(await causesOf(world, left.id), [
      'held',
      'hold_ended',
      'charged',
      'return_due',
      'refunded',
    ])
  })

  test('of a concert that is over is let go, not taken', async () => {
    const show = await paidConcert(world)
    const { id } = await show.paid('card')
    await show.end()
    await world.settle()
    await advanceAndSettle(world, 7 * DAY_MS)
    assert.equal(await outcomeOf(world, id), 'returned concert_over')
    assert.deepEqual(await atTheBank(world, id), [{ status: 'REVERSED', captured: 0, refunded: 0 }])
  })

  test('of a concert farther away than a card can hold is a charge from the start', async () => {
    const show = await paidConcert(world, {
      concert: { status: 'SCHEDULED', startsIn: 8 * 24 * 60 },
    })
    const { id } = await show.paid('card')
    assert.equal((await shown(world, id)).funds, 'charged')
  })

  test('that the bank let go before the song was played leaves the queue, and a person is asked', async () => {
    const show = await paidConcert(world, { concert: { minutes: 600 } })
    await world.bank.faults.set({ kind: 'hold_2h' })
    const { id } = await show.paid('card')
    assert.equal((await show.queue()).length, 1)
    await advanceAndSettle(world, 2 * HOUR_MS + MINUTE_MS)
    await advanceAndSettle(world, HOUR_MS)
    assert.equal(await outcomeOf(world, id), 'returned external')
    assert.deepEqual(await show.queue(), [])
    assert.deepEqual(await causesOf(world, id), HELD_AND_LET_GO)
  })

  test('that ran out before it was taken credits nobody, and a person is asked', async () => {
    const show = await paidConcert(world, { concert: { minutes: 600 } })
    await world.bank.faults.set({ kind: 'hold_2h' })
    const { id, song } = await show.paid('card')
    world.advance(2 * HOUR_MS + MINUTE_MS)
    await show.played(song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    assert.equal(await outcomeOf(world, id), 'failed hold_lost')
    assert.equal(await show.owed(), 0)
    assert.deepEqual(await causesOf(world, id), HELD_AND_LET_GO)
    const { attention } = await world.sql
      .selectFrom('payments')
      .select('attention')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(attention, 'hold_lost')
  })

  test('that the bank refuses to take credits nobody either', async () => {
    const show = await paidConcert(world)
    const { id, song } = await show.paid('card')
    await world.bank.faults.set({ kind: 'refused_capture' })
    await show.played(song)
    await advanceAndSettle(world, 21 * SECOND_MS)
    assert.equal(await outcomeOf(world, id), 'failed hold_lost')
    assert.equal(await show.owed(), 0)
  })
})
