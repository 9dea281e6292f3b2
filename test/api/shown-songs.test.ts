import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import { queueFrames } from '#server/modules/queue/queue-view.service.ts'
import { addCatalogueSongs, judgeSongs } from '#server/modules/songs/songs.service.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
  await world.app.ctx.songIndex.rebuild()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

async function found(input: string, username?: string): Promise<string[]> {
  const query = username === undefined ? { input } : { input, username }
  return (await world.ok(api.songs.findSong, { query })).map(({ title }) => title)
}

async function suggest(stage: TestStage, title: string, artistName = '') {
  const phone = makePhone(world)
  const reply = await phone.order(stage, null, { title, artistName })
  assert.equal(reply.status, 200, JSON.stringify(reply.failure))
  return phone
}

const play = (artist: TestArtist, songId: string | null, title = '') =>
  world.ok(
    api.artist.addFavorite,
    { body: { songId, title, artistName: '', imageUrl: '' } },
    { token: artist.token },
  )

const hall = async ({ concertId }: TestStage) =>
  (await world.ok(api.session.songs, { query: { sessionId: concertId } })).map(
    ({ title, artistName }) => [title, artistName],
  )

async function admin() {
  const { token } = await world.artist({ role: 'ADMIN' })
  return { token }
}

describe('A song that a listener typed', () => {
  test('stands in its concert, and is found by nobody', async () => {
    const stage = await makeStage(world)
    await suggest(stage, 'Заходи на огонёк', 'Соседи')
    assert.deepEqual(await hall(stage), [['Заходи на огонёк', 'Соседи']])
    const other = await world.artist()
    for (const username of [undefined, stage.artist.username, other.username])
      assert.deepEqual(await found('огонёк', username), [])
    const [entry] = await stage.queue()
    const body = { songIds: [entry?.songId ?? ''] }
    assert.deepEqual(await world.ok(api.songs.byIds, { body }), [])
  })

  test('is found by the listeners of an artist who plays it, and by all once an operator ticks it', async () => {
    const stage = await makeStage(world)
    await suggest(stage, 'Ветер с залива')
    const songId = (await stage.queue())[0]?.songId ?? ''
    const [as, stranger] = [await admin(), await world.artist()]
    const verify = (verified: boolean) => ({ body: { songId, verified } })
    // Nobody plays it: there is nothing to tick.
    await world.refused('NOT_FOUND', api.admin.verifySong, verify(true), as)
    await play(stage.artist, songId)
    assert.deepEqual(await found('залива', stage.artist.username), ['Ветер с залива'])
    assert.deepEqual(await found('залива', stranger.username), [])
    const listed = await world.ok(api.admin.songs, {}, as)
    assert.deepEqual(
      listed.filter(({ id }) => id === songId).map(({ artists, held }) => [artists, held]),
      [[1, false]],
    )
    await world.ok(api.admin.verifySong, verify(true), as)
    assert.deepEqual(await found('залива', stranger.username), ['Ветер с залива'])
    await world.ok(api.admin.verifySong, verify(false), as)
    assert.deepEqual(await found('залива'), [])
  })

  test('is found by all when three artists play it, unless the filter holds it back', async () => {
    const stage = await makeStage(world)
    await suggest(stage, 'Три тополя')
    await suggest(stage, 'Три дебила, бля')
    const [fair, rude] = (await stage.queue()).map(({ songId }) => songId)
    for (const song of [fair, rude]) {
      for (const artist of [stage.artist, await world.artist()]) await play(artist, song ?? '')
      assert.deepEqual(await found('три'), [])
    }
    await play(await world.artist(), fair ?? '')
    await play(await world.artist(), rude ?? '')
    assert.deepEqual(await found('три'), ['Три тополя'])
  })

  test('is a song of the catalogue as soon as that has it, spelled as there', async () => {
    const stage = await makeStage(world)
    await suggest(stage, 'сука любовь', 'михей и джуманджи')
    assert.deepEqual(await hall(stage), [['скрыто', '']])
    const rows = [{ title: 'Сука-любовь', artistName: 'Михей и Джуманджи' }]
    assert.equal(await addCatalogueSongs(world.app.ctx, rows, 'import'), 0)
    assert.deepEqual(await found('михей'), ['Сука-любовь'])
    assert.deepEqual(await hall(stage), [['Сука-любовь', 'Михей и Джуманджи']])
    const later = await makeStage(world)
    await suggest(later, 'СУКА ЛЮБОВЬ', 'Михей и Джуманджи')
    assert.deepEqual(await hall(later), [['Сука-любовь', 'Михей и Джуманджи']])
  })
})

describe('A title that the filter holds back', () => {
  test('is «скрыто» for everybody but the artist until he opens it', async () => {
    const stage = await makeStage(world)
    const phone = await suggest(stage, 'Иди на хуй', 'Вася')
    await suggest(stage, 'Позвони', '8 916 123-45-67')
    await suggest(stage, 'Мандельштам')
    const shown = [
      ['скрыто', ''],
      ['скрыто', ''],
      ['Мандельштам', ''],
    ]
    assert.deepEqual(await hall(stage), shown)
    const frames = await queueFrames(world.app.ctx, [stage.concertId])
    assert.doesNotMatch(frames.get(stage.concertId) ?? '', /хуй|916 123/u)
    const [mine] = await myOrders(world, stage.concertId, phone.cookie)
    assert.equal(mine?.title, 'скрыто')
    const own = await stage.queue()
    assert.deepEqual(
      own.map(({ title, artistName, heldTitle = false }) => [title, artistName, heldTitle]),
      [
        ['Иди на хуй', 'Вася', true],
        ['Позвони', '8 916 123-45-67', true],
        ['Мандельштам', '', false],
      ],
    )
    const open = { sessionId: stage.concertId, entryId: own[1]?.id ?? '' }
    const stranger = await makeStage(world)
    await world.refused('NOT_YOURS', api.artist.openTitle, { body: open }, stranger.as)
    await world.refused(
      'NOT_FOUND',
      api.artist.openTitle,
      { body: { ...open, sessionId: stranger.concertId } },
      stranger.as,
    )
    await world.ok(api.artist.openTitle, { body: open }, stage.as)
    assert.deepEqual((await hall(stage))[1], ['Позвони', '8 916 123-45-67'])
    // At another artist's concert it is held back as before.
    await suggest(stranger, 'Позвони', '8 916 123-45-67')
    assert.deepEqual(await hall(stranger), [['скрыто', '']])
  })

  test('is held back from none of the hall of an artist who plays it or added it himself', async () => {
    const stage = await makeStage(world)
    await play(stage.artist, null, 'Сука любовь моя')
    await suggest(stage, 'Сука любовь моя')
    const body = {
      sessionId: stage.concertId,
      entryId: crypto.randomUUID(),
      songId: null,
      title: 'Блядки на закате',
      artistName: '',
    }
    await world.ok(api.artist.addSong, { body }, stage.as)
    const titles = (await hall(stage)).map(([title]) => title)
    assert.deepEqual(new Set(titles), new Set(['Блядки на закате', 'Сука любовь моя']))
    const elsewhere = await makeStage(world)
    await suggest(elsewhere, 'Сука любовь моя')
    assert.deepEqual(await hall(elsewhere), [['скрыто', '']])
  })

  test('typed before there was a filter is hidden until it is judged', async () => {
    const stage = await makeStage(world)
    await suggest(stage, 'Тихая песня про дождь')
    await suggest(stage, 'Пошли все нахуй')
    await world.sql.updateTable('songs').set({ held: null }).where('verified', '=', false).execute()
    assert.deepEqual(
      (await hall(stage)).map(([title]) => title),
      ['скрыто', 'скрыто'],
    )
    await judgeSongs(world.app.ctx)
    assert.deepEqual(
      (await hall(stage)).map(([title]) => title),
      ['Тихая песня про дождь', 'скрыто'],
    )
  })
})

test('suggestions that stand in the index of an older build are not found after a new one', async () => {
  const id = '00000000-0000-7000-8000-00000000f0f0'
  await world.sql
    .insertInto('songs')
    .values({
      id,
      title: 'Забытая строка',
      artistName: '',
      source: 'listener',
      verified: false,
      songKey: songKey('Забытая строка', ''),
      createdAt: world.now(),
    })
    .execute()
  world.app.ctx.songIndex.add([{ id, key: songKey('Забытая строка', ''), orders: 0 }])
  assert.deepEqual(await found('забытая'), ['Забытая строка'])
  await world.app.ctx.songIndex.rebuild()
  assert.deepEqual(await found('забытая'), [])
})
