import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report, ReportSong } from '#contract/report.ts'
import { figuresOf, ranText, songText, stageOf } from './report-texts.ts'

const SONG: ReportSong = {
  entryId: '1',
  songId: '2',
  title: 'Осень',
  artistName: 'ДДТ',
  imageUrl: '',
  status: 'PLAYED',
  startedAt: null,
  endedAt: null,
  backers: 0,
  forWhom: '',
  inCash: false,
  asks: [],
  gross: 0,
  commission: 0,
  net: 0,
  held: 0,
  givenBack: 0,
  credits: [],
}

const words = (change: Partial<ReportSong>) =>
  songText({ ...SONG, ...change }).replaceAll('\u00A0', ' ')

test('a song tells what its listeners wrote, but for what is held back', () => {
  const ask = { id: '3', name: 'Аня', words: 'Маме', held: false, muted: false }
  const asks = [ask, { ...ask, words: '' }, { ...ask, name: '', words: '', held: true }]
  assert.equal(words({ backers: 3, asks }), '3 слушателя · Аня: «Маме» · Аня · слова скрыты')
})

test('a song tells who asked for it and what became of the money', () => {
  assert.equal(words({ backers: 2, net: 27_000 }), '2 слушателя · вам 270 ₽')
  assert.equal(words({ backers: 1, givenBack: 30_000 }), '1 слушатель · вернули 300 ₽')
  const credit = { paymentId: '3', amount: 20_000, net: 18_000, dispute: 'none' as const }
  const credits = [
    { ...credit, state: 'credited' as const },
    { ...credit, state: 'returning' as const },
  ]
  assert.equal(words({ backers: 1, givenBack: 20_000, credits }), '1 слушатель')
  assert.equal(words({ backers: 5, held: 9000 }), '5 слушателей · удерживается 90 ₽')
  assert.equal(words({ forWhom: 'стол 7', inCash: true }), 'Для: стол 7 · наличными')
  assert.equal(words({}), '')
})

test('a song that is being played says so in words', () => {
  assert.equal(words({ status: 'NOW', backers: 1 }), 'Звучит сейчас · 1 слушатель')
})

test('a song that never came into the queue says why', () => {
  assert.equal(words({ entryId: null, givenBack: 7000 }), 'Оплатили слишком поздно · вернули 70 ₽')
})

test('the time is that of the venue’s clocks', () => {
  const startedAt = '2026-11-21T17:04:00.000Z'
  assert.equal(ranText({ startedAt, finishedAt: null }, 'Europe/Moscow'), 'Начался в 20:04')
  assert.equal(
    ranText({ startedAt, finishedAt: '2026-11-21T19:10:00.000Z' }, 'Asia/Vladivostok'),
    'Начался в 03:04, закончился в 05:10',
  )
  assert.equal(ranText({ startedAt: null, finishedAt: null }, 'Europe/Moscow'), null)
})

test('a concert that the clock closed unstarted never began', () => {
  assert.equal(stageOf({ sessionStatus: 'PLAYED', startedAt: null }), 'neverBegan')
  assert.equal(stageOf({ sessionStatus: 'PLAYED', startedAt: '2026-11-21T17:04:00.000Z' }), 'over')
})

const NO_MONEY = { played: 0, returned: 0, gross: 0, commission: 0, net: 0, held: 0, givenBack: 0 }
const REPORT: Report = {
  sessionId: '1',
  title: 'Вечер',
  sessionStatus: 'PLAYED',
  startedAt: null,
  finishedAt: null,
  orders: 12,
  playedSongs: 9,
  skippedSongs: 0,
  waitingSongs: 0,
  people: 0,
  cash: 0,
  money: NO_MONEY,
  tips: { count: 0, gross: 0, commission: 0, net: 0 },
  goal: null,
  split: null,
  toGiveBack: { orders: 0, amount: 0 },
  played: [],
  skipped: [],
  waiting: [],
  wanted: [],
}

function mainFigure(change: Partial<Report>): string {
  const [main] = figuresOf({ ...REPORT, ...change })
  return `${main?.name}: ${main?.value}`.replaceAll('\u00A0', ' ')
}

test('a report begins with what the evening brought, or with what was played', () => {
  const money = { ...NO_MONEY, gross: 100_000, commission: 10_000, net: 90_000 }
  const tips = { count: 1, gross: 10_000, commission: 500, net: 9500 }
  assert.equal(mainFigure({ money, tips }), 'Заработано за вечер: 995 ₽')
  assert.equal(mainFigure({ money }), 'Заработано на песнях: 900 ₽')
  assert.equal(mainFigure({ tips }), 'Благодарности за концерт: 95 ₽')
  assert.equal(mainFigure({}), 'Прозвучало: 9 песен')
  assert.equal(mainFigure({ sessionStatus: 'SCHEDULED' }), 'Заказали: 12 заказов')
})
