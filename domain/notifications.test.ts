import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  afterNight,
  mergedNews,
  morningOf,
  quietUntil,
  remindAt,
  stepOfOrder,
  tellTodayAt,
  TEXTS,
} from './notifications.ts'
import type { DueRow, Told } from './notifications.ts'

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
  assert.deepEqual(tellTodayAt(at('2026-11-21T16:00:00Z'), MOSCOW), at('2026-11-21T06:00:00Z'))
  assert.equal(tellTodayAt(at('2026-11-21T05:00:00Z'), MOSCOW), null)
})

const concert = (id: string, startsAt: string) => ({
  id,
  title: `Вечер ${id}`,
  startsAt: at(startsAt),
  timeZone: MOSCOW,
  place: 'Подвал',
  words: '',
})
const due = (kind: Told['kind'], of: Partial<Told>): Told => ({
  kind,
  concert: null,
  song: null,
  performer: null,
  town: null,
  ...of,
})

describe('what is due together', () => {
  const now = at('2026-11-21T10:00:00Z')
  const later = concert('А', '2026-11-25T16:00:00Z')
  const today = concert('Б', '2026-11-21T16:00:00Z')
  const told = (...news: Told[]) =>
    mergedNews(news, now, MOSCOW).map(({ kind, song, ...one }) => [kind, one.concert?.id ?? song])

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

test('a cancelled concert is told as such, also on its day, with what the artist says', () => {
  const today = { ...concert('А', '2026-11-21T16:00:00Z'), words: 'Простите нас' }
  const [told] = mergedNews(
    [due('today', { concert: today }), due('cancelled', { concert: today })],
    at('2026-11-21T10:00:00Z'),
    MOSCOW,
  )
  assert.equal(told?.kind, 'cancelled')
  assert.equal(TEXTS.cancelled.title(told, 'Аня'), 'Аня: концерт отменён')
  assert.match(TEXTS.cancelled.line(told, at('2026-11-21T10:00:00Z')), /Подвал\. «Простите нас»$/u)
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
  const { title, line, page } = TEXTS[first.kind]
  assert.equal(title(first, 'Аня'), 'Аня играет песню, которую вы ждёте')
  assert.equal(
    line(first, at('2026-11-21T10:00:00Z')),
    '«Осень». «Вечер А»: среда, 25 нояб., 19:00, Подвал',
  )
  assert.equal(page(first), '/А')
  const song = due('learning', { song: 'Осень', town: 'Казань, Татарстан' })
  assert.equal(TEXTS.learning.line(song, new Date()), '«Осень», в Казани')
})

test('of an order one thing is told at a time, while it is true and worth it', () => {
  const now = at('2026-11-21T10:00:00Z')
  const row = (kind: Told['kind'], of: Partial<DueRow> = {}): DueRow => ({
    ...due(kind, {}),
    subjectId: kind,
    madeAt: now,
    dueAt: now,
    toldAt: null,
    tries: 0,
    messageId: null,
    holds: true,
    ...of,
  })
  const step = (...rows: DueRow[]) => {
    const { rows: taken = [], ...rest } = stepOfOrder(rows, now) ?? {}
    return [taken.map(({ kind }) => kind), Object.keys(rest)[0] ?? null, Object.values(rest)[0]]
  }
  const next = row('next', { tries: 1 })
  assert.deepEqual(step(next, row('corrected')).slice(0, 2), [['corrected'], 'told'])
  assert.deepEqual(step({ ...next, holds: false }), [['next'], 'over', 'forget'])
  const late = { ...next, madeAt: at('2026-11-21T09:54:59Z') }
  assert.deepEqual(step(late), [['next'], 'over', 'done'])
  assert.equal(stepOfOrder([{ ...next, dueAt: null }], now), null)
})

describe('who is coming is reminded a day and two hours before, out of the night', () => {
  for (const [startsAt, tomorrow, soon] of [
    ['2026-11-21T16:00:00Z', '2026-11-20T16:00:00Z', '2026-11-21T14:00:00Z'],
    // Late in the evening: the day before half an hour before the night, then as usual.
    ['2026-11-21T20:00:00Z', '2026-11-20T18:30:00Z', '2026-11-21T18:00:00Z'],
    ['2026-11-21T21:30:00Z', '2026-11-21T06:00:00Z', '2026-11-21T18:30:00Z'],
    // In the morning: at its beginning where that is early enough, else in the evening before.
    ['2026-11-21T07:00:00Z', '2026-11-20T07:00:00Z', '2026-11-21T06:00:00Z'],
    ['2026-11-21T06:20:00Z', '2026-11-20T06:20:00Z', '2026-11-20T18:30:00Z'],
  ] as const)
    test(`of ${startsAt}: ${tomorrow} and ${soon}`, () => {
      assert.deepEqual(remindAt('tomorrow', at(startsAt), MOSCOW), at(tomorrow))
      assert.deepEqual(remindAt('soon', at(startsAt), MOSCOW), at(soon))
    })
})

test('a concert that begins soon is told as such, whatever else is due of it', () => {
  const today = concert('А', '2026-11-21T16:00:00Z')
  const told = mergedNews(
    [
      due('tomorrow', { concert: today }),
      due('soon', { concert: today }),
      due('today', { concert: today }),
    ],
    at('2026-11-21T14:30:00Z'),
    MOSCOW,
  )
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['soon'],
  )
})
