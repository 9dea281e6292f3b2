import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilWords } from './until-words.ts'

const words = (at: string, now: string, zone = 'Europe/Moscow') =>
  untilWords(new Date(at), new Date(now), zone)?.replace('\u00A0', ' ')

test('a concert of another day is told in days of the calendar', () => {
  assert.equal(words('2026-12-05T20:00+03:00', '2026-11-30T02:00+03:00'), 'через 5 дней')
  assert.equal(words('2026-12-05T20:00+03:00', '2026-11-30T23:00+03:00'), 'через 5 дней')
  assert.equal(words('2026-12-01T20:00+03:00', '2026-11-30T02:00+03:00'), 'завтра')
  assert.equal(words('2026-12-01T20:00+03:00', '2026-12-01T02:00+03:00'), 'сегодня')
  // At Vladivostok it is the next day already.
  assert.equal(
    words('2026-12-05T18:00+10:00', '2026-11-30T20:00+03:00', 'Asia/Vladivostok'),
    'через 4 дня',
  )
})

test('one of tonight is told in hours and minutes, until it should have begun', () => {
  assert.equal(words('2026-12-01T01:00+03:00', '2026-11-30T22:00+03:00'), 'через 3 ч')
  assert.equal(words('2026-11-30T20:00+03:00', '2026-11-30T19:01+03:00'), 'через 59 мин')
  assert.equal(words('2026-11-30T20:00+03:00', '2026-11-30T20:00+03:00'), undefined)
})
