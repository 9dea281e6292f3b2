import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import {
  after,
  atTheBank,
  causesOf,
  DAY,
  fateOf,
  HOUR,
  MINUTE,
  pageOf,
  paidHall,
  SECOND,
  shown,
  soundWorld,
} from '#test/support/paid-hall.ts'
import type { World } from '#test/support/world.ts'

let world: World
soundWorld((opened) => (world = opened))

const pay = (page: string, method: 'card' | 'sbp' = 'card') =>
  world.bank.pay(page, { method, action: 'pay' })

const HELD_AND_LET_GO = ['held', 'hold_ended']
const CHARGED_AND_REFUNDED = ['charged', 'return_due', 'refunded']

describe('a listener who presses twice', () => {
  test('with one key has one payment and one page', async () => {
    const hall = await paidHall(world)
    const song = await hall.newSong()
    const listener = world.listener()
    const order = () => listener.order(hall.artist, hall.sessionId, song, 'one wish', 10_000)
    const [one, other] = await Promise.all([order(), order()])
    assert.deepEqual(one.data, other.data)
    await pay(pageOf(one.data.paymentURL))
    await world.settle()
    assert.deepEqual((await order()).data.orderId, one.data.orderId)
    const [entry] = await hall.queue()
    assert.deepEqual([entry?.backers, entry?.amount], [1, 10_000])
  })

  test('in two tabs has two orders, and the one that nobody pays runs out', async () => {
    const hall = await paidHall(world)
    const first = await hall.ordered()
    const second = await hall.ordered(10_000, first.song, first.by)
    assert.notEqual(first.id, second.id)
    await pay(first.page)
    await world.settle()
    await after(world, 16 * MINUTE)
    await after(world, MINUTE)
    assert.equal(await fateOf(world, first.id), 'secured')
    assert.equal(await fateOf(world, second.id), 'expired link_expired')
    assert.equal((await hall.queue())[0]?.amount, 10_000)
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
      const hall = await paidHall(world)
      const { id, page } = await hall.ordered()
      await hall.end()
      await pay(page, method)
      await world.settle()
      await after(world, MINUTE)
      assert.equal(await fateOf(world, id), 'returned late')
      assert.deepEqual(await causesOf(world, id), causes)
      assert.deepEqual(await hall.queue(), [])
      assert.equal(await hall.owed(), 0)
    })

    test(`paid by ${method} after the song was skipped`, async () => {
      const hall = await paidHall(world)
      const other = await hall.paid('card')
      const { id, page } = await hall.ordered(20_000, other.song)
      await hall.skip(other.song)
      await pay(page, method)
      await world.settle()
      await after(world, MINUTE)
      assert.equal(await fateOf(world, id), 'returned late')
      assert.deepEqual(await causesOf(world, id), causes)
      assert.deepEqual(await hall.queue(), [])
    })

    test(`paid by ${method} as the link ran out, while the bank could not be asked`, async () => {
      const hall = await paidHall(world)
      const { id, page } = await hall.ordered()
      world.advance(15 * MINUTE - 5 * SECOND)
      await world.bank.faults.set({ kind: 'notice_lost' })
      await world.bank.faults.set({ kind: 'error_500', method: 'GetState' })
      await pay(page, method)
      await after(world, 20 * MINUTE)
      assert.equal(await fateOf(world, id), 'awaiting', 'nobody knows, so nobody says')
      await hall.end()
      await world.bank.faults.clear()
      for (let look = 0; look < 4; look += 1) await after(world, MINUTE)
      assert.equal(await fateOf(world, id), 'returned late')
      assert.deepEqual(await causesOf(world, id), causes)
    })
  }
})

describe('a song that is skipped', () => {
  test('while its form is open: nobody can pay any more, and the listener is told', async () => {
    const hall = await paidHall(world)
    const other = await hall.paid('card')
    const { id, page } = await hall.ordered(10_000, other.song)
    await hall.skip(other.song)
    await world.settle()
    await after(world, MINUTE)
    assert.equal(await fateOf(world, id), 'canceled skipped')
    assert.deepEqual(await atTheBank(world, id), [{ status: 'CANCELED', captured: 0, refunded: 0 }])
    assert.equal((await pay(page)).at, 'bank')
    await after(world, 3 * HOUR)
    assert.equal(await fateOf(world, id), 'canceled skipped')
    assert.deepEqual(await causesOf(world, id), [])
  })

  test('leaves the open form of another song, and of the same song elsewhere', async () => {
    const hall = await paidHall(world)
    const elsewhere = await paidHall(world)
    const { song } = await hall.paid('card')
    const another = await hall.ordered()
    const same = await elsewhere.ordered(10_000, song)
    await hall.skip(song)
    await world.settle()
    assert.equal(await fateOf(world, another.id), 'awaiting')
    assert.equal(await fateOf(world, same.id), 'awaiting')
  })

  for (const [method, causes] of [
    ['card', HELD_AND_LET_GO],
    ['sbp', CHARGED_AND_REFUNDED],
  ] as const)
    test(`after it was paid by ${method}: the listener gets all of it, the artist nothing`, async () => {
      const hall = await paidHall(world)
      const { id, song } = await hall.paid(method, 33_300)
      await hall.skip(song)
      await world.settle()
      await after(world, MINUTE)
      assert.equal(await fateOf(world, id), 'returned skipped')
      assert.deepEqual(await causesOf(world, id), causes)
      assert.equal(await hall.owed(), 0)
      const [bank] = await atTheBank(world, id)
      assert.equal((bank?.captured ?? 0) - (bank?.refunded ?? 0), 0)
    })

  test('dropped from the list, it sends its money back too', async () => {
    const hall = await paidHall(world)
    const dropped = await hall.paid()
    const kept = await hall.paid()
    await world.ok(
      api.artist.updateSessionSongList,
      { body: { sessionId: hall.sessionId, idList: [kept.song] } },
      hall.as,
    )
    await world.settle()
    assert.equal(await fateOf(world, dropped.id), 'returned skipped')
    assert.equal(await fateOf(world, kept.id), 'secured')
  })
})

test('«next» twice by mistake plays no song through', async () => {
  const hall = await paidHall(world)
  const first = await hall.paid()
  const second = await hall.paid()
  const next = (expectedNowId: string | null) =>
    world.call(api.artist.nextSong, { body: { songId: null, expectedNowId } }, hall.as)
  const [now] = await hall.next(first.song)
  const presses = [await next(now?.id ?? null), await next(now?.id ?? null)]
  assert.deepEqual(
    presses.map(({ status, failure }) => [status, failure.code]),
    [
      [200, undefined],
      [409, 'NOW_MOVED'],
    ],
  )
  await after(world, MINUTE)
  assert.equal(await fateOf(world, first.id), 'released')
  assert.equal(await fateOf(world, second.id), 'secured')
})

test('a concert that nobody ends is ended by the clock, and everything unplayed goes back', async () => {
  const hall = await paidHall(world, { concert: { minutes: 60 } })
  const playing = await hall.paid('card')
  const waiting = await hall.paid('sbp')
  await hall.next(playing.song)
  world.advance(50 * MINUTE + 61 * MINUTE)
  const unpaid = await hall.ordered()
  await world.app.services.concerts.tick()
  await world.settle()
  await after(world, MINUTE)
  assert.equal(await fateOf(world, playing.id), 'returned concert_over')
  assert.equal(await fateOf(world, waiting.id), 'returned concert_over')
  assert.equal(await fateOf(world, unpaid.id), 'canceled concert_over')
  assert.equal(await hall.owed(), 0)
})

test('a concert that is deleted sends back what was paid for it', async () => {
  const hall = await paidHall(world, { concert: { status: 'SCHEDULED', startsIn: 24 * 60 } })
  const paid = await hall.paid('card')
  const unpaid = await hall.ordered()
  await world.ok(api.session.remove, { query: { sessionId: hall.sessionId } }, hall.as)
  await world.settle()
  await after(world, MINUTE)
  assert.equal(await fateOf(world, paid.id), 'returned concert_deleted')
  assert.equal(await fateOf(world, unpaid.id), 'canceled concert_deleted')
  assert.equal((await shown(world, paid.id)).songTitle, 'Песня 1')
})

describe('a hold', () => {
  /** A concert six days ahead, near the end of what a card holds, under way at its time. */
  async function farHall() {
    const holdEnds = new Date('2026-12-31T21:00:00Z').getTime()
    world.setNow(new Date('2026-12-25T09:00:00Z'))
    const startsIn = (holdEnds - 13 * HOUR - world.now().getTime()) / MINUTE
    const hall = await paidHall(world, { concert: { status: 'SCHEDULED', startsIn, minutes: 300 } })
    return { hall, guardAt: new Date(holdEnds - 12 * HOUR) }
  }

  test('that would end during the concert is taken before, and still comes back if the song is not played', async () => {
    const { hall, guardAt } = await farHall()
    const played = await hall.paid('card')
    const left = await hall.paid('card')
    assert.equal((await shown(world, played.id)).funds, 'hold')
    world.setNow(new Date(guardAt.getTime() - 10 * MINUTE))
    await world.ok(
      api.artist.updateSessionStatus,
      { body: { sessionId: hall.sessionId, sessionStatus: 'NOW' } },
      hall.as,
    )
    await world.settle()
    assert.equal((await shown(world, played.id)).funds, 'hold')
    world.setNow(guardAt)
    await world.settle()
    for (const { id } of [played, left]) {
      const { state, funds } = await shown(world, id)
      assert.deepEqual([state, funds], ['secured', 'charged'])
    }
    await hall.played(played.song)
    await after(world, MINUTE)
    await hall.end()
    await world.settle()
    await after(world, MINUTE)
    assert.equal(await fateOf(world, played.id), 'released')
    assert.equal(await hall.owed(), 9000)
    assert.equal(await fateOf(world, left.id), 'returned concert_over')
    assert.deepEqual(await causesOf(world, left.id), [
      'held',
      'hold_ended',
      'charged',
      'return_due',
      'refunded',
    ])
  })

  test('of a concert that is over is let go, not taken', async () => {
    const hall = await paidHall(world)
    const { id } = await hall.paid('card')
    await hall.end()
    await world.settle()
    await after(world, 7 * DAY)
    assert.equal(await fateOf(world, id), 'returned concert_over')
    assert.deepEqual(await atTheBank(world, id), [{ status: 'REVERSED', captured: 0, refunded: 0 }])
  })

  test('of a concert farther away than a card can hold is a charge from the start', async () => {
    const hall = await paidHall(world, { concert: { status: 'SCHEDULED', startsIn: 8 * 24 * 60 } })
    const { id } = await hall.paid('card')
    assert.equal((await shown(world, id)).funds, 'charged')
  })

  test('that the bank let go before the song was played leaves the queue, and a person is asked', async () => {
    const hall = await paidHall(world, { concert: { minutes: 600 } })
    await world.bank.faults.set({ kind: 'hold_2h' })
    const { id } = await hall.paid('card')
    assert.equal((await hall.queue()).length, 1)
    await after(world, 2 * HOUR + MINUTE)
    await after(world, HOUR)
    assert.equal(await fateOf(world, id), 'returned external')
    assert.deepEqual(await hall.queue(), [])
    assert.deepEqual(await causesOf(world, id), HELD_AND_LET_GO)
  })

  test('that ran out before it was taken credits nobody, and a person is asked', async () => {
    const hall = await paidHall(world, { concert: { minutes: 600 } })
    await world.bank.faults.set({ kind: 'hold_2h' })
    const { id, song } = await hall.paid('card')
    world.advance(2 * HOUR + MINUTE)
    await hall.played(song)
    await after(world, 21 * SECOND)
    assert.equal(await fateOf(world, id), 'failed hold_lost')
    assert.equal(await hall.owed(), 0)
    assert.deepEqual(await causesOf(world, id), HELD_AND_LET_GO)
    const { attention } = await world.sql
      .selectFrom('payments')
      .select('attention')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(attention, 'hold_lost')
  })

  test('that the bank refuses to take credits nobody either', async () => {
    const hall = await paidHall(world)
    const { id, song } = await hall.paid('card')
    await world.bank.faults.set({ kind: 'refused_capture' })
    await hall.played(song)
    await after(world, 21 * SECOND)
    assert.equal(await fateOf(world, id), 'failed hold_lost')
    assert.equal(await hall.owed(), 0)
  })
})
