import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const TITLES = { open: 'Рассвет', learning: 'Рассвет Учебный', closed: 'Рассвет Закрытый' }

/** A musician with a song of every state, and his running concert. */
async function show() {
  const artist = await world.artist()
  const ids: Record<SongState, string> = { open: '', learning: '', closed: '' }
  for (const state of ['open', 'learning', 'closed'] as const) {
    const songId = await world.song(TITLES[state], artist.username)
    ids[state] = songId
    const song = { songId, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body: song }, artist)
    await world.ok(api.artist.tagSong, { body: { songId, tags: [state], state } }, artist)
  }
  const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  return { artist, sessionId, ids }
}

const titles = (
  songs: readonly { title: string; artistName: string }[],
  { username }: TestArtist,
) =>
  songs
    .filter(({ artistName }) => artistName === username)
    .map(({ title }) => title)
    .toSorted()

describe('songs of a repertoire that are not open', () => {
  test('are told or hidden wherever listeners look', async () => {
    const { artist, sessionId, ids } = await show()
    const { username } = artist
    const shown = [TITLES.open, TITLES.learning]
    const query = { artistUsername: username }
    const found = await world.ok(api.songs.findSong, { query: { input: 'Рассвет', username } })
    const list = await world.ok(api.songs.getFavoriteSongs, { query })
    const { songs, tags } = await world.ok(api.songs.offered, { query: { ...query, sessionId } })
    for (const seen of [found, list, songs]) {
      assert.deepEqual(titles(seen, artist), shown)
      assert.deepEqual(
        seen.filter(({ learning }) => learning).map(({ songId }) => songId),
        [ids.learning],
      )
      assert.equal(
        seen.some((song) => 'state' in song),
        false,
      )
    }
    assert.deepEqual(tags.toSorted(), ['learning', 'open'])
    assert.equal(songs.at(-1)?.songId, ids.learning)
    const tagged = { ...query, tag: 'closed' }
    assert.deepEqual((await world.ok(api.songs.offered, { query: tagged })).songs, [])
  })

  test('are found by their artist, who sees their states', async () => {
    const { artist } = await show()
    const query = { input: 'Рассвет', username: artist.username }
    const found = await world.ok(api.songs.findSongOfArtist, { query }, artist)
    assert.deepEqual(titles(found, artist), Object.values(TITLES).toSorted())
    const own = await world.ok(api.artist.repertoire, { query: {} }, artist)
    assert.deepEqual(
      own.map(({ state = 'open' }) => state).toSorted((a, b) => a.localeCompare(b)),
      ['closed', 'learning', 'open'],
    )
  })

  test('leave their places among the found to others', async () => {
    const artist = await world.artist()
    const names = Array.from({ length: 31 }, (_, at) => `Теснота ${at}`)
    const list = names.map((title) => ({ songId: null, title, artistName: artist.username }))
    const { added } = await world.ok(api.artist.importFavorites, { body: { songs: list } }, artist)
    for (const { songId } of added.slice(0, 30))
      await world.ok(api.artist.tagSong, { body: { songId, tags: [], state: 'closed' } }, artist)
    const query = { input: 'Теснота', username: artist.username }
    const found = await world.ok(api.songs.findSong, { query })
    assert.deepEqual(
      found.map(({ songId }) => songId),
      added.slice(30).map(({ songId }) => songId),
    )
  })

  test('are not ordered by their id, nor as a listener’s own, and the artist plays them', async () => {
    const { artist, sessionId, ids } = await show()
    const order = (songId: string | null, title = '') =>
      world.call(api.songs.orderSong, {
        body: {
          songId,
          title,
          artistName: artist.username,
          imageUrl: '',
          artistUsername: artist.username,
          sessionId,
        },
      })
    for (const wish of [
      await order(ids.closed),
      await order(null, TITLES.closed),
      await order(ids.learning),
    ])
      assert.equal(wish.failure.code, 'SONG_NOT_ACCEPTED')
    assert.match((await order(ids.learning)).failure.message, /учит/u)
    assert.equal((await order(ids.open)).status, 200)
    const own = {
      songId: ids.closed,
      title: '',
      artistName: '',
      sessionId,
      entryId: randomUUID(),
    }
    assert.equal((await world.call(api.artist.addSong, { body: own }, artist)).status, 200)
  })

  test('count who waits for them, each device once, for their artist alone', async () => {
    const { artist, ids } = await show()
    const wish = (songId: string, cookie?: string) =>
      world.call(
        api.songs.wish,
        { body: { artistUsername: artist.username, songId } },
        { ...(cookie !== undefined && { cookie }) },
      )
    const first = await wish(ids.learning)
    assert.equal(first.status, 200)
    await wish(ids.learning, first.cookie)
    await wish(ids.learning)
    assert.equal((await wish(ids.open)).failure.code, 'ILLEGAL_STEP')
    assert.equal((await wish(ids.closed)).failure.code, 'ILLEGAL_STEP')
    const own = await world.ok(api.artist.repertoire, { query: {} }, artist)
    const waited = own.filter(({ wishes }) => wishes !== undefined)
    assert.deepEqual(
      waited.map(({ songId, wishes }) => [songId, wishes]),
      [[ids.learning, 2]],
    )
    const query = { artistUsername: artist.username }
    const list = await world.ok(api.songs.getFavoriteSongs, { query })
    assert.equal(
      list.some((song) => 'wishes' in song),
      false,
    )
  })

  test('lead to no concert', async () => {
    const { ids, sessionId } = await show()
    const found = async (songId: string) =>
      (await world.ok(api.session.getSessions, { body: { songIds: [songId] } })).map(({ id }) => id)
    assert.deepEqual(await found(ids.open), [sessionId])
    assert.deepEqual([...(await found(ids.learning)), ...(await found(ids.closed))], [])
  })

  test('are changed together, with tags besides their own, all or none', async () => {
    const { artist, ids } = await show()
    const songIds = [ids.open, ids.learning]
    const note = (body: { songIds: string[]; tags: string[]; state?: SongState }, as = artist) =>
      world.call(api.artist.noteSongs, { body }, as)
    const { data } = await note({ songIds, tags: ['OPEN', 'рок'], state: 'closed' })
    assert.deepEqual(
      data.map(({ songId, state, tags }) => [songId, state, tags]),
      [
        [ids.open, 'closed', ['open', 'рок']],
        [ids.learning, 'closed', ['learning', 'open', 'рок']],
      ],
    )
    const { failure } = await note({ songIds, tags: ['а', 'б', 'в'], state: 'open' })
    assert.deepEqual(failure.fields, { tags: 'У песни может быть 5 меток' })
    assert.deepEqual((await note({ songIds, tags: [] })).data, data)
    assert.deepEqual((await note({ songIds, tags: ['рок'] }, await world.artist())).data, [])
  })

  test('open again, and keep their state where nothing is said of it', async () => {
    const { artist, ids } = await show()
    const tag = (state?: SongState) =>
      world.ok(
        api.artist.tagSong,
        { body: { songId: ids.closed, tags: [], ...(state && { state }) } },
        artist,
      )
    assert.equal((await tag()).state, 'closed')
    assert.equal((await tag('open')).state, undefined)
  })
})
