import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergedNews, TEXTS } from './notifications.ts'
import type { Told } from './notifications.ts'
import { moveRestMs, stepOfChannel, stepOfNews, stepOfOrder } from './outbox.ts'
import type { DueRow } from './outbox.ts'

const MOSCOW = 'Europe/Moscow'
const at = (text: string) => new Date(text)

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

/** A notification that waits in the outbox since `now`, and is due. */
const dueRow = (kind: Told['kind'], now: Date, of: Partial<DueRow> = {}): DueRow => ({
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

  test('says of a concert that is new, and is today, that it is today; of one that was moved, that', () => {
    assert.deepEqual(told(due('new', { concert: today }), due('today', { concert: today })), [
      ['today', 'Б'],
    ])
    const [moved, soon] = [due('moved', { concert: today }), due('today', { concert: today })]
    for (const both of [
      [moved, soon],
      [soon, moved],
    ])
      assert.deepEqual(told(...both), [['moved', 'Б']])
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

test('a reminder names the weekday, by the clock of the venue', () => {
  const days = ['22', '23', '24', '25', '26', '27', '28'].map((day) =>
    TEXTS.tomorrow.title(
      due('tomorrow', { concert: concert('А', `2026-11-${day}T21:30:00Z`) }),
      'Аня',
    ),
  )
  const names = ['понедельник', 'вторник', 'среду', 'четверг', 'пятницу', 'субботу', 'воскресенье']
  assert.deepEqual(
    days,
    names.map((name) => `Аня: концерт ${name === 'вторник' ? 'во' : 'в'} ${name}`),
  )
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
    '«Осень». «Вечер А»: среда, 25 нояб., 19:00 (МСК), Подвал',
  )
  assert.equal(page(first), '/А')
  const song = due('learning', { song: 'Осень', town: 'Казань, Татарстан' })
  assert.equal(TEXTS.learning.line(song, new Date()), '«Осень», в Казани')
})

test('a time is told by the clock of the concert, with its zone', () => {
  const there = { ...concert('А', '2026-11-25T16:00:00Z'), timeZone: 'Europe/Kaliningrad' }
  assert.equal(
    TEXTS.moved.line(due('moved', { concert: there }), at('2026-11-21T10:00:00Z')),
    '«Вечер А»: среда, 25 нояб., 18:00 (МСК−1), Подвал',
  )
})

describe('a move', () => {
  const startsAt = at('2026-11-21T20:30:00Z')
  const moved = { ...concert('А', '2026-11-25T16:00:00Z'), startWas: startsAt }
  const minutes = (now: string) => moveRestMs(moved, at(now)) / 60_000
  /** Until when it waits, or that it is told; he was told of another concert this noon. */
  const at9 = at('2026-11-22T06:00:00Z')
  function step(now: string, of: Partial<DueRow>) {
    const before = { ...due('new', {}), subjectId: 'Б', madeAt: at(now), tries: 1, messageId: null }
    const row = { ...before, ...due('moved', { concert: moved }), subjectId: 'А', toldAt: null }
    const rows = [
      { ...before, dueAt: null, holds: true, toldAt: at('2026-11-21T09:00:00Z') },
      { ...row, dueAt: at(now), holds: true, ...of },
    ]
    const found = stepOfNews(rows, at(now), MOSCOW)
    return found !== null && 'restUntil' in found ? found.restUntil : 'told' in (found ?? {})
  }

  test('is told after a minute where the concert was to begin soon', () => {
    assert.equal(minutes('2026-11-21T17:30:00Z'), 15)
    assert.equal(minutes('2026-11-21T17:31:00Z'), 1)
    assert.equal(minutes('2026-11-21T20:31:00Z'), 15)
  })

  test('is told the same day where it was to begin within a day', () => {
    assert.equal(step('2026-11-21T12:00:00Z', {}), true)
    const concertLater = { ...moved, startWas: null }
    assert.deepEqual(step('2026-11-21T12:00:00Z', { concert: concertLater }), at9)
  })

  test('is told again, and after other news to who does not come, after an hour', () => {
    const now = '2026-11-21T12:00:00Z'
    const toldAt = at('2026-11-21T11:30:00Z')
    assert.deepEqual(step(now, { comes: true, toldAt }), at('2026-11-21T12:30:00Z'))
    assert.deepEqual(step('2026-11-21T09:10:00Z', {}), at('2026-11-21T10:00:00Z'))
    assert.equal(step('2026-11-21T09:10:00Z', { comes: true }), true)
  })

  test('is other news to who waits for a town, unless he comes', () => {
    const now = '2026-11-21T12:00:00Z'
    assert.deepEqual(step(now, { town: 'Казань, Татарстан' }), at9)
    assert.equal(step(now, { town: 'Казань, Татарстан', comes: true }), true)
  })

  test('waits for the morning, except for who comes to what begins before it', () => {
    const now = '2026-11-21T19:30:00Z'
    assert.deepEqual(step(now, {}), at9)
    assert.equal(step(now, { comes: true }), true)
    const concertLater = { ...moved, startWas: at('2026-11-22T16:00:00Z') }
    assert.deepEqual(step(now, { comes: true, concert: concertLater }), at9)
  })
})

test('a move is told as new to who has not heard of the concert yet, as soon as a move would be', () => {
  const now = at('2026-11-21T12:00:00Z')
  const morning = at('2026-11-22T06:00:00Z')
  const moved = { ...concert('А', '2026-11-22T10:00:00Z'), startWas: at('2026-11-22T08:00:00Z') }
  const row = (kind: Told['kind'], of: Partial<DueRow> = {}) =>
    dueRow(kind, now, { concert: moved, subjectId: 'А', ...of })
  const other = concert('Б', '2026-11-25T16:00:00Z')
  const toldAt = at('2026-11-21T09:00:00Z')
  const before = row('new', { concert: other, subjectId: 'Б', dueAt: null, toldAt })
  function step(...rows: DueRow[]) {
    const found = stepOfNews([before, ...rows], now, MOSCOW)
    const told = found !== null && 'told' in found ? found.told : []
    return [found?.rows.map(({ kind }) => kind), told.map(({ kind }) => kind)]
  }
  const waits = row('new', { dueAt: morning })
  assert.deepEqual(step(row('moved'), waits), [['moved', 'new'], ['new']])
  assert.deepEqual(step(row('moved'), { ...waits, dueAt: now }), [['moved', 'new'], ['new']])
  assert.deepEqual(step(row('moved', { comes: true }), waits), [['moved'], ['moved']])
  // It is repeated as the same message; what is closed meanwhile takes no announcement away.
  const begun = { messageId: 'А' }
  assert.deepEqual(step(row('moved', begun), row('new', begun)), [['moved', 'new'], ['new']])
  assert.deepEqual(step(row('moved', { holds: false }), waits), [['moved'], []])
  // Today’s news reached him while the announcement was tried again.
  const today = row('today', { dueAt: null, toldAt })
  assert.deepEqual(step(row('moved'), waits, today), [['moved'], ['moved']])
  assert.deepEqual(step(row('moved'), { ...waits, subjectId: 'Б', concert: other }), [
    ['moved'],
    ['moved'],
  ])
})

test('a channel hears of a concert as new first, though it was moved while the post was tried again', () => {
  const now = at('2026-11-21T12:00:00Z')
  const row = (kind: Told['kind'], dueAt: Date, subjectId = 'А') =>
    dueRow(kind, now, { concert: concert('А', '2026-11-25T16:00:00Z'), subjectId, dueAt })
  const later = at('2026-11-21T12:40:00Z')
  function step(...rows: DueRow[]) {
    const found = stepOfChannel(rows, now)
    const told = found !== null && 'told' in found ? found.told : []
    return [found?.rows.map(({ kind }) => kind), told.map(({ kind }) => kind)]
  }
  const moved = row('moved', now)
  assert.deepEqual(step(row('new', later), moved), [['new', 'moved'], ['new']])
  assert.deepEqual(step(row('new', later, 'Б'), moved), [['moved'], ['moved']])
  assert.deepEqual(step(row('today', later), moved), [['moved'], ['moved']])
})

test('a word that calls to a concert within a day does not rest for other news, only for the night', () => {
  const now = at('2026-11-21T12:00:00Z')
  const before = { ...due('new', {}), subjectId: 'Б', madeAt: now, tries: 1, messageId: null }
  const called = concert('А', '2026-11-22T11:59:00Z')
  function step(when: Date, of: Partial<DueRow>) {
    const word = { ...before, ...due('word', { word: 'Жду', ...of }), subjectId: 'А' }
    const rows = [
      { ...before, dueAt: null, holds: true, toldAt: at('2026-11-21T09:00:00Z') },
      { ...word, dueAt: when, holds: true, toldAt: null },
    ]
    const found = stepOfNews(rows, when, MOSCOW)
    return found !== null && 'restUntil' in found ? found.restUntil : 'told' in (found ?? {})
  }
  const morning = at('2026-11-22T06:00:00Z')
  assert.equal(step(now, { concert: called }), true)
  assert.equal(step(now, { concert: { ...called, startsAt: at('2026-11-21T11:00:00Z') } }), true)
  assert.deepEqual(
    step(now, { concert: { ...called, startsAt: at('2026-11-22T12:00:00Z') } }),
    morning,
  )
  assert.deepEqual(step(now, {}), morning)
  assert.deepEqual(step(at('2026-11-21T19:30:00Z'), { concert: called }), morning)
})

test('of an order one thing is told at a time, while it is true and worth it', () => {
  const now = at('2026-11-21T10:00:00Z')
  const row = (kind: Told['kind'], of?: Partial<DueRow>) => dueRow(kind, now, of)
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
