import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Asked = { sessionId?: string; tag?: string; page?: number }

function offered(artist: TestArtist, asked: Asked = {}) {
  return world.ok(api.songs.offered, { query: { artistUsername: artist.username, ...asked } })
}

async function titles(artist: TestArtist, asked: Asked = {}): Promise<string[]> {
  return (await offered(artist, asked)).songs.map(({ title }) => title)
}

function tag(artist: TestArtist, songId: string, tags: string[]) {
  return [api.artist.tagSong, { body: { songId, tags } }, { token: artist.token }] as const
}

/** A repertoire of these songs; returns their ids by title. */
async function repertoire(artist: TestArtist, names: readonly string[]) {
  const ids: Record<string, string> = {}
  for (const title of names) {
    const songId = await world.song(title, artist.username)
    const body = { songId, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body }, { token: artist.token })
    ids[title] = songId
  }
  return (title: string) => ids[title] ?? ''
}

describe('the songs to choose from', () => {
  test('are the repertoire, the most asked first, without what waits or plays', async () => {
    const artist = await world.artist()
    const id = await repertoire(artist, ['Арбат', 'Берёзы', 'Вальс', 'Гроза'])
    const past = await world.concert(artist, { status: 'NOW', startsIn: -300 })
    for (const title of ['Вальс', 'Вальс', 'Гроза'])
      await world.listener().order(artist, past, id(title))
    await world.ok(
      api.artist.updateSessionStatus,
      { body: { sessionId: past, sessionStatus: 'PLAYED' } },
      { token: artist.token },
    )
    const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
    assert.deepEqual(await titles(artist, { sessionId }), ['Вальс', 'Гроза', 'Арбат', 'Берёзы'])
    await world.listener().order(artist, sessionId, id('Гроза'))
    assert.deepEqual(await titles(artist, { sessionId }), ['Вальс', 'Арбат', 'Берёзы'])
  })

  test('come last where the rules of the evening refuse them now', async () => {
    const artist = await world.artist()
    const id = await repertoire(artist, ['Арбат', 'Берёзы'])
    const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
    const { token } = artist
    const rules = { repeats: 'not_tonight' } as const
    await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, { token })
    await world.listener().order(artist, sessionId, id('Арбат'))
    const next = { body: { songId: null, sessionId } }
    await world.ok(api.artist.nextSong, next, { token })
    await world.ok(api.artist.nextSong, next, { token })
    const { songs } = await offered(artist, { sessionId })
    assert.deepEqual(
      songs.map(({ title, heard }) => [title, heard]),
      [
        ['Берёзы', undefined],
        ['Арбат', 'уже звучала, сегодня не повторяем'],
      ],
    )
  })

  test('come twenty a page', async () => {
    const artist = await world.artist()
    const names = Array.from({ length: 43 }, (_, at) => `Песня ${at + 10}`)
    await repertoire(artist, names)
    const pages = [await offered(artist), await offered(artist, { page: 3 })]
    assert.deepEqual(
      pages.map(({ songs, pages: all }) => [songs.length, all]),
      [
        [20, 3],
        [3, 3],
      ],
    )
    assert.deepEqual(
      [...(await titles(artist)), ...(await titles(artist, { page: 2 }))],
      names.slice(0, 40),
    )
    assert.deepEqual(await titles(artist, { page: 4 }), [])
  })

  test('are found by the tags that their artist gave them', async () => {
    const artist = await world.artist()
    const id = await repertoire(artist, ['Арбат', 'Берёзы', 'Вальс'])
    const tagged = await world.ok(...tag(artist, id('Вальс'), [' медляки ', 'Медляки']))
    assert.deepEqual(tagged.tags, ['медляки'])
    await world.ok(...tag(artist, id('Арбат'), ['дворы', 'медляки']))
    assert.deepEqual((await offered(artist)).tags, ['медляки', 'дворы'])
    assert.deepEqual(await titles(artist, { tag: 'МЕДЛЯКИ' }), ['Арбат', 'Вальс'])
    assert.deepEqual(await titles(artist, { tag: 'рок' }), [])
    await world.ok(...tag(artist, id('Арбат'), []))
    assert.deepEqual((await offered(artist)).tags, ['медляки'])
    const query = { artistUsername: artist.username }
    const [arbat, , vals] = await world.ok(api.songs.getFavoriteSongs, { query })
    assert.deepEqual([arbat?.tags, vals?.tags], [undefined, ['медляки']])
  })

  test('take no tag where the song is not in the repertoire, nor a bad one', async () => {
    const artist = await world.artist()
    const id = await repertoire(artist, ['Арбат'])
    const stranger = await world.song('Чужая', 'Хор')
    const refused = async (songId: string, tags: string[]) =>
      (await world.call(...tag(artist, songId, tags))).failure
    assert.equal((await refused(stranger, ['рок']))?.code, 'NOT_FOUND')
    const long = await refused(id('Арбат'), ['я'.repeat(25)])
    assert.deepEqual(long?.fields, { tags: 'Метка — не длиннее 24 символов' })
    const other = await world.artist()
    assert.equal((await world.call(...tag(other, id('Арбат'), ['рок']))).status, 404)
  })

  test('are those of an artist who exists', async () => {
    const query = { artistUsername: 'nobody-at-all' }
    assert.equal((await world.call(api.songs.offered, { query })).status, 404)
  })
})
