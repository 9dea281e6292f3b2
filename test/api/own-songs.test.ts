import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOST_SONGS_A_DAY, TYPED_SONGS_A_DAY } from '#domain/songs/repertoire.ts'
import { DAY_MS } from '#domain/time.ts'
import { forgetOrderWords } from '#server/modules/queue/order-words.service.ts'
import { makeHost, moment, mustTyped } from '#test/support/steps/host.ts'
import { cancelled, myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

const add = (stage: TestStage, more: object, key?: string) => {
  const song = { songId: null, title: '', artistName: '', entryId: randomUUIDv7() }
  const body = { sessionId: stage.concertId, ...song, ...more }
  return world.call(api.artist.addSong, { body }, { ...stage.as, ...(key && { key }) })
}

const csvOf = async (stage: TestStage) => {
  const query = { sessionId: stage.concertId }
  return (await world.call(api.session.reportCsv, { query }, stage.as)).data
}

describe("The artist's own song", () => {
  test('stands last in the queue under the id that the pad gave it, before the orders', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    await stage.queued('Б')
    const entryId = randomUUIDv7()
    const { data } = await add(stage, { songId: stage.ids.В, entryId })
    assert.deepEqual(await stage.list(), ['Б QUEUED', 'В QUEUED', 'А SCHEDULED'])
    assert.equal(data[1]?.id, entryId)
    assert.equal(data[1]?.backers, 0)
  })

  test('is one for every key, and one for every id of its entry', async () => {
    const stage = await makeStage(world)
    const wish = { entryId: randomUUIDv7(), title: 'Своя песня', artistName: '' }
    for (const key of ['own-song-key-0001', 'own-song-key-0001', undefined])
      assert.equal((await add(stage, wish, key)).status, 200)
    assert.deepEqual(await stage.list(), ['Своя песня QUEUED'])
    await stage.next()
    await stage.next()
    assert.equal((await add(stage, wish, 'own-song-key-0001')).status, 200)
    assert.equal((await add(stage, wish)).status, 200)
    assert.deepEqual(await stage.list(), [])
    const other = await add(stage, { ...wish, title: 'Другая' }, 'own-song-key-0001')
    assert.equal(other.failure.code, 'IDEMPOTENCY_CONFLICT')
    const elsewhere = await makeStage(world)
    assert.equal((await add(elsewhere, wish)).failure.code, 'ILLEGAL_STEP')
    assert.deepEqual(await elsewhere.list(), [])
  })

  test('keeps its note for the artist, his report and its table, and nobody else reads it', async () => {
    const stage = await makeStage(world)
    await add(stage, { songId: stage.ids.А, forWhom: '  Аня, стол 7', cash: 100_000 })
    await add(stage, { songId: stage.ids.Б })
    const [noted, plain] = await stage.queue()
    assert.deepEqual([noted?.forWhom, noted?.inCash, noted?.cash], ['Аня, стол 7', true, 100_000])
    assert.ok(plain !== undefined && !('forWhom' in plain) && !('inCash' in plain))
    const query = { sessionId: stage.concertId }
    const listener = await world.call(api.test.getQueueBySession, { body: query })
    assert.ok(!JSON.stringify(listener.data).includes('Аня'))
    assert.ok(!JSON.stringify(await world.ok(api.session.byId, { query })).includes('Аня'))

    await stage.next()
    assert.equal((await world.ok(api.session.report, { query }, stage.as)).cash, 100_000)
    await stage.skip('А')
    const report = await world.ok(api.session.report, { query }, stage.as)
    assert.equal(report.cash, 0, 'of what was played')
    assert.deepEqual(
      report.skipped.map(({ title, forWhom, inCash }) => [title, forWhom, inCash]),
      [['А', 'Аня, стол 7', true]],
    )
    assert.deepEqual([report.money.gross, report.money.held, report.orders], [0, 0, 0])
    assert.match(await csvOf(stage), /"?Аня, стол 7"?;1000/u)
  })

  test('is named for a moment of the host behind its note, which stays when that goes', async () => {
    const stage = await makeStage(world)
    const host = await makeHost(world, stage)
    await add(stage, { songId: stage.ids.А, forWhom: 'Стол 5', cash: 100_000 })
    const cake = moment(stage.ids.А, 'Торт')
    const notes: unknown[] = []
    for (const [moments, known] of [
      [[cake], []],
      [[{ ...cake, moment: 'Тост' }], [cake.id]],
      [[], [cake.id]],
    ] as const) {
      await host.save([], [...moments], [...known])
      const [entry] = await stage.queue()
      notes.push([entry?.forWhom, entry?.cash])
    }
    assert.deepEqual(notes, [
      ['Стол 5, Торт', 100_000],
      ['Стол 5, Тост', 100_000],
      ['Стол 5', 100_000],
    ])
  })

  test('is for nobody any more 30 days after its concert, and stays in the report', async () => {
    const stage = await makeStage(world)
    await add(stage, { songId: stage.ids.А, forWhom: 'Аня, стол 7' })
    await add(stage, { songId: stage.ids.Б, forWhom: 'Илья' })
    await stage.next()
    await stage.skip('Б')
    const query = { sessionId: stage.concertId }
    await world.ok(
      api.artist.updateSessionStatus,
      { body: { ...query, sessionStatus: 'PLAYED' } },
      stage.as,
    )
    const names = async () => {
      const { played, skipped } = await world.ok(api.session.report, { query }, stage.as)
      return [...played, ...skipped]
        .map(({ title, forWhom }) => `${title} ${forWhom}`.trim())
        .join()
    }
    const noted = await names()
    const clock = world.now()
    const forget = async (ms: number) => {
      world.advance(ms)
      await forgetOrderWords(world.app.ctx)
      // A token expires sooner, so the clock is set back.
      world.setNow(clock)
    }
    await forget(30 * DAY_MS - 1)
    assert.equal(await names(), noted)
    assert.match(noted, /Аня/u)
    await forget(30 * DAY_MS + 1)
    assert.equal(await names(), noted.replace(' Аня, стол 7', '').replace(' Илья', ''))
  })

  test('stays when the listener whose order it joined takes it off', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    await phone.order(stage, stage.ids.А)
    await add(stage, { songId: stage.ids.А })
    assert.deepEqual(await stage.list(), ['А QUEUED'])
    const [order] = await myOrders(world, stage.concertId, phone.cookie)
    assert.ok(order !== undefined)
    await cancelled(world, order.orderId, phone.cookie)
    assert.deepEqual(await stage.list(), ['А QUEUED'])
  })

  test('is refused where it is no song, for another concert than his own, and once that is over', async () => {
    const stage = await makeStage(world)
    assert.ok((await add(stage, { title: ' ' })).failure.fields?.['title'] !== undefined)
    const long = await add(stage, { songId: stage.ids.А, forWhom: 'я'.repeat(41) })
    assert.ok(long.failure.fields?.['forWhom'] !== undefined)
    const unknown = await add(stage, { songId: randomUUIDv7() })
    assert.equal(unknown.failure.code, 'NOT_FOUND')
    const stranger = { ...stage, as: { token: (await world.artist()).token } }
    assert.equal((await add(stranger, { songId: stage.ids.А })).failure.code, 'NOT_YOURS')
    const over = await world.concert(stage.artist, { status: 'PLAYED', startsIn: -300 })
    const late = await add({ ...stage, concertId: over }, { songId: stage.ids.А })
    assert.equal(late.failure.code, 'ILLEGAL_STEP')
    assert.deepEqual(await stage.list(), [])
  })
})

describe('Songs that an artist types', () => {
  const typed = (...titles: string[]) =>
    titles.map((title) => ({ songId: null, title, artistName: 'Никто' }))

  test('are so many new ones a day, by every door and by the hand of his hosts', async () => {
    const stage = await makeStage(world)
    const { as, concertId, ids } = stage
    const host = await makeHost(world, stage)
    const bar = (...titles: string[]) => {
      const body = { sessionId: concertId, rules: {}, barredSongs: typed(...titles) }
      return world.call(api.artist.changeRules, { body }, as)
    }
    const like = (title: string, by: object = as) => {
      const body = { songId: null, title, artistName: 'Никто', imageUrl: '' }
      return world.call(api.artist.addFavorite, { body }, by)
    }
    const rename = (title: string) =>
      world.call(api.artist.tagSong, { body: { songId: ids.А, tags: [], title } }, as)
    const count = async () => (await world.sql.selectFrom('songs').select('id').execute()).length

    await world.ok(
      api.artist.addFavorite,
      { body: { songId: ids.А, title: '', artistName: '', imageUrl: '' } },
      as,
    )
    assert.equal((await host.save([mustTyped('Ноль', 'Никто')])).status, 200)
    const spendAs = (spent: number, of: string) =>
      world.sql
        .updateTable('spentLimits')
        .set({ spent })
        .where('key', 'like', `typedSongs ${of}`)
        .execute()
    await spendAs(HOST_SONGS_A_DAY, concertId)
    const ofHost = [await host.save([mustTyped('Один', 'Никто')]), await host.bar(typed('Один'))]
    for (const { failure } of ofHost)
      assert.deepEqual(
        [failure.code, failure.message],
        ['TOO_MANY', 'За сутки можно вписать 1 000 новых песен. Остальные впишите завтра.'],
      )
    await spendAs(0, concertId)
    assert.equal((await bar('Первая', 'Вторая')).status, 200)
    await spendAs(TYPED_SONGS_A_DAY - 1, stage.artist.id)
    const known = await count()
    const { failure } = await bar('Третья', 'Четвёртая')
    assert.deepEqual(
      [failure.code, failure.message],
      ['TOO_MANY', 'За сутки можно вписать 10 000 новых песен. Остальные впишите завтра.'],
    )
    assert.equal(await count(), known)
    assert.equal((await bar('Вторая', 'Третья')).status, 200, 'the last one')
    const refused = [
      await bar('Пятая'),
      await host.bar(typed('Пятая')),
      await host.save([mustTyped('Пятая', 'Никто')]),
      await like('Пятая'),
      await rename('Пятая'),
      await world.call(api.artist.importFavorites, { body: { songs: typed('Пятая') } }, as),
      // A pad would wait until tomorrow before its next command.
      await add(stage, { title: 'Пятая', artistName: 'Никто' }),
    ]
    assert.deepEqual(
      refused.map((answer) => answer.failure.code),
      [...Array.from({ length: 6 }, () => 'TOO_MANY'), 'ILLEGAL_STEP'],
    )
    assert.equal(await count(), known + 1)
    const query = { sessionId: concertId }
    const { barredSongs } = await world.ok(api.artist.eveningRules, { query }, as)
    assert.deepEqual(barredSongs.map(({ title }) => title).toSorted(), ['Вторая', 'Третья'])

    assert.equal((await like('Третья')).status, 200, 'a known one')
    assert.equal((await add(stage, { songId: ids.Б })).status, 200)
    const { token } = await world.artist()
    assert.equal((await like('Пятая', { token })).status, 200, 'of another artist')
    await world.sql
      .updateTable('spentLimits')
      .set({ until: new Date(Date.now() - DAY_MS) })
      .where('key', 'like', `%${stage.artist.id}`)
      .execute()
    assert.equal((await like('Шестая')).status, 200, 'tomorrow')
  })
})
