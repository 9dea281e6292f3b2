import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { findSongs } from '#server/modules/songs/song-lookup.ts'
import {
  addCatalogueSongs,
  addSongSuggestion,
  seedCatalogue,
  songById,
  songsByIds,
} from '#server/modules/songs/songs.service.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

// These tests need no new world, only an empty catalogue.
beforeEach(() => world.sql.deleteFrom('songs').execute())

/** Adds an order: songs that are ordered often are found first. */
async function ordered(songId: string): Promise<void> {
  await world.sql
    .updateTable('songs')
    .set((song) => ({ orderCount: song('orderCount', '+', 1) }))
    .where('id', '=', songId)
    .execute()
}

async function plays(artist: TestArtist, songId: string): Promise<void> {
  await world.sql
    .insertInto('repertoire')
    .values({ artistId: artist.id, songId, addedAt: world.now() })
    .execute()
}

/** Orders change the ranking once the index is rebuilt. */
const rebuilt = () => world.app.ctx.songIndex.rebuild()

/** «title — performer» of the public search results, in their order. */
async function found(input: string, username?: string): Promise<string[]> {
  const query = username === undefined ? { input } : { input, username }
  const shown = await world.ok(api.songs.findSong, { query })
  return shown.map((song) => `${song.title} — ${song.artistName}`)
}

describe('a search by words', () => {
  beforeEach(async () => {
    await world.song('Белые розы', 'Ласковый май')
    await world.song('Ёлки-палки, «лес» густой', 'Хор')
    await world.song('Сто процентов', 'Группа «Счёт»')
    await world.song('Снег 𐐨𐐨', 'Северяне')
  })

  for (const input of [
    'белые',
    'бел',
    'розы',
    'ласк',
    'май',
    'роз б',
    'ма бел',
    'май розы лас белые',
  ])
    test(`«${input}» finds the song whose title or performer has words that begin so`, async () => {
      assert.equal((await found(input))[0], 'Белые розы — Ласковый май')
    })

  for (const input of ['белые ночи', 'розыгрыш', 'белые розы ласковый май бис'])
    test(`«${input}» finds nothing, since not every word fits`, async () => {
      assert.deepEqual(await found(input), [])
    })

  for (const input of ['ёлки', 'елки', 'ЁЛКИ', 'Елки — палки!', '«Лес»', 'елки,палки'])
    test(`«${input}» finds through ё and е, any case and punctuation`, async () => {
      assert.equal((await found(input))[0], 'Ёлки-палки, «лес» густой — Хор')
    })

  for (const input of ['', '   ', '…!', '%', '_', '\\', "'"])
    test(`«${input}» has no word and finds nothing`, async () => {
      assert.deepEqual(await found(input), [])
    })

  for (const input of ['с_о', '%центов', 'ст%тов', 'бел*', '100%', "сто' or 'а'='а"])
    test(`«${input}» is plain text, not a pattern`, async () => {
      const expected = input === 'бел*' ? 'Белые розы — Ласковый май' : undefined
      assert.equal((await found(input))[0], expected)
    })

  test('a word goes on with letters from the far end of Unicode too', async () => {
    await world.song('Ля𐐨', 'Северяне')
    assert.deepEqual(await found('ля'), ['Ля𐐨 — Северяне'])
    assert.deepEqual(await found('𐐀'), ['Снег 𐐨𐐨 — Северяне'])
  })

  test('a long input counts to its last word', async () => {
    await world.song('Один два три четыре пять', 'шесть семь восемь девять десять')
    const words = 'де во се ше пя че тр дв од'
    assert.equal((await found(words)).length, 1)
    assert.equal((await found(`${words} дес`)).length, 1)
    assert.equal((await found(`${words} я`)).length, 0)
    assert.equal((await found(`я ${words}`)).length, 0)
    const longest = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x430 + (n % 32)))
    assert.deepEqual(await found(longest.join(' ')), [])
  })
})

describe('what a search shows first', () => {
  test('thirty songs of thirty-one', async () => {
    for (let number = 1; number <= 31; number++) await world.song(`Вальс ${number}`, 'Оркестр')
    const shown = await found('вальс')
    assert.equal(shown.length, 30)
    assert.equal(new Set(shown).size, 30)
  })

  test('the song named exactly so, then what is ordered more, then by the alphabet', async () => {
    const flies = await world.song('Кукушка летит', 'Хор')
    await world.song('Кукушки', 'Бэнд')
    await world.song('Кукушка', 'Кино')
    await world.song('Кукушка ещё поёт', 'Хор')
    await ordered(flies)
    await ordered(flies)
    await rebuilt()
    const rest = ['Кукушка летит — Хор', 'Кукушка ещё поёт — Хор', 'Кукушки — Бэнд']
    assert.deepEqual((await found('кукушка')).slice(0, 3), ['Кукушка — Кино', ...rest.slice(0, 2)])
    assert.deepEqual(await found('кукушк'), [
      'Кукушка летит — Хор',
      'Кукушка — Кино',
      'Кукушка ещё поёт — Хор',
      'Кукушки — Бэнд',
    ])
  })

  test('a song before its versions, however often those were ordered', async () => {
    await world.song('Кукушка', 'Кино')
    for (const title of [
      '(Live) Кукушка',
      'Кукушка [БЕК ВОКАЛ]',
      'Кукушка (минус)',
      'Кукушка (и я)',
    ])
      await ordered(await world.song(title, 'Кино'))
    await rebuilt()
    const shown = await found('кукуш')
    assert.deepEqual(shown.slice(0, 2), ['Кукушка (и я) — Кино', 'Кукушка — Кино'])
    assert.equal(shown.length, 5)
  })

  test('exact with the performer, before or after the title', async () => {
    const other = await world.song('Кино и немцы', 'Апрель и товарищи')
    await world.song('Апрель', 'Кино')
    await ordered(other)
    await rebuilt()
    for (const input of ['кино апрель', 'Апрель КИНО'])
      assert.deepEqual((await found(input))[0], 'Апрель — Кино', input)
    assert.deepEqual((await found('апр кин'))[0], 'Кино и немцы — Апрель и товарищи')
  })

  test('the repertoire of the named artist, flagged, even before an exact name', async () => {
    const exact = await world.song('Звезда', 'Кино')
    const played = await world.song('Звезда по имени Солнце', 'Кино')
    for (let order = 0; order < 3; order++) await ordered(exact)
    await rebuilt()
    const artist = await world.artist({ username: 'Nina' })
    await plays(artist, played)
    await plays(await world.artist(), exact)
    const shown = await world.ok(api.songs.findSong, {
      query: { input: 'звезда', username: 'Nina' },
    })
    assert.deepEqual(
      shown.map((song) => [song.songId, song.isFavorite]),
      [
        [played, true],
        [exact, false],
      ],
    )
    const plain = await world.ok(api.songs.findSong, { query: { input: 'звезда' } })
    assert.deepEqual(
      plain.map((song) => [song.songId, song.isFavorite]),
      [
        [exact, false],
        [played, false],
      ],
    )
  })

  test('nothing but the repertoire where the artist plays that alone', async () => {
    const played = await world.song('Лето', 'Кино')
    await world.song('Лето в городе', 'Группа')
    const artist = await world.artist({ requestFavoritesOnly: true })
    assert.deepEqual(await found('лето', artist.username), [])
    await plays(artist, played)
    assert.deepEqual(await found('лето', artist.username), ['Лето — Кино'])
    assert.equal((await found('лето')).length, 2)
  })

  test('all songs for a username that nobody has', async () => {
    await world.song('Лето', 'Кино')
    for (const username of ['nobody-here', ''])
      assert.deepEqual(await found('лето', username), ['Лето — Кино'])
  })
})

describe('an artist’s own search', () => {
  test('shows all songs, the own ones first, even where the hall may ask for these alone', async () => {
    const artist = await world.artist({ username: 'Oleg', requestFavoritesOnly: true })
    await world.song('Море', 'Группа')
    await plays(artist, await world.song('Море зовёт', 'Группа'))
    const shown = await world.ok(
      api.songs.findSongOfArtist,
      { query: { input: 'море', username: 'oleg' } },
      { token: artist.token },
    )
    assert.deepEqual(
      shown.map((song) => [song.title, song.isFavorite]),
      [
        ['Море зовёт', true],
        ['Море', false],
      ],
    )
  })

  test('is not for another artist, nor for a stranger', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const query = { input: 'море', username: other.username }
    const reply = await world.call(api.songs.findSongOfArtist, { query }, { token: artist.token })
    assert.deepEqual([reply.status, reply.failure.code], [403, 'NOT_YOURS'])
    await world.refused('NO_TOKEN', api.songs.findSongOfArtist, { query })
  })
})

describe('a suggested song', () => {
  test('is stored at once, unverified, and found by nobody', async () => {
    const song = await addSongSuggestion(world.app.ctx, {
      title: '  Песня   про ёжика ',
      artistName: 'Сосед',
    })
    assert.deepEqual(
      { ...song, id: '' },
      { id: '', title: 'Песня про ёжика', artistName: 'Сосед', imageUrl: '', verified: false },
    )
    assert.deepEqual(await found('сосед ежик'), [])
    assert.deepEqual(await songById(world.app.ctx, song.id), song)
  })

  test('from twenty phones at once is one song', async () => {
    const spellings = ['Белые розы', 'белые РОЗЫ', 'Белые розы!', '«Белые» розы']
    const same = await Promise.all(
      Array.from({ length: 20 }, (_, phone) =>
        addSongSuggestion(world.app.ctx, {
          title: spellings[phone % spellings.length] ?? '',
          artistName: 'Ласковый май',
        }),
      ),
    )
    assert.equal(new Set(same.map((song) => song.id)).size, 1)
    const rows = await world.sql.selectFrom('songs').select('id').execute()
    assert.deepEqual(rows, [{ id: same[0]?.id }])
    assert.deepEqual(await found('белые розы ласковый май'), [])
  })

  test('that the catalogue knows is the song of the catalogue', async () => {
    const id = await world.song('Ёлка', 'Хор')
    const song = await addSongSuggestion(world.app.ctx, { title: 'елка', artistName: 'ХОР' })
    assert.deepEqual([song.id, song.title, song.verified], [id, 'Ёлка', true])
    const cover = await addSongSuggestion(world.app.ctx, { title: 'елка', artistName: 'Соло' })
    assert.notEqual(cover.id, id)
  })

  test('without a title, or with a text too long, is refused at its field', async () => {
    const tooLong = 'о'.repeat(121)
    for (const [title, artistName, field] of [
      [' ', 'Кино', 'title'],
      [tooLong, 'Кино', 'title'],
      ['Лето', tooLong, 'artistName'],
    ] as const)
      await assert.rejects(
        () => addSongSuggestion(world.app.ctx, { title, artistName }),
        (error) => error instanceof Refusal && error.fields?.[field] !== undefined,
      )
    assert.deepEqual(await world.sql.selectFrom('songs').select('id').execute(), [])
  })

  test('of the longest letters there are is stored and found', async () => {
    const title = '㌖㌢㌫㍍㍑㍗'.repeat(20)
    const artistName = '\u{FDFA}'.repeat(120)
    const { id } = await addSongSuggestion(world.app.ctx, { title, artistName })
    await addCatalogueSongs(world.app.ctx, [{ title, artistName }], 'list')
    const shown = await findSongs(world.app.ctx, title)
    assert.deepEqual(
      shown.map((song) => song.id),
      [id],
    )
  })
})

describe('many songs at once', () => {
  test('each is stored once and found, and rows that are no songs are left out', async () => {
    const rows = Array.from({ length: 1201 }, (_, number) => ({
      title: `Этюд ${number}`,
      artistName: 'Школа',
    }))
    const odd = [
      { title: 'этюд 7', artistName: 'ШКОЛА' },
      { title: '', artistName: 'Школа' },
      { title: 'я'.repeat(121), artistName: 'Школа' },
      { title: 'Кавычка \' " { } \\', artistName: 'NULL' },
    ]
    assert.equal(await addCatalogueSongs(world.app.ctx, [...rows, ...odd], 'list'), 1202)
    assert.equal(await addCatalogueSongs(world.app.ctx, rows, 'list'), 0)
    assert.equal((await found('этюд 1200'))[0], 'Этюд 1200 — Школа')
    assert.deepEqual(await found('null'), ['Кавычка \' " { } \\ — NULL'])
  })

  test('the catalogue fills an empty table once', async () => {
    const added = await seedCatalogue(world.app.ctx)
    assert.ok(added >= 500, `${added} songs`)
    assert.equal(await seedCatalogue(world.app.ctx), 0)
    assert.deepEqual((await found('группа крови кино'))[0], 'Группа крови — Кино')
    const rows = await world.sql.selectFrom('songs').select(['verified', 'source']).execute()
    assert.equal(rows.length, added)
    assert.ok(rows.every((row) => row.verified && row.source === 'catalogue'))
  })

  test('two servers that start together fill it once between them', async () => {
    const added = await Promise.all([seedCatalogue(world.app.ctx), seedCatalogue(world.app.ctx)])
    const rows = await world.sql.selectFrom('songs').select('id').execute()
    assert.equal(added[0] + added[1], rows.length)
  })

  test('songs that are there already keep the catalogue away', async () => {
    await world.song('Лето', 'Кино')
    assert.equal(await seedCatalogue(world.app.ctx), 0)
  })
})

describe('songs by their ids', () => {
  test('are read in the order that was asked for', async () => {
    const first = await world.song('Первая', 'Хор')
    const second = await world.song('Вторая', 'Хор')
    const unknown = '01900000-0000-7000-8000-000000000000'
    const listed = await songsByIds(world.app.ctx, [second, unknown, first])
    assert.deepEqual(
      listed.map((song) => song.title),
      ['Вторая', 'Первая'],
    )
    assert.equal(await songById(world.app.ctx, unknown), null)
  })

  test('come in the order they were asked for, without those that nobody knows', async () => {
    const roses = await world.song('Белые розы', 'Ласковый май')
    const zombie = await world.song('Zombie', 'The Cranberries')
    const songIds = [zombie, randomUUIDv7(), roses]
    const named = await world.ok(api.songs.byIds, { body: { songIds } })
    assert.deepEqual(
      named.map(({ songId, title, artistName }) => [songId, title, artistName]),
      [
        [zombie, 'Zombie', 'The Cranberries'],
        [roses, 'Белые розы', 'Ласковый май'],
      ],
    )
  })

  test('are none for none, and refused for what is no id', async () => {
    assert.deepEqual(await world.ok(api.songs.byIds, { body: { songIds: [] } }), [])
    await world.refused('VALIDATION', api.songs.byIds, { body: { songIds: ['x'] } })
  })
})
