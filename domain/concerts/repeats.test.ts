import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { Refusal } from '../refusal.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { admitAnnouncement } from './announcement.ts'
import { movedAlong, REPEATS_MAX, repeatedStarts, weekdayThere } from './repeats.ts'
import type { Repeat } from './repeats.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
/** Wednesday, 20:00 in Moscow. */
const FIRST = new Date('2026-12-02T17:00:00Z')
const [MONDAY, WEDNESDAY, FRIDAY] = [1, 3, 5]

const days = (repeat: Repeat, first = FIRST, zone = 'Europe/Moscow') =>
  repeatedStarts(first, zone, repeat, NOW).map((at) => at.toISOString().slice(0, 16))

const fieldsOf = (repeat: Repeat) => {
  try {
    days(repeat)
    return null
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return Object.keys(error.fields ?? {})
  }
}

describe('a concert that repeats', () => {
  test('is every chosen weekday at its hour, to the last day and on it', () => {
    assert.deepEqual(days({ weekdays: [WEDNESDAY], until: '2026-12-16' }), [
      '2026-12-02T17:00',
      '2026-12-09T17:00',
      '2026-12-16T17:00',
    ])
    assert.deepEqual(days({ weekdays: [FRIDAY, MONDAY, FRIDAY], until: '2026-12-08' }), [
      '2026-12-02T17:00',
      '2026-12-04T17:00',
      '2026-12-07T17:00',
    ])
  })

  test('keeps its hour where clocks change', () => {
    const first = new Date('2027-03-21T19:00:00Z')
    const spring = days({ weekdays: [7], until: '2027-04-04' }, first, 'Europe/Berlin')
    assert.deepEqual(spring, ['2027-03-21T19:00', '2027-03-28T18:00', '2027-04-04T18:00'])
  })

  test('at an hour that spring leaves out is an hour later, and at one that autumn has twice the first', () => {
    const half = (first: string, until: string) =>
      days({ weekdays: [7], until }, new Date(first), 'Europe/Berlin').at(-1)
    assert.equal(half('2027-03-21T01:30:00Z', '2027-03-28'), '2027-03-28T01:30')
    assert.equal(half('2027-10-24T00:30:00Z', '2027-10-31'), '2027-10-31T00:30')
  })

  test('has its weekday and its last day where it is played', () => {
    const first = new Date('2026-12-02T17:00:00Z')
    const there = { startsAt: first, zone: 'Asia/Vladivostok' }
    assert.equal(weekdayThere(there), 4)
    const repeat = { weekdays: [4], until: '2026-12-09' }
    assert.throws(() => days(repeat, first, there.zone), Refusal)
    assert.equal(days({ ...repeat, until: '2026-12-10' }, first, there.zone).length, 2)
  })

  test('is refused without a weekday, without a last day, and where nothing follows', () => {
    assert.deepEqual(fieldsOf({ weekdays: [], until: '2026-02-30' }), [
      'repeat.weekdays',
      'repeat.until',
    ])
    assert.deepEqual(fieldsOf({ weekdays: [0, 8, 1.5], until: '2026-12-30' }), ['repeat.weekdays'])
    for (const until of ['', 'завтра', '2026-12-01', '2026-12-02', '2026-12-08', '99999-01-01'])
      assert.deepEqual(fieldsOf({ weekdays: [WEDNESDAY], until }), ['repeat.until'])
  })

  test('is 52 concerts at most, none farther than two years', () => {
    const yearly = { weekdays: [WEDNESDAY], until: '2027-11-24' }
    assert.equal(days(yearly).length, REPEATS_MAX)
    assert.deepEqual(fieldsOf({ ...yearly, until: '2027-12-01' }), ['repeat.until'])
    const late = new Date(NOW.getTime() + 729 * DAY_MS)
    const repeat = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2029-01-01' }
    assert.throws(() => days(repeat, late), /на два года/u)
  })

  test('finds its place among the 200 ahead, or is told how many do', () => {
    admitAnnouncement(148, 52)
    assert.throws(() => admitAnnouncement(149, 52), /ещё 51, а в повторе 52/u)
    assert.throws(() => admitAnnouncement(200, 52), /это предел/u)
  })
})

describe('concerts of a series that are moved together', () => {
  const at = (startsAt: string, zone = 'Europe/Berlin') => ({ startsAt: new Date(startsAt), zone })
  const moved = (one: string, was: string, now: string) =>
    movedAlong(at(one), at(was), at(now), 'Europe/Berlin').toISOString().slice(0, 16)

  test('go as many days away and to the same hour, whatever the season', () => {
    const [was, now] = ['2027-03-17T19:00:00Z', '2027-03-18T20:30:00Z']
    assert.equal(moved('2027-03-24T19:00:00Z', was, now), '2027-03-25T20:30')
    assert.equal(moved('2027-03-31T18:00:00Z', was, now), '2027-04-01T19:30')
  })

  test('take the hour also where they had another one', () => {
    const [was, now] = ['2027-05-05T18:00:00Z', '2027-05-05T17:00:00Z']
    assert.equal(moved('2027-05-13T20:00:00Z', was, now), '2027-05-13T17:00')
  })

  test('keep an hour of their own where only the day is another', () => {
    const [was, now] = ['2027-05-05T18:00:00Z', '2027-05-06T18:00:00Z']
    assert.equal(moved('2027-05-13T20:00:00Z', was, now), '2027-05-14T20:00')
  })

  test('take it by the clocks of the new venue, or of their own where they have another', () => {
    const berlin = at('2026-12-02T19:00:00Z')
    const almaty = at('2026-12-02T15:00:00Z', 'Asia/Almaty')
    const next = (zone: string) =>
      movedAlong(at('2026-12-09T19:00:00Z'), berlin, almaty, zone).toISOString()
    assert.equal(next('Asia/Almaty'), '2026-12-09T15:00:00.000Z')
    assert.equal(next('Europe/Berlin'), '2026-12-09T19:00:00.000Z')
  })
})

const ZONES = [
  'Europe/Berlin',
  'Europe/Moscow',
  'Asia/Almaty',
  'Asia/Vladivostok',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'UTC',
]
const anyZone = fc.constantFrom(...ZONES)
const anyStart = fc
  .integer({ min: 0, max: 300 * 24 * 12 })
  .map((steps) => new Date(NOW.getTime() + HOUR_MS + steps * 5 * 60_000))
const anyWeekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })

const clockOf = (at: Date, timeZone: string) => {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const [day = '', hour = ''] = new Intl.DateTimeFormat('sv-SE', { timeZone, ...fields, ...clock })
    .format(at)
    .split(' ')
  return { day, hour }
}

/** Whether the zone's clocks are changed within a day of it. */
const changing = (at: Date, zone: string) =>
  new Set([-DAY_MS, 0, DAY_MS].map((by) => clockOf(new Date(at.getTime() + by), zone).hour)).size >
  1

test('whatever repeats does so on its weekdays alone, leaves none out, at one hour and in order', () => {
  fc.assert(
    fc.property(
      anyStart,
      anyZone,
      anyWeekdays,
      fc.nat({ max: 60 }),
      (first, zone, weekdays, more) => {
        const until = clockOf(new Date(first.getTime() + more * DAY_MS), zone).day
        let starts: Date[]
        try {
          starts = repeatedStarts(first, zone, { weekdays, until }, NOW)
        } catch (error) {
          assert.ok(error instanceof Refusal && error.fields?.['repeat.until'] !== undefined)
          return
        }
        assert.ok(starts.length > 1 && starts.length <= REPEATS_MAX)
        assert.deepEqual(starts[0], first)
        const { hour, day } = clockOf(first, zone)
        for (const start of starts.slice(1)) {
          assert.ok(weekdays.includes(weekdayThere({ startsAt: start, zone })))
          if (!changing(start, zone)) assert.equal(clockOf(start, zone).hour, hour)
        }
        const shown = starts.map((start) => clockOf(start, zone).day)
        assert.deepEqual(shown, [...new Set(shown)].toSorted())
        const between = []
        for (let at = Date.parse(day) + DAY_MS; at <= Date.parse(until); at += DAY_MS)
          if (weekdays.includes(new Date(at).getUTCDay() || 7))
            between.push(new Date(at).toISOString().slice(0, 10))
        assert.deepEqual(shown.slice(1), between)
      },
    ),
    { numRuns: 200 },
  )
})

test('whatever is moved along with a concert that stays, stays', () => {
  fc.assert(
    fc.property(anyStart, anyZone, fc.nat({ max: 20 }), (startsAt, zone, weeks) => {
      const was = { startsAt, zone }
      const until = clockOf(new Date(startsAt.getTime() + (weeks + 1) * 7 * DAY_MS), zone).day
      const repeat = { weekdays: [weekdayThere(was)], until }
      for (const start of repeatedStarts(startsAt, zone, repeat, NOW))
        // An hour that comes twice in autumn is the first of the two.
        if (!changing(start, zone))
          assert.deepEqual(movedAlong({ startsAt: start, zone }, was, was, zone), start)
    }),
    { numRuns: 100 },
  )
})
