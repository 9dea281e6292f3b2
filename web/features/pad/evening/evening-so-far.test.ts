import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../commands/command.fixture.ts'
import type { Action, PadCommand } from '../commands/command.ts'
import { givenWith, playedWith } from './evening-so-far.ts'

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

const NOBODY: ReadonlySet<string> = new Set()
const tip = (id: string, at = endedAt, answered = false) => ({
  id,
  at,
  amount: 50_000,
  message: ' За «Осень»! ',
  name: 'Аня',
  table: 4,
  answered,
})
const thank = (id: string) => ({
  id,
  at: endedAt,
  name: '',
  held: false,
  title: 'Осень',
  answered: false,
})
const given = (newest: ReturnType<typeof tip>[], thanks: ReturnType<typeof thank>[] = []) => ({
  tips: { sum: 0, newest },
  thanks,
})

test('money and thanks wait in the order in which they came, with name and words', () => {
  const later = new Date(AT + 1000).toISOString()
  const waiting = givenWith(given([tip('2', later)], [thank('1')]), NOBODY)
  assert.deepEqual(
    waiting.map(({ id, words, name, amount, isTip }) => ({ id, words, name, amount, isTip })),
    [
      { id: '1', words: 'Спасибо за «Осень»', name: '', amount: 0, isTip: false },
      { id: '2', words: 'За «Осень»!', name: 'Аня', amount: 50_000, isTip: true },
    ],
  )
})

test('what was answered or put away waits no more, and a second pad has no money', () => {
  assert.deepEqual(givenWith(given([tip('1', endedAt, true)]), NOBODY), [])
  assert.deepEqual(givenWith(given([tip('1')]), new Set(['1'])), [])
  assert.deepEqual(givenWith({ tips: null, thanks: [] }, NOBODY), [])
})
