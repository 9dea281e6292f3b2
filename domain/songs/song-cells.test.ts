import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { Refusal } from '../refusal.ts'
import { checkTags } from './repertoire.ts'
import { checkAbout, NO_ABOUT } from './song-about.ts'
import { songTable } from './song-cells.ts'
import { readSongColumns, songsOf } from './song-columns.ts'

const tableOf = (...lines: string[]) => readSongColumns(lines.join('\n'))

describe('cells', () => {
  const cell = (name: string, text: string) => {
    const [song] = songsOf(
      tableOf(`Название\tАртист\t${name}`, `Осень\tДДТ\t${text}`, 'Б\tВ\t') ?? assert.fail(),
    )
    return song === undefined ? null : [Object.values(song.fields)[0], ...song.wrong]
  }

  test('say lengths, tempos, keys, capos and minimums in many ways', () => {
    const lengths = [
      '3:45',
      '03:45',
      '225',
      '0:03:45',
      '3 мин 45 с',
      '3m45s',
      'PT3M45S',
      '225000',
      '3.45',
      "3'45",
    ]
    for (const text of lengths) assert.deepEqual(cell('Длина', text), [225], text)
    for (const text of ['120', '120 BPM', '♩ = 120', '119.6', '120 уд/мин'])
      assert.deepEqual(cell('Темп', text), [120], text)
    const keys = {
      '8A': 'Am',
      '8B': 'C',
      '12b': 'E',
      'F sharp minor': 'F# minor',
      'B flat': 'Bb',
      Ам: 'Am',
      H: 'H',
    }
    for (const [text, key] of Object.entries(keys)) assert.deepEqual(cell('Key', text), [key], text)
    for (const text of ['2', 'capo 2', '2 лад', '2-й лад', '2nd fret'])
      assert.deepEqual(cell('Капо', text), [2], text)
    for (const text of ['300', '300 ₽', 'от 300 руб.', '300,00'])
      assert.deepEqual(cell('Минимум', text), [300], text)
    assert.deepEqual(cell('Метки', '"рок/поп", медляки'), [['рок/поп', 'медляки']])
  })

  test('that cannot be read are told with their column, and the song comes without them', () => {
    const table = withColumns('Темп', ['быстро', '96', '97'])
    assert.deepEqual(
      songsOf(table).map(({ fields, wrong }) => [fields, wrong]),
      [
        [{}, ['Темп «быстро»: Темп — от 20 до 300 ударов в минуту']],
        [{ tempo: 96 }, []],
        [{ tempo: 97 }, []],
      ],
    )
    const [first] = songsOf(withColumns('Метки', ['а,б,в,г,д,е']))
    assert.deepEqual([first?.title, first?.fields, first?.wrong.length], ['П0', {}, 1])
  })

  test('that say nothing in words leave the field as it is, and such tags and notes stay', () => {
    for (const text of ['', '-', 'нет', 'N/A', 'null'])
      assert.deepEqual(songsOf(withColumns('Темп', [text, '96']))[0]?.fields, {}, text)
    assert.deepEqual(songsOf(withColumns('Заметка', ['нет']))[0]?.fields, { notes: 'нет' })
  })

  test('of titles name a key too, where no column does and it is more than a letter', () => {
    const titles = (name: string, ...cells: string[]) =>
      songsOf(
        tableOf(`Название;Артист;${name}`, ...cells.map((one) => `${one};А;`)) ?? assert.fail(),
      ).map(({ title, fields }) => [title, ...Object.values(fields)].join(' | '))
    assert.deepEqual(
      titles('Темп', 'Осень (Dm)', 'Печаль [Am, капо 2]', 'Весна, F#m', 'Лето (Am, F, C)'),
      ['Осень | Dm', 'Печаль | 2 | Am', 'Весна | F#m', 'Лето | Am F C'],
    )
    // A letter may be another mark, and two words a name.
    const names = ['Smile (E)', 'Plan (B)', 'Here I Am', 'Am', 'Песня (Do Re Mi)']
    assert.deepEqual(titles('Темп', ...names), names)
    assert.deepEqual(titles('Тональность', 'Осень (Dm)'), ['Осень (Dm)'])
  })

  const withColumns = (name: string, cells: string[]) =>
    tableOf(`Название;Артист;${name}`, ...cells.map((one, n) => `П${n};А;"${one}"`)) ??
    assert.fail()
})

describe('any songs', () => {
  const line = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.constantFrom(
        '=1+1',
        "'=x",
        "''@",
        '"',
        '"а";б',
        '-5,00',
        'а\u200Bб',
        "'",
        'Название;Артист',
        '1:2,3/4|5',
        '\uFEFFя',
      ),
    )
    .map((text) =>
      text
        .replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
        .normalize('NFC')
        .trim(),
    )
    .filter((text) => /[^\p{Cf}\p{Z}]/u.test(text))
  const notes = fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((lines) => checkAbout({ ...NO_ABOUT, notes: lines.join('\n') }).notes)
  const author = line
    .map((text) => checkAbout({ ...NO_ABOUT, musicBy: text }).musicBy)
    .filter((text) => text !== '' && !/^(?:[-–—]+|n\/?a|none|null|нет)$/iu.test(text))
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
  const song = fc
    .record({
      title: line,
      artistName: fc.oneof(fc.constant(''), line),
      key: optional(fc.constantFrom('Am', 'F#', 'B♭', 'ля минор', 'H', 'соль диез минор')),
      capo: optional(fc.nat(11)),
      tempo: optional(fc.integer({ min: 20, max: 300 })),
      seconds: optional(fc.integer({ min: 10, max: 1800 })),
      tags: optional(
        fc
          .array(line, { minLength: 1, maxLength: 4 })
          .map((tags) =>
            checkTags(tags.map((tag) => Array.from(tag).slice(0, 20).join('').trim())),
          ),
      ),
      notes: optional(notes),
      state: fc.constantFrom('open' as const, 'learning' as const, 'closed' as const),
      minSongAmount: optional(fc.integer({ min: 10, max: 1000 })),
      musicBy: optional(author),
      wordsBy: optional(author),
    })
    .map(
      (one) =>
        Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as {
          title: string
          artistName: string
        },
    )

  test('that were written as a table come out of it letter for letter', () => {
    fc.assert(
      fc.property(fc.array(song, { minLength: 1, maxLength: 6 }), (songs) => {
        const table = readSongColumns(songTable(songs).slice(1)) ?? assert.fail()
        const out = songsOf(table).map(({ title, artistName, fields, wrong }) => ({
          title,
          artistName,
          ...fields,
          wrong,
        }))
        assert.deepEqual(
          out,
          songs.map((one) => ({ ...one, wrong: [] })),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('or any text are read, or refused in words, in no time that grows with the square', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        'Название;Артист;Темп\n',
        'a,b,3:45\n',
        ';',
        '\t',
        ',',
        '"',
        '""',
        '\n',
        '\r',
        '"\n',
        'Am',
        '120',
        "'=",
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          const table = readSongColumns(pieces.join(''))
          if (table !== null) songsOf(table)
        } catch (error) {
          assert.ok(error instanceof Refusal)
        }
      }),
      { numRuns: 700 },
    )
    for (const plenty of ['"', '"a;', ' ', '\t', 'Am;', '1,', '""', '"a\n', "'="])
      for (const before of ['Название;Артист;Метки;Темп\n', 'a\tb\t"']) {
        try {
          const table = readSongColumns(before + plenty.repeat(100_000))
          if (table !== null) songsOf(table)
        } catch (error) {
          assert.ok(error instanceof Refusal, JSON.stringify([before, plenty]))
        }
      }
  })
})
