import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { SONG_STATUSES } from '#domain/queue/queue.ts'
import { queueFrames } from '#server/modules/queue/queue-view.service.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

describe('«Следующий трек»', () => {
  test('plays the first queued song, then the first ordered one, and leaves none in the end', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('В')
    await stage.next()
    assert.deepEqual(await stage.list(), ['В NOW', 'А SCHEDULED', 'Б SCHEDULED'])
    await stage.next()
    assert.deepEqual(await stage.list(), ['А NOW', 'Б SCHEDULED'])
    await stage.next()
    assert.deepEqual(await stage.next(), [])
    assert.deepEqual(await stage.next(), [])
    assert.deepEqual(await stage.history(), ['А PLAYED', 'Б PLAYED', 'В PLAYED'])
  })

  test('plays the chosen song, queued or only ordered, and the others keep their order', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    await stage.queued('А', 'Б')
    await stage.next('Б')
    assert.deepEqual(await stage.list(), ['Б NOW', 'А QUEUED', 'В SCHEDULED', 'Г SCHEDULED'])
    await stage.next('Г')
    assert.deepEqual(await stage.list(), ['Г NOW', 'А QUEUED', 'В SCHEDULED'])
  })

  test('answers with the queue that everybody else sees', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const answer = await stage.next()
    assert.deepEqual(
      answer,
      await world.ok(api.test.getQueueBySession, { body: { sessionId: stage.concertId } }),
    )
    const frames = await queueFrames(world.app.ctx, [stage.concertId])
    assert.equal(frames.get(stage.concertId), JSON.stringify(answer))
  })

  test('pressed twice by mistake plays nothing through, and tells the true queue', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    const [now] = await stage.next()
    const press = () =>
      world.call(api.artist.nextSong, { body: { songId: null, expectedNowId: now?.id } }, stage.as)
    const replies = await Promise.all(Array.from({ length: 8 }, press))
    const refused = replies.filter((reply) => reply.status !== 200)
    assert.equal(refused.length, 7)
    const truth = await stage.queue()
    for (const { status: code, failure } of refused) {
      assert.deepEqual([code, failure.code], [409, 'NOW_MOVED'])
      assert.deepEqual(
        failure.queue?.map(({ id, status, amount }) => [id, status, amount]),
        truth.map(({ id, status, amount }) => [id, status, amount]),
      )
    }
    assert.deepEqual(await stage.list(), ['Б NOW', 'В SCHEDULED'])
  })

  test('of a pad that believes nothing plays is refused once something does', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const body = { songId: null, expectedNowId: null }
    await world.ok(api.artist.nextSong, { body }, stage.as)
    await world.refused('NOW_MOVED', api.artist.nextSong, { body }, stage.as)
    assert.deepEqual(await stage.list(), ['А NOW', 'Б SCHEDULED'])
  })

  test('of a pad on which nothing waited starts nothing that was ordered meanwhile', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    await stage.next()
    await stage.scheduled('Б')
    await world.ok(api.artist.nextSong, { body: { onlyEnds: true } }, stage.as)
    assert.deepEqual(await stage.list(), ['Б SCHEDULED'])
    assert.deepEqual(await stage.history(), ['А PLAYED', 'Б SCHEDULED'])
  })

  test('refuses a song that does not wait and changes nothing', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    await stage.next()
    for (const songId of [stage.ids.А, stage.ids.В, randomUUIDv7()]) {
      await world.refused('ILLEGAL_STEP', api.artist.nextSong, { body: { songId } }, stage.as)
    }
    assert.deepEqual(await stage.list(), ['А NOW', 'Б SCHEDULED'])
  })

  test('goes on while the concert is paused', async () => {
    const stage = await makeStage(world, { concert: { active: false } })
    await stage.scheduled('А')
    await stage.next()
    assert.deepEqual(await stage.list(), ['А NOW'])
  })

  test('notes when a song began and when it was over', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const began = world.now()
    await stage.next()
    world.advance(180_000)
    const over = world.now()
    await stage.next()
    const row = await world.sql
      .selectFrom('queueEntries')
      .select(['nowAt', 'closedAt'])
      .where('concertId', '=', stage.concertId)
      .where('songId', '=', stage.ids.А)
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { nowAt: began, closedAt: over })
  })
})

describe('the order of the queue', () => {
  test('«В очередь» makes an ordered song the last of the queued, before all that are only ordered', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    await stage.queued('В', 'Г')
    assert.deepEqual(await stage.list(), ['В QUEUED', 'Г QUEUED', 'А SCHEDULED', 'Б SCHEDULED'])
  })

  test('«В начало» makes a queued song the first, and the first stays', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    await stage.queued('А', 'Б', 'В')
    for (let times = 0; times < 2; times++) {
      await world.ok(api.artist.onTop, { body: { songId: stage.ids.В } }, stage.as)
      assert.deepEqual(await stage.list(), ['В QUEUED', 'А QUEUED', 'Б QUEUED', 'Г SCHEDULED'])
    }
  })

  test('one up swaps a queued song with the one before it, and the first stays', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('А', 'Б', 'В')
    const up = () => world.ok(api.artist.oneSongUp, { body: { songId: stage.ids.В } }, stage.as)
    assert.deepEqual(
      (await up()).map((entry) => entry.title),
      ['А', 'В', 'Б'],
    )
    await up()
    await up()
    assert.deepEqual(await stage.list(), ['В QUEUED', 'А QUEUED', 'Б QUEUED'])
  })

  test('neither moves a song that is only ordered, playing, or not there', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('Б')
    await stage.next('В')
    for (const songId of [stage.ids.А, stage.ids.В, stage.ids.Д]) {
      await world.refused('ILLEGAL_STEP', api.artist.onTop, { body: { songId } }, stage.as)
      await world.refused('ILLEGAL_STEP', api.artist.oneSongUp, { body: { songId } }, stage.as)
    }
    assert.deepEqual(await stage.list(), ['В NOW', 'Б QUEUED', 'А SCHEDULED'])
  })
})

describe('changing the status of a song', () => {
  test('answers with the entry in its new status', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const [{ id } = { id: '' }] = await stage.queue()
    const body = { songId: stage.ids.А, sessionId: stage.concertId }
    for (const statusSong of ['QUEUED', 'SKIPPED'] as const) {
      const entry = await world.ok(
        api.artist.changeSongStatus,
        { body: { ...body, statusSong } },
        stage.as,
      )
      assert.deepEqual([entry.id, entry.title, entry.status], [id, 'А', statusSong])
    }
  })

  test('removes an ordered, a queued and a playing song', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    await stage.queued('Б')
    await stage.next('В')
    await stage.skip('А')
    await stage.skip('Б')
    await stage.skip('В')
    assert.deepEqual(await stage.list(), ['Г SCHEDULED'])
    assert.deepEqual(await stage.history(), ['А SKIPPED', 'Б SKIPPED', 'В SKIPPED', 'Г SCHEDULED'])
  })

  test('an illegal step is refused in words and changes nothing', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('Б')
    await stage.next('В')
    await stage.skip('В')
    const untouched = await stage.list()
    const illegal = {
      А: ['SCHEDULED', 'NOW', 'PLAYED'],
      Б: ['SCHEDULED', 'QUEUED', 'NOW', 'PLAYED'],
      В: SONG_STATUSES,
      Д: SONG_STATUSES,
    } as const
    for (const [title, statuses] of Object.entries(illegal)) {
      const songId = stage.ids[title as keyof typeof illegal]
      for (const statusSong of statuses) {
        const { message } = await world.refused(
          'ILLEGAL_STEP',
          api.artist.changeSongStatus,
          { body: { songId, statusSong, sessionId: stage.concertId } },
          stage.as,
        )
        assert.match(message, /^[А-ЯЁ][а-яё :,]+$/u)
      }
    }
    assert.deepEqual(await stage.list(), untouched)
  })

  test('of a song that plays and waits at once means the waiting one', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    await stage.next()
    await stage.scheduled('А', 'Б')
    assert.deepEqual(await stage.list(), ['А NOW', 'А SCHEDULED', 'Б SCHEDULED'])
    await stage.skip('А')
    assert.deepEqual(await stage.list(), ['А NOW', 'Б SCHEDULED'])
  })
})

describe('the list that the artist saves', () => {
  test('becomes exactly these songs in this order, with whoever stood behind them', async () => {
    const stage = await makeStage(world)
    await makePhone(world).order(stage, stage.ids.Б)
    await stage.scheduled('А', 'Б', 'В')
    const saved = await stage.scheduled('Г', 'Б')
    assert.deepEqual(
      saved.map(({ title, status, isFavorite }) => [title, status, isFavorite]),
      [
        ['Г', 'SCHEDULED', false],
        ['Б', 'SCHEDULED', false],
      ],
    )
    assert.deepEqual(
      (await stage.queue()).map(({ title, backers }) => [title, backers]),
      [
        ['Г', 0],
        ['Б', 1],
      ],
    )
    const closed = (await stage.history()).filter((line) => line.endsWith('SKIPPED'))
    assert.deepEqual(closed, ['А SKIPPED', 'В SKIPPED'])
  })

  test('flags the songs of the repertoire', async () => {
    const stage = await makeStage(world)
    await world.sql
      .insertInto('repertoire')
      .values({ artistId: stage.artist.id, songId: stage.ids.Б, addedAt: world.now() })
      .execute()
    const saved = await stage.scheduled('А', 'Б')
    assert.deepEqual(
      saved.map((song) => song.isFavorite),
      [false, true],
    )
  })

  test('leaves the playing and the queued songs alone, and may be empty', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('Б')
    await stage.next('А')
    await stage.scheduled()
    assert.deepEqual(await stage.list(), ['А NOW', 'Б QUEUED'])
  })

  test('with a song named twice, queued already or unknown is refused whole', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    await stage.queued('Б')
    const untouched = await stage.list()
    const save = (...idList: string[]) => ({ body: { sessionId: stage.concertId, idList } })
    const { А, Б, В } = stage.ids
    const call = api.artist.updateSessionSongList
    await world.refused('ILLEGAL_STEP', call, save(В, А, В), stage.as)
    await world.refused('ILLEGAL_STEP', call, save(В, Б), stage.as)
    await world.refused('NOT_FOUND', call, save(В, randomUUIDv7()), stage.as)
    assert.deepEqual(await stage.list(), untouched)
  })
})
