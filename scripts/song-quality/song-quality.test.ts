import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { songKey } from '#packages/song-search/song-text.ts'
import { readCatalogue } from '#server/modules/songs/catalogue.ts'
import { handWritten } from './hand-written.ts'
import { judge } from './judge.ts'
import { queriesOf, searchOver, verdictsOn } from './quality.ts'
import { HAND_KINDS, KINDS, LABELS, TARGETS } from './query.ts'
import type { Query } from './query.ts'
import { ratesOf } from './rates.ts'

const catalogue = await readCatalogue()
const lines = catalogue.map(({ title, artistName }) => ({
  key: songKey(title, artistName),
  orders: 0,
}))
const queries = await queriesOf(catalogue, 'apart')
const verdicts = verdictsOn(queries, await searchOver(lines))

describe('the song search over the catalogue that ships', () => {
  for (const kind of new Set([...KINDS, ...HAND_KINDS])) {
    const target = TARGETS[kind]
    if (target === null) continue
    test(`has the wanted song among the first five: ${LABELS[kind]}`, () => {
      const own = verdicts.filter(({ query }) => query.kind === kind)
      assert.ok(own.length >= 5, `${own.length} queries`)
      const { clearFive } = ratesOf(own)
      const missed = own.filter(({ place, outranked }) => place === null && !outranked)
      assert.ok(clearFive >= target, missed.map(({ query }) => query.typed).join(', '))
    })
  }

  test('has it in the first place for nine queries of ten', () => {
    const promised = verdicts.filter(({ query }) => TARGETS[query.kind] !== null)
    assert.ok(ratesOf(promised).first >= 0.9, String(ratesOf(promised).first))
  })

  test('finds nearly all of them, however little they ask', () => {
    const promised = verdicts.filter(({ query }) => TARGETS[query.kind] !== null)
    assert.ok(ratesOf(promised).five >= 0.97, String(ratesOf(promised).five))
  })
})

describe('the quality set', () => {
  test('has three hundred queries of untidy lists', () => {
    const untidy = new Set<string>(KINDS.slice(KINDS.indexOf('look-alikes')))
    assert.ok(queries.filter(({ kind }) => untidy.has(kind)).length >= 300)
  })

  test('has more than six hundred queries about songs nobody tuned the search by', () => {
    assert.ok(queries.length > 600)
  })

  test('has at least 120 written by hand, each of a song that ships', async () => {
    const keys = new Set(lines.map(({ key }) => key))
    const written = await handWritten()
    assert.ok(written.length >= 120)
    for (const { wanted, typed } of written) assert.ok(keys.has(wanted.key), typed)
  })

  test('puts a wrong letter at every place of a word', () => {
    for (const place of ['first', 'middle', 'last'])
      assert.ok(queries.filter((query) => query.place === place).length >= 30, place)
  })

  test('calls a song outranked only where all that were found come before it by the rule', () => {
    const query: Query = {
      typed: 'кот',
      meant: 'кот',
      wanted: { title: 'Котик', artistName: 'Хор', key: 'котик\nхор' },
      kind: 'prefix',
      byHand: false,
    }
    const as = (key: string) => ({ key: `${key}\nдругой`, orders: 1 })
    assert.equal(judge(query, [as('котлета'), as('котел')], 1).outranked, true)
    assert.equal(judge(query, [as('котлета'), as('вот')], 1).outranked, false)
    assert.equal(judge(query, [as('котлета'), as('котел')], 2).outranked, false)
    assert.equal(judge(query, [as('кот')], 5).outranked, true)
    assert.equal(judge(query, [], 1).outranked, false)
    assert.equal(judge(query, [as('котлета'), { key: 'котик\nон', orders: 0 }], 1).place, 2)
  })
})
