import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evenings } from '#contract/evenings.ts'
import {
  eveningNote,
  figuresOf,
  hourRows,
  monthRows,
  outsideText,
  songRows,
  sumText,
  townRows,
  venueRows,
} from './evening-rows.ts'

const GROUP = {
  concerts: 2,
  orders: 21,
  played: 9,
  gross: 100_000,
  commission: 10_000,
  net: 90_000,
}
const NO_MONEY = { gross: 0, commission: 0, net: 0 }

const evenings = (change: Partial<Evenings> = {}): Evenings => ({
  total: { ...GROUP, listeners: 0, held: 0, givenBack: 0 },
  evenings: [],
  earlier: false,
  months: [],
  towns: [],
  venues: [],
  hours: [],
  asked: [],
  neverPlayed: [],
  ...change,
})
const plain = (text = '') => text.replaceAll('\u00A0', ' ')

test('the newest month comes first, an empty one says nothing but its sum', () => {
  const months = [
    { month: '2026-01', ...GROUP },
    { month: '2026-02', concerts: 0, orders: 0, played: 0, ...NO_MONEY },
  ]
  assert.deepEqual(
    monthRows(evenings({ months })).map(({ label, text, note }) => [label, plain(text), note]),
    [
      ['февраль 2026', '0 ₽', undefined],
      ['январь 2026', '900 ₽', '2 концерта · 21 заказ'],
    ],
  )
})

test('where nobody ever paid, orders are plotted', () => {
  const free = { ...GROUP, ...NO_MONEY }
  const towns = [{ place: 'concert', town: '', ...free }] as const
  const [row] = townRows(
    evenings({
      total: { ...free, listeners: 3, held: 0, givenBack: 0 },
      towns: [...towns],
    }),
  )
  assert.deepEqual(
    [row?.label, row?.value, row?.text, row?.note],
    ['Город не указан', 21, '21 заказ', '2 концерта'],
  )
})

test('money without a venue is told by town, and is no venue', () => {
  const towns = [{ place: 'outside', town: '', ...GROUP, concerts: 0, orders: 0 }] as const
  const venues = towns.map((group) => ({ ...group, venue: '' }))
  const all = evenings({ towns: [...towns], venues })
  assert.equal(townRows(all)[0]?.label, 'Благодарности вне концертов')
  assert.deepEqual(venueRows(all), [])
})

test('an hour says when it begins and ends', () => {
  const hours = [{ hour: 23, gross: 1000, commission: 100, net: 900 }]
  assert.equal(hourRows(evenings({ hours }))[0]?.label, '23:00–00:00')
})

test('a song says how often it was played, and that the repertoire lacks it', () => {
  const song = { songId: '1', title: 'Мечта', artistName: '', imageUrl: '', orders: 5 }
  const rows = songRows([
    { ...song, played: 2, inRepertoire: true },
    { ...song, played: 0, inRepertoire: false },
  ])
  assert.deepEqual(
    rows.map(({ label, text, note }) => [label, text, note]),
    [
      ['Мечта', '5 заказов', 'сыграно: 2 раза'],
      ['Мечта', '5 заказов', 'нет в репертуаре'],
    ],
  )
})

test('what evenings brought comes first, and nothing of none is told', () => {
  const names = (all: Evenings) => figuresOf(all).map(({ name }) => name)
  assert.deepEqual(names(evenings()), ['Заработано', 'Концерты', 'Заказали', 'Прозвучало'])
  const { total } = evenings()
  assert.equal(names(evenings({ total: { ...total, ...NO_MONEY } }))[0], 'Концерты')
})

test('one sum says the year, and how much of it no evening brought', () => {
  const outside = { place: 'outside', town: '', ...GROUP, net: 9500 } as const
  const year = evenings({ towns: [{ place: 'concert', town: 'Тверь', ...GROUP }, outside] })
  assert.equal(plain(sumText(year, 'year')), 'За год 2 вечера, 900 ₽')
  assert.match(plain(outsideText(year) ?? ''), /^В том числе 95 ₽ вне этих вечеров/u)
  assert.equal(outsideText(evenings()), null)
})

test('an evening says its songs and who listened', () => {
  const evening = {
    sessionId: '1',
    title: '',
    dateTimeStart: '',
    timeZone: '',
    venue: '',
    town: '',
    orders: 40,
    played: 36,
    listeners: 47,
    ...NO_MONEY,
  }
  assert.equal(plain(eveningNote(evening)), '36 песен · 47 слушателей')
  assert.equal(plain(eveningNote({ ...evening, played: 1, listeners: 0 })), '1 песня')
})
