import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { icsEscaped, icsText, rssText, xmlEscaped } from './calendar-feeds.ts'
import type { CalendarEvent } from './calendar-feeds.ts'

const AT = new Date('2026-11-21T18:00:00.000Z')

describe('a feed', () => {
  test('tells where it stands, when it changed and what is new', () => {
    const text = rssText({
      title: 'Лада: концерты',
      about: 'Новости',
      url: 'https://bis.example/user/lada',
      selfUrl: 'https://bis.example/user/lada/feed.xml',
      changedAt: AT,
      entries: [
        { title: 'Вечер', url: 'https://bis.example/1', id: null, publishedAt: AT, about: 'Бар' },
      ],
    })
    assert.equal(
      text,
      `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Лада: концерты</title>
<link>https://bis.example/user/lada</link>
<description>Новости</description>
<language>ru</language>
<atom:link href="https://bis.example/user/lada/feed.xml" rel="self" type="application/rss+xml"/>
<lastBuildDate>Sat, 21 Nov 2026 18:00:00 GMT</lastBuildDate>
<ttl>60</ttl>
<item>
<title>Вечер</title>
<link>https://bis.example/1</link>
<guid isPermaLink="true">https://bis.example/1</guid>
<pubDate>Sat, 21 Nov 2026 18:00:00 GMT</pubDate>
<description>Бар</description>
</item>
</channel>
</rss>
`,
    )
  })

  test('lets no text become a tag, an attribute or a sign that XML refuses', () => {
    assert.equal(
      xmlEscaped(`<b a="1" c='2'>&\u0000\u0008</b>`),
      '&lt;b a=&quot;1&quot; c=&apos;2&apos;&gt;&amp;&lt;/b&gt;',
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const safe = xmlEscaped(text)
        assert.doesNotMatch(safe, /[<>"']|&(?!amp;|lt;|gt;|quot;|apos;)/u)
        assert.doesNotMatch(safe, /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/u)
        assert.ok(safe.isWellFormed())
      }),
    )
  })
})

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

/** The lines as a reader unfolds them. */
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
