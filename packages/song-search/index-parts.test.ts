import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { onOtherLayout } from './query.ts'
import { NEAR_BEGINNING, NEAR_WHOLE, NOT_NEAR, nearness } from './one-letter-off.ts'
import { popularFirst } from './index-builder.ts'
import { idAt, readId, songOf, tableOfIds } from './bucket-tables.ts'
import { transliterated } from './transliteration.ts'
import { beginningWith, isIn, makeWordNumbers, setOf, textOf, wordListOf } from './words.ts'

test('an id is read and written as it was, and leads to its song', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 50 }), (all) => {
      const ids = new Uint32Array(all.length * 4)
      for (const [song, id] of all.entries()) assert.ok(readId(id.toUpperCase(), ids, song * 4))
      const table = tableOfIds(ids)
      for (const [song, id] of all.entries()) {
        assert.equal(idAt(ids, song), id)
        assert.equal(songOf(ids, table, id), song)
      }
      assert.equal(songOf(ids, table, 'ffffffff-ffff-0000-0000-ffffffffffff'), -1)
    }),
    { numRuns: 100 },
  )
})

test('words that begin with a text stand beside each other', () => {
  const word = fc.string({ unit: fc.constantFrom('а', 'б', 'я', '👍'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (all, text) => {
      const sorted = all.toSorted()
      const words = wordListOf(sorted)
      const { low, high } = beginningWith(words, text)
      const begun = Array.from({ length: high - low }, (_, at) => textOf(words, low + at))
      assert.deepEqual(
        begun,
        sorted.filter((one) => one.startsWith(text)),
      )
    }),
  )
})

test('each word has one number, and one place in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 200 }), (all) => {
      const numbers = makeWordNumbers()
      const given = all.map((word) => numbers.numberOf(`-${word}-`, 1, word.length + 1))
      const { words, ranks } = numbers.sorted()
      for (const [at, word] of all.entries())
        assert.equal(textOf(words, ranks[given[at] ?? 0] ?? 0), word)
      const sorted = Array.from(ranks.toSorted(), (rank) => textOf(words, rank))
      assert.deepEqual(sorted, [...new Set(all)].toSorted())
    }),
    { numRuns: 200 },
  )
})

test('thousands of songs are put in order like a few are', () => {
  const count = 5000
  const noise = (at: number, most: number) => (Math.imul(at + 1, 0x9e3779b1) >>> 7) % most
  const lengths = Array.from({ length: count }, (_, at) => 2 + noise(at, 5))
  const songStarts = Uint32Array.from([0, ...lengths])
  for (let at = 1; at <= count; at++)
    songStarts[at] = (songStarts[at] ?? 0) + (songStarts[at - 1] ?? 0)
  const songs = {
    orders: Uint32Array.from({ length: count }, (_, at) =>
      at % 7 === 0 ? 0xfffff000 + noise(at, 9) : noise(at, 3),
    ),
    songWords: Uint32Array.from({ length: songStarts.at(-1) ?? 0 }, (_, at) => noise(at * 7, 4)),
    songStarts,
    titleLengths: Uint8Array.from({ length: count }, (_, at) => 1 + noise(at * 3, 2)),
    words: 4,
  }
  const keys = lengths.map((length, at) => {
    const words = Array.from(songs.songWords.subarray(songStarts[at], songStarts[at + 1]), String)
    const title = songs.titleLengths[at] ?? 0
    return `${words.slice(0, title).join(' ')}\n${words.slice(title, length).join(' ')}`
  })
  const order = Array.from(popularFirst(songs))
  assert.equal(new Set(order).size, count)
  for (let place = 1; place < count; place++) {
    const [a = 0, b = 0] = [order[place - 1], order[place]]
    const [one = 0, other = 0] = [songs.orders[a], songs.orders[b]]
    assert.ok(
      one > other || (one === other && (keys[a] ?? '') <= (keys[b] ?? '')),
      `place ${place}`,
    )
  }
})

test('a set of words is the union of its ranges', () => {
  const range = fc
    .tuple(fc.nat({ max: 30 }), fc.nat({ max: 6 }))
    .map(([low, more]) => ({ low, high: low + more }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
      const set = setOf(
        ranges,
        Uint32Array.from({ length: 41 }, (_, word) => word * 2),
      )
      const words = Array.from({ length: 40 }, (_, word) => word)
      const inside = words.filter((word) =>
        ranges.some(({ low, high }) => word >= low && word < high),
      )
      assert.deepEqual(
        words.filter((word) => isIn(set, word)),
        inside,
      )
      assert.equal(set.places, inside.length * 2)
    }),
  )
})

test('a wrong letter is seen in whole words and in beginnings', () => {
  const words = wordListOf(['кино', 'ты'])
  for (const [asked, near] of [
    ['кино', NEAR_WHOLE],
    ['кина', NEAR_WHOLE],
    ['икно', NEAR_WHOLE],
    ['кин', NEAR_WHOLE],
    ['кинос', NEAR_WHOLE],
    ['ккн', NEAR_BEGINNING],
    ['кигно', NEAR_WHOLE],
    ['ка', NOT_NEAR],
    ['книга', NOT_NEAR],
  ] as const)
    assert.equal(nearness(asked, words, 0), near, asked)
  assert.equal(nearness('тыы', words, 1), NEAR_WHOLE)
  assert.equal(nearness('тыя', words, 0), NOT_NEAR)
})

test('what was typed on the wrong layout is what the same keys mean on the other', () => {
  assert.deepEqual(onOtherLayout('Ghbdtn'), ['привет'])
  assert.deepEqual(onOtherLayout('`;br d nevfyt'), ['ёжик в тумане'])
  assert.deepEqual(onOtherLayout('{fe <fyle'), ['хау банду'])
  assert.deepEqual(onOtherLayout('руддщ'), ['hello'])
  assert.deepEqual(onOtherLayout('2026'), ['2026'])
  assert.deepEqual(onOtherLayout('ghbвет'), ['привет', 'ghbdtn', 'приdtn'])
  assert.deepEqual(onOtherLayout('夜'), [])
})

test('a word in neither alphabet is left as it is', () => {
  for (const word of ['2026', '夜', 'αβγ', '']) assert.equal(transliterated(word), word)
  assert.equal(transliterated('shchuka'), 'щука')
  assert.equal(transliterated('сплин'), 'splin')
})
