import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { songKey } from '../song-text.ts'
import { makeIndexBuilder } from './index-builder.ts'
import { openIndex } from './song-index.ts'
import { makeSongSearch } from './song-search.ts'

test('a song is found by its words, in any order, with a wrong letter, and on the wrong layout', () => {
  const id = randomUUID()
  const builder = makeIndexBuilder()
  builder.add({ id, key: songKey('Белые розы', 'Ласковый май'), orders: 3 })
  const search = makeSongSearch()
  search.replace(openIndex(builder.build()))
  for (const [input, match] of [
    ['белые РОЗЫ', 'exact'],
    ['май роз', 'prefix'],
    ['белык розы', 'similar'],
    [',tkst hjps', 'similar'],
  ] as const)
    assert.deepEqual(search.search(input, { limit: 5 }), [{ id, match, first: false }], input)
})
