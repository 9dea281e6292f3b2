import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import type { MoneyOfQueue } from '#server/modules/queue/payment-port.ts'
import { makeQueue } from '#server/modules/queue/queue.service.ts'
import { assertQueueConsistent } from '#test/support/queue-consistency.ts'
import { makeStage } from '#test/support/stage.ts'
import type { TestStage } from '#test/support/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

/** A queue whose notifications and money this test controls. */
function queueWith(changes: { money?: Partial<MoneyOfQueue>; changed?: (id: string) => void }) {
  const { sql, now } = world
  const { songs, paymentPort } = world.app.services
  const money = { ...paymentPort, ...changes.money }
  return makeQueue({ sql, now, songs, money, changed: changes.changed ?? (() => {}) })
}

function wishOf({ artist, concertId }: TestStage, songId: string) {
  return {
    concertId,
    artistUsername: artist.username,
    songId,
    title: '',
    artistName: '',
    deviceId: randomUUIDv7(),
    idempotencyKey: null,
  }
}

async function orderCount({ concertId }: TestStage): Promise<number> {
  const rows = await world.sql
    .selectFrom('orders')
    .select('id')
    .where('concert_id', '=', concertId)
    .execute()
  return rows.length
}

test('orders that come together are all told of, and a refused one holds up no other', async () => {
  const stage = await makeStage(world)
  const told: string[] = []
  const queue = queueWith({ changed: (id) => told.push(id) })
  const songs = [stage.ids.А, stage.ids.Б, randomUUIDv7(), stage.ids.А, stage.ids.В]
  const ends = await Promise.allSettled(songs.map((id) => queue.order(wishOf(stage, id))))
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? 'stands' : end.reason.code)),
    ['stands', 'stands', 'NOT_FOUND', 'stands', 'stands'],
  )
  assert.equal(await orderCount(stage), 4)
  assert.deepEqual(await stage.list(), ['А SCHEDULED', 'Б SCHEDULED', 'В SCHEDULED'])
  assert.ok(told.length > 0 && told.every((id) => id === stage.concertId))
})

test('what breaks one of them breaks none of the others', async () => {
  const stage = await makeStage(world, {
    artist: { paid_songs_enabled: true, min_song_rubles: 50 },
  })
  const { begin } = world.app.services.paymentPort
  const queue = queueWith({
    money: {
      begin: (sql, wish) => {
        if (wish.songId === stage.ids.Б) throw new Error('a bug of this one')
        return begin(sql, wish)
      },
    },
  })
  const songs = [stage.ids.А, stage.ids.Б, stage.ids.В]
  const ends = await Promise.allSettled(
    songs.map((id) => queue.order({ ...wishOf(stage, id), amount: 20_000 })),
  )
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  const payments = await world.sql
    .selectFrom('payments')
    .select('song_id')
    .where('concert_id', '=', stage.concertId)
    .execute()
  assert.deepEqual(new Set(payments.map((row) => row.song_id)), new Set([stage.ids.А, stage.ids.В]))
})

test('one key at two concerts at the same moment is one order, and a conflict at the other', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const stages = [await makeStage(world), await makeStage(world)]
    const ends = await Promise.allSettled(
      stages.map((stage) =>
        queueWith({}).order({ ...wishOf(stage, stage.ids.А), idempotencyKey: `both-${turn}` }),
      ),
    )
    const told = ends.map((end) => (end.status === 'fulfilled' ? 'ok' : end.reason.code))
    assert.deepEqual(new Set(told), new Set(['IDEMPOTENCY_CONFLICT', 'ok']))
    const orders = await Promise.all(stages.map(orderCount))
    assert.deepEqual(
      orders.toSorted((a, b) => a - b),
      [0, 1],
    )
  }
})

test('a repeat in the same round gets the first answer', async () => {
  const stage = await makeStage(world)
  const queue = queueWith({})
  const wish = { ...wishOf(stage, stage.ids.А), idempotencyKey: 'twice in a round' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => queue.order({ ...wish, deviceId: randomUUIDv7() })),
  )
  assert.equal(new Set(answers.map(({ orderId }) => orderId)).size, 1)
  assert.equal(await orderCount(stage), 1)
})
