import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { eachSkipped, myOrders, cancelled } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { knownPhone, makePhone, makeStage, orderOf } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

/** A phone that has ordered these songs, oldest first, with the ids of its orders. */
async function orderedBy(stage: TestStage, ...titles: (keyof TestStage['ids'])[]) {
  const phone = makePhone(world)
  const ids: string[] = []
  for (const title of titles) {
    const { data, status, failure } = await phone.order(stage, stage.ids[title])
    assert.equal(status, 200, JSON.stringify(failure))
    ids.push(data.orderId)
    world.advance(1000)
  }
  return { phone, ids }
}

const orderLines = async (stage: TestStage, cookie: string | undefined) =>
  (await myOrders(world, stage.concertId, cookie)).map(
    ({ title, state, place, mayCancel }) =>
      `${title} ${state} ${place ?? '-'}${mayCancel ? ' may' : ''}`,
  )

describe('the orders of a device', () => {
  test('are those of its own in this concert, newest first, with their places', async () => {
    const stage = await makeStage(world)
    const { phone } = await orderedBy(stage, 'А', 'Б')
    await orderedBy(stage, 'В')
    const elsewhere = await makeStage(world)
    await phone.order(elsewhere, elsewhere.ids.Г)
    await stage.queued('Б')
    assert.deepEqual(await orderLines(stage, phone.cookie), ['Б QUEUED 1 may', 'А SCHEDULED 2 may'])
  })

  test('have every field that a listener is shown', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А')
    assert.deepEqual(await myOrders(world, stage.concertId, phone.cookie), [
      {
        orderId: ids[0],
        entryId: (await stage.queue())[0]?.id,
        songId: stage.ids.А,
        title: 'А',
        artistName: stage.artist.username,
        amount: null,
        state: 'SCHEDULED',
        place: 1,
        waitMinutes: { from: 0, to: 1 },
        mayCancel: true,
      },
    ])
  })

  test('follow their songs through the evening', async () => {
    const stage = await makeStage(world)
    const { phone } = await orderedBy(stage, 'А', 'Б')
    await stage.next('А')
    assert.deepEqual(await orderLines(stage, phone.cookie), ['Б SCHEDULED 1 may', 'А NOW -'])
    await stage.skip('Б')
    await stage.next()
    assert.deepEqual(await orderLines(stage, phone.cookie), ['Б SKIPPED -', 'А PLAYED -'])
  })

  test('are none for a stranger, an unknown concert and a forged cookie', async () => {
    const stage = await makeStage(world)
    const { phone } = await orderedBy(stage, 'А')
    const id = phone.cookie?.split('=')[1]?.split('.')[0]
    assert.deepEqual(await orderLines(stage, undefined), [])
    assert.deepEqual(await orderLines(stage, (await knownPhone(world)).cookie), [])
    assert.deepEqual(await orderLines(stage, `bis_device=${id}.aaaaaaaaaaaaaaaaaaaaaa`), [])
    assert.deepEqual(await myOrders(world, randomUUIDv7(), phone.cookie), [])
  })

  test('wait as long as the songs of this evening lasted, and nobody knows in a pause', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    for (const title of ['А', 'Б', 'В', 'Г'] as const) {
      await stage.next(title)
      world.advance(6 * MINUTE_MS)
    }
    await stage.next()
    await stage.scheduled('А', 'Б', 'В')
    const { phone } = await orderedBy(stage, 'Д')
    const wait = async () => (await myOrders(world, stage.concertId, phone.cookie))[0]?.waitMinutes
    assert.deepEqual(await wait(), { from: 16, to: 20 })
    await world.ok(api.artist.pause, {}, stage.as)
    assert.equal(await wait(), null)
  })

  test('have a place and no time before the start', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const { phone } = await orderedBy(stage, 'А')
    const [order] = await myOrders(world, stage.concertId, phone.cookie)
    assert.deepEqual([order?.place, order?.waitMinutes], [1, null])
  })
})

describe('a first order whose answer was lost', () => {
  test('is the phone’s own again once it is sent again under its key', async () => {
    const stage = await makeStage(world)
    const key = randomUUID()
    const lost = await makePhone(world).order(stage, stage.ids.А, {}, key)
    const again = makePhone(world)
    const { data } = await again.order(stage, stage.ids.А, {}, key)
    assert.equal(data.orderId, lost.data.orderId)
    assert.deepEqual(await orderLines(stage, again.cookie), ['А SCHEDULED 1 may'])
    assert.equal(await cancelled(world, data.orderId, again.cookie), true)
  })

  test('is the phone’s own also where its repeat came before the first was stored', async () => {
    const stage = await makeStage(world)
    const key = randomUUID()
    const own = orderOf(stage, stage.ids.А)
    // The picture tells no orders apart, so these are one order that no two requests share in flight.
    const replies = await Promise.all(
      ['', '/1.jpg', '/2.jpg'].map((imageUrl) =>
        world.call(api.songs.orderSong, { body: { ...own.body, imageUrl } }, { key }),
      ),
    )
    const cookies = replies.map(({ headers }) => headers['set-cookie'])
    assert.deepEqual(cookies, Array(3).fill(String(cookies[0])), 'one cookie each, and the same')
    assert.deepEqual(await orderLines(stage, replies[0]?.cookie), ['А SCHEDULED 1 may'])
  })

  test('is nobody’s under a key that can be guessed, and changes no phone that is known', async () => {
    const stage = await makeStage(world)
    await makePhone(world).order(stage, stage.ids.А, {}, 'order-1')
    const stranger = makePhone(world)
    await stranger.order(stage, stage.ids.А, {}, 'order-1')
    assert.equal(stranger.cookie, undefined)

    const key = randomUUID()
    await makePhone(world).order(stage, stage.ids.Б, {}, key)
    const known = await knownPhone(world)
    const reply = await world.call(api.songs.orderSong, orderOf(stage, stage.ids.Б), {
      ...known,
      key,
    })
    assert.deepEqual([reply.status, reply.cookie], [200, known.cookie])
    assert.deepEqual(await orderLines(stage, known.cookie), [])
  })
})

describe('taking a free order off', () => {
  test('takes its song out of the queue, and the hall sees it', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А', 'Б')
    await stage.queued('А')
    assert.equal(await cancelled(world, ids[0], phone.cookie), true)
    assert.deepEqual(await stage.list(), ['Б SCHEDULED'])
    assert.deepEqual(await orderLines(stage, phone.cookie), ['Б SCHEDULED 1 may', 'А CANCELLED -'])
  })

  test('leaves the song to the others who ordered it', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А')
    const other = await orderedBy(stage, 'А')
    await cancelled(world, ids[0], phone.cookie)
    assert.deepEqual(
      (await stage.queue()).map(({ title, backers }) => [title, backers]),
      [['А', 1]],
    )
    await cancelled(world, other.ids[0], other.phone.cookie)
    assert.deepEqual(await stage.list(), [])
  })

  test('leaves the song that the artist put into his list himself', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    world.advance(1000)
    const { phone, ids } = await orderedBy(stage, 'А')
    await cancelled(world, ids[0], phone.cookie)
    assert.deepEqual(
      (await stage.queue()).map(({ title, backers }) => [title, backers]),
      [['А', 0]],
    )
  })

  test('gives its place among the two free ones back', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А', 'Б')
    assert.equal((await phone.order(stage, stage.ids.В)).failure.code, 'FREE_LIMIT')
    await cancelled(world, ids[0], phone.cookie)
    assert.equal((await phone.order(stage, stage.ids.В)).status, 200)
    assert.equal((await phone.order(stage, stage.ids.Г)).failure.code, 'FREE_LIMIT')
  })

  test('twice is the same as once, and the same song may be ordered again', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А')
    for (let times = 0; times < 3; times += 1)
      assert.equal(await cancelled(world, ids[0], phone.cookie), true)
    await phone.order(stage, stage.ids.А)
    assert.equal(await cancelled(world, ids[0], phone.cookie), true)
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
  })

  test('counts its song once less, so that nobody makes one popular by ordering and taking off', async () => {
    const stage = await makeStage(world)
    for (let times = 0; times < 3; times += 1) {
      const { phone, ids } = await orderedBy(stage, 'А')
      await cancelled(world, ids[0], phone.cookie)
      await cancelled(world, ids[0], phone.cookie)
    }
    await orderedBy(stage, 'А')
    const { orderCount: count } = await world.sql
      .selectFrom('songs')
      .select('orderCount')
      .where('id', '=', stage.ids.А)
      .executeTakeFirstOrThrow()
    assert.equal(count, 1)
  })

  test('is not another device’s to do, and an unknown order is the same to it', async () => {
    const stage = await makeStage(world)
    const { ids } = await orderedBy(stage, 'А')
    const stranger = await knownPhone(world)
    for (const [orderId, cookie] of [
      [ids[0], stranger.cookie],
      [ids[0], undefined],
      [randomUUIDv7(), stranger.cookie],
    ]) {
      const as = cookie === undefined ? {} : { cookie }
      const answer = await world.call(api.songs.cancelOrder, { body: { orderId } }, as)
      assert.deepEqual([answer.status, answer.failure.code], [404, 'NOT_FOUND'])
    }
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
  })

  test('is too late once the song plays, was played or was put away', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А', 'Б')
    const late = async (id = '') => {
      const as = phone.cookie === undefined ? {} : { cookie: phone.cookie }
      const answer = await world.call(api.songs.cancelOrder, { body: { orderId: id } }, as)
      assert.deepEqual([answer.status, answer.failure.code], [409, 'ILLEGAL_STEP'])
      return answer.failure.message
    }
    await stage.next('А')
    assert.match(await late(ids[0]), /играет/u)
    await stage.next()
    assert.match(await late(ids[0]), /сыграна/u)
    assert.match(await late(ids[1]), /играет/u)
    await stage.skip('Б')
    assert.match(await late(ids[1]), /убрали/u)
  })

  test('is no skipped song in the artist’s report, and one that he put away himself is', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А', 'Б')
    await cancelled(world, ids[0], phone.cookie)
    await stage.skip('Б')
    const report = await eachSkipped(world, stage.concertId, stage.as)
    assert.deepEqual(report, { orders: 1, skippedSongs: 1, titles: ['Б'] })
  })
})

describe('at the same moment', () => {
  test('two cancels of one order take it off once', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А')
    const other = await orderedBy(stage, 'А')
    const answers = await Promise.all([1, 2, 3].map(() => cancelled(world, ids[0], phone.cookie)))
    assert.deepEqual(answers, [true, true, true])
    assert.equal((await stage.queue())[0]?.backers, 1)
    assert.equal(
      (await myOrders(world, stage.concertId, other.phone.cookie))[0]?.state,
      'SCHEDULED',
    )
  })

  test('two listeners of one song who both take it off leave no song behind', async () => {
    const stage = await makeStage(world)
    const [one, two] = [await orderedBy(stage, 'А'), await orderedBy(stage, 'А')]
    await Promise.all([one, two].map(({ ids, phone }) => cancelled(world, ids[0], phone.cookie)))
    assert.deepEqual(await stage.list(), [])
  })

  for (const artistAction of ['next', 'skip', 'end'] as const)
    test(`a cancel and the artist’s «${artistAction}» end in one of the two orders of things`, async () => {
      const stage = await makeStage(world)
      const { phone, ids } = await orderedBy(stage, 'А', 'Б')
      const end = { body: { sessionId: stage.concertId, sessionStatus: 'PLAYED' } }
      const artist = {
        next: () => world.call(api.artist.nextSong, { body: { songId: null } }, stage.as),
        skip: () =>
          world.call(
            api.artist.changeSongStatus,
            {
              body: { songId: stage.ids.А, statusSong: 'SKIPPED', sessionId: stage.concertId },
            },
            stage.as,
          ),
        end: () => world.call(api.artist.updateSessionStatus, end, stage.as),
      }
      const as = phone.cookie === undefined ? {} : { cookie: phone.cookie }
      const [cancel] = await Promise.all([
        world.call(api.songs.cancelOrder, { body: { orderId: ids[0] } }, as),
        artist[artistAction](),
      ])
      const mine = (await myOrders(world, stage.concertId, phone.cookie))[1]?.state
      if (cancel.status === 200) assert.equal(mine, 'CANCELLED')
      else {
        assert.equal(cancel.failure.code, 'ILLEGAL_STEP')
        assert.equal(mine, artistAction === 'next' ? 'NOW' : 'SKIPPED')
      }
    })

  test('a cancel and another listener’s order of the song leave it standing for him', async () => {
    const stage = await makeStage(world)
    const { phone, ids } = await orderedBy(stage, 'А')
    const other = await knownPhone(world)
    await Promise.all([
      cancelled(world, ids[0], phone.cookie),
      world.ok(api.songs.orderSong, orderOf(stage, stage.ids.А), other),
    ])
    assert.deepEqual(
      (await stage.queue()).map(({ title, backers }) => [title, backers]),
      [['А', 1]],
    )
  })
})
