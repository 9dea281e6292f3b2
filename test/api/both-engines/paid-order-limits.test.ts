import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { WAITING_MOST } from '#domain/queue/queue-steps.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { runNightWork } from '#server/modules/reconciliation/reconciliation.service.ts'
import {
  advanceAndSettle,
  outcomeOf,
  pageOf,
  paidConcert,
  shown,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { paidBattle } from '#test/support/steps/paid-battle.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

describe('the sum of an order', () => {
  for (const [min, amount, code, words] of [
    [50, 4999, 'AMOUNT_TOO_SMALL', 'Минимум 50 ₽'],
    [50, undefined, 'AMOUNT_TOO_SMALL', 'Минимум 50 ₽'],
    [10, 999, 'AMOUNT_TOO_SMALL', 'Минимум 10 ₽'],
    [10, 0, 'AMOUNT_TOO_SMALL', 'Минимум 10 ₽'],
    [1000, 99_999, 'AMOUNT_TOO_SMALL', 'Минимум 1000 ₽'],
    [10, 100_001, 'AMOUNT_TOO_LARGE', 'Максимум 1000 ₽'],
  ] as const)
    test(`of ${amount ?? 'no'} kopecks where ${min} ₽ is the least: ${words}`, async () => {
      const show = await paidConcert(world, { artist: { minSongRubles: min } })
      const { status, failure } = await show.order(amount)
      assert.deepEqual([status, failure.code, failure.message], [409, code, words])
      assert.deepEqual(failure.fields, { amount: words })
      assert.deepEqual(await show.payments(), [])
    })

  for (const amount of [1000, 1001, 100_000])
    test(`of ${amount} kopecks is taken`, async () => {
      const show = await paidConcert(world)
      const { id } = await show.paid('card', amount)
      assert.equal((await shown(world, id)).amount, amount)
    })

  for (const amount of [-1000, 1000.5, Number.MAX_SAFE_INTEGER + 1])
    test(`of ${amount} is no sum`, async () => {
      const show = await paidConcert(world)
      const { status } = await show.order(amount)
      assert.ok(status === 400 || status === 409, `${status}`)
      assert.deepEqual(await show.payments(), [])
    })

  test('is the one that stood when the artist’s minimum grew later', async () => {
    const show = await paidConcert(world)
    const { id, page } = await show.ordered(1000)
    await world.sql
      .updateTable('artists')
      .set({ minSongRubles: 500 })
      .where('id', '=', show.artist.id)
      .execute()
    await world.bank.pay(page, { action: 'pay' })
    await world.settle()
    assert.equal(await outcomeOf(world, id), 'secured')
  })

  test('named where songs are free costs nothing', async () => {
    const show = await paidConcert(world, { artist: { paidSongsEnabled: false } })
    const { status, data } = await show.order(10_000)
    assert.deepEqual([status, data.paymentURL], [200, undefined])
    assert.deepEqual(await show.payments(), [])
    assert.equal((await show.queue())[0]?.amount, 0)
  })
})

describe('orders that nobody has paid yet', () => {
  const WORDS = 'У вас уже 5 неоплаченных заказов. Оплатите их или подождите 15 минут.'

  test('are five on one phone in one concert, and the sixth is refused in these words', async () => {
    const show = await paidConcert(world)
    const other = await paidConcert(world)
    const listener = world.listener()
    const five = []
    for (let song = 0; song < 5; song += 1)
      five.push(await show.ordered(10_000, undefined, listener))
    const sixth = async () =>
      listener.order(show.artist, show.sessionId, await show.newSong(), undefined, 10_000)
    const { status, failure } = await sixth()
    assert.deepEqual([status, failure.code, failure.message], [429, 'TOO_MANY', WORDS])
    assert.equal((await show.ordered(10_000)).id.length, 36, 'another phone may')
    await other.ordered(10_000, undefined, listener)
    await world.bank.pay(five[0]?.page ?? '', { action: 'pay' })
    await world.settle()
    assert.equal((await sixth()).status, 200)
    assert.equal((await sixth()).status, 429)
    await advanceAndSettle(world, 16 * MINUTE_MS)
    assert.equal((await sixth()).status, 200)
  })

  test('are five, however many are ordered at one moment', async () => {
    const show = await paidConcert(world)
    const listener = world.listener()
    await show.ordered(10_000, undefined, listener)
    const songs = []
    for (let song = 0; song < 15; song += 1) songs.push(await show.newSong())
    const answers = await Promise.all(
      songs.map((song) => listener.order(show.artist, show.sessionId, song, undefined, 10_000)),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 4)
  })

  test('do not count against songs that are paid: a rich listener orders on', async () => {
    const show = await paidConcert(world)
    const listener = world.listener()
    for (let song = 0; song < 7; song += 1) {
      const { page } = await show.ordered(1000, undefined, listener)
      await world.bank.pay(page, { action: 'pay' })
      await world.settle()
    }
    assert.equal((await show.queue()).length, 7)
  })
})

describe('what is refused is refused before it is paid for', () => {
  const refused = async (show: PaidConcert, code: string) => {
    const { status, failure } = await show.order(10_000)
    assert.deepEqual([status, failure.code], [409, code])
    assert.deepEqual(await show.payments(), [])
    return failure.message
  }

  test('a concert that is over', async () => {
    const show = await paidConcert(world)
    await show.end()
    const words = await refused(show, 'SESSION_NOT_OPEN')
    assert.equal(words, 'Концерт завершён, песни больше не принимаются')
  })

  test('a concert that takes no orders', async () => {
    const show = await paidConcert(world, { concert: { ableGetSongs: false } })
    assert.equal(await refused(show, 'SESSION_NOT_OPEN'), 'На этом концерте песни не заказывают')
  })

  test('a song outside the repertoire, where only that is played, and any suggestion', async () => {
    const show = await paidConcert(world, { artist: { requestFavoritesOnly: true } })
    await refused(show, 'SONG_NOT_ACCEPTED')
    const { failure } = await world
      .listener()
      .order(show.artist, show.sessionId, { title: 'Своя', artistName: 'Никто' }, undefined, 10_000)
    assert.equal(failure.code, 'SONG_NOT_ACCEPTED')
    assert.deepEqual(await show.payments(), [])
  })

  test('a suggestion without a title', async () => {
    const show = await paidConcert(world)
    const { status, failure } = await world
      .listener()
      .order(show.artist, show.sessionId, { title: ' ', artistName: 'x' }, undefined, 10_000)
    assert.deepEqual([status, failure.fields], [400, { title: 'Введите название песни' }])
    assert.deepEqual(await show.payments(), [])
  })

  /** Fills the queue of a concert completely. */
  async function fill(show: PaidConcert) {
    const songs = Array.from({ length: WAITING_MOST }, (_, place) => ({
      id: randomUUIDv7(),
      place,
    }))
    await world.sql
      .insertInto('songs')
      .values(
        songs.map(({ id, place }) => ({
          id,
          title: `Место ${place}`,
          artistName: show.artist.username,
          source: 'catalogue' as const,
          verified: true,
          songKey: `${show.artist.username} ${place}`,
          createdAt: world.now(),
        })),
      )
      .execute()
    await world.sql
      .insertInto('queueEntries')
      .values(
        songs.map(({ id, place }) => ({
          id: randomUUIDv7(),
          concertId: show.sessionId,
          songId: id,
          status: 'SCHEDULED' as const,
          position: place + 1,
          createdAt: world.now(),
          nowAt: null,
          closedAt: null,
        })),
      )
      .execute()
    return songs[0]?.id ?? ''
  }

  test('a new song where as many wait as anybody can play; one that waits may be backed', async () => {
    const show = await paidConcert(world)
    const waiting = await fill(show)
    await refused(show, 'SONG_NOT_ACCEPTED')
    const { id } = await show.paid('card', 10_000, waiting)
    assert.equal(await outcomeOf(world, id), 'secured')
  })

  test('and a vote or a share for a song outside the queue; votes of one that has them already count on', async () => {
    const show = await paidBattle(world, { support: true, minSongAmount: 1000 })
    const [shared, voted, fresh] = show.songs
    await show.pay(await show.begun(shared, 500, { battle: undefined, collect: true }))
    await show.voted(voted, 50)
    const waiting = await fill(show)
    const before = await show.payments()
    const supports = (await show.queue()).find(({ songId }) => songId === shared)?.id
    for (const reply of [
      await show.ask(fresh, 50),
      await show.ask(shared, 500, { battle: undefined, supports }),
      await show.ask(shared, 500, { battle: undefined, collect: true }),
    ]) {
      assert.equal(reply.failure.code, 'SONG_NOT_ACCEPTED')
      assert.match(reply.failure.message, /^Заказов уже больше, чем успеют сыграть/u)
    }
    assert.equal((await show.payments()).length, before.length)
    const entry = (await show.queue()).find(({ songId }) => songId === waiting)
    const more = [
      await show.begun(voted, 50),
      await show.begun(waiting, 100, { battle: undefined, supports: entry?.id }),
    ]
    for (const one of more) {
      await show.pay(one)
      assert.equal(await outcomeOf(world, one.id), 'secured')
    }
  })

  test('and where the last place went while the form was open, the money goes back', async () => {
    const show = await paidConcert(world)
    const { id, page } = await show.ordered()
    await fill(show)
    await world.bank.pay(page, { method: 'sbp', action: 'pay' })
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal(await outcomeOf(world, id), 'returned song_refused')
    assert.equal((await show.queue()).length, WAITING_MOST)
  })
})

test('orders closed by the artist while the form was open send the money back', async () => {
  const show = await paidConcert(world)
  const { id, page } = await show.ordered()
  await world.sql
    .updateTable('concerts')
    .set({ ableGetSongs: false })
    .where('id', '=', show.sessionId)
    .execute()
  await world.bank.pay(page, { action: 'pay' })
  await world.settle()
  assert.equal(await outcomeOf(world, id), 'returned song_refused')
  assert.deepEqual(await show.queue(), [])
})

test('a listener’s own suggestion is paid for like any song', async () => {
  const show = await paidConcert(world)
  const { data } = await world
    .listener()
    .order(
      show.artist,
      show.sessionId,
      { title: 'Песня про кота', artistName: '' },
      undefined,
      10_000,
    )
  assert.deepEqual(await show.queue(), [])
  await world.bank.pay(pageOf(data.paymentURL), { action: 'pay' })
  await world.settle()
  const [entry] = await show.queue()
  assert.deepEqual(
    [entry?.title, entry?.amount, entry?.suggested],
    ['Песня про кота', 10_000, true],
  )
})

test('without a bank songs cannot be sold, and everything that costs nothing works', async () => {
  const poor = await makeWorld({
    money: {
      bank: null,
      notificationUrl: () => 'http://localhost/api/v1/payment/notification',
      receipts: null,
      captureGraceSeconds: 20,
      payoutFloat: 0,
    },
  })
  try {
    const show = await paidConcert(poor)
    const song = await show.newSong()
    const { status, failure } = await poor
      .listener()
      .order(show.artist, show.sessionId, song, undefined, 10_000)
    assert.deepEqual([status, failure.code], [503, 'PAYMENTS_DOWN'])
    await poor.refused('PAYMENTS_DOWN', api.payment.donate, {
      body: { artistUsername: show.artist.username, amount: 10_000 },
    })
    await poor.refused('PAYMENTS_DOWN', api.payment.payout, {}, show.as)
    await poor.refused('FORGED', api.payment.notification, { body: { Status: 'CONFIRMED' } })
    const { paymentPublicDTO } = await poor.ok(api.page.getInfo, {
      query: { artistUsername: show.artist.username },
    })
    assert.equal(paymentPublicDTO.donationEnabled, false)
    const free = await paidConcert(poor, { artist: { paidSongsEnabled: false } })
    const ordered = await poor.listener().order(free.artist, free.sessionId, song)
    assert.equal(ordered.status, 200)
    await free.played(song)
    await poor.settle()
    await runNightWork(poor.app.ctx)
  } finally {
    await poor.close()
  }
})
