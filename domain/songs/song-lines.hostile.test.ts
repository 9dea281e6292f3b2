import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readApart } from '#test/support/product/read-apart.ts'
import { IMPORT_TEXT_MAX } from './song-lines.ts'
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
