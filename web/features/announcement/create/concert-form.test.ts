import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { NO_PLACE, pinned, unpinned } from '../place-picker/place-draft.ts'
import type { ConcertForm } from './concert-form.ts'
import {
  EMPTY_FORM,
  clamped,
  daysOffered,
  draftOf,
  errorsOf,
  hasBeenTyped,
  isFilled,
  lastDayOffered,
  localText,
  nextStart,
  withOffset,
} from './concert-form.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

for (const [name, offset] of [
  ['Asia/Vladivostok', '+10:00'],
  ['America/St_Johns', '-03:30'],
  ['UTC', '+00:00'],
] as const) {
  test(`a moment typed in ${name} carries its offset ${offset}`, () => {
    process.env['TZ'] = name
    const text = withOffset('2026-12-05T20:00')
    assert.equal(text, `2026-12-05T20:00${offset}`)
    assert.equal(new Date(text).getTime(), new Date('2026-12-05T20:00').getTime())
  })
}

test('text that is no moment comes back as it was', () => {
  for (const text of ['', 'завтра', '2026-13-40T20:00']) assert.equal(withOffset(text), text)
})

test('a moment is written as the field wants it', () => {
  process.env['TZ'] = 'Asia/Vladivostok'
  assert.equal(localText(new Date('2026-12-05T10:07:30Z')), '2026-12-05T20:07')
})

const NOW = new Date('2026-11-21T12:00:00Z')
const FILLED = {
  ...EMPTY_FORM,
  start: '2027-12-05T20:00',
  title: 'Зимний квартирник',
  placeName: 'Клуб «Чердак»',
}

test('a new form asks for two hours', () => {
  assert.equal(draftOf(EMPTY_FORM).durationHours, 2)
  assert.equal(draftOf(EMPTY_FORM).durationMinutes, 0)
})

test('a new form proposes the next Saturday evening, or the weekday and hour of the last concert', () => {
  process.env['TZ'] = 'Europe/Moscow'
  const wednesday = new Date('2026-11-25T20:30:00+03:00')
  assert.equal(nextStart(wednesday), '2026-11-28T19:00')
  assert.equal(nextStart(wednesday, 3, '21:00'), '2026-11-25T21:00')
  assert.equal(nextStart(wednesday, 3, '20:30'), '2026-12-02T20:30')
})

test('the near days are offered at the hour that is chosen, without one that is over', () => {
  process.env['TZ'] = 'Europe/Moscow'
  const offered = (now: string, start: string) =>
    daysOffered(new Date(now), start).map((one) =>
      `${one.name} ${one.start}`.replace('\u00A0', ' '),
    )
  assert.deepEqual(offered('2026-11-25T20:30:00+03:00', '2026-11-28T21:15'), [
    'Сегодня 2026-11-25T21:15',
    'Завтра 2026-11-26T21:15',
    'пт 27 2026-11-27T21:15',
    'сб 28 2026-11-28T21:15',
  ])
  assert.deepEqual(offered('2026-11-28T22:00:00+03:00', ''), [
    'Завтра 2026-11-29T19:00',
    'пт 4 2026-12-04T19:00',
  ])
})

test('a form is typed in once anything differs from what the screen opens with', () => {
  const typed = (part: Partial<ConcertForm>) => hasBeenTyped({ ...EMPTY_FORM, ...part }, EMPTY_FORM)
  assert.equal(typed({}), false)
  assert.equal(typed({ title: 'З' }), true)
  assert.equal(typed({ hours: '3' }), true)
  const place = pinned(NO_PLACE, { latitude: 56, longitude: 36 })
  assert.equal(typed({ place }), true)
  assert.equal(typed({ place: unpinned(place) }), false)
})

test('hours end at 24, minutes at 59, and other texts stay to be told of', () => {
  assert.equal(clamped('25', 24), '24')
  assert.equal(clamped('75', 59), '59')
  assert.equal(clamped('1,5', 24), '1,5')
  assert.equal(clamped('', 24), '')
})

test('concerts that begin to repeat end four weeks later at first', () => {
  assert.equal(lastDayOffered('2026-11-28T19:00'), '2026-12-26')
  assert.equal(lastDayOffered(''), '')
})

test('an hour and a half may be typed with a comma, a point or a colon', () => {
  const lengthOf = (hours: string, minutes: string) => {
    const { durationHours, durationMinutes } = draftOf({ ...FILLED, hours, minutes })
    return [durationHours, durationMinutes]
  }
  assert.deepEqual(lengthOf('1,5', '0'), [1, 30])
  assert.deepEqual(lengthOf('2.5', ''), [2, 30])
  assert.deepEqual(lengthOf('1,75', '30'), [2, 15])
  assert.deepEqual(lengthOf('0,5', '0'), [0, 30])
  assert.deepEqual(lengthOf('2', '45'), [2, 45])
  assert.deepEqual(lengthOf('1:30', '0'), [1, 30])
  assert.deepEqual(lengthOf('0:05', ''), [0, 5])
  assert.deepEqual(lengthOf('1:75', '0'), [NaN, 0])
})

test('a duration that is no number is told at its field', () => {
  const hours = { ...FILLED, hours: 'полтора' }
  assert.equal(isFilled(hours), true)
  assert.deepEqual(errorsOf(hours, NOW), { durationHours: 'Укажите часы от 0 до 24' })
  const minutes = { ...FILLED, minutes: '1,5' }
  assert.deepEqual(errorsOf(minutes, NOW), { durationMinutes: 'Укажите минуты от 0 до 59' })
})

test('the form is filled with a date, a duration, a title and a venue', () => {
  assert.equal(isFilled(FILLED), true)
  for (const missing of [{ start: '' }, { title: ' ' }, { placeName: '' }, { hours: '0' }]) {
    assert.equal(isFilled({ ...FILLED, ...missing }), false)
  }
})

test('a start that is over is refused at its field', () => {
  const errors = errorsOf({ ...FILLED, start: '2020-01-01T20:00' }, NOW)
  assert.deepEqual(errors, { dateTimeStart: 'Выберите время в будущем' })
})

test('a start that is no date is refused at its field', () => {
  const errors = errorsOf({ ...FILLED, start: 'завтра' }, NOW)
  assert.deepEqual(errors, { dateTimeStart: 'Некорректная дата и время. Проверьте формат.' })
})

test('a concert goes out with its address and the point of its pin, or with neither', () => {
  assert.deepEqual(errorsOf(FILLED, NOW), {})
  assert.deepEqual(draftOf(FILLED).place, {
    name: 'Клуб «Чердак»',
    description: '',
    latitude: null,
    longitude: null,
  })
  const point = { latitude: 55.7558, longitude: 37.6173 }
  const placed = draftOf({ ...FILLED, place: { ...NO_PLACE, address: 'Арбат, 1', point } })
  assert.deepEqual(placed.place, {
    name: 'Клуб «Чердак»',
    description: 'Арбат, 1',
    ...point,
  })
})

test('an address that is too long is refused at its field', () => {
  const place = { ...NO_PLACE, address: 'у'.repeat(301) }
  const errors = errorsOf({ ...FILLED, place }, NOW)
  assert.deepEqual(errors, { 'location.description': 'Адрес — не длиннее 300 символов' })
})
