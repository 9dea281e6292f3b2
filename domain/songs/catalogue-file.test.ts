import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { headerOf } from './song-table.ts'
import { detectEncoding, makeRowReader, readMusicBrainz } from './catalogue-file.ts'

/** Songs as «title — performer», what is left out as «!why». */
function rowsOf(text: string): string[] {
  const [names = '', ...lines] = text.split('\n')
  const header = headerOf(names)
  assert.ok(header, names)
  const reader = makeRowReader(header)
  const rows: string[] = []
  for (let at = 0; at < lines.length;) {
    const row = reader.next(lines, at, true)
    assert.ok(row)
    rows.push(textOf(row.line))
    at += row.took
  }
  return rows
}

function textOf(line: ReturnType<typeof readMusicBrainz>): string {
  if ('leftOut' in line) return `!${line.leftOut}`
  return 'musicBy' in line ? JSON.stringify(line) : `${line.title} — ${line.artistName}`
}

describe('a row of a table', () => {
  for (const [dialect, text] of [
    ['commas', 'title,artistName\nЗвезда,Кино'],
    ['semicolons and Russian names', 'Исполнитель;Название\r\nКино;Звезда\r'],
    ['tabs and more columns', 'id\tНАЗВАНИЕ ПЕСНИ\tгод\tисполнитель\n7\tЗвезда\t1988\tКино'],
    ['quotes', '"title";"artist"\n"Звезда";"Кино"'],
  ] as const)
    test(`is read with ${dialect}`, () => {
      assert.deepEqual(rowsOf(text), ['Звезда — Кино'])
    })

  test('keeps separators, quotes and line ends of a cell in quotes', () => {
    assert.deepEqual(rowsOf('title,artist\n"Раз, ""два""\nтри","А,\nБ"\nЗвезда,Кино'), [
      'Раз, "два" три — А, Б',
      'Звезда — Кино',
    ])
  })

  test('with a quote that is never closed spoils no other', () => {
    const others = Array.from({ length: 20 }, (_, at) => `Песня ${at},Хор`)
    const rows = rowsOf(['title,artist', '"Вокзал,Хор', ...others].join('\n'))
    assert.deepEqual(rows, ['"Вокзал — Хор', ...others.map((row) => row.replace(',', ' — '))])
  })

  test('waits for its other lines where they are still to come', () => {
    const header = headerOf('title,artist')
    assert.ok(header)
    const reader = makeRowReader(header)
    assert.equal(reader.next(['"Белые'], 0, false), null)
    assert.equal(reader.next(['"Белые', 'розы",Май'], 0, false)?.took, 2)
  })

  test('without a title, or with one that no song may have, is left out and told why', () => {
    assert.deepEqual(
      rowsOf(`title,artist\n,Кино\n${'а'.repeat(121)},Кино\nа\u202Eб,Кино\nЗвезда`),
      [
        '!Введите название песни',
        '!Название песни — не длиннее 120 символов',
        '!Уберите из текста невидимые символы',
        'Звезда — ',
      ],
    )
  })

  test('of our own export loses the mark before a formula, and is left out where nobody checked it', () => {
    const ours = 'title;artistName;source;verified;orders'
    assert.deepEqual(rowsOf(`${ours}\n'+;''@;import;true;0\nНовая;Гость;listener;false;2`), [
      "+ — '@",
      '!Песню никто не проверял',
    ])
    assert.deepEqual(rowsOf("title;artist\n'+;Эд"), ["'+ — Эд"])
  })
})

describe('a line of MusicBrainz', () => {
  const recording = {
    id: '8f3471b5-7e6a-48da-86a9-c1c07a0f47ae',
    title: 'Медленная звезда',
    length: 171_000,
    video: false,
    disambiguation: '',
    'artist-credit': [
      { name: 'Би-2', joinphrase: ' feat. ', artist: { id: '1', name: 'Bi-2' } },
      { name: 'Диана Арбенина', joinphrase: '', artist: { id: '2', name: 'Diana Arbenina' } },
    ],
  }
  const read = (changes: object) =>
    textOf(readMusicBrainz(JSON.stringify({ ...recording, ...changes })))
  const by = (name: unknown) => ({ 'artist-credit': [{ name }] })

  test('is a song with all its performers as they are credited', () => {
    assert.equal(read({}), 'Медленная звезда — Би-2 feat. Диана Арбенина')
  })

  test('of a performer whom nobody knows is a song without one', () => {
    assert.equal(read(by('[unknown]')), 'Медленная звезда — ')
    assert.equal(read(by(7)), 'Медленная звезда — ')
  })

  for (const [what, changes] of [
    ['a release', { media: [], 'release-group': {} }],
    ['a group of releases', { 'primary-type': 'Album' }],
    ['a work, which has no performer', { 'artist-credit': undefined }],
    ['an artist, which has no title', { title: undefined, name: 'Би-2' }],
  ] as const)
    test(`that is ${what} is left out`, () => {
      assert.equal(read(changes), '!Это не запись песни (recording)')
    })

  test('that names no song or is broken is left out', () => {
    assert.equal(read({ title: '[silence]' }), '!На этой дорожке нет песни')
    for (const line of ['{"title": "Зв', '[]', 'null', '7', '"{}"'])
      assert.equal(textOf(readMusicBrainz(line)), '!Строка не читается как JSON', line)
  })
})

describe('the letters of a file', () => {
  const TEXT = 'Медленная звезда над городом спит\nБелые розы на окне\nПоследний трамвай уходит'
  const lines = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('\n')
  const letters = (bytes: Uint8Array) =>
    detectEncoding(lines(bytes).map((line) => Buffer.from(line, 'latin1')))
  /** Russian letters stand in a row from `capital` and from `small` on. */
  const oneByte = (capital: number, small: number) =>
    Uint8Array.from(TEXT, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      if (code < 128) return code
      return code < 0x430 ? code - 0x410 + capital : code - 0x430 + small
    })

  test('are UTF-8 also where a line is broken', () => {
    assert.equal(letters(Buffer.from(TEXT)), 'utf-8')
    assert.equal(letters(Buffer.from('Hello\nWorld')), 'utf-8')
    const many = Buffer.from(`${TEXT}\n`.repeat(5))
    assert.equal(letters(Buffer.concat([many, Buffer.from([0xff, 0xfe])])), 'utf-8')
  })

  test('are Windows-1251 where they are Russian so', () => {
    assert.equal(letters(oneByte(0xc0, 0xe0)), 'windows-1251')
  })

  test('are nobody knows which where they are another alphabet of one byte', () => {
    // As KOI8-R has small letters where Windows-1251 has capital ones.
    assert.equal(letters(oneByte(0xe0, 0xc0)), null)
    assert.equal(letters(Buffer.from('Déjà vu\nÇa ira\nÊtre', 'latin1')), null)
  })
})
