import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSongLines } from '#domain/songs/song-lines.ts'
import { listOfRows, partsOf, textParts } from './list-parts.ts'

test('a long list is parted between its lines, and no line is lost or counted twice', () => {
  const lines = Array.from(
    { length: 2500 },
    (_, n) => `Мы — Песня ${n}${n % 7 === 0 ? '\r\n' : ''}`,
  )
  const read = textParts(lines.join('\n')).map(({ text, above }) => ({
    above,
    songs: readSongLines(text),
  }))
  assert.deepEqual(
    read.map(({ songs }) => songs.length),
    [1000, 1000, 500],
  )
  const numbers = read.flatMap(({ above, songs }) => songs.map(({ number }) => number + above))
  assert.deepEqual(numbers, readNumbers(lines.join('\n')))
})

/** The numbers of the lines that are not blank. */
function readNumbers(text: string): number[] {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line, at) => (line === '' ? [] : [at + 1]))
}

test('long lines are parted by their length, and one that is far too long is cut', () => {
  const parts = textParts(`${`${'ж'.repeat(9_999)}\n`.repeat(50)}${'я'.repeat(500_000)}`)
  assert.deepEqual(
    parts.map(({ above }) => above),
    [0, 20, 40],
  )
  for (const { text } of parts) assert.ok(readSongLines(text).length > 0)
  assert.deepEqual(textParts(' \n\n'), [])
})

test('items are parted by thousands', () => {
  const items = Array.from({ length: 2001 }, (_, n) => n)
  assert.deepEqual(
    partsOf(items).map(({ length }) => length),
    [1000, 1000, 1],
  )
})

test('a table that is a list has a song in each row', () => {
  const rows = [['Кино — Печаль'], ['', ' ДДТ ', 'Осень\n'], ['']].map((cells, at) => ({
    number: at + 1,
    text: '',
    cells,
  }))
  assert.deepEqual(
    readSongLines(listOfRows(rows)).map(({ pairs: [first] }) => first?.title),
    ['Печаль', 'Осень'],
  )
})
