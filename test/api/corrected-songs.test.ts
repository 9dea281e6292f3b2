import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { HIDDEN_SONG_TEXT } from '#domain/accounts/hidden-page.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Notes = Partial<BodyOf<typeof api.artist.tagSong>>

const correct = (artist: TestArtist, songId: string, notes: Notes) =>
  world.call(api.artist.tagSong, { body: { songId, tags: [], ...notes } }, artist)

const add = (
  artist: TestArtist,
  song: { songId: string | null; title: string; artistName: string },
) => world.ok(api.artist.addFavorite, { body: { ...song, imageUrl: '' } }, artist)

const own = async (artist: TestArtist, title: string, artistName: string) =>
  (await add(artist, { songId: null, title, artistName })).songId

const repertoireOf = (artist: TestArtist) => world.ok(api.artist.repertoire, { query: {} }, artist)

const NOTED = { key: 'Am', capo: 2, tempo: 96, notes: 'тихо', state: 'learning' as const }

test('a corrected song keeps all that is noted of it, its text, sets, wishes and rules of an evening', async () => {
  const artist = await world.artist()
  const right = await world.song('Метель', 'Хор метели')
  const songId = await own(artist, 'Метель Хор', '')
  await correct(artist, songId, { tags: ['рок'], minSongAmount: 300, ...NOTED })
  const texts = [{ songId, text: '[Am]Метель' }]
  await world.ok(api.artist.saveSongTexts, { body: { texts } }, artist)
  const set = { id: null, title: 'Первый', targetMinutes: null }
  const items = [
    { kind: 'song' as const, songId: right },
    { kind: 'song' as const, songId },
  ]
  await world.ok(api.artist.saveSet, { body: { ...set, items } }, artist)
  const wish = { artistUsername: artist.username, songId }
  await world.ok(api.songs.wish, { body: wish })
  const sessionId = await world.concert(artist, { startsIn: 600 })
  const barredSongs = [{ songId, title: '', artistName: '' }]
  await world.ok(api.artist.changeRules, { body: { sessionId, rules: {}, barredSongs } }, artist)

  const name = { title: ' Метель ', artistName: 'Хор метели' }
  const { data } = await correct(artist, songId, { tags: ['рок'], ...name })
  const { title, artistName, ...kept } = data
  assert.deepEqual([data.songId, title, artistName], [right, 'Метель', 'Хор метели'])
  assert.deepEqual(
    { ...kept, ...NOTED, ownMinimum: 300, tags: ['рок'], wishes: 1, text: 'chords' },
    kept,
  )
  assert.deepEqual(await repertoireOf(artist), [data])
  const text = await world.ok(api.artist.songText, { query: { songId: right } }, artist)
  assert.deepEqual(text, { text: '[Am]Метель' })
  const { texts: changed } = await world.ok(api.artist.songTexts, { query: {} }, artist)
  assert.equal(changed.at(-1)?.songId, right, 'pads learn of it')
  const [stored] = await world.ok(api.artist.sets, {}, artist)
  const { items: laid } = await world.ok(
    api.artist.set,
    { query: { id: stored?.id ?? '' } },
    artist,
  )
  assert.deepEqual(
    laid.map((item) => item.kind === 'song' && item.songId),
    [right],
  )
  const rules = await world.ok(api.artist.eveningRules, { query: { sessionId } }, artist)
  assert.deepEqual(
    rules.barredSongs.map((song) => song.songId),
    [right],
  )
  const again = await correct(artist, songId, { tags: ['рок'], ...name })
  assert.deepEqual(again.data, data, 'a lost answer is asked for again')
})

test('an own song that nobody else plays is spelled anew, one of others is not', async () => {
  const [artist, other] = [await world.artist(), await world.artist()]
  const songId = await own(artist, 'белая лошадь', 'хор лошади')
  const title = 'Белая лошадь!'
  const { data } = await correct(artist, songId, { title })
  assert.deepEqual([data.songId, data.title, data.artistName], [songId, title, 'хор лошади'])
  await add(other, { songId, title: '', artistName: '' })
  const { failure } = await correct(other, songId, { title: 'БЕЛАЯ ЛОШАДЬ' })
  assert.deepEqual(failure.fields, {
    title: 'Эту песню играют и другие, написать её название иначе нельзя',
  })
  const verified = await world.song('Зима', 'Хор зимы')
  await add(artist, { songId: verified, title: '', artistName: '' })
  assert.equal((await correct(artist, verified, { title: 'ЗИМА' })).status, 400)
  assert.equal((await correct(artist, verified, { title: 'Зима' })).status, 200)
})

test('a song is not corrected into none, into one that is there, and where it is hidden or of others', async () => {
  const [artist, other] = [await world.artist(), await world.artist()]
  const songId = await own(artist, 'Туман', 'Хор тумана')
  await own(artist, 'Дождь', 'Хор дождя')
  const wrong = async (notes: Notes) => (await correct(artist, songId, notes)).failure.fields
  assert.deepEqual(await wrong({ title: ' ' }), { title: 'Введите название песни' })
  assert.deepEqual(await wrong({ title: 'дождь', artistName: 'Хор дождя' }), {
    title: 'Такая песня уже есть в репертуаре',
  })
  const foreign = await correct(other, songId, { title: 'Чужая' })
  assert.equal(foreign.failure.code, 'NOT_FOUND')
  assert.equal((await correct(other, songId, { title: 'ТУМАН' })).failure.code, 'NOT_FOUND')
  await world.app.ctx.sql
    .updateTable('repertoire')
    .set({ hiddenAt: new Date() })
    .where('songId', '=', songId)
    .execute()
  assert.deepEqual(await wrong({ title: 'Другая' }), { title: HIDDEN_SONG_TEXT })
  const titles = (await repertoireOf(artist)).map(({ title }) => title)
  assert.deepEqual(titles, ['Дождь', 'Туман'])
})

test('the pad still shows how to play a song that waits in a queue when its title is corrected', async () => {
  const stage = await makeStage(world)
  const { artist } = stage
  const songId = await own(artist, 'Зимния ночь', 'Хор ночи')
  await correct(artist, songId, NOTED)
  const texts = [{ songId, text: '[Am]Ночь' }]
  await world.ok(api.artist.saveSongTexts, { body: { texts } }, artist)
  const song = { songId, title: '', artistName: '', entryId: randomUUIDv7() }
  await world.ok(api.artist.addSong, { body: { sessionId: stage.concertId, ...song } }, stage.as)
  const to = (await correct(artist, songId, { title: 'Зимняя ночь', capo: 3 })).data.songId
  const read = await world.ok(api.artist.songTexts, { query: {} }, artist)
  assert.deepEqual(
    read.texts.map(({ songId: of, key, capo, tempo }) => ({ of, key, capo, tempo })),
    [
      { of: songId, key: 'Am', capo: 2, tempo: 96 },
      { of: to, key: 'Am', capo: 3, tempo: 96 },
    ],
  )
})

test('how a song was played before a correction is gone once it was added again and left', async () => {
  const artist = await world.artist()
  const songId = await own(artist, 'Осинняя ночь', 'Хор ночи')
  await correct(artist, songId, NOTED)
  const texts = [{ songId, text: '[Am]Ночь' }]
  await world.ok(api.artist.saveSongTexts, { body: { texts } }, artist)
  const played = async () => {
    const read = await world.ok(api.artist.songTexts, { query: {} }, artist)
    const { key, capo, tempo } = read.texts.find((one) => one.songId === songId) ?? {}
    return [key, capo, tempo]
  }
  await correct(artist, songId, { title: 'Осенняя ночь' })
  const remove = { query: { songId } }
  await world.ok(api.artist.removeFavorite, remove, artist)
  assert.deepEqual(await played(), ['Am', 2, 96], 'it had left before')
  await add(artist, { songId, title: '', artistName: '' })
  await correct(artist, songId, { key: 'C' })
  await world.ok(api.artist.removeFavorite, remove, artist)
  assert.deepEqual(await played(), ['', null, null])
})
