import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { cancelled, myOrders } from '#test/support/steps/my-orders.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

type Guest = { phone: ReturnType<typeof makePhone>; orderId: string }

async function guest(stage: TestStage, title: Title, phone = makePhone(world)): Promise<Guest> {
  const { status, data } = await phone.order(stage, stage.ids[title])
  assert.equal(status, 200)
  world.advance(1000)
  return { phone, orderId: data.orderId }
}

/** Four guests, each with an order. */
async function evening(rules: Partial<EveningRules> = {}) {
  const stage = await makeStage(world)
  const body = { sessionId: stage.concertId, rules: { lock: 0, ...rules } }
  await world.ok(api.artist.changeRules, { body }, stage.as)
  const guests = [
    await guest(stage, 'А'),
    await guest(stage, 'Б'),
    await guest(stage, 'В'),
    await guest(stage, 'Г'),
  ] as const
  return { stage, guests }
}

const pass = ({ orderId }: Pick<Guest, 'orderId'>, { phone }: Pick<Guest, 'phone'>) =>
  world.call(api.songs.letPass, { body: { orderId } }, { cookie: phone.cookie ?? '' })
const titles = async (stage: TestStage) => (await stage.queue()).map(({ title }) => title).join('')
const mine = async (stage: TestStage, { phone, orderId }: Guest) =>
  (await myOrders(world, stage.concertId, phone.cookie)).find((one) => one.orderId === orderId)

describe('«Пропустить вперёд»', () => {
  test('puts the order one place later, once, and says so; a second tab changes nothing', async () => {
    const { stage, guests } = await evening()
    const [, second] = guests
    assert.equal((await mine(stage, second))?.mayLetPass, true)
    const both = await Promise.all([pass(second, second), pass(second, second)])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(await titles(stage), 'АВБГ')
    const order = await mine(stage, second)
    assert.equal(order?.place, 3)
    assert.equal(order.why, 'Перед вами 2 песни: одну вы пропустили вперёд, одну заказали раньше')
    assert.equal(order.mayLetPass, undefined)
    assert.equal((await pass(second, second)).status, 200)
    assert.equal(await titles(stage), 'АВБГ')
  })

  test('once an evening, whichever order it was', async () => {
    const { stage, guests } = await evening({ freeWaiting: 3 })
    const [first] = guests
    assert.equal((await pass(first, first)).status, 200)
    const other = await guest(stage, 'Д', first.phone)
    await guest(stage, 'А')
    assert.equal((await mine(stage, other))?.mayLetPass, undefined)
    const { status, failure } = await pass(other, first)
    assert.deepEqual([status, failure.message], [409, 'Пропустить вперёд можно один раз за вечер'])
  })

  test('by the listener of the order alone', async () => {
    const { stage, guests } = await evening()
    const [first, second] = guests
    assert.equal((await pass(first, second)).status, 404)
    assert.equal((await pass(first, { phone: makePhone(world) })).status, 404)
    assert.equal(await titles(stage), 'АБВГ')
  })

  test('not by the last one, nor by one that others ordered too, that plays, or that was taken off', async () => {
    const { stage, guests } = await evening()
    const [first, second, third, last] = guests
    await guest(stage, 'Б')
    await stage.next('А')
    await cancelled(world, third.orderId, third.phone.cookie)
    for (const one of [first, second, third, last]) {
      assert.equal((await mine(stage, one))?.mayLetPass, undefined)
      assert.equal((await pass(one, one)).failure.code, 'ILLEGAL_STEP')
    }
    assert.equal(await titles(stage), 'АБГ')
  })

  test('keeps its turn: in a circle it stays before everything but the one that it let pass', async () => {
    const { stage, guests } = await evening({ turn: 'circle', freeWaiting: 3 })
    const [first, second] = guests
    await guest(stage, 'Д', first.phone)
    assert.equal(await titles(stage), 'АБВГД')
    assert.equal((await pass(second, second)).status, 200)
    assert.equal(await titles(stage), 'АВБГД')
    // The queue is arranged anew with each order and each press.
    await stage.next()
    assert.equal(await titles(stage), 'АВБГД')
    await stage.next()
    assert.equal(await titles(stage), 'ВБГД')
  })
})
