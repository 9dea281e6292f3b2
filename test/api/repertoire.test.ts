import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

function add(artist: TestArtist, song: string | { title: string; artistName: string }) {
  const named = typeof song === 'string' ? { title: '', artistName: '' } : song
  const body = { songId: typeof song === 'string' ? song : null, imageUrl: '', ...named }
  return [api.artist.addFavorite, { body }, { token: artist.token }] as const
}

async function titlesOf(artist: TestArtist): Promise<string[]> {
  const query = { artistUsername: artist.username }
  return (await world.ok(api.songs.getFavoriteSongs, { query })).map((song) => song.title)
}

/** Adds as many songs as asked to the table and to the artist's repertoire; returns their ids. */
async function fill(artist: TestArtist, songs: number): Promise<string[]> {
  const ids = Array.from({ length: songs }, () => randomUUIDv7())
  for (let start = 0; start < songs; start += 1000) {
    const part = ids.slice(start, start + 1000)
    await world.sql
      .insertInto('songs')
      .values(
        part.map((id) => ({
          id,
          title: id,
          artistName: '',
          source: 'catalogue',
          verified: true,
          songKey: id,
          createdAt: world.now(),
        })),
      )
      .execute()
    await world.sql
      .insertInto('repertoire')
      .values(part.map((id) => ({ artistId: artist.id, songId: id, addedAt: world.now() })))
      .execute()
  }
  return ids
}

describe('the repertoire that everybody sees', () => {
  test('stands in the order of the Russian alphabet', async () => {
    const artist = await world.artist()
    for (const title of ['Яблоко', 'Ель', '«Зима»', 'ёжик', 'Весна', 'Yesterday', 'Жар'])
      await world.ok(...add(artist, await world.song(title, 'Хор')))
    assert.deepEqual(await titlesOf(artist), [
      'Весна',
      'ёжик',
      'Ель',
      'Жар',
      '«Зима»',
      'Яблоко',
      'Yesterday',
    ])
  })

  test('gives so many of its first songs as are asked for', async () => {
    const artist = await world.artist()
    for (const title of ['Яблоко', 'Ель', 'Весна'])
      await world.ok(...add(artist, await world.song(title, 'Дуэт')))
    const query = { artistUsername: artist.username, limit: 2 }
    const songs = await world.ok(api.songs.getFavoriteSongs, { query })
    assert.deepEqual(
      songs.map(({ title }) => title),
      ['Весна', 'Ель'],
    )
  })

  test('flags every song as one of it, and finds its artist in any letter case', async () => {
    const artist = await world.artist({ username: 'Big-Band' })
    const songId = await world.song('Чардаш', 'Монти')
    await world.ok(...add(artist, songId))
    assert.deepEqual(
      await world.ok(api.songs.getFavoriteSongs, { query: { artistUsername: 'big-band' } }),
      [{ songId, title: 'Чардаш', artistName: 'Монти', imageUrl: '', isFavorite: true }],
    )
  })

  test('is empty at first, and not found for an unknown artist', async () => {
    assert.deepEqual(await titlesOf(await world.artist()), [])
    const query = { artistUsername: 'nobody-here' }
    const reply = await world.call(api.songs.getFavoriteSongs, { query })
    assert.deepEqual([reply.status, reply.failure.code], [404, 'NOT_FOUND'])
  })
})

describe('adding a song', () => {
  test('of the catalogue answers with it as the catalogue has it', async () => {
    const artist = await world.artist()
    const songId = await world.song('Калинка', 'Хор')
    const body = {
      songId,
      title: 'Подмена',
      artistName: 'Никто',
      imageUrl: 'https://example.org/pixel.png',
    }
    assert.deepEqual(await world.ok(api.artist.addFavorite, { body }, { token: artist.token }), {
      songId,
      title: 'Калинка',
      artistName: 'Хор',
      imageUrl: '',
      isFavorite: true,
    })
    const stored = await world.sql
      .selectFrom('songs')
      .select(['title', 'imageUrl'])
      .where('id', '=', songId)
      .executeTakeFirst()
    assert.deepEqual(stored, { title: 'Калинка', imageUrl: '' })
  })

  test('twice, even at once, leaves it there once', async () => {
    const artist = await world.artist()
    const songId = await world.song('Катюша', 'Хор')
    await Promise.all([1, 2, 3, 4].map(() => world.ok(...add(artist, songId))))
    await world.ok(...add(artist, songId))
    assert.deepEqual(await titlesOf(artist), ['Катюша'])
  })

  test('by hand makes it findable for his listeners, unverified, without the picture that came along', async () => {
    const artist = await world.artist()
    const body = {
      songId: null,
      title: '  Двор   моего детства ',
      artistName: 'Сами',
      imageUrl: 'https://example.org/pixel.png',
    }
    const song = await world.ok(api.artist.addFavorite, { body }, { token: artist.token })
    assert.deepEqual(
      { ...song, songId: '' },
      {
        songId: '',
        title: 'Двор моего детства',
        artistName: 'Сами',
        imageUrl: '',
        isFavorite: true,
      },
    )
    const query = { input: 'сами двор детст', username: artist.username }
    assert.deepEqual(await world.ok(api.songs.findSong, { query }), [song])
    const stored = await world.sql
      .selectFrom('songs')
      .select(['verified', 'source', 'imageUrl'])
      .where('id', '=', song.songId)
      .executeTakeFirst()
    assert.deepEqual(stored, { verified: false, source: 'artist', imageUrl: '' })
  })

  test('by hand that the catalogue knows adds the one of the catalogue', async () => {
    const artists = await Promise.all(Array.from({ length: 8 }, () => world.artist()))
    const songId = await world.song('Ёлочка', 'Дети')
    const added = await Promise.all(
      artists.map((artist) => world.ok(...add(artist, { title: 'елочка!', artistName: 'ДЕТИ' }))),
    )
    for (const song of added) assert.deepEqual([song.songId, song.title], [songId, 'Ёлочка'])
  })

  test('by hand, the same by many artists at once, is one song', async () => {
    const artists = await Promise.all(Array.from({ length: 20 }, () => world.artist()))
    const added = await Promise.all(
      artists.map((artist) =>
        world.ok(...add(artist, { title: 'Общая песня', artistName: 'Народ' })),
      ),
    )
    assert.equal(new Set(added.map((song) => song.songId)).size, 1)
    for (const artist of artists) assert.deepEqual(await titlesOf(artist), ['Общая песня'])
  })

  test('by hand without a title, or too long, is refused at its field', async () => {
    const artist = await world.artist()
    const blank = await world.refused(
      'VALIDATION',
      ...add(artist, { title: ' ', artistName: 'Кино' }),
    )
    assert.deepEqual(blank.fields, { title: 'Введите название песни' })
    const long = await world.refused(
      'VALIDATION',
      ...add(artist, { title: 'Лето', artistName: 'о'.repeat(121) }),
    )
    assert.deepEqual(Object.keys(long.fields ?? {}), ['artistName'])
    assert.deepEqual(await titlesOf(artist), [])
  })

  test('that does not exist is not found, and a stranger cannot add', async () => {
    const artist = await world.artist()
    await world.refused('NOT_FOUND', ...add(artist, UNKNOWN))
    const [endpoint, input] = add(artist, UNKNOWN)
    await world.refused('NO_TOKEN', endpoint, input)
  })
})

describe('a full repertoire', () => {
  test('takes no more songs, but the ones it has', async () => {
    const artist = await world.artist()
    const [first = ''] = await fill(artist, 5000)
    const refused = await world.refused(
      'ILLEGAL_STEP',
      ...add(artist, await world.song('Лишняя', 'Хор')),
    )
    assert.match(refused.message, /5 000 песен/)
    await world.ok(...add(artist, first))
    assert.equal((await titlesOf(artist)).length, 5000)
  })

  test('leaves nothing behind of a song by hand that found no place', async () => {
    const artist = await world.artist()
    await fill(artist, 5000)
    const song = { title: 'Безместная песня', artistName: '' }
    await world.refused('ILLEGAL_STEP', ...add(artist, song))
    const query = { input: 'безместная' }
    assert.deepEqual(await world.ok(api.songs.findSong, { query }), [])
  })

  test('has its last place for one of several that come at once', async () => {
    const artist = await world.artist()
    await fill(artist, 4999)
    const songs = await Promise.all([1, 2, 3, 4].map((n) => world.song(`Последняя ${n}`, 'Хор')))
    const replies = await Promise.all(songs.map((song) => world.call(...add(artist, song))))
    assert.deepEqual(
      replies.map((reply) => reply.status).toSorted((a, b) => a - b),
      [200, 409, 409, 409],
    )
    assert.equal((await titlesOf(artist)).length, 5000)
  })
})

describe('removing a song', () => {
  test('takes it out of this repertoire alone', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const songId = await world.song('Смуглянка', 'Хор')
    await world.ok(...add(artist, songId))
    await world.ok(...add(other, songId))
    const removal = [{ query: { songId } }, { token: artist.token }] as const
    assert.equal(await world.ok(api.artist.removeFavorite, ...removal), true)
    assert.deepEqual(await titlesOf(artist), [])
    assert.deepEqual(await titlesOf(other), ['Смуглянка'])
  })

  test('that is not there is as good as done', async () => {
    const artist = await world.artist()
    const songId = await world.song('Тройка', 'Хор')
    for (const absent of [songId, UNKNOWN]) {
      const removal = [{ query: { songId: absent } }, { token: artist.token }] as const
      assert.equal(await world.ok(api.artist.removeFavorite, ...removal), true)
    }
    await world.refused('NO_TOKEN', api.artist.removeFavorite, { query: { songId } })
  })
})
