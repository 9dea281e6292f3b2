import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheet } from '#domain/songs/song-text.ts'
import { fittingSize, TEXT_SIZES } from './text-size.ts'

const half = (text: string) => text.length / 2
const sizeFor = (text: string, width: number, height = 700) =>
  TEXT_SIZES[fittingSize(readSheet(text).lines, { width, height }, half)]

test('a text is first shown as large as most of its lines fit', () => {
  const verse =
    '[Am]Ой, то не вечер, то не вечер,\nМне малым-мало спалось,\nМне малым-мало\nспалось'
  assert.equal(sizeFor(verse, 358), 27)
  assert.equal(sizeFor(verse, 1000), 54)
  assert.equal(sizeFor(verse, 100), 22)
})

test('six lines of it fit a low screen', () => {
  assert.equal(sizeFor('[Am]Ой, то не вечер', 1000, 300), 27)
})

test('a text without words is as large as can be', () => {
  assert.equal(sizeFor('Am Dm', 100), 54)
})
