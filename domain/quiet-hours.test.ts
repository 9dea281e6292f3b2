import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterNight, morningOf, quietUntil, remindAt, tellTodayAt } from './quiet-hours.ts'

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
