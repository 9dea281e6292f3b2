import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { columnsOf, LIST_ROWS_MAX, readSongColumns, songsOf, withKind } from './song-columns.ts'
import { headerOf } from './song-table.ts'

const tableOf = (...lines: string[]) => readSongColumns(lines.join('\n'))
const kindsOf = (...lines: string[]) => tableOf(...lines)?.kinds
/** Title, performer and fields of every row. */
const read = (...lines: string[]) => {
  const table = tableOf(...lines)
  assert.ok(table)
  return songsOf(table).map(({ title, artistName, fields }) => ({ title, artistName, ...fields }))
}

test('title and performer have the same names here and where a list is pasted', () => {
  for (const names of [
    'Имя;Исполнитель',
    'Name,Subtitle',
    'Title\tByline',
    'Track title,Authors',
    'Название песни;Имя исполнителя',
    'Название трека;Исполнитель (группа)',
    'Song,Artist Name(s)',
  ]) {
    assert.deepEqual(kindsOf(names, 'Осень,ДДТ;ДДТ\tДДТ'), ['title', 'artistName'], names)
    const header = headerOf(names)
    assert.deepEqual([header?.titleAt, header?.artistAt], [0, 1], names)
  }
})

describe('columns of other tools are known by their names', () => {
  test('a list for a society of authors: its authors are no performers', () => {
    const осень = { title: 'Осень', artistName: 'ДДТ', musicBy: 'Ю. Шевчук' }
    for (const names of [
      'Название;Исполнитель;Автор музыки;Автор слов',
      'Title;Artist;Composer;Lyricist',
      'Произведение;Исполнители;Композитор (ы);Автор текста',
    ])
      assert.deepEqual(
        read(names, 'Осень;ДДТ;Ю. Шевчук;—', 'Метель;ДДТ;Ю. Шевчук;"Пушкин, А."'),
        [осень, { ...осень, title: 'Метель', wordsBy: 'Пушкин, А.' }],
        names,
      )
    // «Автор» alone is whom a song is known by, and «Слова» is its text.
    assert.deepEqual(kindsOf('Песня;Автор;Слова', 'Осень;ДДТ;Раз'), ['title', 'artistName', 'text'])
  })

  test('a stage reader: performer, key, capo, tempo, length, topics, text', () => {
    assert.deepEqual(
      read(
        'Title,Artist,Key,Capo,Tempo,Time Signature,Duration,Topics,Copyright',
        'Осень,ДДТ,Am,2,96,4/4,4:05,"rock;slow",©',
        'Метель,ДДТ,H,,,,,,',
      ),
      [
        {
          title: 'Осень',
          artistName: 'ДДТ',
          key: 'Am',
          capo: 2,
          tempo: 96,
          seconds: 245,
          tags: ['rock', 'slow'],
        },
        { title: 'Метель', artistName: 'ДДТ', key: 'H' },
      ],
    )
  })

  test('a song book with subtitles and lyrics of many lines', () => {
    const [song] = songsOf(
      tableOf(
        'Title;Subtitle;Key;Keywords;Lyrics',
        '"Осень";ДДТ;A minor;ballad;"[Am]Раз',
        '',
        '[F]Два; ""три"""',
      ) ?? assert.fail(),
    )
    assert.deepEqual(song, {
      number: 2,
      title: 'Осень',
      artistName: 'ДДТ',
      fields: { key: 'A minor', tags: ['ballad'] },
      text: '[Am]Раз\n\n[F]Два; "три"',
      wrong: [],
    })
  })

  test('a band’s library: names, zeros for what nobody said, statuses', () => {
    assert.deepEqual(
      read(
        'ID,Name,Artist,Key,Tempo,Duration,Tags,Notes,Status',
        '17,Осень,ДДТ,C#m,0,0:00,"one, two","раз; два",inactive',
        '18,Метель,ДДТ,N/A,120 BPM,00:03:45,,,Practicing',
      ),
      [
        {
          title: 'Осень',
          artistName: 'ДДТ',
          key: 'C#m',
          tags: ['one', 'two'],
          notes: 'раз; два',
          state: 'closed',
        },
        { title: 'Метель', artistName: 'ДДТ', tempo: 120, seconds: 225, state: 'learning' },
      ],
    )
  })

  test('a set list: SongLength, Genre and the words of song', () => {
    assert.deepEqual(
      kindsOf(
        'Name\tArtist\tSongType\tKey\tTempo\tGenre\tSongLength\tLyrics\tNotes\tDeleted',
        'Осень\tДДТ\t1\tEb\t90\tRock/Folk\t3 min 45 s\t\t\t0',
      ),
      ['title', 'artistName', null, 'key', 'tempo', 'tags', 'seconds', 'text', 'notes', null],
    )
    assert.deepEqual(kindsOf('Song Key,Song Title,Song Notes,Song Length', 'Am,Осень,да,225'), [
      'key',
      'title',
      'notes',
      'seconds',
    ])
  })

  test('a playlist: thousandths of seconds, broken tempos, and a key that is none of ours is left out', () => {
    const names =
      'Track URI,Track Name,Album Name,Artist Name(s),Release Date,Duration (ms),Popularity,Added By,Added At,Genres,Record Label,Energy,Key,Mode,Tempo,Time Signature'
    const row =
      'x:track:1,Осень,"Это всё",ДДТ,1994-01-01,245120,44,me,2024-01-01T00:00:00Z,"rock,folk",L,0.5,9,0,119.98,4'
    assert.deepEqual(read(names, row), [
      { title: 'Осень', artistName: 'ДДТ', seconds: 245, tags: ['rock', 'folk'], tempo: 120 },
    ])
    const old = kindsOf(
      'Track URI,Track Name,Artist URI(s),Artist Name(s),Album URI,Album Name,Album Artist Name(s),Disc Number,Track Number,Track Duration (ms),Track Preview URL',
      'x,Осень,y,ДДТ,z,Альбом,ДДТ,1,3,245120,http://x',
    )
    assert.deepEqual(old?.[1], 'title')
    assert.deepEqual(old?.[3], 'artistName')
    assert.deepEqual(old?.[9], 'seconds')
    assert.equal(old?.filter((kind) => kind !== null).length, 3)
  })

  test('a spreadsheet, and the times that it made of lengths', () => {
    assert.deepEqual(
      read(
        'sep=;',
        '№;Исполнитель;Название песни;Тон;Темп, уд/мин;Длительность, мин;Жанр;Комментарий;Цена',
        '1;ДДТ;Осень;ля минор;96;3:45:00;рок|медляки;"Вступление',
        'с ""флейты""";300 ₽',
      ),
      [
        {
          title: 'Осень',
          artistName: 'ДДТ',
          key: 'ля минор',
          tempo: 96,
          seconds: 225,
          tags: ['рок', 'медляки'],
          notes: 'Вступление\nс "флейты"',
          minSongAmount: 300,
        },
      ],
    )
  })
})

describe('without names over them', () => {
  test('columns are known by what is in them, and the performer by having several songs', () => {
    const rows = ['Осень;ДДТ;Am;4:05', 'Метель;ДДТ;C;3:10', 'Печаль;Кино;Em;5:33']
    assert.deepEqual(kindsOf(...rows), ['title', 'artistName', 'key', 'seconds'])
    assert.deepEqual(kindsOf('1\tДДТ\tОсень\t4:05', '2\tКино\tПечаль\t5:33'), [
      null,
      'artistName',
      'title',
      'seconds',
    ])
  })

  test('lines that each hold a song are no table', () => {
    const list = ['Кино — Печаль', 'Осень', 'Сплин — Романс']
    const copied = ['Название\tИсполнитель', 'Метель\tДДТ']
    assert.equal(tableOf(...list, ...copied), null, 'with rows copied from one too')
    const lists = [
      ['Кино — Печаль', 'ДДТ — Осень'],
      ['Печаль;Кино', 'Осень;ДДТ'],
      ['1\tКино — Печаль', '2\tДДТ — Осень'],
      ['Ах, эта свадьба, свадьба', 'Раз, два, три'],
      ['Группа крови, песня', 'Кино, Печаль'],
      ['Песня', 'Группа — Название'],
      ['title,artist'],
    ]
    for (const lines of lists) assert.equal(tableOf(...lines), null, lines.join('\n'))
  })
})

test('a kind that is given to a column leaves the one that had it', () => {
  assert.deepEqual(withKind(['title', 'artistName', null], 2, 'title'), [
    null,
    'artistName',
    'title',
  ])
  assert.deepEqual(withKind(['title', 'artistName', null], 0, null), [null, 'artistName', null])
})

test('a list has no more rows than its reader takes', () => {
  const rows = (songs: number) => [
    'Название;Артист',
    ...Array.from({ length: songs }, (_, n) => `П${n};А`),
  ]
  assert.equal(tableOf(...rows(LIST_ROWS_MAX))?.rows.length, LIST_ROWS_MAX)
  assert.throws(
    () => tableOf(...rows(LIST_ROWS_MAX + 1)),
    (error) =>
      error instanceof Refusal &&
      /^В списке может быть 25\s000 строк, а здесь больше/u.test(error.message),
  )
})

describe('a row of column names', () => {
  test('separators, quotes and breaks inside of quotes are kept below it', () => {
    const table = tableOf('artist,title', '"Хор, большой","Раз', 'два ""три"""', 'Кино,Печаль')
    assert.ok(table)
    assert.deepEqual(
      songsOf(table).map(({ number, title, artistName }) => [number, artistName, title]),
      [
        [2, 'Хор, большой', 'Раз два "три"'],
        [4, 'Кино', 'Печаль'],
      ],
    )
    assert.deepEqual(read('artist,title', 'Кино,"Печаль', 'ДДТ,Метель'), [
      { artistName: 'Кино', title: '"Печаль' },
      { artistName: 'ДДТ', title: 'Метель' },
    ])
  })

  test('is known in eight languages', () => {
    for (const names of [
      'Песни;Исполнители',
      'Наименование;Группа',
      'Песня;Певец',
      'Название композиции;Автор',
      'Song;Artist/Band',
      'Standard;By',
      'Пісня;Виконавець',
      'Назва песні;Выканаўца',
      'Titel;Interpret',
      'Lied;Künstler',
      'Piosenka;Wykonawca',
      'Tytuł;Zespół',
      'Canción;Artista',
      'Título;Intérprete',
      'Skladba;Interpret',
      'Píseň;Kapela',
    ])
      assert.deepEqual(kindsOf(names, 'Осень;ДДТ', 'Печаль;Кино'), ['title', 'artistName'], names)
  })

  test('may stand below a title, and the artist says where it is', () => {
    const lines = ['Мои песни;;', ';;', 'Was;Wer;Wie', 'Осень;ДДТ;Am', 'Метель;ДДТ;Em']
    const table = tableOf(...lines)
    assert.ok(table)
    assert.deepEqual([table.headerAt, table.rows.length], [null, 4])
    const below = columnsOf(table.all, 1)
    assert.deepEqual(below.names, ['Was', 'Wer', 'Wie'])
    assert.deepEqual(below.kinds, ['title', 'artistName', 'key'])
    assert.deepEqual(
      below.rows.map(({ number }) => number),
      [4, 5],
    )
    assert.equal(columnsOf(below.all, null).rows.length, 4)
  })
})

test('rows of one width are a table, whatever stands over them', () => {
  assert.deepEqual(kindsOf('https://a.example,Осень,ДДТ', 'https://b.example,Печаль,Кино'), [
    null,
    'artistName',
    'title',
  ])
  assert.deepEqual(kindsOf('TRUE,Кино - Печаль', 'FALSE,ДДТ - Осень'), [null, 'artistTitle'])
  assert.deepEqual(kindsOf('Canción,Artista,Estado', 'Осень,ДДТ,OK', 'Печаль,Кино,OK'), [
    'title',
    'artistName',
    null,
  ])
})

test('any text is a table where the artist says so', () => {
  for (const text of ['Печаль;Кино\nОсень;ДДТ', 'Печаль', 'Раз, два, три\nРаз', 'Печаль\tКино'])
    assert.ok(readSongColumns(text, true))
  assert.deepEqual(readSongColumns('Печаль;Кино\nОсень;ДДТ', true)?.kinds, ['artistName', 'title'])
  assert.deepEqual(readSongColumns('Кино - Печаль\nДДТ - Осень', true)?.kinds, ['artistTitle'])
})

test('a column of both is read in either order', () => {
  const song = (kind: 'artistTitle' | 'titleArtist') => {
    const rows = [{ number: 1, text: '', cells: ['Кино - Печаль'] }]
    return songsOf({ rows, kinds: [kind] }).map(({ title, artistName }) => [artistName, title])
  }
  assert.deepEqual(song('artistTitle'), [['Кино', 'Печаль']])
  assert.deepEqual(song('titleArtist'), [['Печаль', 'Кино']])
})
