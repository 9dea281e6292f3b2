import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as russian from './russian.ts'

/** Saturday evening in Moscow, late evening in Novosibirsk, past midnight in Vladivostok. */
const evening = new Date('2026-11-21T14:30:00Z')

const songs = (n: number) => russian.counted(n, 'песня', 'песни', 'песен')
const between = (zoneA: string, zoneB: string, at = evening) =>
  russian.zoneDifference(zoneA, zoneB, at)
const note = (venue: string, viewer: string) => russian.localTimeNote(evening, venue, viewer)

test('a phone is written in groups, and what is none as it is', () => {
  assert.equal(russian.phoneText('79161234567'), '+7\u00A0916\u00A0123-45-67')
  for (const text of ['', '8900', '380441234567']) assert.equal(russian.phoneText(text), text)
})

test('a noun agrees with its number', () => {
  const said = [0, 1, 2, 4, 5, 11, 14, 21, 22, 25, 101, 111, 112].map(songs)
  assert.deepEqual(said, [
    '0 песен',
    '1 песня',
    '2 песни',
    '4 песни',
    '5 песен',
    '11 песен',
    '14 песен',
    '21 песня',
    '22 песни',
    '25 песен',
    '101 песня',
    '111 песен',
    '112 песен',
  ])
  assert.equal(songs(1.5), '1,5 песни')
  assert.equal(songs(12_500), '12\u00A0500 песен')
})

test('a date has its year where it is not of this one, or more than ten months away', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const said = (at: string, zone = 'Europe/Moscow') => russian.timeAndDay(new Date(at), zone, now)
  assert.equal(said('2027-10-17T17:00:00Z'), 'воскресенье, 17 окт. 2027, 20:00')
  assert.equal(said('2028-02-29T17:00:00Z'), 'вторник, 29 февр. 2028, 20:00')
  assert.equal(said('2026-12-31T20:59:00Z'), 'четверг, 31 дек., 23:59')
  assert.equal(said('2026-12-31T21:00:00Z'), 'пятница, 1 янв. 2027, 00:00')
  assert.equal(said('2026-12-31T21:00:00Z', 'UTC'), 'четверг, 31 дек., 21:00')
  assert.equal(said('2026-02-27T12:00:00Z'), 'пятница, 27 февр., 15:00')
  assert.equal(said('2026-01-02T12:00:00Z'), 'пятница, 2 янв. 2026, 15:00')
  assert.equal(said('2025-12-31T12:00:00Z'), 'среда, 31 дек. 2025, 15:00')
  const [near, far] = [new Date('2026-12-05T17:00:00Z'), new Date('2027-05-09T17:00:00Z')]
  assert.equal(russian.dayAndClock(near, 'Europe/Moscow', now), '5 дек., 20:00 (МСК)')
  assert.equal(russian.dayAndClock(far, 'Europe/Moscow', now), '9 мая 2027, 20:00 (МСК)')
  assert.equal(russian.dayAndMonth(near, 'Europe/Moscow', now), '5 декабря')
  assert.equal(russian.dayAndMonth(far, 'Europe/Moscow', now), '9 мая 2027')
})

test('a moment is written in Russian, by the clocks of the zone', () => {
  assert.equal(russian.timeAndDay(evening, 'Asia/Novosibirsk', evening), 'суббота, 21 нояб., 21:30')
  assert.equal(
    russian.timeAndDay(evening, 'Asia/Vladivostok', evening),
    'воскресенье, 22 нояб., 00:30',
  )
  assert.equal(russian.dayOfMonth(evening, 'Asia/Novosibirsk'), '21')
  assert.equal(russian.dayOfMonth(evening, 'Asia/Vladivostok'), '22')
  assert.equal(russian.clockTime(evening, 'Europe/Moscow'), '17:30')
  assert.equal(russian.clockTime(new Date('2026-11-21T21:05:00Z'), 'Europe/Moscow'), '00:05')
})

test('a moment that is shown still has its day where that is another one', () => {
  const before = (hours: number, zone = 'Europe/Moscow') =>
    russian.atClockOrDay(new Date(evening.getTime() - hours * 3_600_000), zone, evening)
  assert.equal(before(17), 'в 00:30')
  assert.equal(before(18), '20 нояб., 23:30')
  assert.equal(before(96), '17 нояб., 17:30')
  assert.equal(before(1, 'Asia/Vladivostok'), '21 нояб., 23:30')
})

test('months stand in the genitive, as after a day', () => {
  const months = Array.from({ length: 12 }, (_, month) =>
    russian.monthName(new Date(Date.UTC(2026, month, 15)), 'UTC'),
  )
  assert.equal(
    months.join(' '),
    'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  )
})

test('zones differ by minutes, at that very moment', () => {
  assert.equal(between('Asia/Vladivostok', 'Europe/Moscow'), 7 * 60)
  assert.equal(between('Europe/Kaliningrad', 'Europe/Moscow'), -60)
  assert.equal(between('Asia/Kolkata', 'UTC'), 330)
  assert.equal(between('America/St_Johns', 'UTC'), -210)
  assert.equal(between('Europe/Berlin', 'Europe/Moscow', new Date('2026-07-01T12:00:00Z')), -60)
  assert.equal(between('Europe/Berlin', 'Europe/Moscow'), -120)
})

describe('the note on local time', () => {
  test('is absent where the clocks agree, even under different names', () => {
    assert.equal(note('Europe/Moscow', 'Europe/Moscow'), null)
    assert.equal(note('Europe/Simferopol', 'Europe/Moscow'), null)
  })

  test('gives the time at the venue and its distance from Moscow', () => {
    assert.equal(note('Asia/Novosibirsk', 'Europe/Moscow'), 'по местному времени 21:30 (МСК+4)')
    assert.equal(note('Europe/Kaliningrad', 'Europe/Moscow'), 'по местному времени 16:30 (МСК−1)')
    assert.equal(note('Europe/Moscow', 'Asia/Novosibirsk'), 'по местному времени 17:30 (МСК)')
    assert.equal(note('Asia/Kolkata', 'Europe/Moscow'), 'по местному времени 20:00 (МСК+2:30)')
  })

  test('gives the day too where it is another one at the venue', () => {
    assert.equal(
      note('Asia/Vladivostok', 'Europe/Moscow'),
      'по местному времени 22 нояб., 00:30 (МСК+7)',
    )
  })
})

test('an address is its parts joined by commas, without the empty ones', () => {
  const whole = { country: 'Россия', city: 'Казань', street: 'улица Баумана', houseNumber: '5' }
  assert.equal(russian.addressLine(whole), 'Россия, Казань, улица Баумана, д. 5')
  assert.equal(russian.addressLine({ ...whole, street: ' ', houseNumber: '' }), 'Россия, Казань')
  assert.equal(russian.addressLine({ country: '', city: '', street: '', houseNumber: ' ' }), '')
})

test('a pasted number loses its signs and keeps its digits', () => {
  assert.equal(russian.tidyPhone('+7 (900) 123-45–67'), '79001234567')
  assert.equal(russian.tidyPhone('8900'), '8900')
  assert.equal(russian.tidyPhone('8 (900) 123-45-67'), '79001234567')
})

test('spellings of one word fold to one text', () => {
  for (const spelling of ['Орёл', 'ОРЕЛ', 'орЁл', 'Оре\u0308л'])
    assert.equal(russian.foldedText(spelling), 'орел')
  assert.equal(russian.foldedText('Йошкар-Ола'), 'йошкар-ола')
})

test('how soon a day is, by the reader’s calendar', () => {
  const now = new Date('2026-11-28T20:30:00Z')
  const soon = (at: string, zone: string) =>
    russian.soonText(russian.daysUntil(new Date(at), now, zone))
  assert.equal(soon('2026-11-28T20:59:00Z', 'Europe/Moscow'), 'сегодня')
  assert.equal(soon('2026-11-28T21:00:00Z', 'Europe/Moscow'), 'завтра')
  assert.equal(soon('2026-11-30T16:00:00Z', 'Europe/Moscow'), 'послезавтра')
  assert.equal(soon('2026-12-02T16:00:00Z', 'Asia/Vladivostok'), 'через 4 дня')
  assert.equal(soon('2027-01-01T09:00:00Z', 'Europe/Moscow'), 'через 34 дня')
  assert.equal(soon('2026-11-27T09:00:00Z', 'Europe/Moscow'), '')
})
