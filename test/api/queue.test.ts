import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { SONG_STATUSES } from '#domain/queue.ts'
import { inTransaction } from '#server/db/tx.ts'
import { assertOrderly } from '#test/support/orderly-queue.ts'
import { makeStage } from '#test/support/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertOrderly(world.sql))
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
    assert.equal(JSON.stringify(answer), await world.app.services.queue.frameOf(stage.concertId))
  })

  test('pressed twice by mistake plays nothing through, and tells the true queue', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    const [now] = await stage.next()
    const press = () =>
      world.call(
        api.artist.nextSong,
        { body: { songId: null, expectedNowId: now?.id } },
        stage.as,
      )
    const replies = await Promise.all([press(), press(), press()])
    assert.deepEqual(replies.map((reply) => reply.status).toSorted(), [200, 409, 409])
    const truth = await stage.queue()
    for (const { failure } of replies.filter((reply) => reply.status === 409)) {
      assert.equal(failure.code, 'NOW_MOVED')
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
      .selectFrom('queue_entries')
      .select(['now_at', 'closed_at'])
      .where('concert_id', '=', stage.concertId)
      .where('song_id', '=', stage.ids.А)
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { now_at: began, closed_at: over })
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
    const before = await stage.list()
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
    assert.deepEqual(await stage.list(), before)
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
    const listener = world.listener()
    await listener.order(stage.artist, stage.concertId, stage.ids.Б)
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
    assert.deepEqual(closed.toSorted(), ['А SKIPPED', 'В SKIPPED'])
  })

  test('flags the songs of the repertoire', async () => {
    const stage = await makeStage(world)
    await world.sql
      .insertInto('repertoire')
      .values({ artist_id: stage.artist.id, song_id: stage.ids.Б, added_at: world.now() })
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
    const before = await stage.list()
    const save = (...idList: string[]) => ({ body: { sessionId: stage.concertId, idList } })
    const { А, Б, В } = stage.ids
    const call = api.artist.updateSessionSongList
    await world.refused('ILLEGAL_STEP', call, save(В, А, В), stage.as)
    await world.refused('ILLEGAL_STEP', call, save(В, Б), stage.as)
    await world.refused('NOT_FOUND', call, save(В, randomUUIDv7()), stage.as)
    assert.deepEqual(await stage.list(), before)
  })
})

describe('when and whose', () => {
  test('before the start the list is made and cut, and nothing is played', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('В')
    await stage.skip('А')
    assert.deepEqual(await stage.list(), ['В QUEUED', 'Б SCHEDULED'])
    const hands = [
      [api.artist.nextSong, { songId: null }],
      [api.artist.onTop, { songId: stage.ids.В }],
      [api.artist.oneSongUp, { songId: stage.ids.В }],
    ] as const
    for (const [endpoint, body] of hands) {
      const { message } = await world.refused('SESSION_NOT_OPEN', endpoint, { body }, stage.as)
      assert.match(message, /концерт/u)
    }
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
    const by = (artistUsername: string) => ({ query: { artistUsername } })
    assert.deepEqual(await world.ok(api.test.getQueueByArtist, by(artist.username)), [])
    await world.refused('NOT_FOUND', api.test.getQueueByArtist, by('nobody-at-all'))
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
    const { queue } = world.app.services
    const many = await queue.entriesOfMany([other.concertId, one.concertId, empty.concertId])
    for (const { concertId } of [one, other, empty]) {
      assert.deepEqual(many.get(concertId), await queue.entriesOf(concertId))
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
  const { queue } = world.app.services
  const closed = await inTransaction(world.sql, (sql) => queue.endIn(sql, stage.concertId))
  assert.equal(closed, 3)
  assert.deepEqual(await stage.list(), [])
  assert.deepEqual(await stage.history(), ['А PLAYED', 'Б SKIPPED', 'В SKIPPED', 'Г SKIPPED'])
})

test('the test calls are not there unless they are switched on', async () => {
  const closed = await makeWorld({ testCalls: false })
  try {
    const input = { body: { sessionId: randomUUIDv7() } }
    await closed.refused('NOT_BUILT', api.test.getQueueBySession, input)
  } finally {
    await closed.close()
  }
})
