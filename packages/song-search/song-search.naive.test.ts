import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { IndexedSong, SongHit, SongMatch } from './index-format.ts'
import { indexOf } from './song-search.fixture.ts'
import { makeSongSearch } from './song-search.ts'
import { foldSong } from './song-text.ts'

const idOf = (at: number) => `01990000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`

// Few letters make many words that are one letter apart; some words are longer than the indexed prefixes.
const short = fc.string({ unit: fc.constantFrom('α', 'β', 'γ'), minLength: 1, maxLength: 5 })
const long = fc.string({ unit: fc.constantFrom('α', 'β', 'γ'), minLength: 6, maxLength: 11 })
const anyWord = fc.oneof({ arbitrary: short, weight: 4 }, { arbitrary: long, weight: 1 })
const text = (most: number) =>
  fc.array(anyWord, { minLength: 1, maxLength: most }).map((all) => all.join(' '))
const songs = fc.uniqueArray(
  fc.record({ title: text(3), performer: text(2), orders: fc.nat({ max: 3 }) }),
  { minLength: 1, maxLength: 40, selector: ({ title, performer }) => `${title}\n${performer}` },
)

const world = fc.record({
  songs,
  /** The number of songs added after the big index was built. */
  fresh: fc.nat({ max: 40 }),
  at: fc.nat(),
  asked: fc.oneof(
    { arbitrary: text(3).map((input) => ({ input })), weight: 1 },
    // Words of a song, in some order, cut, and with typing errors.
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

type Options = { first: readonly string[]; onlyFirst: boolean; limit: number }

/**
 * The same answers by checking every song and trying every wrong letter, for inputs in letters without another layout
 * or alphabet.
 */
function naiveSearch(
  lines: readonly IndexedSong[],
  input: string,
  { first, onlyFirst, limit }: Options,
): SongHit[] {
  const asked = foldSong(input)
  if (asked === '') return []
  const found = lines
    .map((line) => {
      const tier = tierOf(asked, line.key)
      const begins = BEGINS[tier]?.(asked.split(' '), line.key.split(/[\n ]/u)[0] ?? '') === true
      return { line, tier, begins, first: first.includes(line.id) }
    })
    .filter((hit) => hit.tier < MATCHES.length && (hit.first || !onlyFirst))
  const precise = found.filter(({ tier }) => MATCHES[tier] !== 'similar')
  return (precise.length > 0 ? precise : found)
    .toSorted(
      (a, b) =>
        Number(b.first) - Number(a.first) ||
        a.tier - b.tier ||
        b.line.orders - a.line.orders ||
        Number(b.begins) - Number(a.begins) ||
        (a.line.key < b.line.key ? -1 : 1),
    )
    .slice(0, limit)
    .map((hit) => ({ id: hit.line.id, match: MATCHES[hit.tier] ?? 'similar', first: hit.first }))
}

const MATCHES: readonly SongMatch[] = ['exact', 'prefix', 'prefix', 'similar', 'similar']

/** For the tiers of words: whether the first word of a title fits the first one of the query. */
const BEGINS: Partial<Record<number, (asked: readonly string[], word: string) => boolean>> = {
  1: ([ask = '', ...others], word) =>
    others.every((one) => one === ask) ? word.startsWith(ask) : word === ask,
  2: ([ask = ''], word) => word.startsWith(ask),
  4: ([ask = ''], word) => word.startsWith(ask) || beginsLike(ask, word),
}

function tierOf(asked: string, key: string): number {
  const [title = '', performer = ''] = key.split('\n')
  const phrases = [title, `${title} ${performer}`, `${performer} ${title}`]
  if (phrases.includes(asked)) return 0
  const words = key.split(/[\n ]/u)
  const all = asked.split(' ')
  const different = [...new Set(all)]
  const last = different.at(-1)
  const some = (fits: (ask: string, word: string) => boolean) =>
    different.every((ask) => words.some((word) => fits(ask, word)))
  if (some((ask, word) => (ask === last ? word.startsWith(ask) : word === ask))) return 1
  if (some((ask, word) => word.startsWith(ask))) return 2
  if (different.length > 1 || asked.length >= 5)
    if (phrases.some((phrase) => isButForOneWord(all, phrase.split(' ')))) return 3
  return some((ask, word) => word.startsWith(ask) || beginsLike(ask, word)) ? 4 : 5
}

function isButForOneWord(asked: readonly string[], phrase: readonly string[]): boolean {
  const wrong = asked.filter((ask, at) => ask !== phrase[at])
  const meant = phrase.find((word, at) => word !== asked[at])
  return asked.length === phrase.length && wrong.length === 1 && isLike(wrong[0] ?? '', meant ?? '')
}

/** An intended prefix has at least three letters, unless it is the whole word. */
function beginsLike(ask: string, word: string): boolean {
  return Array.from(word, (_, at) => word.slice(0, at + 1)).some(
    (beginning) => (beginning.length >= 3 || beginning === word) && isLike(ask, beginning),
  )
}

function isLike(ask: string, word: string): boolean {
  if (ask.length < 3) return ask === word
  return ask === word || withOneSlip(ask).has(word)
}

const ALPHABET = 'αβγδ'

/** Everything that one wrong letter can make of a word. */
function withOneSlip(word: string): Set<string> {
  const made = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    made.add(head + tail.slice(1))
    if (tail.length > 1) made.add(`${head}${tail[1] ?? ''}${tail[0] ?? ''}${tail.slice(2)}`)
    for (const letter of ALPHABET) {
      made.add(head + letter + tail)
      if (tail !== '') made.add(head + letter + tail.slice(1))
    }
  }
  made.delete(word)
  return made
}
