import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rubles } from '#web/lib/format.ts'
import type { OwnView } from '../use-own-queue.ts'
import { askedBy, dedicationOf, newestWords } from './asked-by.ts'

const NOBODY: OwnView = {
  amount: 0,
  suggested: false,
  forWhom: '',
  inCash: false,
  tables: [],
  asks: [],
  moreAsks: 0,
  beforeNote: '',
  beforeBreak: 0,
}
const ask = (name: string, words: string, held = false) => ({
  id: name,
  name,
  words,
  held,
  muted: false,
})

test('who wants a song stands in one line, without words that are hidden', () => {
  assert.equal(askedBy(undefined), '')
  const view = {
    ...NOBODY,
    tables: [7],
    asks: [ask('', '', true), ask('Олег', '')],
    amount: 30_000,
  }
  assert.equal(askedBy(view), `стол 7 · Олег · ${rubles(30_000)}`)
})

test('a dedication is what the artist noted, else what a listener wrote', () => {
  assert.equal(dedicationOf({ ...NOBODY, asks: [ask('Олег', '')] }), null)
  assert.equal(dedicationOf({ ...NOBODY, asks: [ask('Олег', 'брань', true)] }), null)
  assert.deepEqual(dedicationOf({ ...NOBODY, tables: [5], asks: [ask('Аня', 'маме!')] }), {
    words: 'Аня: маме!',
    about: 'Стол 5',
  })
  assert.deepEqual(
    dedicationOf({ ...NOBODY, forWhom: 'Света, стол 5', inCash: true, amount: 100_000 }),
    { words: 'Для: Света, стол 5', about: `попросили вслух · ${rubles(100_000)} · наличными` },
  )
})

test('the strip tells the newest words', () => {
  const views = [
    { ...NOBODY, asks: [ask('Олег', 'брату')] },
    { ...NOBODY, asks: [ask('Аня', '')] },
  ]
  assert.equal(newestWords(views), 'Аня')
  assert.equal(newestWords([...views, undefined, NOBODY]), 'Аня')
  assert.equal(newestWords([]), '')
})

test('whoever sings is named before the words, under what sounds and what is next', () => {
  const singers = { names: ['Аня'], keyShift: -1 }
  const view = { ...NOBODY, singers, asks: [ask('Аня', '')] }
  assert.equal(askedBy(view), 'Поёт Аня, на полтона ниже')
  assert.equal(dedicationOf(view)?.words, 'Поёт Аня, на полтона ниже')
  assert.equal(
    dedicationOf({ ...view, asks: [ask('Аня', 'маме!')] })?.words,
    'Поёт Аня, на полтона ниже. Аня: маме!',
  )
})
