import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/fast-check.ts'
import { naiveSearch, withOneSlip } from './naive-search.fixture.ts'
import type { IndexedSong } from './song-line.ts'
import { makeSongSearch } from './song-search.ts'
import { indexOf } from './song-search.fixture.ts'

const idOf = (at: number) => `01990000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`

// Few letters make many words that are one letter apart; some words are longer than what is kept of beginnings.
const short = fc.string({ unit: fc.constantFrom('α', 'β', 'γ'), minLength: 1, maxLength: 5 })
const long = fc.string({ unit: fc.constantFrom('α', 'β', 'γ'), minLength: 6, maxLength: 11 })
const word = fc.oneof({ arbitrary: short, weight: 4 }, { arbitrary: long, weight: 1 })
const text = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: most }).map((all) => all.join(' '))
const songs = fc.uniqueArray(
  fc.record({ title: text(3), performer: text(2), orders: fc.nat({ max: 3 }) }),
  { minLength: 1, maxLength: 40, selector: ({ title, performer }) => `${title}\n${performer}` },
)

const world = fc.record({
  songs,
  /** How many of the songs came after the big index was built. */
  fresh: fc.nat({ max: 40 }),
  at: fc.nat(),
  asked: fc.oneof(
    { arbitrary: text(3).map((input) => ({ input })), weight: 1 },
    // What a song has, in some order, cut, and with slips.
    {
      arbitrary: fc.record({
        order: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        slips: fc.array(fc.option(fc.nat()), { maxLength: 4 }),
        cut: fc.nat({ max: 4 }),
      }),
      weight: 4,
    },
  ),
  repertoire: fc.array(fc.nat({ max: 45 }), { maxLength: 12 }),
  onlyFirst: fc.boolean(),
  limit: fc.constantFrom(1, 3, 30, 100),
})

type Asked = { input: string } | { order: number[]; slips: (number | null)[]; cut: number }

function inputOf(asked: Asked, key: string): string {
  if ('input' in asked) return asked.input
  const words = key.split(/[\n ]/u)
  const chosen = asked.order.map((at, place) => {
    const own = words[at % words.length] ?? ''
    const slip = asked.slips[place] ?? null
    const made = [...withOneSlip(own)]
    return slip === null ? own : (made[slip % made.length] ?? own)
  })
  const input = chosen.join(' ')
  return input.slice(0, Math.max(1, input.length - asked.cut))
}

test('the index finds what looking at every song finds, in the same order, however the songs came', () => {
  fc.assert(
    fc.property(world, ({ songs: all, fresh, at, asked, repertoire, onlyFirst, limit }) => {
      const lines = all.map(({ title, performer, orders }, place): IndexedSong => ({
        id: idOf(place),
        key: `${title}\n${performer}`,
        orders,
      }))
      const big = lines.slice(0, Math.max(0, lines.length - fresh))
      const search = makeSongSearch()
      search.replace(indexOf(big))
      for (const line of lines.slice(big.length)) search.add([line])
      const input = inputOf(asked, lines[at % lines.length]?.key ?? '')
      const options = { limit, first: repertoire.map(idOf), onlyFirst }
      assert.deepEqual(search.search(input, options), naiveSearch(lines, input, options), input)
    }),
    { numRuns: 300 },
  )
})
