import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PROMO_COUNT, promoWeek } from './promo-week.ts'

/** A moment by the clocks of Moscow. */
const moscow = (moment: string) => new Date(`${moment}+03:00`)
const weekOf = (moment: string) => promoWeek(moscow(moment)).week
const daysLeftAt = (moment: string) => promoWeek(moscow(moment)).daysLeft

describe('the number of a week', () => {
  test('is that of ISO 8601, counted from Monday', () => {
    assert.equal(weekOf('2026-11-15T12:00'), 46, 'a Sunday')
    assert.equal(weekOf('2026-11-16T12:00'), 47, 'the Monday after it')
    assert.equal(weekOf('2026-11-22T12:00'), 47, 'the Sunday of the same week')
  })

  test('goes on over 31 December where Thursday lies in the old year: week 53', () => {
    assert.equal(weekOf('2026-12-27T12:00'), 52)
    assert.equal(weekOf('2026-12-28T12:00'), 53)
    assert.equal(weekOf('2026-12-31T23:59:59'), 53)
    assert.equal(weekOf('2027-01-01T00:00'), 53)
    assert.equal(weekOf('2027-01-03T23:59:59'), 53)
    assert.equal(weekOf('2027-01-04T00:00'), 1)
  })

  test('begins anew before New Year where Thursday lies in the new one', () => {
    assert.equal(weekOf('2024-12-29T23:59:59'), 52)
    assert.equal(weekOf('2024-12-30T00:00'), 1)
    assert.equal(weekOf('2024-12-31T12:00'), 1)
    assert.equal(weekOf('2025-01-05T12:00'), 1)
    assert.equal(weekOf('2025-01-06T12:00'), 2)
  })

  test('changes when it is midnight in Moscow, wherever the server stands', () => {
    assert.equal(promoWeek(new Date('2026-11-22T20:59:59.999Z')).week, 47)
    assert.equal(promoWeek(new Date('2026-11-22T21:00:00Z')).week, 48)
  })

  test('is the same at every moment of a week, and the week after never has it', () => {
    const monday = moscow('2020-01-06T00:00').getTime()
    const hour = 60 * 60 * 1000
    const weekHours = 7 * 24
    for (let week = 0; week < 600; week++) {
      const starts = monday + week * weekHours * hour
      const { week: number } = promoWeek(new Date(starts))
      for (const hours of [1, 83, weekHours - 1])
        assert.equal(promoWeek(new Date(starts + hours * hour)).week, number)
      assert.notEqual(promoWeek(new Date(starts + weekHours * hour)).week, number)
    }
  })
})

describe('the promo of a week', () => {
  test('is the next one each week, and the first again after the last', () => {
    const variants = ['2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07'].map(
      (day) => promoWeek(moscow(`${day}T12:00`)).variant,
    )
    assert.deepEqual(variants, [2, 0, 1, 2])
  })

  test('is one that there is, in the last week of a year too', () => {
    assert.equal(PROMO_COUNT, 3)
    const around = ['2026-12-21', '2026-12-31', '2027-01-03', '2027-01-04', '2027-01-11']
    assert.deepEqual(
      around.map((day) => promoWeek(moscow(`${day}T12:00`)).variant),
      [1, 2, 2, 1, 2],
    )
  })
})

test('the days that are left count today: seven on Monday, one on Sunday, seven again after midnight', () => {
  const days = ['16', '17', '18', '19', '20', '21', '22']
  assert.deepEqual(
    days.map((day) => daysLeftAt(`2026-11-${day}T09:00`)),
    [7, 6, 5, 4, 3, 2, 1],
  )
  assert.equal(daysLeftAt('2026-11-22T23:59:59'), 1)
  assert.equal(daysLeftAt('2026-11-23T00:00'), 7)
  assert.equal(daysLeftAt('2026-12-31T12:00'), 4, 'the week that goes over New Year')
  assert.equal(daysLeftAt('2027-01-03T12:00'), 1)
})
