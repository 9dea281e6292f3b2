import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { transaction } from '#server/context.ts'
import { queueEntries, queueEntriesOfMany } from '#server/modules/queue/queue-view.service.ts'
import { endQueueOf } from '#server/modules/queue/queue.service.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

describe('when and whose', () => {
  test('before the start the list is made and cut, and nothing is played', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('В')
    await stage.skip('А')
    assert.deepEqual(await stage.list(), ['В QUEUED', 'Б SCHEDULED'])
    const padRequests = [
      [api.artist.nextSong, { songId: null }],
      [api.artist.onTop, { songId: stage.ids.В }],
      [api.artist.oneSongUp, { songId: stage.ids.В }],
    ] as const
    for (const [endpoint, body] of padRequests) {
      const { message } = await world.refused('SESSION_NOT_OPEN', endpoint, { body }, stage.as)
      assert.match(message, /концерт/u)
    }
  })

  test('a press that names another concert than the running one changes nothing', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('А', 'Б', 'В')
    const sessionId = randomUUIDv7()
    const standing = await stage.list()
    const padRequests = [
      [api.artist.nextSong, { songId: null, expectedNowId: null, sessionId }],
      [api.artist.onTop, { songId: stage.ids.В, sessionId }],
      [api.artist.oneSongUp, { songId: stage.ids.В, sessionId }],
    ] as const
    for (const [endpoint, body] of padRequests) {
      await world.refused('SESSION_NOT_OPEN', endpoint, { body }, stage.as)
    }
    assert.deepEqual(await stage.list(), standing)

    const body = { songId: stage.ids.В, sessionId: stage.concertId }
    await world.ok(api.artist.onTop, { body }, stage.as)
    assert.deepEqual(await stage.list(), ['В QUEUED', 'А QUEUED', 'Б QUEUED'])
  })

  test('after the end nothing of it can be changed', async () => {
    const stage = await makeStage(world, { concert: { status: 'PLAYED', startsIn: -300 } })
    const sessionId = stage.concertId
    const calls = [
      [api.artist.updateSessionSongList, { sessionId, idList: [stage.ids.А] }],
      [api.artist.changeSongStatus, { sessionId, songId: stage.ids.А, statusSong: 'SKIPPED' }],
    ] as const
    for (const [endpoint, body] of calls) {
      await world.refused('ILLEGAL_STEP', endpoint, { body }, stage.as)
    }
    assert.deepEqual(await stage.list(), [])
  })

  test("another artist's concert is neither seen nor touched", async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const stranger = { token: (await world.artist()).token }
    const sessionId = stage.concertId
    const own = [
      [api.artist.queue, { query: { sessionId } }],
      [api.artist.updateSessionSongList, { body: { sessionId, idList: [] } }],
      [
        api.artist.changeSongStatus,
        { body: { sessionId, songId: stage.ids.А, statusSong: 'SKIPPED' } },
      ],
    ] as const
    for (const [endpoint, input] of own) {
      await world.refused('NOT_YOURS', endpoint, input, stranger)
      assert.equal((await world.call(endpoint, input, stranger)).status, 403)
      await world.refused('NO_TOKEN', endpoint, input)
    }
    assert.deepEqual(await stage.list(), ['А SCHEDULED', 'Б SCHEDULED'])
  })

  test("the hands of one artist move only that artist's running concert", async () => {
    const [mine, yours] = [await makeStage(world), await makeStage(world)]
    await mine.scheduled('А', 'Б')
    await yours.scheduled('А', 'Б')
    await mine.next()
    assert.deepEqual(await mine.list(), ['А NOW', 'Б SCHEDULED'])
    assert.deepEqual(await yours.list(), ['А SCHEDULED', 'Б SCHEDULED'])
  })

  test('an unknown concert is not found', async () => {
    const stage = await makeStage(world)
    const sessionId = randomUUIDv7()
    const songId = stage.ids.А
    const calls = [
      [api.artist.queue, { query: { sessionId } }],
      [api.artist.updateSessionSongList, { body: { sessionId, idList: [] } }],
      [api.artist.changeSongStatus, { body: { sessionId, songId, statusSong: 'SKIPPED' } }],
      [api.test.getQueueBySession, { body: { sessionId } }],
    ] as const
    for (const [endpoint, input] of calls) {
      await world.refused('NOT_FOUND', endpoint, input, stage.as)
    }
  })
})

describe('who looks', () => {
  test('sees no amounts unless it is the artist', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const [own] = await stage.queue()
    const [open] = await world.ok(api.test.getQueueByArtist, {
      query: { artistUsername: stage.artist.username.toUpperCase() },
    })
    assert.ok(own !== undefined && open !== undefined)
    assert.equal(own.amount, 0)
    assert.deepEqual(open, {
      id: own.id,
      songId: stage.ids.А,
      title: 'А',
      artistName: stage.artist.username,
      imageUrl: '',
      status: 'SCHEDULED',
      backers: 0,
    })
  })

  test('sees nothing of an artist who is not playing, and hears that an unknown one is unknown', async () => {
    const artist = await world.artist()
    const idle = { query: { artistUsername: artist.username } }
    assert.deepEqual(await world.ok(api.test.getQueueByArtist, idle), [])
    const unknown = { query: { artistUsername: 'nobody-at-all' } }
    await world.refused('NOT_FOUND', api.test.getQueueByArtist, unknown)
  })

  test('gets several concerts at once, each in its own order', async () => {
    const [one, other, empty] = [
      await makeStage(world),
      await makeStage(world),
      await makeStage(world),
    ]
    await one.scheduled('А', 'Б', 'В')
    await one.next('Б')
    await other.scheduled('В', 'А')
    const { ctx } = world.app
    const many = await queueEntriesOfMany(ctx, [other.concertId, one.concertId, empty.concertId])
    for (const { concertId } of [one, other, empty]) {
      assert.deepEqual(many.get(concertId), await queueEntries(ctx, concertId))
    }
    assert.deepEqual(
      many.get(other.concertId)?.map((entry) => entry.title),
      ['В', 'А'],
    )
  })

  test('every change makes the revision of the concert grow', async () => {
    const stage = await makeStage(world)
    const revision = async () => {
      const row = await world.sql
        .selectFrom('concerts')
        .select('revision')
        .where('id', '=', stage.concertId)
        .executeTakeFirstOrThrow()
      return row.revision
    }
    await stage.scheduled('А', 'Б')
    const first = await revision()
    await stage.next()
    const second = await revision()
    await stage.skip('Б')
    assert.ok(first < second && second < (await revision()))
  })
})

test('the end of a concert closes all that was not played, the playing song too', async () => {
  const stage = await makeStage(world)
  await stage.scheduled('А', 'Б', 'В', 'Г')
  await stage.queued('В')
  await stage.next('А')
  await stage.next('Б')
  const closed = await transaction(world.app.ctx, (inside) =>
    endQueueOf(inside, stage.concertId, 'concert_over'),
  )
  assert.equal(closed, 3)
  assert.deepEqual(await stage.list(), [])
  assert.deepEqual(await stage.history(), ['А PLAYED', 'Б SKIPPED', 'В SKIPPED', 'Г SKIPPED'])
})

test('the test calls are not there unless they are switched on', async () => {
  const closed = await makeWorld({ testCalls: false })
  try {
    const input = { body: { sessionId: randomUUIDv7() } }
    const { message } = await closed.refused('NOT_FOUND', api.test.getQueueBySession, input)
    assert.equal(message, 'Такого вызова нет')
  } finally {
    await closed.close()
  }
})
