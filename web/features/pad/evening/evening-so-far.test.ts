import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../commands/command.fixture.ts'
import type { Action, PadCommand } from '../commands/command.ts'
import { playedWith, thanksNotice, tipText } from './evening-so-far.ts'

const AT = Date.parse('2026-11-20T18:00:00.000Z')
const endedAt = new Date(AT).toISOString()
const stored = (id: string) => ({
  ...entry(id, 'PLAYED'),
  amount: 100,
  paidOrders: 1,
  suggested: false,
  endedAt,
  undoUntil: endedAt,
})
const waits = (action: Action): PadCommand => ({
  key: `press ${action.kind}`,
  sessionId: 'concert',
  at: AT,
  state: 'waiting',
  action,
})
const next = (played: string) =>
  waits({ kind: 'next', chosen: false, played: entry(played, 'NOW'), started: null })
const ids = (...given: Parameters<typeof playedWith>) => playedWith(...given).map(({ id }) => id)

test('what was played is the newest first, without a network too', () => {
  assert.deepEqual(ids([stored('Б'), stored('А')], [], [next('В'), next('Г')]), [
    'Г',
    'В',
    'Б',
    'А',
  ])
})

test('the grace of a song begins when the server hears that it was played', () => {
  const untils = playedWith([stored('А')], [], [next('Б')]).map(({ undoUntil }) => undoUntil)
  assert.deepEqual(untils, [null, endedAt])
})

test('a song that the server has told of stands there once', () => {
  assert.deepEqual(ids([stored('Б'), stored('А')], [], [next('Б')]), ['Б', 'А'])
})

test('a song that was taken back, or whose «next» is lost, is not among what was played', () => {
  assert.deepEqual(ids([stored('Б'), stored('А')], [entry('Б', 'NOW')], []), ['А'])
  assert.deepEqual(ids([stored('А')], [entry('Б', 'NOW')], [next('Б')]), ['А'])
})

test('a song that was typed and not sent yet can be added again by its words alone', () => {
  const own = { ...entry('Своя', 'NOW'), songId: 'Своя' }
  const pressed = waits({ kind: 'next', chosen: false, played: own, started: null })
  assert.deepEqual(
    playedWith([stored('А')], [], [pressed]).map(({ typed }) => typed),
    [true, false],
  )
})

const tip = (id: string, amount: number, message = '') => ({ id, at: endedAt, amount, message })

test('a tip is told once, with its words', () => {
  const first = tip('1', 50_000, ' За «Осень»! ')
  assert.equal(tipText([], [first]), 'Благодарность 500\u00A0₽: «За «Осень»!»')
  assert.equal(tipText([], [tip('2', 10_000)]), 'Благодарность 100\u00A0₽')
  const abuse = tip('3', 10_000, 'Играешь как сука')
  assert.equal(tipText([], [abuse]), 'Благодарность 100\u00A0₽, слова скрыты')
  assert.equal(tipText([first], [first]), null)
  assert.equal(tipText([first], []), null)
})

test('tips that came together are told in one breath, and long words are cut', () => {
  const [one, two] = [tip('1', 10_000, 'Раз'), tip('2', 20_000)]
  assert.equal(tipText([], [two, one]), '2 благодарности: 300\u00A0₽')
  const words = tipText([one], [tip('3', 10_000, 'о'.repeat(500)), one])
  assert.equal(words, `Благодарность 100\u00A0₽: «${'о'.repeat(139)}…»`)
})

test('one who thanked is named and can be answered at once, several are counted', () => {
  const thanks = (id: string, name: string) => ({
    id,
    at: endedAt,
    name,
    held: false,
    title: 'Осень',
    answered: false,
  })
  const [first, second] = [thanks('1', 'Аня'), thanks('2', '')]
  assert.equal(thanksNotice([first], [first]), null)
  assert.deepEqual(thanksNotice([], [first]), { text: 'Аня: спасибо за «Осень»', one: first })
  assert.deepEqual(thanksNotice([first], [second, first]), {
    text: 'Спасибо за «Осень»',
    one: second,
  })
  assert.deepEqual(thanksNotice([], [second, first]), { text: 'Спасибо говорят: 2', one: null })
})
