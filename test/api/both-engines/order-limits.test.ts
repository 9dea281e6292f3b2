import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { transaction } from '#server/context.ts'
import { checkout } from '#server/modules/checkout/index.ts'
import { takeOrder } from '#server/modules/queue/ordering.service.ts'
import { endQueueOf } from '#server/modules/queue/queue.service.ts'
import { localLimits, RATES } from '#server/platform/http/limits.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { knownPhone, makePhone, makeStage, orderOf } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const FREE_LIMIT_TEXT = 'Вы уже добавили 2 песни. Дождитесь их исполнения, чтобы добавить новые.'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

async function ordersOf(stage: TestStage) {
  return world.sql
    .selectFrom('orders')
    .selectAll()
    .where('concertId', '=', stage.concertId)
    .execute()
}

describe('the free limit', () => {
  test('the third waiting order of a phone is refused in these words', async () => {
    const stage = await makeStage(world)
    const listener = makePhone(world)
    await listener.order(stage, stage.ids.А)
    await listener.order(stage, stage.ids.Б)
    const { status, failure } = await listener.order(stage, stage.ids.В)
    assert.equal(status, 409)
    assert.equal(failure.code, 'FREE_LIMIT')
    assert.equal(failure.message, FREE_LIMIT_TEXT)
    assert.deepEqual(await stage.list(), ['А SCHEDULED', 'Б SCHEDULED'])
  })

  test('counts an order that only joined, and one that is queued', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const listener = makePhone(world)
    await listener.order(stage, stage.ids.А)
    await listener.order(stage, stage.ids.Б)
    await stage.queued('А', 'Б')
    const { failure } = await listener.order(stage, stage.ids.В)
    assert.equal(failure.code, 'FREE_LIMIT')
  })

  test('gives a place back once a song plays or is removed', async () => {
    const stage = await makeStage(world)
    const listener = makePhone(world)
    const order = (songId: string) => listener.order(stage, songId)
    await order(stage.ids.А)
    await order(stage.ids.Б)
    await stage.next('А')
    assert.equal((await order(stage.ids.В)).status, 200)
    await stage.skip('Б')
    assert.equal((await order(stage.ids.Г)).status, 200)
    assert.equal((await order(stage.ids.Д)).failure.code, 'FREE_LIMIT')
  })

  test('is one for each phone and one for each concert', async () => {
    const [stage, other] = [await makeStage(world), await makeStage(world)]
    const [one, two] = [makePhone(world), makePhone(world)]
    for (const listener of [one, two]) {
      await listener.order(stage, stage.ids.А)
      await listener.order(stage, stage.ids.Б)
    }
    const { status } = await one.order(other, other.ids.А)
    assert.equal(status, 200)
    assert.deepEqual(
      (await stage.queue()).map((entry) => entry.backers),
      [2, 2],
    )
  })

  test('cannot be passed by a cookie that the server did not sign', async () => {
    const stage = await makeStage(world)
    const { cookie = '' } = await makePhone(world).order(stage, stage.ids.А)
    const forged = cookie.replace(/=[0-9a-f-]+/u, `=${randomUUIDv7()}`)
    assert.notEqual(forged, cookie)
    const reply = await world.call(api.songs.orderSong, orderOf(stage, stage.ids.Б), {
      cookie: forged,
    })
    assert.notEqual(reply.cookie, forged)
    const ids = (await ordersOf(stage)).map((order) => order.deviceId)
    assert.ok(!ids.some((id) => forged.includes(id)))
  })

  test('lets exactly two of fifty parallel orders of one phone in', async () => {
    const stage = await makeStage(world)
    const as = await knownPhone(world)
    const titles = ['А', 'Б', 'В', 'Г', 'Д'] as const
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        world.call(
          api.songs.orderSong,
          orderOf(stage, stage.ids[titles[index % titles.length] ?? 'А']),
          as,
        ),
      ),
    )
    const refused = replies.filter((reply) => reply.status !== 200)
    // Each of the two songs let in is asked for ten times, and is one order.
    assert.equal(refused.length, 30)
    const placed = replies.flatMap(({ status, data }) => (status === 200 ? [data.orderId] : []))
    assert.equal(new Set(placed).size, 2)
    for (const { failure } of refused) {
      assert.deepEqual([failure.code, failure.message], ['FREE_LIMIT', FREE_LIMIT_TEXT])
    }
    assert.equal((await ordersOf(stage)).length, 2)
  })

  test('holds whichever process serves the phone, since nothing of it is kept in memory', async () => {
    const stage = await makeStage(world)
    const deviceId = randomUUIDv7()
    const songs = Object.values(stage.ids)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        takeOrder(world.app.ctx, {
          ...orderOf(stage, songs[index % songs.length] ?? null),
          deviceId,
          idempotencyKey: null,
        }),
      ),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    assert.equal(refused.length, 6)
    for (const { reason } of refused) assert.equal(reason.message, FREE_LIMIT_TEXT)
    assert.equal((await ordersOf(stage)).length, 2)
  })
})

describe('the same key', () => {
  test('sent two hundred times at once is one order and one answer', async () => {
    const stage = await makeStage(world)
    const as = { address: makePhone(world).address, key: 'one-tap' }
    const replies = await Promise.all(
      Array.from({ length: 200 }, () =>
        world.call(api.songs.orderSong, orderOf(stage, stage.ids.А), as),
      ),
    )
    const answers = new Set(replies.map(({ status, data }) => JSON.stringify([status, data])))
    assert.deepEqual([...answers], [JSON.stringify([200, replies[0]?.data])])
    const orders = await ordersOf(stage)
    assert.deepEqual(
      orders.map((order) => order.id),
      [replies[0]?.data.orderId],
    )
  })

  test('on several processes at once is still one order', async () => {
    const stage = await makeStage(world)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        // Each of them is taken for one from a new phone.
        takeOrder(world.app.ctx, {
          ...orderOf(stage, stage.ids.А),
          deviceId: randomUUIDv7(),
          idempotencyKey: 'many-doors',
        }),
      ),
    )
    assert.equal(new Set(answers.map((answer) => answer.orderId)).size, 1)
    assert.equal((await ordersOf(stage)).length, 1)
  })

  test('with another body is refused and orders nothing', async () => {
    const stage = await makeStage(world)
    const as = { ...(await knownPhone(world)), key: 'reused' }
    await world.ok(api.songs.orderSong, orderOf(stage, stage.ids.А), as)
    const others = [
      orderOf(stage, stage.ids.Б),
      orderOf(stage, stage.ids.А, { amount: 10_000 }),
      orderOf(stage, stage.ids.А, { sessionId: randomUUIDv7() }),
    ]
    for (const input of others) {
      await world.refused('IDEMPOTENCY_CONFLICT', api.songs.orderSong, input, as)
    }
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
  })

  test('with two bodies at the same moment lets one of them in', async () => {
    const stage = await makeStage(world)
    const as = { ...(await knownPhone(world)), key: 'torn' }
    const replies = await Promise.all(
      [stage.ids.А, stage.ids.Б].map((songId) =>
        world.call(api.songs.orderSong, orderOf(stage, songId), as),
      ),
    )
    assert.deepEqual(replies.map((reply) => reply.failure.code ?? 'ok').toSorted(), [
      'IDEMPOTENCY_CONFLICT',
      'ok',
    ])
    assert.equal((await ordersOf(stage)).length, 1)
  })

  test('gets the first answer without the cookie, after the song played and after the concert', async () => {
    const stage = await makeStage(world)
    const as = { ...(await knownPhone(world)), key: 'lost-answer' }
    const input = orderOf(stage, stage.ids.А)
    const first = await world.ok(api.songs.orderSong, input, as)
    const again = await world.call(api.songs.orderSong, input, { key: as.key, address: as.address })
    assert.deepEqual([again.status, again.data, again.cookie], [200, first, undefined])
    await stage.next()
    assert.deepEqual(await world.ok(api.songs.orderSong, input, as), first)
    await transaction(world.app.ctx, (inside) =>
      endQueueOf(inside, stage.concertId, 'concert_over'),
    )
    await world.sql
      .updateTable('concerts')
      .set({ status: 'PLAYED', active: false })
      .where('id', '=', stage.concertId)
      .execute()
    assert.deepEqual(await world.ok(api.songs.orderSong, input, as), first)
    assert.equal((await ordersOf(stage)).length, 1)
  })

  test('at two concerts at the same moment is one order, and a conflict at the other', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const stages = [await makeStage(world), await makeStage(world)]
      const order = { deviceId: randomUUIDv7(), idempotencyKey: `both-${turn}` }
      const ends = await Promise.allSettled(
        stages.map((stage) =>
          takeOrder(world.app.ctx, { ...orderOf(stage, stage.ids.А), ...order }),
        ),
      )
      const told = ends.map((end) => (end.status === 'fulfilled' ? 'ok' : end.reason.code))
      assert.deepEqual(new Set(told), new Set(['IDEMPOTENCY_CONFLICT', 'ok']))
      const orders = await Promise.all(stages.map(async (stage) => (await ordersOf(stage)).length))
      assert.deepEqual(new Set(orders), new Set([0, 1]))
    }
  })

  test('is not spent by a refused order', async () => {
    const stage = await makeStage(world, { concert: { ableGetSongs: false } })
    const as = { ...(await knownPhone(world)), key: 'too-early' }
    const input = orderOf(stage, stage.ids.А)
    await world.refused('SESSION_NOT_OPEN', api.songs.orderSong, input, as)
    await world.sql
      .updateTable('concerts')
      .set({ ableGetSongs: true })
      .where('id', '=', stage.concertId)
      .execute()
    await world.ok(api.songs.orderSong, input, as)
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
  })
})

describe('too many orders', () => {
  /** The call with limits that this test controls. */
  function orderCall(limits: Limits) {
    const routes = checkout.routes?.({ ...world.app.ctx, limits })
    const route = routes?.find(({ endpoint }) => endpoint === api.songs.orderSong)
    const deviceId = randomUUIDv7()
    const device = { known: () => deviceId, ensure: async () => deviceId, become: () => {} }
    return (stage: TestStage, idempotencyKey: string) => {
      const { body } = orderOf(stage, stage.ids.А)
      return route?.answer({ body, device, address: '203.0.113.9', idempotencyKey } as never)
    }
  }

  test('are counted by the concert and the address, and repeats are not', async () => {
    const stage = await makeStage(world)
    const spent: string[] = []
    const order = orderCall({ spend: async (name, key) => void spent.push(`${name} ${key}`) })
    for (let repeat = 0; repeat < 70; repeat++) await order(stage, 'counted-once')
    await order(stage, 'another')
    const once = `orderOfConcertAndAddress ${stage.concertId} 203.0.113.9`
    assert.deepEqual(spent, [once, once])
  })

  test('of one address are refused before they touch the concert', async () => {
    const stage = await makeStage(world)
    const limits = localLimits()
    const key = `${stage.concertId} 203.0.113.9`
    const { points } = RATES.orderOfConcertAndAddress
    for (let left = points; left > 0; left--) await limits.spend('orderOfConcertAndAddress', key)
    const order = orderCall(limits)
    await assert.rejects(async () => order(stage, 'one too many'), { code: 'TOO_MANY' })
    assert.equal((await ordersOf(stage)).length, 0)
    const elsewhere = await makeStage(world)
    await order(elsewhere, 'elsewhere')
    assert.equal((await ordersOf(elsewhere)).length, 1)
  })
})
