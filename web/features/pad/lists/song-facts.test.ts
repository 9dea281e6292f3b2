import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnView } from '../use-own-queue.ts'
import { nextFacts, saidOf, songFacts } from './song-facts.ts'

const VIEW: OwnView = {
  amount: 30_000,
  suggested: false,
  tables: [7],
  asks: [{ id: 'a', name: 'Олег', words: 'Маме!', held: false, muted: false }],
  moreAsks: 0,
}
const ORDER = { backers: 1, artistName: 'Кино', status: 'SCHEDULED' } as const
const plain = (text: string | null) => text?.replaceAll(/\s/gu, ' ') ?? null

test('the sum, the table and the name stand before the performer', () => {
  const { sum, rest } = songFacts(ORDER, VIEW)
  assert.equal(plain(sum), '300 ₽')
  assert.deepEqual(rest, ['стол 7', 'Олег', 'Кино'])
})

test('several people are counted and none of them is named', () => {
  assert.deepEqual(songFacts({ ...ORDER, backers: 6 }, { ...VIEW, tables: [] }).rest, [
    '6 человек',
    'Кино',
  ])
})

test('a song of the artist’s own is his, or for whom he plays it', () => {
  const own = { backers: 0, artistName: '', status: 'QUEUED' } as const
  assert.deepEqual(songFacts(own, undefined).rest, ['моя'])
  const noted = { amount: 0, suggested: false, forWhom: 'Света', inCash: true }
  assert.deepEqual(songFacts(own, noted).rest, ['Для: Света · наличными'])
})

test('what comes next says who and how much, and not whose song it is', () => {
  assert.deepEqual(nextFacts(ORDER, VIEW).map(plain), ['стол 7', 'Олег', '300 ₽'])
})

test('what sounds says the words, the person and how many more there are', () => {
  const said = saidOf({ backers: 6 }, VIEW)
  assert.deepEqual(said && { ...said, facts: said.facts.map(plain) }, {
    words: 'Маме!',
    hidden: false,
    title: null,
    name: 'Олег',
    singers: null,
    facts: ['стол 7', '300 ₽'],
    more: 5,
  })
})

test('the person of an own song is said, words of a filter are not, and nothing is said of a bare song', () => {
  assert.equal(
    saidOf({ backers: 0 }, { amount: 0, suggested: false, forWhom: 'Стол 5' })?.words,
    'Для: Стол 5',
  )
  const [ask] = VIEW.asks ?? []
  assert.ok(ask !== undefined)
  const held = saidOf(ORDER, { ...VIEW, asks: [{ ...ask, held: true }] })
  assert.equal(held?.words, null)
  assert.equal(held?.name, null)
  assert.equal(held?.hidden, true)
  assert.equal(saidOf(ORDER, { amount: 0, suggested: false }), null)
})

test('a paid song without words says its sum, and how many paid it', () => {
  const factsOf = (backers: number) =>
    saidOf({ backers }, { amount: 10_000, suggested: false })?.facts.map(plain)
  assert.deepEqual(factsOf(1), ['100 ₽'])
  assert.deepEqual(factsOf(6), ['100 ₽', '6 человек'])
})

test('whoever sings is named so, once, however many ordered it', () => {
  const singers = { names: ['Олег', 'Вера'], keyShift: 2 }
  const view = { ...VIEW, singers, tables: [] }
  const words = 'Поют Олег и Вера, на тон выше'
  assert.deepEqual(songFacts(ORDER, view).rest, [words, 'Кино'])
  assert.deepEqual(songFacts({ ...ORDER, backers: 6 }, view).rest, [words, '6 человек', 'Кино'])
  const silent = {
    ...view,
    asks: [{ id: 'a', name: 'Олег', words: '', held: false, muted: false }],
  }
  const said = saidOf(ORDER, silent)
  assert.deepEqual([said?.singers, said?.name, said?.words], [words, null, null])
  const spoken = { ...silent, asks: silent.asks.map((one) => ({ ...one, words: 'Маме' })) }
  assert.deepEqual([saidOf(ORDER, spoken)?.name, saidOf(ORDER, spoken)?.words], [null, 'Маме'])
})

test('a moment of the host is said as for whom, with his dedication; held-back words are not', () => {
  const own = { backers: 0, artistName: 'Кино', status: 'QUEUED' } as const
  const view: OwnView = { amount: 0, suggested: false, forWhom: 'Первый танец' }
  const words = (dedication?: OwnView['dedication']) =>
    saidOf(own, { ...view, ...(dedication && { dedication }) })?.words
  assert.equal(words(), 'Для: Первый танец')
  assert.equal(words({ words: 'Маше и Пете', held: false }), 'Для: Первый танец. Маше и Пете')
  const held = { ...view, forWhom: '', dedication: { words: '', held: true } }
  assert.equal(saidOf(own, held)?.words, 'Слова скрыты: откройте их в «Хозяин вечера»')
})
