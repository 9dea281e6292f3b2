import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { readApart } from '#test/support/product/read-apart.ts'
import { IMPORT_TEXT_MAX, readSongLines } from './song-lines.ts'
import type { SongLine } from './song-lines.ts'
import { Refusal } from '../refusal.ts'
import { readSongColumns } from './song-columns.ts'
import type { SongColumns } from './song-columns.ts'

const full = (before: string, what: string, after: string, length = IMPORT_TEXT_MAX) =>
  before + what.repeat((length - before.length - after.length) / what.length) + after

test('a text of the greatest length is read to its end, whatever it is full of', async () => {
  const hostile = [
    full('а', ' ', 'б'),
    full('а', '\t', 'б'),
    full('Кино', ' ', '«Печаль» б'),
    full('«Печаль»', ' ', 'Кино«'),
    full('а', ' \t', 'б'),
    full('', '- ', 'а'),
    full('', '"а;', ''),
    full('title,artist\n', '"а,', ''),
    full('', ' ', '\nа'),
    full('а', '\u0301', ''),
    full('', '&amp;', ''),
    full('&#', '1', ';'),
    full('', 'https://a ', ''),
    full('', '[а](https://', ''),
    full('', '1. ', 'а'),
    full('', '00:00 ', 'а'),
    full('', '🔥', 'а'),
    full('', '[06] ', 'а'),
    full('[20.11.2026, 10:00] ', 'а', ''),
    full('а - ', '(', 'Em)'),
    full('а', ' [караоке]', ''),
    full('а', ' - Em', ''),
    full('а', ' [Am]', ''),
    full('а', ', капо 2', ''),
    full('а', ' уд мин', ''),
    full('а (', 'Am ', ')'),
    full('а', '  Am', ''),
    full('', 'Am ', ''),
    full('C:\\', '\\', 'а'),
    full('AB123 - ', 'а - ', 'б'),
    full('', 'а_', ''),
    full('', 'а/', ''),
  ]
  const module = import.meta.resolve('./song-lines.ts')
  const read = await readApart<SongLine[]>(module, 'readSongLines', hostile)
  for (const lines of read) assert.ok(lines.length > 0)
  assert.equal(read.length, hostile.length)
})

test('a table of the greatest size is read to its end, whatever it is full of', async () => {
  const large = (before: string, what: string, after = '') => full(before, what, after, 400_000)
  const hostile = [
    large('title,artist\n', '"'),
    large('title,artist\n', '"а,'),
    large('title,artist\n', '&quot;'),
    large('title,artist\nа,', ' - '),
    large('Песня;Артист\n', 'а;'),
    large('#EXTM3U\n#EXTINF:1', ' a="b"', ',в'),
    large('#EXTM3U\n#EXTVDJ:', '<artist>'),
    large('[playlist]\nFile1=', '\\'),
    large('PERFORMER "а"\nTRACK 01 AUDIO\nTITLE "', '"'),
    large('', '-', ' ---\nа'),
    large('а\n', '--- ', '\nа'),
    large('|а|б|\n|--|--|\n', '|'),
    large('|', '--|', '\n|а|'),
    large('', ' ', 'а;б'),
    large('а;б', '\n'),
  ]
  const module = import.meta.resolve('./song-columns.ts')
  const read = await readApart<SongColumns | null>(module, 'readSongColumns', hostile)
  assert.equal(read.length, hostile.length)
})

test('a list of a million lines is refused in words', () => {
  for (const line of ['а;б;в\n', '#EXTINF:1,а - б\n', '"'])
    try {
      readSongColumns(`title;artist\n${line.repeat(1_000_000)}`)
    } catch (error) {
      assert.ok(error instanceof Refusal)
    }
})

describe('any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'Кино',
      'Печаль',
      ' — ',
      ' - ',
      '-',
      ';',
      ',',
      '\t',
      '"',
      '""',
      '«',
      '»',
      '1. ',
      '• ',
      'title,artist',
      'Название;Исполнитель',
      ':',
      '(',
      ')',
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\uFEFF',
    ),
  )
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  test('is read or refused in words, and every line that is not blank is accounted for', () => {
    fc.assert(
      fc.property(text, (typed) => {
        let lines
        try {
          lines = readSongLines(typed)
        } catch (error) {
          assert.ok(error instanceof Refusal)
          return
        }
        for (const { pairs, wrong, text: shown } of lines) {
          assert.equal(pairs.length === 0, wrong !== null)
          assert.ok(shown.isWellFormed())
          for (const { title } of pairs) assert.notEqual(title.trim(), '')
        }
        const numbers = lines.map(({ number }) => number)
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].toSorted((a, b) => a - b),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('without a header has as many songs or excuses as lines with something to see', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (typed) => {
        const words = typed.map((one) => `я${one.replaceAll(/[\s\p{Cc}]/gu, ' ')}`)
        assert.deepEqual(
          readSongLines(words.join('\n')).map(({ number }) => number),
          words.map((_, at) => at + 1),
        )
      }),
    )
  })

  test('of one kind of character in plenty is read in no time that grows with its square', () => {
    const plenty = ['"', '"a\n', '«', '-', ' - ', ';', '\t', ' ', '(', 'ж', '1. ', ',x', '" ', '\r']
    for (const one of plenty)
      for (const before of ['', 'title,artist\n', 'Кино ', '«']) {
        const typed = (before + one.repeat(IMPORT_TEXT_MAX / one.length)).slice(0, IMPORT_TEXT_MAX)
        try {
          assert.ok(readSongLines(typed).length > 0)
        } catch (error) {
          assert.ok(error instanceof Refusal, `${JSON.stringify(before + one)} broke it`)
        }
      }
  })
})
