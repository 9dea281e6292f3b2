import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const SAVE = api.artist.updateSessionSongList

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

/** Opens the queue for editing: this editor knows the entries that wait now. */
async function editorOf(stage: TestStage) {
  const seen = await stage.queue()
  const knownIds = seen.filter(({ status }) => status !== 'NOW').map(({ songId }) => songId)
  return {
    input: (...titles: Title[]) => ({
      body: {
        sessionId: stage.concertId,
        idList: titles.map((title) => stage.ids[title]),
        knownIds,
      },
    }),
    save(...titles: Title[]) {
      return world.ok(SAVE, this.input(...titles), stage.as)
    },
  }
}

describe('a list that was edited while the concert went on', () => {
  test('keeps what was ordered meanwhile, with whoever ordered it, and answers with it', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const editor = await editorOf(stage)
    await makePhone(world).order(stage, stage.ids.В)
    const saved = await editor.save('Г', 'Б', 'А')
    assert.deepEqual(
      saved.map(({ title, status }) => `${title} ${status}`),
      ['Г SCHEDULED', 'Б SCHEDULED', 'А SCHEDULED', 'В SCHEDULED'],
    )
    assert.deepEqual(
      (await stage.queue()).map(({ title, backers }) => [title, backers]),
      [
        ['Г', 0],
        ['Б', 0],
        ['А', 0],
        ['В', 1],
      ],
    )
  })

  test('says of a song that came meanwhile too whether it is in the repertoire', async () => {
    const stage = await makeStage(world)
    const songId = stage.ids.В
    await world.sql
      .insertInto('repertoire')
      .values({ artistId: stage.artist.id, songId, addedAt: world.now() })
      .execute()
    const editor = await editorOf(stage)
    await makePhone(world).order(stage, songId)
    assert.deepEqual(
      (await editor.save('А')).map(({ title, isFavorite }) => [title, isFavorite]),
      [
        ['А', false],
        ['В', true],
      ],
    )
  })

  test('does not bring back what the pad queued, played or put away', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    const editor = await editorOf(stage)
    await stage.next('А')
    await stage.queued('Б')
    await stage.skip('В')
    const saved = await editor.save('Д', 'В', 'Б', 'А', 'Г')
    assert.deepEqual(
      saved.map(({ title }) => title),
      ['Д', 'Г'],
    )
    assert.deepEqual(await stage.list(), ['А NOW', 'Б QUEUED', 'Д SCHEDULED', 'Г SCHEDULED'])
    assert.ok((await stage.history()).includes('В SKIPPED'))
  })

  test('of two editors keeps what either added and takes out what either removed', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    const first = await editorOf(stage)
    const second = await editorOf(stage)
    await Promise.all([first.save('В', 'А', 'Г'), second.save('Д', 'Б', 'В')])
    const list = await stage.list()
    assert.deepEqual(list.toSorted(), ['В SCHEDULED', 'Г SCHEDULED', 'Д SCHEDULED'])
  })

  test('saved twice, as after a lost answer, is the same list', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const editor = await editorOf(stage)
    await editor.save('В', 'Б')
    const once = await stage.queue()
    await editor.save('В', 'Б')
    assert.deepEqual(await stage.queue(), once)
  })

  test('is refused whole with an unknown song, a song named twice, or too many', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const editor = await editorOf(stage)
    const { body } = editor.input('В')
    const untouched = await stage.list()
    const as = stage.as
    const unknown = { ...body, idList: [stage.ids.В, randomUUIDv7()] }
    await world.refused('NOT_FOUND', SAVE, { body: unknown }, as)
    await world.refused('ILLEGAL_STEP', SAVE, editor.input('В', 'А', 'В'), as)
    const tooMany = { ...body, knownIds: Array.from({ length: 1001 }, () => randomUUIDv7()) }
    await world.refused('VALIDATION', SAVE, { body: tooMany }, as)
    await world.refused('VALIDATION', SAVE, { body: { ...body, knownIds: ['А'] } }, as)
    assert.deepEqual(await stage.list(), untouched)
  })

  test('works before the concert begins, and is refused in words once it is over', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const editor = await editorOf(stage)
    await editor.save('Б', 'А')
    assert.deepEqual(await stage.list(), ['Б SCHEDULED', 'А SCHEDULED'])
    for (const sessionStatus of ['NOW', 'PLAYED'] as const) {
      const body = { sessionId: stage.concertId, sessionStatus }
      await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
    }
    const failure = await world.refused('ILLEGAL_STEP', SAVE, editor.input('А'), stage.as)
    assert.match(failure.message, /[а-яё]{4}/u)
  })

  test('is refused to another artist', async () => {
    const stage = await makeStage(world)
    const editor = await editorOf(stage)
    const other = await world.artist()
    await world.refused('NOT_YOURS', SAVE, editor.input('А'), { token: other.token })
  })
})

describe('the money behind an edited list', () => {
  test('the queue tells how many orders were paid for a song, and how much', async () => {
    const show = await paidConcert(world)
    const { song } = await show.paid('card', 30_000)
    await show.paid('sbp', 20_000, song)
    const free = await show.newSong()
    const body = { sessionId: show.sessionId, idList: [free, song] }
    await world.ok(SAVE, { body }, show.as)
    assert.deepEqual(
      (await show.queue()).map(({ amount, paidOrders }) => [amount, paidOrders]),
      [
        [0, 0],
        [50_000, 2],
      ],
    )
  })

  test('returns for a song left out, and stays for one that came meanwhile', async () => {
    const show = await paidConcert(world)
    const out = await show.paid('card', 30_000)
    const knownIds = (await show.queue()).map(({ songId }) => songId)
    const came = await show.paid('card', 20_000)
    const body = { sessionId: show.sessionId, idList: [], knownIds }
    await world.ok(SAVE, { body }, show.as)
    await world.settle()
    const stateOf = async (id: string) =>
      (await world.ok(api.payment.byId, { params: { id } })).state
    assert.equal(await stateOf(out.id), 'returned')
    assert.equal(await stateOf(came.id), 'secured')
    assert.deepEqual(
      (await show.queue()).map(({ songId, amount }) => [songId, amount]),
      [[came.song, 20_000]],
    )
  })
})

test('without what its editor knew, a list means exactly these songs', async () => {
  const stage = await makeStage(world)
  await stage.scheduled('А', 'Б')
  await makePhone(world).order(stage, stage.ids.В)
  await stage.scheduled('Б')
  assert.deepEqual(await stage.list(), ['Б SCHEDULED'])
  assert.deepEqual(await stage.history(), ['А SKIPPED', 'Б SCHEDULED', 'В SKIPPED'])
  await stage.queued('Б')
  const body = { sessionId: stage.concertId, idList: [stage.ids.Б] }
  await world.refused('ILLEGAL_STEP', SAVE, { body }, stage.as)
})
