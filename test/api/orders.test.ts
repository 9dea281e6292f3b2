import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { queueOfOwner } from '#server/modules/queue/queue-view.service.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { knownPhone, makePhone, makeStage, orderOf } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

describe('an order', () => {
  test('stands at the end of the list for everybody to see', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    await stage.queued('Б')
    const { status, data } = await makePhone(world).order(stage, stage.ids.В)
    assert.equal(status, 200)
    assert.deepEqual({ ...data, orderId: '' }, { orderId: '', place: 3 })
    assert.deepEqual(await stage.list(), ['Б QUEUED', 'А SCHEDULED', 'В SCHEDULED'])
  })

  test('of a song that waits joins it, however many order it', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    await stage.queued('Б')
    const [one, two] = [makePhone(world), makePhone(world)]
    await one.order(stage, stage.ids.Б)
    await two.order(stage, stage.ids.Б)
    await two.order(stage, stage.ids.А)
    assert.deepEqual(
      (await stage.queue()).map(({ title, status, backers }) => [title, status, backers]),
      [
        ['Б', 'QUEUED', 2],
        ['А', 'SCHEDULED', 1],
      ],
    )
  })

  test('of twenty listeners at once for one song makes one entry with twenty behind it', async () => {
    const stage = await makeStage(world)
    const show = await Promise.all(Array.from({ length: 20 }, () => knownPhone(world)))
    const replies = await Promise.all(
      show.map((as) => world.call(api.songs.orderSong, orderOf(stage, stage.ids.А), as)),
    )
    assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([200]))
    assert.deepEqual(
      (await stage.queue()).map(({ title, backers }) => [title, backers]),
      [['А', 20]],
    )
  })

  test('that a listener sends twice while the song waits is his first order again', async () => {
    const stage = await makeStage(world)
    const listener = makePhone(world)
    const suggested = { title: 'Песня про дождь', artistName: '' }
    const sent = [
      await listener.order(stage, stage.ids.А, {}, randomUUIDv7()),
      await listener.order(stage, stage.ids.А, { name: 'Аня' }, randomUUIDv7()),
      await listener.order(stage, stage.ids.А),
    ]
    assert.equal(new Set(sent.map(({ data }) => data.orderId)).size, 1)
    assert.deepEqual(
      (await stage.queue()).map((entry) => [entry.backers, entry.asks]),
      [[1, undefined]],
    )
    // The second place is free still, and a suggestion takes it once.
    const typed = [
      await listener.order(stage, null, suggested, randomUUIDv7()),
      await listener.order(stage, null, suggested, randomUUIDv7()),
    ]
    assert.deepEqual(
      typed.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(typed[0]?.data.orderId, typed[1]?.data.orderId)
    assert.equal((await listener.order(stage, stage.ids.Б)).failure.code, 'FREE_LIMIT')
    assert.equal((await myOrders(world, stage.concertId, listener.cookie)).length, 2)
    // Once it sounds, the same song is ordered anew.
    await stage.next('А')
    const again = await listener.order(stage, stage.ids.А)
    assert.notEqual(again.data.orderId, sent[0]?.data.orderId)
  })

  test('at once from two tabs is one order', async () => {
    const stage = await makeStage(world)
    const as = await knownPhone(world)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        world.call(api.songs.orderSong, orderOf(stage, stage.ids.А), {
          ...as,
          key: randomUUIDv7(),
        }),
      ),
    )
    assert.equal(new Set(replies.map(({ data }) => data.orderId)).size, 1)
  })

  test('of a song that plays, was played or was removed makes a new entry', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.skip('Б')
    await stage.next('А')
    await stage.next('В')
    const [one, two] = [makePhone(world), makePhone(world)]
    await one.order(stage, stage.ids.А)
    await one.order(stage, stage.ids.Б)
    await two.order(stage, stage.ids.В)
    assert.deepEqual(await stage.list(), ['В NOW', 'А SCHEDULED', 'Б SCHEDULED', 'В SCHEDULED'])
    assert.equal((await stage.history()).length, 6)
  })

  test('makes its song more popular in search', async () => {
    const stage = await makeStage(world)
    await makePhone(world).order(stage, stage.ids.Б)
    const { orderCount } = await world.sql
      .selectFrom('songs')
      .select('orderCount')
      .where('id', '=', stage.ids.Б)
      .executeTakeFirstOrThrow()
    assert.equal(orderCount, 1)
  })

  test('finds the artist whatever the case of the nickname', async () => {
    const stage = await makeStage(world)
    const artistUsername = stage.artist.username.toUpperCase()
    await world.ok(
      api.songs.orderSong,
      orderOf(stage, stage.ids.А, { artistUsername }),
      await knownPhone(world),
    )
  })
})

describe('orders are open', () => {
  test('before the concert and while it is paused', async () => {
    const coming = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 600 } })
    const paused = await makeStage(world, { concert: { active: false } })
    for (const stage of [coming, paused]) {
      await world.ok(api.songs.orderSong, orderOf(stage, stage.ids.А), await knownPhone(world))
      assert.deepEqual(await stage.list(), ['А SCHEDULED'])
    }
  })

  test('neither after the concert nor where the artist takes none', async () => {
    const over = await makeStage(world, { concert: { status: 'PLAYED' } })
    const closed = await makeStage(world, { concert: { ableGetSongs: false } })
    const soon = await makeStage(world, {
      concert: { status: 'SCHEDULED', startsIn: 60, ableGetSongs: false },
    })
    for (const stage of [over, closed, soon]) {
      const input = orderOf(stage, stage.ids.А)
      const { message } = await world.refused(
        'SESSION_NOT_OPEN',
        api.songs.orderSong,
        input,
        await knownPhone(world),
      )
      assert.match(message, /песни/u)
      assert.deepEqual(await stage.history(), [])
    }
  })

  test('only for a concert of that artist and a song that exists', async () => {
    const [stage, other] = [await makeStage(world), await makeStage(world)]
    const { А } = stage.ids
    const wrong = [
      orderOf(stage, А, { artistUsername: other.artist.username }),
      orderOf(stage, А, { artistUsername: 'nobody-at-all' }),
      orderOf(stage, А, { sessionId: randomUUIDv7() }),
      orderOf(stage, randomUUIDv7()),
    ]
    for (const input of wrong)
      await world.refused('NOT_FOUND', api.songs.orderSong, input, await knownPhone(world))
    assert.deepEqual(await stage.history(), [])
  })

  test('only for the repertoire where the artist plays that alone', async () => {
    const stage = await makeStage(world, { artist: { requestFavoritesOnly: true } })
    await world.sql
      .insertInto('repertoire')
      .values({ artistId: stage.artist.id, songId: stage.ids.А, addedAt: world.now() })
      .execute()
    const suggestion = { title: 'Песня, которой нет', artistName: 'Никто' }
    const foreign = [orderOf(stage, stage.ids.Б), orderOf(stage, null, suggestion)]
    for (const input of foreign) {
      await world.refused('SONG_NOT_ACCEPTED', api.songs.orderSong, input, await knownPhone(world))
    }
    await world.ok(api.songs.orderSong, orderOf(stage, stage.ids.А), await knownPhone(world))
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
    const kept = await world.sql
      .selectFrom('songs')
      .select('id')
      .where('title', '=', suggestion.title)
      .execute()
    assert.deepEqual(kept, [])
  })
})

describe('a suggestion', () => {
  const suggestion = { title: '  Песня   про дождь ', artistName: 'Соседи' }

  test('becomes an unverified song that the artist sees as one', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    await world.ok(api.songs.orderSong, orderOf(stage, null, suggestion), await knownPhone(world))
    const own = await queueOfOwner(world.app.ctx, stage.artist.id, stage.concertId)
    assert.deepEqual(
      own.map(({ title, artistName, suggested }) => [title, artistName, suggested]),
      [
        ['А', stage.artist.username, false],
        ['Песня про дождь', 'Соседи', true],
      ],
    )
    const song = await world.sql
      .selectFrom('songs')
      .select(['verified', 'source'])
      .where('title', '=', 'Песня про дождь')
      .executeTakeFirstOrThrow()
    assert.deepEqual(song, { verified: false, source: 'listener' })
  })

  test('of a song that the catalogue has is an order of that song', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('Б')
    const { username } = stage.artist
    await world.ok(
      api.songs.orderSong,
      orderOf(stage, null, { title: ' б', artistName: username }),
      await knownPhone(world),
    )
    const [entry, ...others] = await stage.queue()
    assert.deepEqual([entry?.songId, entry?.backers, others], [stage.ids.Б, 1, []])
  })

  test('without a title, or longer than 120 characters, is refused at the field', async () => {
    const stage = await makeStage(world)
    const wrong = [
      [{ title: '   ' }, 'title'],
      [{ title: 'ы'.repeat(121) }, 'title'],
      [{ title: 'Песня', artistName: 'ы'.repeat(121) }, 'artistName'],
    ] as const
    for (const [words, field] of wrong) {
      const input = orderOf(stage, null, words)
      const { fields } = await world.refused(
        'VALIDATION',
        api.songs.orderSong,
        input,
        await knownPhone(world),
      )
      assert.match(fields?.[field] ?? '', /[а-я]/u)
    }
    assert.deepEqual(await stage.history(), [])
  })

  test('refused by the free limit leaves no song behind', async () => {
    const stage = await makeStage(world)
    const listener = makePhone(world)
    await listener.order(stage, stage.ids.А)
    await listener.order(stage, stage.ids.Б)
    const words = { title: 'Третья и лишняя', artistName: '' }
    const { failure } = await listener.order(stage, null, words)
    assert.equal(failure.code, 'FREE_LIMIT')
    const songs = await world.sql
      .selectFrom('songs')
      .select('id')
      .where('title', '=', words.title)
      .execute()
    assert.deepEqual(songs, [])
  })
})
