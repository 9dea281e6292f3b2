import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  afterNight,
  checkFollowed,
  knownZone,
  mergedNews,
  morningOf,
  newsLine,
  newsTitle,
  quietUntil,
  todayNoticeAt,
} from './follows.ts'
import type { DueNews } from './follows.ts'
import { Refusal } from './refusal.ts'

const MOSCOW = 'Europe/Moscow'
const at = (text: string) => new Date(text)

describe('at night, by the clock of the listener', () => {
  for (const [now, zone, told] of [
    ['2026-11-21T18:59:00Z', MOSCOW, '2026-11-21T18:59:00Z'],
    ['2026-11-21T19:00:00Z', MOSCOW, '2026-11-22T06:00:00Z'],
    ['2026-11-21T23:30:00Z', MOSCOW, '2026-11-22T06:00:00Z'],
    ['2026-11-22T05:59:00Z', MOSCOW, '2026-11-22T06:00:00Z'],
    ['2026-11-22T06:00:00Z', MOSCOW, '2026-11-22T06:00:00Z'],
    ['2026-11-21T12:00:00Z', 'Asia/Vladivostok', '2026-11-21T23:00:00Z'],
    ['2026-11-21T18:59:00Z', 'Asia/Kolkata', '2026-11-22T03:30:00Z'],
  ] as const)
    test(`what is due at ${now} in ${zone} is told at ${told}`, () => {
      assert.deepEqual(afterNight(at(now), zone), at(told))
    })

  test('the morning is that of the day whose clocks were moved', () => {
    // Berlin leaves summer time at 3 o'clock of 25 October.
    assert.deepEqual(
      morningOf(at('2026-10-24T22:30:00Z'), 'Europe/Berlin'),
      at('2026-10-25T08:00:00Z'),
    )
  })
})

describe('of one artist', () => {
  test('a second notice waits for the morning of the next day, whatever the hours between', () => {
    const now = at('2026-11-21T15:00:00Z')
    assert.deepEqual(
      quietUntil(now, MOSCOW, at('2026-11-21T07:00:00Z')),
      at('2026-11-22T06:00:00Z'),
    )
    assert.equal(quietUntil(now, MOSCOW, at('2026-11-20T18:00:00Z')), null)
    assert.equal(quietUntil(now, MOSCOW, null), null)
  })

  test('a day ends by the clock of the listener', () => {
    const [told, now] = [at('2026-11-20T13:30:00Z'), at('2026-11-20T23:30:00Z')]
    assert.equal(quietUntil(now, 'Asia/Vladivostok', told), null)
    assert.notEqual(quietUntil(now, MOSCOW, told), null)
  })
})

test('«сегодня» is told in the morning, and not after the concert began', () => {
  assert.deepEqual(todayNoticeAt(at('2026-11-21T16:00:00Z'), MOSCOW), at('2026-11-21T06:00:00Z'))
  assert.equal(todayNoticeAt(at('2026-11-21T05:00:00Z'), MOSCOW), null)
})

const concert = (id: string, startsAt: string) => ({
  id,
  title: `Вечер ${id}`,
  startsAt: at(startsAt),
  timeZone: MOSCOW,
  place: 'Подвал',
})
const due = (about: DueNews['about'], of: Partial<DueNews>): DueNews => ({
  about,
  concert: null,
  song: null,
  town: null,
  ...of,
})

describe('what is due together', () => {
  const now = at('2026-11-21T10:00:00Z')
  const later = concert('А', '2026-11-25T16:00:00Z')
  const today = concert('Б', '2026-11-21T16:00:00Z')
  const told = (...news: DueNews[]) =>
    mergedNews(news, now, MOSCOW).map((one) => [
      one.about,
      'concert' in one ? one.concert.id : one.song,
    ])

  test('names each concert once, today’s first', () => {
    const all = [
      due('new', { concert: later }),
      due('moved', { concert: later }),
      due('today', { concert: today }),
    ]
    assert.deepEqual(told(...all), [
      ['today', 'Б'],
      ['new', 'А'],
    ])
  })

  test('says of a concert that is new or was moved, and is today, that it is today', () => {
    assert.deepEqual(told(due('new', { concert: today }), due('today', { concert: today })), [
      ['today', 'Б'],
    ])
    assert.deepEqual(told(due('moved', { concert: today })), [['today', 'Б']])
  })

  test('leaves out a concert that began, and one that is not today any more', () => {
    const begun = concert('В', '2026-11-21T09:00:00Z')
    assert.deepEqual(told(due('new', { concert: begun }), due('today', { concert: later })), [])
  })

  test('puts songs last, the one that is played already as such', () => {
    const all = [
      due('learning', { song: 'Осень' }),
      due('open', { song: 'Осень' }),
      due('new', { concert: later }),
    ]
    assert.deepEqual(told(...all), [
      ['new', 'А'],
      ['open', 'Осень'],
    ])
  })
})

test('a notice says whose news it is, and of what', () => {
  const [first] = mergedNews(
    [
      due('new', {
        concert: concert('А', '2026-11-25T16:00:00Z'),
        song: 'Осень',
        town: 'Казань, Татарстан',
      }),
    ],
    at('2026-11-21T10:00:00Z'),
    MOSCOW,
  )
  assert.ok(first)
  assert.equal(newsTitle(first, 'Аня'), 'Аня играет песню, которую вы ждёте')
  assert.equal(newsLine(first), '«Осень». «Вечер А»: среда, 25 нояб., 19:00, Подвал')
  const song = { about: 'learning', song: 'Осень', town: 'Казань, Татарстан' } as const
  assert.equal(newsLine(song), '«Осень», в Казани')
})

test('an artist is followed, or a song in a town', () => {
  const id = '0190b8f0-0000-7000-8000-000000000000'
  assert.deepEqual(checkFollowed({ artistUsername: 'anya' }), { artistUsername: 'anya' })
  assert.deepEqual(checkFollowed({ songId: id, town: 'Казань' }), { songId: id, town: 'Казань' })
  for (const wrong of [
    {},
    { songId: id },
    { town: 'Казань' },
    { artistUsername: 'anya', songId: id },
  ])
    assert.throws(() => checkFollowed(wrong), Refusal)
})

test('a zone that nobody has is as if the device had not said it', () => {
  assert.equal(knownZone('Europe/Moscow'), 'Europe/Moscow')
  assert.equal(knownZone('Mars/Olympus'), null)
  assert.equal(knownZone(undefined), null)
})
