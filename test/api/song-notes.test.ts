import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Notes = Partial<Omit<BodyOf<typeof api.artist.tagSong>, 'songId'>>

/** Adds a new song to this repertoire; returns its id. */
async function songOf(artist: TestArtist, title: string): Promise<string> {
  const songId = await world.song(title, artist.username)
  const body = { songId, title: '', artistName: '', imageUrl: '' }
  await world.ok(api.artist.addFavorite, { body }, artist)
  return songId
}

const note = (artist: TestArtist, songId: string, notes: Notes) =>
  world.call(api.artist.tagSong, { body: { songId, tags: [], ...notes } }, artist)

const ABOUT = { key: 'F#m', capo: 2, tempo: 120, seconds: 225, notes: 'вступление\nбез ударных' }

describe('what an artist notes of a song', () => {
  test('is his alone, and each part stays until another comes', async () => {
    const artist = await world.artist()
    const songId = await songOf(artist, 'Рассвет')
    await note(artist, songId, { tags: ['рок'], minSongAmount: 500, ...ABOUT })
    const { data } = await note(artist, songId, { tags: ['рок'], capo: null, key: ' Нм ' })
    const { capo: _none, ...kept } = ABOUT
    const noted = { ...kept, key: 'Hm', tags: ['рок'], ownMinimum: 500 }
    assert.deepEqual({ ...data, ...noted }, data)
    assert.equal('capo' in data, false)
    assert.deepEqual(await world.ok(api.artist.repertoire, { query: {} }, artist), [data])
    const query = { artistUsername: artist.username }
    const [seen] = await world.ok(api.songs.getFavoriteSongs, { query })
    assert.equal(
      ['key', 'tempo', 'seconds', 'notes'].some((name) => name in (seen ?? {})),
      false,
    )
  })

  test('keeps its tags where they are left out', async () => {
    const artist = await world.artist()
    const songId = await songOf(artist, 'Заря')
    await note(artist, songId, { tags: ['рок'], key: 'Am' })
    const body = { songId, tempo: 90 }
    const { tags, key, tempo } = await world.ok(api.artist.tagSong, { body }, artist)
    assert.deepEqual([tags, key, tempo], [['рок'], 'Am', 90])
  })

  test('is whole where two parts of it are saved at once', async () => {
    const artist = await world.artist()
    const songId = await songOf(artist, 'Полдень')
    const parts = Object.entries(ABOUT).map(([name, value]) => ({ [name]: value }))
    await Promise.all(parts.map((part) => note(artist, songId, part)))
    const [song] = await world.ok(api.artist.repertoire, { query: {} }, artist)
    assert.deepEqual({ ...song, ...ABOUT }, song)
  })

  test('is refused at each field that cannot be, and nothing of it is kept', async () => {
    const artist = await world.artist()
    const songId = await songOf(artist, 'Закат')
    const wrong = { key: 'Йй', capo: 12, tempo: 301, seconds: 9, notes: 'я'.repeat(501) }
    const { failure } = await note(artist, songId, wrong)
    assert.deepEqual(Object.keys(failure.fields ?? {}), Object.keys(wrong))
    const [song] = await world.ok(api.artist.repertoire, { query: {} }, artist)
    assert.deepEqual(
      Object.keys(song ?? {}).filter((name) => name in wrong),
      [],
    )
  })

  test('says how long those wait who stand behind it, and what is too late by the clock', async () => {
    const artist = await world.artist()
    const long = await songOf(artist, 'Долгая')
    const [next, late] = [await songOf(artist, 'Вторая'), await songOf(artist, 'Третья')]
    await note(artist, long, { seconds: 1800 })
    await note(artist, next, { seconds: 1800 })
    const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -80 })
    const rules = { byClock: true }
    await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, artist)
    const phone = world.listener()
    await phone.order(artist, sessionId, long)
    await phone.order(artist, sessionId, next)
    const as = { ...(phone.cookie !== undefined && { cookie: phone.cookie }) }
    const [second, first] = await world.ok(api.songs.myOrders, { query: { sessionId } }, as)
    assert.deepEqual(
      [first?.waitMinutes, second?.waitMinutes],
      [
        { from: 0, to: 1 },
        { from: 29, to: 32 },
      ],
    )
    const { failure } = await world.listener().order(artist, sessionId, late)
    assert.match(failure.message, /не успеем/u)
  })

  test('goes with the song', async () => {
    const artist = await world.artist()
    const songId = await songOf(artist, 'Вечер')
    await note(artist, songId, ABOUT)
    await world.ok(api.artist.removeFavorite, { query: { songId } }, artist)
    assert.equal((await note(artist, songId, ABOUT)).failure.code, 'NOT_FOUND')
    const again = { songId, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body: again }, artist)
    const [song] = await world.ok(api.artist.repertoire, { query: { limit: 1 } }, artist)
    assert.equal(song?.key, undefined)
  })
})
