import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/fast-check.ts'
import { icsEscaped, icsText } from './ics.ts'
import type { CalendarEvent } from './ics.ts'

const EVENT: CalendarEvent = {
  uid: '0190-1@bis.example',
  sequence: 2,
  changedAt: new Date('2026-11-21T18:00:00.000Z'),
  startsAt: new Date('2026-12-05T17:00:00.000Z'),
  endsAt: new Date('2026-12-05T19:30:00.000Z'),
  title: 'Зимний вечер',
  place: 'Бар «Весна», Москва; вход со двора',
  geo: { latitude: 55.75, longitude: 37.61 },
  about: 'Тихо\nи тепло',
  url: 'https://bis.example/user/lada/0190-1',
  cancelled: false,
}

const calendar = (change: Partial<CalendarEvent> = {}) =>
  icsText({ name: 'Лада', url: 'https://bis.example/user/lada', events: [{ ...EVENT, ...change }] })

/** The lines as a reader puts them together again. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('a calendar', () => {
  test('tells an evening as RFC 5545 wants it, in UTC', () => {
    assert.deepEqual(unfolded(calendar()), [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Bis//Concerts//RU',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Лада',
      'X-WR-CALNAME:Лада',
      'URL:https://bis.example/user/lada',
      'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
      'X-PUBLISHED-TTL:PT4H',
      'BEGIN:VEVENT',
      'UID:0190-1@bis.example',
      'DTSTAMP:20261121T180000Z',
      'LAST-MODIFIED:20261121T180000Z',
      'SEQUENCE:2',
      'DTSTART:20261205T170000Z',
      'DTEND:20261205T193000Z',
      'SUMMARY:Зимний вечер',
      String.raw`LOCATION:Бар «Весна»\, Москва\; вход со двора`,
      'GEO:55.75;37.61',
      String.raw`DESCRIPTION:Тихо\nи тепло`,
      'URL:https://bis.example/user/lada/0190-1',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test('says of a deleted one that it is off, and leaves out what is not known', () => {
    const lines = unfolded(calendar({ cancelled: true, place: '', about: '', geo: null }))
    assert.ok(lines.includes('STATUS:CANCELLED'))
    assert.ok(!lines.some((line) => /^(LOCATION|GEO|DESCRIPTION)/u.test(line)))
  })

  test('lets no text become a line of its own', () => {
    const text = calendar({ title: 'А\r\nSTATUS:CANCELLED\nEND:VEVENT', about: 'Б\rBEGIN:VALARM' })
    const lines = unfolded(text)
    assert.equal(lines.filter((line) => line.startsWith('STATUS:')).length, 1)
    assert.equal(lines.filter((line) => /^(BEGIN|END):/u.test(line)).length, 4)
  })

  test('has lines of 75 octets at most and loses no sign by folding, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const text = calendar({ title })
        assert.ok(text.endsWith('\r\n'))
        const lines = text.split('\r\n')
        for (const line of lines) {
          assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} octets`)
          assert.ok(line.isWellFormed())
          assert.doesNotMatch(line, /[\n\r]/u)
        }
        assert.ok(unfolded(text).includes(`SUMMARY:${icsEscaped(title)}`))
      }),
    )
  })
})
