import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readApart } from '#test/support/product/read-apart.ts'
import { IMPORT_TEXT_MAX } from './song-lines.ts'
import type { SongLine } from './song-lines.ts'

test('a text of the greatest length is read to its end, whatever it is full of', async () => {
  const full = (before: string, what: string, after: string) =>
    before + what.repeat((IMPORT_TEXT_MAX - before.length - after.length) / what.length) + after
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
  ]
  const module = import.meta.resolve('./song-lines.ts')
  const read = await readApart<SongLine[]>(module, 'readSongLines', hostile)
  for (const lines of read) assert.ok(lines.length > 0)
  assert.equal(read.length, hostile.length)
})
