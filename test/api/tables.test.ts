import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
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

const change = (stage: TestStage, rules: Partial<EveningRules>) =>
  world.ok(api.artist.changeRules, { body: { sessionId: stage.concertId, rules } }, stage.as)

async function circleByTable(): Promise<TestStage> {
  const stage = await makeStage(world)
  await change(stage, { turn: 'circle', byTable: true, lock: 0 })
  return stage
}

async function order(
  stage: TestStage,
  title: Title,
  table?: number | null,
  phone = makePhone(world),
) {
  const { status } = await phone.order(
    stage,
    stage.ids[title],
    table === undefined ? {} : { table },
  )
  assert.equal(status, 200)
  world.advance(1000)
  return phone
}

const titles = async (stage: TestStage) => (await stage.queue()).map(({ title }) => title).join('')

describe('Table codes', () => {
  test('one table is one person of the circle, whoever orders there', async () => {
    const stage = await circleByTable()
    const first = await order(stage, 'А', 7)
    const second = await order(stage, 'Б', 7)
    await order(stage, 'В', 8)
    await order(stage, 'Г')
    assert.equal(await titles(stage), 'АВГБ')
    const [own] = await myOrders(world, stage.concertId, second.cookie)
    assert.equal(own?.why, 'Песня вашего стола — вторая: сначала по одной у каждого стола')
    assert.equal((await myOrders(world, stage.concertId, first.cookie))[0]?.place, 1)
  })

  test('an own song that the artist adds for a table is an order of that table', async () => {
    const stage = await circleByTable()
    const body = {
      sessionId: stage.concertId,
      entryId: randomUUIDv7(),
      songId: stage.ids.Д,
      title: '',
      artistName: '',
      forWhom: 'стол 7',
    }
    await world.ok(api.artist.addSong, { body }, stage.as)
    await order(stage, 'А', 7)
    await order(stage, 'Б', 8)
    assert.equal(await titles(stage), 'ДБА')
    await world.ok(
      api.artist.addSong,
      { body: { ...body, entryId: randomUUIDv7(), songId: stage.ids.Г, forWhom: 'Столик № 8' } },
      stage.as,
    )
    // Both tables have had their first song, so a new table's order goes before their second ones.
    await order(stage, 'В', 9)
    assert.equal(await titles(stage), 'ДГВБА')
  })

  test('a device sits at the table of its last order: no number makes it several persons', async () => {
    const stage = await circleByTable()
    await change(stage, { freeWaiting: 5 })
    const guest = await order(stage, 'А', 1)
    await order(stage, 'Б', 2, guest)
    await order(stage, 'В', 9)
    assert.equal(await titles(stage), 'АВБ')
  })

  test('who sits at no table any more is a person alone from his next order on', async () => {
    const stage = await circleByTable()
    await order(stage, 'А', 7)
    const guest = await order(stage, 'Б', 7)
    await order(stage, 'В', 8)
    assert.equal(await titles(stage), 'АВБ')
    await order(stage, 'Г', null, guest)
    // His first one stands with those of the others.
    assert.deepEqual(
      (await stage.queue()).map(({ title, tables }) => [title, tables]),
      [
        ['А', [7]],
        ['В', [8]],
        ['Б', undefined],
        ['Г', undefined],
      ],
    )
    await order(stage, 'Д', 9)
    assert.equal(await titles(stage), 'АВБДГ')
  })

  test('a refused order and a repeated one leave a device where it sits', async () => {
    const stage = await circleByTable()
    const guest = makePhone(world)
    const at = (title: Title, table: number, key: string) =>
      guest.order(stage, stage.ids[title], { table }, key)
    const key = randomUUIDv7()
    assert.equal((await at('А', 7, key)).status, 200)
    assert.equal((await at('Б', 8, randomUUIDv7())).status, 200)
    assert.equal((await at('А', 7, key)).status, 200)
    const seats = async () => (await stage.queue()).map(({ tables }) => tables)
    assert.deepEqual(await seats(), [[8], [8]])
    await Promise.all((['В', 'Г', 'Д'] as const).map((title) => at(title, 9, randomUUIDv7())))
    assert.deepEqual(await seats(), [[8], [8]])
  })

  test('by device nothing is changed by a table, and the switch lays the queue anew', async () => {
    const stage = await makeStage(world)
    await change(stage, { turn: 'circle', lock: 0 })
    await order(stage, 'А', 7)
    await order(stage, 'Б', 7)
    await order(stage, 'В', 8)
    assert.equal(await titles(stage), 'АБВ')
    const body = { sessionId: stage.concertId, turn: 'circle', lock: 0, byTable: true }
    const preview = await world.ok(api.artist.previewRules, { body }, stage.as)
    assert.equal(preview.map(({ title }) => title).join(''), 'АВБ')
    assert.equal(await titles(stage), 'АБВ')
    await change(stage, { byTable: true })
    assert.equal(await titles(stage), 'АВБ')
    const query = { sessionId: stage.concertId }
    assert.deepEqual((await world.ok(api.session.byId, { query })).rules, {
      turn: 'circle',
      lock: 0,
      byTable: true,
    })
  })

  test('the artist is told the tables of a song, the hall is not', async () => {
    const stage = await makeStage(world)
    await order(stage, 'А', 12)
    await order(stage, 'А', 7)
    await order(stage, 'Б')
    const queue = await stage.queue()
    assert.deepEqual(
      queue.map(({ tables }) => tables),
      [[7, 12], undefined],
    )
    const concert = await world.call(api.session.byId, { query: { sessionId: stage.concertId } })
    assert.doesNotMatch(JSON.stringify(concert.data), /tables/u)
  })

  test('a table is a whole number of one to three digits', async () => {
    const stage = await makeStage(world)
    for (const table of [0, 1000, 1.5, '7<b>', -1]) {
      const reply = await makePhone(world).order(stage, stage.ids.А, { table })
      assert.equal(reply.failure.code, 'VALIDATION', String(table))
    }
  })
})
