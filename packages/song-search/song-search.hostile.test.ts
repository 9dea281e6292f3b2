import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { songKey } from './song-text.ts'
import { makeIndexBuilder } from './index-builder.ts'
import { buffersOf } from './index-format.ts'
import { openIndex } from './song-index.ts'
import { makeSongSearch } from './song-search.ts'
import { indexOf, line, worldOf } from './song-search.fixture.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...Array.from('аяыйьщ eyshk4\'"`,.;[]?!👍ёЁßıΣ\n\t '), '\uD83D'),
  }),
)

test('no input and no catalogue makes it fail, and whole titles are found whatever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, anyText), { maxLength: 8 }), anyText, (songs, input) => {
      const lines = songs.map(([title, performer]) => ({
        ...line(''),
        key: songKey(title, performer),
      }))
      const search = makeSongSearch()
      search.replace(indexOf(lines))
      search.search(input, { limit: 30, first: [input] })
      for (const { id, key } of lines) {
        const title = key.split('\n')[0] ?? ''
        if (title.trim() === '') continue
        const hits = search.search(title, { limit: 30 })
        assert.ok(
          hits.some((hit) => hit.id === id && hit.match === 'exact'),
          JSON.stringify(key),
        )
      }
    }),
    { numRuns: 200 },
  )
})

test('empty input and an empty index find nothing', () => {
  const world = worldOf(['Кукушка — Кино'])
  for (const input of ['', ' ', '\n\t', '—', '\u200B']) assert.deepEqual(world.found(input), [])
  const empty = worldOf([])
  for (const input of ['', 'кукушка', 'rererirf', '???']) assert.deepEqual(empty.found(input), [])
  assert.deepEqual(world.found('кукушка', { limit: 0 }), [])
})

test('ten thousand letters and a hundred words are looked for like the first of them', () => {
  const world = worldOf(['Ля ля — Хор', 'Яяяя — Хор', 'Щщ — Хор'])
  assert.deepEqual(world.found('ля '.repeat(100)), ['Ля ля — Хор'])
  for (const input of [
    'я'.repeat(10_000),
    'щ'.repeat(10_000),
    'shch'.repeat(3000),
    '\uD83D'.repeat(999),
  ])
    assert.ok(world.found(input).length <= 3, input.slice(0, 9))
  const words = Array.from({ length: 100 }, (_, at) => `слово${at}`).join(' ')
  assert.deepEqual(world.found(words), [])
})

test('a title of a thousand words is found by its first ones', () => {
  const words = Array.from({ length: 1000 }, (_, at) => `слово${at}`)
  const world = worldOf([`${words.join(' ')} последнее — Кто`])
  assert.equal(world.found('слово5 слово17').length, 1)
  assert.equal(world.found('последнее').length, 0)
})

test('an index is the same after a thread sent it, by copy and by handing over', () => {
  const builder = makeIndexBuilder()
  const songs = [line('Кукушка — Кино', 2), line('Белые розы — Ласковый май', 1)]
  for (const song of songs) builder.add(song)
  const packed = builder.build()
  const copied = structuredClone(packed)
  const handedOver = structuredClone(packed, { transfer: buffersOf(packed) })
  assert.equal(packed.ids.length, 0, 'what was handed over is gone here')
  for (const index of [copied, handedOver].map(openIndex)) {
    const search = makeSongSearch()
    search.replace(index)
    for (const [at, input] of ['кукушка', ',tkst hjps'].entries())
      assert.equal(search.search(input, { limit: 1 })[0]?.id, songs[at]?.id)
    assert.deepEqual([...index.lines()], songs)
  }
})

test('each of thousands of songs has its own id, key and orders', () => {
  const songs = Array.from({ length: 3000 }, (_, at) =>
    line(`Песня ${at * at} — Хор ${at}`, at % 50),
  )
  const index = indexOf(songs)
  const byId = new Map(songs.map((song) => [song.id, song]))
  assert.equal(index.size, songs.length)
  for (const song of index.lines()) {
    assert.deepEqual(song, byId.get(song.id))
    byId.delete(song.id)
  }
  assert.equal(byId.size, 0)
  assert.ok(songs.every(({ id }) => index.has(id)))
})

test('an id that is no UUID is refused', () => {
  const builder = makeIndexBuilder()
  for (const id of ['', 'song', `${line('').id}0`, line('').id.slice(1), 'я'.repeat(32)])
    assert.throws(() => builder.add({ id, key: 'а\nб', orders: 0 }), RangeError, id)
  assert.equal(openIndex(builder.build()).size, 0)
})

test('songs beyond what can be ordered are ordered as the most that can', () => {
  const world = worldOf({ 'Ночь А — Кто': -5, 'Ночь Б — Кто': 2 ** 40, 'Ночь В — Кто': 2 ** 31 })
  assert.deepEqual(world.found('ночь'), ['Ночь Б — Кто', 'Ночь В — Кто', 'Ночь А — Кто'])
})
