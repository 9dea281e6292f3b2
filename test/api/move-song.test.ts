import assert from 'node:assert/strict'
import { after, before as beforeAll, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { eventually } from '#test/support/eventually.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** «А» is playing, «Б» and «В» are queued, «Г» and «Д» are ordered. */
async function busyStage() {
  const stage = await makeStage(world)
  await stage.scheduled('А', 'Б', 'В', 'Г', 'Д')
  await stage.queued('А', 'Б', 'В')
  await stage.next()
  return stage
}

async function move(
  stage: TestStage,
  title: Title,
  list: 'QUEUED' | 'SCHEDULED',
  before: Title | null,
  as: { token: string } = stage.as,
) {
  const queue = await stage.queue()
  const beforeId = queue.find((entry) => entry.title === before)?.id ?? null
  const body = { sessionId: stage.concertId, songId: stage.ids[title], list, beforeId }
  return world.call(api.artist.moveSong, { body }, as)
}

describe('A song that is put elsewhere', () => {
  test('stands there in the queue, from the queue and from the orders', async () => {
    const stage = await busyStage()
    assert.equal((await move(stage, 'В', 'QUEUED', 'Б')).status, 200)
    const { data } = await move(stage, 'Д', 'QUEUED', 'Б')
    const stands = ['А NOW', 'В QUEUED', 'Д QUEUED', 'Б QUEUED', 'Г SCHEDULED']
    assert.deepEqual(
      data.map(({ title, status }) => `${title} ${status}`),
      stands,
    )
    assert.deepEqual(await stage.list(), stands)
    // A press whose response was lost is repeated.
    assert.equal((await move(stage, 'Д', 'QUEUED', 'Б')).status, 200)
    assert.deepEqual(await stage.list(), stands)
  })

  test('stands there in the orders where they lie by arrival', async () => {
    const stage = await busyStage()
    await move(stage, 'Д', 'SCHEDULED', 'Г')
    await move(stage, 'Б', 'SCHEDULED', 'Г')
    await move(stage, 'Д', 'SCHEDULED', null)
    const stands = ['А NOW', 'В QUEUED', 'Б SCHEDULED', 'Г SCHEDULED', 'Д SCHEDULED']
    assert.deepEqual(await stage.list(), stands)
  })

  test('stays among orders that the rules of the evening lay', async () => {
    const stage = await busyStage()
    const rules = { ...DEFAULT_RULES, turn: 'circle' as const }
    await world.ok(
      api.artist.changeRules,
      { body: { sessionId: stage.concertId, rules } },
      stage.as,
    )
    const { status, failure } = await move(stage, 'Д', 'SCHEDULED', 'Г')
    assert.deepEqual([status, failure.code], [409, 'ILLEGAL_STEP'])
    assert.match(failure.message ?? '', /^Порядок заказов сегодня ставят правила вечера/u)
    assert.equal((await move(stage, 'Д', 'QUEUED', 'Б')).status, 200)
    assert.equal((await move(stage, 'Д', 'SCHEDULED', null)).status, 200)
  })

  test('stays where the list has changed, the song sounds, or the concert is not his', async () => {
    const stage = await busyStage()
    const stood = await stage.list()
    const changed = await move(stage, 'В', 'QUEUED', 'Г')
    assert.deepEqual([changed.status, changed.failure.code], [409, 'ILLEGAL_STEP'])
    assert.equal((await move(stage, 'А', 'QUEUED', 'Б')).status, 409)
    const stranger = await world.artist()
    const foreign = await move(stage, 'В', 'QUEUED', 'Б', stranger)
    assert.deepEqual([foreign.status, foreign.failure.code], [403, 'NOT_YOURS'])
    assert.deepEqual(await stage.list(), stood)
  })

  test('is moved by a second pad too, which the log tells', async () => {
    const stage = await busyStage()
    const body = { sessionId: stage.concertId, name: 'Лёша' }
    const { link } = await world.ok(api.artist.addSecondPad, { body }, stage.as)
    const as = { token: link.split('#')[1] ?? '' }
    assert.equal((await move(stage, 'В', 'QUEUED', 'Б', as)).status, 200)
    const query = { sessionId: stage.concertId }
    // An action of the artist before the second pad existed may be logged after it.
    const ofSecond = async () => {
      const log = await world.ok(api.artist.padLog, { query }, stage.as)
      return log.flatMap(({ by, action, songTitle }) =>
        by === null ? [] : [[by, action, songTitle]],
      )
    }
    await eventually(ofSecond, [['Лёша', 'move', 'В']])
  })
})
