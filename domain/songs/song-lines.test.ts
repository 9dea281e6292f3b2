import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../refusal.ts'
import {
  IMPORT_SONGS_MAX,
  IMPORT_TEXT_MAX,
  readingsOf,
  readSongLines,
  linesOfSongs,
} from './song-lines.ts'

/** The likeliest reading of every line: «performer | song», or why there is none. */
function read(...lines: string[]): string[] {
  return readSongLines(lines.join('\n')).map(({ pairs: [first], wrong }) =>
    first === undefined ? `! ${wrong}` : `${first.artistName} | ${first.title}`,
  )
}

/** Every reading of one line. */
function allOf(line: string): string[] {
  const [only] = readSongLines(line)
  return only?.pairs.map(({ artistName, title }) => `${artistName} | ${title}`) ?? []
}

function refusal(text: string): string {
  try {
    readSongLines(text)
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.deepEqual([error.code, error.fields], ['VALIDATION', { text: error.message }])
    return error.message
  }
  throw new Error('was taken')
}

describe('a line of a list', () => {
  test('parts at a dash of any kind', () => {
    const lines = [
      'Кино — Печаль',
      'Кино – Печаль',
      'Кино - Печаль',
      'Кино − Печаль',
      'Кино -- Печаль',
      'Кино --- Печаль',
      // Hyphens, figure dash, bar, two-em dash, small and full-width ones.
      ...Array.from('‐‑‒―⸺﹘﹣－', (dash) => `Кино ${dash} Печаль`),
    ]
    const close = [
      'Кино—Печаль',
      'Кино –Печаль',
      'Кино -Печаль',
      'Кино- Печаль',
      'Кино ‑Печаль',
      '5 ‑ Кино ‑ Печаль',
      '‐ Кино ‐ Печаль',
      'Кино | Печаль',
      'Кино / Печаль',
    ]
    for (const line of [...lines, ...close]) assert.deepEqual(read(line), ['Кино | Печаль'], line)
  })

  test('keeps the dashes that belong to a name', () => {
    assert.deepEqual(read('Би-2 - Варвара', 'Чайф — Ой-йо', 'Любэ — 1941–1945'), [
      'Би-2 | Варвара',
      'Чайф | Ой-йо',
      'Любэ | 1941–1945',
    ])
    assert.deepEqual(allOf('Ленинград — В Питере — пить'), [
      'Ленинград | В Питере — пить',
      'Ленинград — В Питере | пить',
    ])
  })

  test('parts at tabs, semicolons and tight commas, and knows numbers and lengths among the cells', () => {
    assert.deepEqual(
      read('Кино\tПечаль', 'Кино;Печаль', '"Кино";"Печаль"', 'Кино,Печаль', '"Кино", "Печаль"'),
      Array.from({ length: 5 }, () => 'Кино | Печаль'),
    )
    assert.deepEqual(read('12\tКино\tПечаль\t5:03', '3;Кино;Печаль;', '7;Кино - Печаль'), [
      'Кино | Печаль',
      'Кино | Печаль',
      'Кино | Печаль',
    ])
  })

  test('loses its number, bullet, length and the ending of a file', () => {
    const lines = [
      '1. Кино — Печаль',
      '2) Кино — Печаль',
      '03.Кино — Печаль',
      '№ 4. Кино — Печаль',
      '№5 Кино - Печаль',
      '№ 5 - Кино - Печаль',
      '№5) Кино - Печаль',
      '#5 Кино - Печаль',
      '#5: Кино - Печаль',
      'N°5 Кино - Печаль',
      '(№5) Кино - Печаль',
      '5)Кино - Печаль',
      '• Кино — Печаль',
      // Of Word's fonts, in private use.
      ...Array.from('\uF0B7\uF0A7\uF0D8\uF0FC⁃➤➢❖', (bullet) => `${bullet} Кино - Печаль`),
      '\uF0B7\tКино — Печаль',
      '- Кино — Печаль',
      '— 5. Кино — Печаль',
      '[ ] Кино — Печаль',
      '[x] Кино — Печаль',
      'Кино — Печаль 5:03',
      'Кино — Печаль (5:03)',
      '06. Кино - Печаль.mp3',
      '[06] Кино - Печаль',
      '(6) Кино - Печаль',
      '06 Кино - Печаль',
      '6 - Кино - Печаль',
      '00:00 Кино - Печаль',
      '1:02:15 Кино - Печаль',
      '[01:10:00] Кино - Печаль',
      '00:00 - 05:33 Кино - Печаль',
      '21:35 : Кино - Печаль',
      '01. 01:15:20 - Кино - Печаль',
      '[20.11.2026, 10:00:12] Аня: Кино - Печаль',
      '20.11.2026, 10:00 - Аня Петрова: Кино — Печаль',
      '11/20/26, 10:00 PM - Аня: Кино — Печаль',
      '1️⃣ Кино — Печаль',
      '✅ Кино - Печаль',
      '🔥🔥 1. Кино - Печаль',
      '👩‍🎤 Кино - Печаль',
      'Кино - Печаль https://example.org/a?b=c',
      'Кино - Печаль (https://example.org/a)',
      '[Кино - Печаль](https://example.org/a)',
      '1. [Кино - Печаль](https://example.org/a) 5:33',
      'Кино &mdash; Печаль',
      'Кино &#45; Печаль',
      'Кино - Печаль (Em)',
      'Кино - Печаль - Gm',
      'Кино - Печаль (Karaoke Version)',
      'Кино - Печаль [минус].mp3',
      'SC8125-03 - Кино - Печаль',
      'Кино_-_Печаль.mp3',
      'Кино - Печаль:',
      'C:\\Музыка\\01 - Кино - Печаль.mp3',
      '/home/a/01. Кино - Печаль.flac',
      'file:///home/a/%D0%9A%D0%B8%D0%BD%D0%BE%20-%20%D0%9F%D0%B5%D1%87%D0%B0%D0%BB%D1%8C.mp3',
    ]
    for (const line of lines) assert.deepEqual(read(line), ['Кино | Печаль'], line)
  })

  test('keeps the numbers that belong to a name', () => {
    assert.deepEqual(
      read(
        '9 мая',
        '25/17 - Жду чуда',
        "5'nizza — Весна",
        '30.02 - Звезда',
        '1. 17 лет',
        '4:33',
        'THX1138 - Сон',
        '311 - Янтарь',
        '7Б - Ветра',
        '№7Б - Ветра',
        '2 Unlimited - Ветра',
        '30 Seconds to Mars - Ветра',
        '1000 слов - Ветра',
        '№1',
        'Ветра - №1',
        '🔥',
      ),
      [
        ' | 9 мая',
        '25/17 | Жду чуда',
        "5'nizza | Весна",
        '30.02 | Звезда',
        ' | 17 лет',
        ' | 4:33',
        'THX1138 | Сон',
        '311 | Янтарь',
        '7Б | Ветра',
        '№7Б | Ветра',
        '2 Unlimited | Ветра',
        '30 Seconds to Mars | Ветра',
        '1000 слов | Ветра',
        ' | №1',
        'Ветра | №1',
        '! Здесь нет названия песни',
      ],
    )
  })

  test('loses the quotes around a name, and none inside', () => {
    assert.deepEqual(read('«Кино» — «Печаль»', '"Кино" - "Печаль"', '“Кино” — „Печаль“'), [
      'Кино | Печаль',
      'Кино | Печаль',
      'Кино | Печаль',
    ])
    assert.deepEqual(read('Хор — «Раз» и «два»'), ['Хор | «Раз» и «два»'])
  })

  test('has no song in quotes with a blank between them', () => {
    assert.deepEqual(read('Кино" »', '« » Кино', 'Кино «…»'), [
      ' | Кино" »',
      ' | « » Кино',
      ' | Кино «…»',
    ])
  })

  test('has its song in quotes where nothing else parts it', () => {
    for (const line of ['Кино «Печаль»', 'Кино: «Печаль»', '«Печаль» (Кино)', '«Печаль» Кино']) {
      const [only] = readSongLines(line)
      assert.deepEqual(only?.pairs, [{ artistName: 'Кино', title: 'Печаль', sure: true }], line)
    }
  })

  test('may be a title alone', () => {
    assert.deepEqual(read('Ах, эта свадьба', 'Печаль', '«Печаль»', '???'), [
      ' | Ах, эта свадьба',
      ' | Печаль',
      ' | Печаль',
      ' | ???',
    ])
  })

  test('leaves it to the catalogue whether a comma, a colon or brackets part it', () => {
    assert.deepEqual(allOf('Печаль, Кино'), [' | Печаль, Кино', 'Печаль | Кино'])
    assert.deepEqual(allOf('Кино: Печаль'), [' | Кино: Печаль', 'Кино | Печаль'])
    assert.deepEqual(allOf('Печаль (Кино)'), [' | Печаль (Кино)', 'Кино | Печаль'])
  })

  test('that holds no song says why', () => {
    assert.deepEqual(read('-----', 'Кино —', 'Медленные:', 'https://example.org/songs', '***'), [
      '! Здесь нет названия песни',
      '! Здесь нет названия песни',
      '! Похоже на заголовок, а не на песню',
      '! Это ссылка, а не песня',
      '! Здесь нет названия песни',
    ])
  })

  test('is read the other way round after the way of its list', () => {
    const [line] = readSongLines('Кино — Печаль')
    assert.ok(line)
    assert.deepEqual(readingsOf(line, false), [
      { artistName: 'Кино', title: 'Печаль' },
      { artistName: 'Печаль', title: 'Кино' },
    ])
    assert.deepEqual(readingsOf(line, true), readingsOf(line, false).toReversed())
  })
})

describe('a list', () => {
  test('loses blank lines, and counts its lines with them', () => {
    const lines = readSongLines('\uFEFF\r\nРаз\r\n  \t\r\n\r\nДва\rТри\u2028Четыре')
    assert.deepEqual(
      lines.map(({ number, text }) => [number, text]),
      [
        [2, 'Раз'],
        [5, 'Два'],
        [6, 'Три'],
        [7, 'Четыре'],
      ],
    )
  })

  test('has no song in its first line where that names columns', () => {
    for (const header of ['title,artist', 'Название;Исполнитель', 'Artist - Name', 'Название'])
      assert.deepEqual(read(header, 'Кино — Печаль'), [
        '! Похоже на заголовок, а не на песню',
        'Кино | Печаль',
      ])
  })

  test('may hold rows copied from a table, with the names of their columns', () => {
    assert.deepEqual(
      read('Кино — Печаль', 'Название\tИсполнитель\tТональность', 'Осень\tДДТ\tEm', 'Чай\t\tC'),
      ['Кино | Печаль', '! Похоже на заголовок, а не на песню', 'Осень | ДДТ', ' | Чай'],
    )
  })

  test('is no table where its first line only begins like a header', () => {
    assert.deepEqual(read('Песня', 'Группа — Название'), [' | Песня', 'Группа | Название'])
  })

  test('is refused where nothing is in it, and where it is too long, with its length', () => {
    assert.equal(refusal(''), 'Здесь нет ни одной песни')
    assert.match(
      refusal('Песня\n'.repeat(IMPORT_SONGS_MAX + 1)),
      /^За раз можно добавить 1 000 песен, а здесь 1\s001 строка\. Разделите список на части\.$/u,
    )
    assert.equal(readSongLines('Песня\n'.repeat(IMPORT_SONGS_MAX)).length, IMPORT_SONGS_MAX)
    assert.match(refusal('ж'.repeat(IMPORT_TEXT_MAX + 1)), /^Текст длиннее 200 000 знаков/u)
  })
})

test('songs whose parts are known apart are lines that are read in one way, and none without a title', () => {
  const songs = ['«Раз» — два', ' ', 'Три, четыре'].map((title) => ({ title, artistName: '"Мы"' }))
  assert.deepEqual(
    linesOfSongs(songs).map(({ number, pairs, wrong }) => [number, pairs, wrong]),
    [
      [1, [{ ...songs[0], sure: true }], null],
      [2, [], 'Здесь нет названия песни'],
      [3, [{ ...songs[2], sure: true }], null],
    ],
  )
})
