import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import { readSongColumns, songsOf } from '#domain/songs/song-columns.ts'
import { songTable } from '#domain/songs/song-cells.ts'
import { addCatalogueSongs } from '#server/modules/songs/songs.service.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

type Asked = { songId: string | null; title: string; artistName: string }

const own = (title: string, artistName = ''): Asked => ({ songId: null, title, artistName })
const known = (songId: string): Asked => ({ songId, title: '', artistName: '' })

function preview(artist: TestArtist, text: string, titleFirst?: boolean) {
  const body = { text, ...(titleFirst === undefined ? {} : { titleFirst }) }
  return world.ok(api.artist.previewImport, { body }, { token: artist.token })
}

function take(artist: TestArtist, songs: readonly Asked[]) {
  return [api.artist.importFavorites, { body: { songs } }, { token: artist.token }] as const
}

function takeBack(artist: TestArtist, songIds: readonly string[]) {
  return world.ok(api.artist.removeFavorites, { body: { songIds } }, { token: artist.token })
}

async function repertoireOf({ username }: TestArtist): Promise<string[]> {
  const query = { artistUsername: username }
  const songs = await world.ok(api.songs.getFavoriteSongs, { query })
  return songs.map(({ title, artistName }) => `${artistName} — ${title}`)
}

/** «Кино — Группа крови: known», a line each. */
async function linesOf(artist: TestArtist, text: string, titleFirst?: boolean): Promise<string[]> {
  const { lines } = await preview(artist, text, titleFirst)
  return lines.map(({ artistName, title, state }) => `${artistName} — ${title}: ${state}`)
}

const numbered = (songs: number, name: string) =>
  Array.from({ length: songs }, (_, n) => own(`${name} ${n}`, `Ансамбль ${n % 7}`))

const idsOf = (songs: readonly { songId: string }[]) => songs.map(({ songId }) => songId)

test('while a long list is looked at, others are answered again and again', async () => {
  const artist = await world.artist()
  const words = ['ночь', 'день', 'любовь', 'дорога', 'песня']
  const at = (n: number) => words[n % words.length] ?? ''
  await addCatalogueSongs(
    world.app.ctx,
    Array.from({ length: 30 }, (_, n) => ({
      title: `${at(n)} ${at(n + 1)} ${n}`,
      artistName: `${at(n + 2)} ${at(n + 3)}`,
    })),
    'list',
  )
  const lines = Array.from({ length: 1000 }, (_, n) => `${at(n + 2)} ${n} — ${at(n)} ${at(n + 1)}`)
  const over = new AbortController()
  const looked = preview(artist, lines.join('\n')).finally(() => over.abort())
  let answered = 0
  for (; !over.signal.aborted; answered++) {
    await world.ok(api.songs.getFavoriteSongs, { query: { artistUsername: artist.username } })
    // Yields to the event loop, as the network would between calls.
    await yieldToLoop()
  }
  assert.equal((await looked).lines.length, 1000)
  assert.ok(answered > 15, `${answered} answers meanwhile`)
})

describe('the preview of a list', () => {
  test('tells what the catalogue has, what is new, what is there already and what is no song', async () => {
    const artist = await world.artist()
    await world.song('Группа крови', 'Кино')
    const mine = await world.song('Выхода нет', 'Сплин')
    await world.ok(...take(artist, [known(mine)]))
    const lines = [
      'кино - группа КРОВИ!',
      'Сплин — Выхода нет',
      'Мы — Наша',
      '-----',
      'Кино — Группа крови',
    ]
    assert.deepEqual(await linesOf(artist, lines.join('\r\n')), [
      'Кино — Группа крови: known',
      'Сплин — Выхода нет: mine',
      'Мы — Наша: new',
      ' — : unclear',
      'Кино — Группа крови: repeat',
    ])
  })

  test('reads key, capo and tempo behind a song, and leaves chords out', async () => {
    const artist = await world.artist()
    const songId = await world.song('Романс', 'Хор')
    const { lines } = await preview(artist, 'Хор - Романс [Am], капо 2, 96 bpm\nAm F C G')
    assert.deepEqual(
      lines.map(({ song, fields, why }) => ({ songId: song?.songId, fields, why })),
      [
        { songId, fields: { key: 'Am', capo: 2, tempo: 96 }, why: null },
        { songId: undefined, fields: {}, why: 'Это аккорды, а не песня' },
      ],
    )
  })

  test('flags a song of the catalogue by the repertoire of the one who asks', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const songId = await world.song('Метель', 'ДДТ')
    await world.ok(...take(other, [known(songId)]))
    const { lines } = await preview(artist, 'ДДТ — Метель')
    assert.deepEqual([lines[0]?.state, lines[0]?.song?.isFavorite], ['known', false])
    const [line] = (await preview(other, 'ДДТ — Метель')).lines
    assert.deepEqual([line?.state, line?.song?.isFavorite], ['mine', true])
  })

  test('sees by the catalogue that the songs stand first, and takes the word of the artist over it', async () => {
    const artist = await world.artist()
    await world.song('Крылья', 'Наутилус Помпилиус')
    const text = 'Крылья — Наутилус Помпилиус\nНовая — Наша группа'
    const seen = await preview(artist, text)
    assert.equal(seen.titleFirst, true)
    assert.deepEqual(await linesOf(artist, text), [
      'Наутилус Помпилиус — Крылья: known',
      'Наша группа — Новая: new',
    ])
    assert.deepEqual(await linesOf(artist, text, false), [
      'Наутилус Помпилиус — Крылья: known',
      'Новая — Наша группа: new',
    ])
  })

  test('offers what a misspelt line may have meant, and takes none of it by itself', async () => {
    const artist = await world.artist()
    const songId = await world.song('Восьмиклассница', 'Кино')
    await world.song('Совсем другое', 'Кино')
    const { lines } = await preview(
      artist,
      'Кино — Васьмиклассница\nВосьмиклассница\nЦой — Восьмиклассница',
    )
    assert.deepEqual(
      lines.map(({ state, song, similar }) => [state, song, idsOf(similar)]),
      [
        ['new', null, [songId]],
        ['new', null, [songId]],
        ['new', null, [songId]],
      ],
    )
    const [near] = (await preview(artist, 'Кино — Восьмиклассница моя')).lines
    assert.deepEqual(idsOf(near?.similar ?? []), [songId])
  })

  test('offers a checked song beside one that somebody misspelt by hand before', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const songId = await world.song('Прогулки по воде', 'Наутилус')
    await world.ok(...take(other, [own('Прогулка по воде', 'Наутилус')]))
    const [line] = (await preview(artist, 'Наутилус — Прогулка по воде')).lines
    assert.deepEqual([line?.state, idsOf(line?.similar ?? [])], ['known', [songId]])
    const [near] = (await preview(artist, 'Наутилус — Прогулка по водам')).lines
    assert.deepEqual([near?.state, idsOf(near?.similar ?? [])], ['new', [songId]])
  })

  test('says at its line what is too long, and loses none of the others', async () => {
    const artist = await world.artist()
    const { lines } = await preview(artist, `Хор — ${'о'.repeat(121)}\nХор — Песня`)
    assert.deepEqual(
      lines.map(({ number, state, why }) => [number, state, why]),
      [
        [1, 'unclear', 'Название песни — не длиннее 120 символов'],
        [2, 'new', null],
      ],
    )
  })

  test('refuses in words a text of nothing, of too many lines, and of too many characters', async () => {
    const artist = await world.artist()
    const refuse = async (text: string) => {
      const failure = await world.refused(
        'VALIDATION',
        api.artist.previewImport,
        { body: { text } },
        { token: artist.token },
      )
      return failure.fields?.['text']
    }
    assert.equal(await refuse(' \n\n '), 'Здесь нет ни одной песни')
    assert.match((await refuse('Песня\n'.repeat(1001))) ?? '', /^За раз можно добавить 1 000 песен/)
    assert.match((await refuse('ж'.repeat(200_001))) ?? '', /200 000 знаков/)
  })

  test('takes a thousand lines and two hundred thousand characters', async () => {
    const artist = await world.artist()
    const text = Array.from({ length: 1000 }, (_, n) => `Хор ${n} — ${'ы'.repeat(100)} ${n}`).join(
      '\n',
    )
    const { lines } = await preview(artist, text.padEnd(200_000, ' '))
    assert.equal(lines.length, 1000)
    assert.deepEqual(new Set(lines.map(({ state }) => state)), new Set(['new']))
  })

  test('changes nothing', async () => {
    const artist = await world.artist()
    await preview(artist, 'Никто — Небывалая')
    assert.deepEqual(await repertoireOf(artist), [])
    assert.deepEqual(await world.ok(api.songs.findSong, { query: { input: 'небывалая' } }), [])
  })
})

describe('an import', () => {
  test('adds songs of the catalogue and own ones, and tells what was really added', async () => {
    const artist = await world.artist()
    const there = await world.song('Смуглянка', 'Хор')
    const coming = await world.song('Катюша', 'Хор')
    await world.ok(...take(artist, [known(there)]))
    const { added, already } = await world.ok(
      ...take(artist, [known(there), known(coming), own('Своя', 'Мы'), own('своя!', 'МЫ')]),
    )
    assert.deepEqual(
      added.map(({ title, isFavorite }) => [title, isFavorite]),
      [
        ['Катюша', true],
        ['Своя', true],
      ],
    )
    assert.deepEqual(idsOf(already), [there])
    assert.deepEqual(await repertoireOf(artist), ['Хор — Катюша', 'Мы — Своя', 'Хор — Смуглянка'])
  })

  test('joins an own song to the one of the catalogue', async () => {
    const artist = await world.artist()
    const songId = await world.song('Ёлочка', 'Дети')
    const { added } = await world.ok(...take(artist, [own('елочка!', 'ДЕТИ')]))
    assert.deepEqual(idsOf(added), [songId])
  })

  test('is seen at once on the page, in the search of listeners, and by who takes the repertoire alone', async () => {
    const artist = await world.artist({ requestFavoritesOnly: true })
    const { added } = await world.ok(...take(artist, [own('Едва слышно', 'Мы')]))
    const query = { input: 'едва', username: artist.username }
    assert.deepEqual(await world.ok(api.songs.findSong, { query }), added)
    const concert = await world.concert(artist, { status: 'NOW' })
    const reply = await world.listener().order(artist, concert, added[0]?.songId ?? '')
    assert.equal(reply.status, 200)
    assert.deepEqual(await repertoireOf(artist), ['Мы — Едва слышно'])
  })

  test('of a thousand songs is done in one go, and taken back in another', async () => {
    const artist = await world.artist()
    const kept = await world.song('Остаётся', 'Хор')
    await world.ok(...take(artist, [known(kept)]))
    const { added } = await world.ok(...take(artist, numbered(1000, 'Тысяча')))
    assert.equal(added.length, 1000)
    assert.equal((await repertoireOf(artist)).length, 1001)
    const removed = await takeBack(artist, idsOf(added))
    assert.deepEqual(removed.toSorted(), idsOf(added).toSorted())
    assert.deepEqual(await repertoireOf(artist), ['Хор — Остаётся'])
  })

  test('of a thousand songs in the longest letters comes through', async () => {
    const artist = await world.artist()
    const songs = Array.from({ length: 1000 }, (_, n) =>
      own(`${'語'.repeat(115)} ${n}`, '語'.repeat(120)),
    )
    assert.equal((await world.ok(...take(artist, songs))).added.length, 1000)
  })

  test('with one song that is none adds nothing, and names every such song', async () => {
    const artist = await world.artist()
    const songs = [own('Ладная', 'Мы'), own(' '), own('Длинная', 'о'.repeat(121))]
    const { fields } = await world.refused('VALIDATION', ...take(artist, songs))
    assert.deepEqual(fields, {
      'songs.1.title': 'Введите название песни',
      'songs.2.artistName': 'Имя исполнителя — не длиннее 120 символов',
    })
    await world.refused('NOT_FOUND', ...take(artist, [own('Ладная', 'Мы'), known(UNKNOWN)]))
    assert.deepEqual(await repertoireOf(artist), [])
    assert.deepEqual(await world.ok(api.songs.findSong, { query: { input: 'ладная' } }), [])
  })

  test('that finds no place is refused whole, with the places that are left', async () => {
    const artist = await world.artist()
    for (let part = 0; part < 5; part++)
      await world.ok(...take(artist, numbered(part < 4 ? 1000 : 998, `Полка ${part}`)))
    const songs = [own('Лишняя раз'), own('Лишняя два'), own('Лишняя три')]
    const refused = await world.refused('ILLEGAL_STEP', ...take(artist, songs))
    assert.match(refused.message, /Поместится ещё 2 песни, а вы добавляете 3\./)
    assert.deepEqual(await world.ok(api.songs.findSong, { query: { input: 'лишняя' } }), [])
    assert.equal((await world.ok(...take(artist, songs.slice(1)))).added.length, 2)
    assert.equal((await repertoireOf(artist)).length, 5000)
    assert.equal((await world.ok(...take(artist, songs.slice(1)))).already.length, 2)
  })

  test('tells before it how many more songs there is place for', async () => {
    const artist = await world.artist()
    const places = async () => (await preview(artist, 'Мы — Новая')).places
    assert.equal(await places(), 5000)
    await world.ok(...take(artist, numbered(3, 'Занято')))
    assert.equal(await places(), 4997)
  })

  test('of nothing is done at once', async () => {
    const artist = await world.artist()
    assert.deepEqual(await world.ok(...take(artist, [])), { added: [], already: [] })
  })
})

describe('what a list says of its songs', () => {
  const LISTED = {
    key: 'Ам',
    capo: 0,
    tempo: 96,
    seconds: 225,
    tags: ['Рок', 'рок', 'медляки'],
    notes: ' раз\nдва ',
    state: 'learning' as const,
    minSongAmount: 300,
    musicBy: ' В. Цой ',
    wordsBy: 'народные',
  }
  const OTHERS = new Set(['songId', 'imageUrl', 'isFavorite', 'artistName'])
  const ownOf = async (artist: TestArtist) =>
    (await world.ok(api.artist.repertoire, { query: {} }, artist)).map((song) =>
      Object.fromEntries(Object.entries(song).filter(([name]) => !OTHERS.has(name))),
    )
  const read = {
    key: 'Am',
    capo: 0,
    tempo: 96,
    seconds: 225,
    tags: ['Рок', 'медляки'],
    notes: 'раз\nдва',
    state: 'learning',
    learning: true,
    ownMinimum: 300,
    minSongAmount: 300,
    musicBy: 'В. Цой',
    wordsBy: 'народные',
  }

  test('is saved with them, each tag in one spelling, and by a second press too', async () => {
    const artist = await world.artist()
    const songs = [
      { ...own('Полная', 'Список'), ...LISTED },
      { ...own('полная!', 'СПИСОК'), key: 'C' },
      { ...own('Пустая', 'Список'), tags: ['РОК'] },
    ]
    const { added } = await world.ok(...take(artist, songs))
    const all = [
      { title: 'Полная', ...read },
      { title: 'Пустая', tags: ['Рок'] },
    ]
    assert.deepEqual(await ownOf(artist), all)
    assert.deepEqual(idsOf((await world.ok(...take(artist, songs))).already), idsOf(added))
    assert.deepEqual(await ownOf(artist), all)
    await takeBack(artist, idsOf(added))
    await world.ok(...take(artist, [own('Полная', 'Список')]))
    assert.deepEqual(await ownOf(artist), [{ title: 'Полная' }])
  })

  test('leaves songs that are there already as they are, and changes what is given where that is asked', async () => {
    const artist = await world.artist()
    const songs = [{ ...own('Прежняя', 'Список'), ...LISTED }]
    const { added } = await world.ok(...take(artist, songs))
    const body = { songs: [{ ...known(idsOf(added)[0] ?? ''), key: 'C', tags: ['новая'] }] }
    await world.ok(api.artist.importFavorites, { body }, artist)
    assert.deepEqual(await ownOf(artist), [{ title: 'Прежняя', ...read }])
    await world.ok(api.artist.importFavorites, { body: { ...body, update: true } }, artist)
    assert.deepEqual(await ownOf(artist), [
      { title: 'Прежняя', ...read, key: 'C', tags: ['новая'] },
    ])
  })

  test('fills what songs that are there already lack, where that is asked', async () => {
    const artist = await world.artist()
    const songs = [{ ...own('Начатая', 'Список'), key: 'Em', tags: ['Рок'] }]
    const { added } = await world.ok(...take(artist, songs))
    const listed = { ...known(idsOf(added)[0] ?? ''), ...LISTED }
    const body = { songs: [listed], fill: true }
    await world.ok(api.artist.importFavorites, { body }, artist)
    assert.deepEqual(await ownOf(artist), [{ title: 'Начатая', ...read, key: 'Em', tags: ['Рок'] }])
  })

  test('comes out of the saved list as it came in, and what the catalogue says of authors stays there', async () => {
    const artist = await world.artist()
    const { added } = await world.ok(
      ...take(artist, [{ ...own('Авторская', 'Список'), ...LISTED }]),
    )
    const songId = idsOf(added)[0] ?? ''
    const authors = () =>
      world.sql
        .selectFrom('repertoire')
        .select(['musicBy', 'wordsBy'])
        .where('songId', '=', songId)
        .executeTakeFirstOrThrow()
    await world.sql
      .updateTable('songs')
      .set({ musicBy: 'В. Цой', wordsBy: 'В. Цой' })
      .where('id', '=', songId)
      .execute()
    const again = async (fields: object) => {
      const body = { songs: [{ ...known(songId), ...fields }], update: true }
      await world.ok(api.artist.importFavorites, { body }, artist)
    }
    const [mine] = await world.ok(api.artist.repertoire, { query: {} }, artist)
    const table = readSongColumns(songTable([mine ?? assert.fail()]).slice(1)) ?? assert.fail()
    const { fields } = songsOf(table)[0] ?? assert.fail()
    assert.deepEqual([fields.musicBy, fields.wordsBy], ['В. Цой', 'народные'])
    await again(fields)
    assert.deepEqual(await authors(), { musicBy: null, wordsBy: 'народные' })
    await again({ key: 'C' })
    assert.deepEqual(await authors(), { musicBy: null, wordsBy: 'народные' })
    await again({ wordsBy: 'В. Цой' })
    assert.deepEqual(await authors(), { musicBy: null, wordsBy: null })
    // Where only what is empty is filled, the catalogue's word is no empty one.
    const filled = { songs: [{ ...known(songId), musicBy: 'Другой' }], fill: true }
    await world.ok(api.artist.importFavorites, { body: filled }, artist)
    assert.deepEqual(await authors(), { musicBy: null, wordsBy: null })
  })

  test('that cannot be is named at its field, and nothing is added', async () => {
    const artist = await world.artist()
    const songs = [
      own('Ладная', 'Список'),
      { ...own('', 'Список'), key: 'Х' },
      { ...own('Кривая', 'Список'), capo: 12, minSongAmount: 1, tags: ['а'.repeat(25)] },
    ]
    const { fields } = await world.refused('VALIDATION', ...take(artist, songs))
    assert.deepEqual(Object.keys(fields ?? {}).toSorted(), [
      'songs.1.title',
      'songs.2.capo',
      'songs.2.minSongAmount',
      'songs.2.tags',
    ])
    assert.deepEqual(await ownOf(artist), [])
  })

  test('of a thousand songs in the longest letters comes through, and pads with their texts learn of it', async () => {
    const artist = await world.artist()
    const songs = Array.from({ length: 1000 }, (_, n) => ({
      ...own(`${'語'.repeat(110)} ${n}`, '語'.repeat(120)),
      notes: '😀'.repeat(500),
      tags: Array.from({ length: 5 }, (__, tag) => `${'語'.repeat(22)}${tag}`),
    }))
    const { added } = await world.ok(...take(artist, songs))
    assert.equal(added.length, 1000)
    const [songId = ''] = idsOf(added)
    await world.ok(api.artist.saveSongTexts, { body: { texts: [{ songId, text: 'Да' }] } }, artist)
    const seen = await world.ok(api.artist.songTexts, { query: {} }, artist)
    const body = { songs: [{ ...known(songId), capo: 3 }], update: true }
    await world.ok(api.artist.importFavorites, { body }, artist)
    const [last] = seen.texts
    const query = { since: last?.updatedAt ?? '', after: songId }
    const { texts } = await world.ok(api.artist.songTexts, { query }, artist)
    assert.deepEqual(
      texts.map((text) => [text.songId, text.capo]),
      [[songId, 3]],
    )
  })

  test('is looked at as songs whose parts are known, in the letters in which they are given', async () => {
    const artist = await world.artist()
    const songs = [
      { title: '«Кавычки» — да', artistName: 'Мы, они' },
      { title: ' ', artistName: 'Мы' },
    ]
    const { lines } = await world.ok(api.artist.previewImport, { body: { songs } }, artist)
    assert.deepEqual(
      lines.map(({ number, state, title, artistName, why }) => [
        number,
        state,
        title,
        artistName,
        why,
      ]),
      [
        [1, 'new', '«Кавычки» — да', 'Мы, они', null],
        [2, 'unclear', '', '', 'Здесь нет названия песни'],
      ],
    )
  })
})

describe('imports at one time', () => {
  test('of one list by one artist add each song once, and tell of each once', async () => {
    const artist = await world.artist()
    const songs = numbered(60, 'Дважды')
    const told = await Promise.all([1, 2, 3].map(() => world.ok(...take(artist, songs))))
    assert.equal(told.flatMap(({ added }) => added).length, 60)
    assert.equal(told.flatMap(({ already }) => already).length, 120)
    assert.equal((await repertoireOf(artist)).length, 60)
  })

  test('by many artists, in any order, make one song of the same one', async () => {
    const artists = await Promise.all(Array.from({ length: 6 }, () => world.artist()))
    const songs = numbered(40, 'Сообща')
    const told = await Promise.all(
      artists.map((artist, n) => world.ok(...take(artist, n % 2 ? songs : songs.toReversed()))),
    )
    for (const { added } of told) assert.equal(added.length, 40)
    assert.equal(new Set(told.flatMap(({ added }) => idsOf(added))).size, 40)
  })
})

describe('taking an import back', () => {
  test('takes out what is named, from this repertoire alone, and tells what was there', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const { added } = await world.ok(...take(artist, [own('Общая раз'), own('Общая два')]))
    await world.ok(...take(other, [own('Общая раз'), own('Общая два')]))
    const [first = ''] = idsOf(added)
    assert.deepEqual(await takeBack(artist, [first, UNKNOWN]), [first])
    assert.deepEqual(await takeBack(artist, [first, UNKNOWN]), [])
    assert.equal((await repertoireOf(artist)).length, 1)
    assert.equal((await repertoireOf(other)).length, 2)
  })

  test('and the import itself are for an artist alone', async () => {
    const body = { songs: [own('Чужая')] }
    await world.refused('NO_TOKEN', api.artist.importFavorites, { body })
    await world.refused('NO_TOKEN', api.artist.previewImport, { body: { text: 'Чужая' } })
    await world.refused('NO_TOKEN', api.artist.removeFavorites, { body: { songIds: [] } })
  })
})

describe('lists without end', () => {
  test('are stopped for the one who sends them, in words', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    for (let n = 0; n < 20; n++) await world.ok(...take(artist, []))
    const refused = await world.refused('TOO_MANY', ...take(artist, []))
    assert.match(refused.message, /Слишком часто/)
    await world.ok(...take(other, []))
  })
})
