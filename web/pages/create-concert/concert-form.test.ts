import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clamped, draftOf, EMPTY_FORM, errorsOf, hasBeenTyped, isFilled } from './concert-form.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const FILLED = {
  ...EMPTY_FORM,
  start: '2027-12-05T20:00',
  title: 'Зимний квартирник',
  placeName: 'Клуб «Чердак»',
}

test('a new form asks for two hours', () => {
  assert.equal(draftOf(EMPTY_FORM).durationHours, 2)
  assert.equal(draftOf(EMPTY_FORM).durationMinutes, 0)
})

test('a form is typed in once anything differs from what the screen opens with', () => {
  assert.equal(hasBeenTyped(EMPTY_FORM), false)
  assert.equal(hasBeenTyped({ ...EMPTY_FORM, title: 'З' }), true)
  assert.equal(hasBeenTyped({ ...EMPTY_FORM, hours: '3' }), true)
})

test('hours end at 24, minutes at 59, and letters are not taken', () => {
  assert.equal(clamped('25', 24), '24')
  assert.equal(clamped('75', 59), '59')
  assert.equal(clamped('1а', 24), '1')
  assert.equal(clamped('', 24), '')
})

test('the form is filled with a date, a duration, a title and a venue', () => {
  assert.equal(isFilled(FILLED), true)
  for (const missing of [{ start: '' }, { title: ' ' }, { placeName: '' }, { hours: '0' }]) {
    assert.equal(isFilled({ ...FILLED, ...missing }), false)
  }
})

test('a start that is over is refused at its field', () => {
  const errors = errorsOf({ ...FILLED, start: '2020-01-01T20:00' }, NOW)
  assert.deepEqual(errors, { dateTimeStart: 'Выберите время в будущем' })
})

test('a start that is no date is refused at its field', () => {
  const errors = errorsOf({ ...FILLED, start: 'завтра' }, NOW)
  assert.deepEqual(errors, { dateTimeStart: 'Некорректная дата и время. Проверьте формат.' })
})

test('coordinates may be typed with a comma, and may be left out', () => {
  assert.deepEqual(errorsOf(FILLED, NOW), {})
  const placed = draftOf({ ...FILLED, latitude: '55,7558', longitude: ' 37.6173 ' })
  assert.equal(placed.place.latitude, 55.7558)
  assert.equal(placed.place.longitude, 37.6173)
})

test('half a point, or a point that is no number, is refused', () => {
  assert.ok(errorsOf({ ...FILLED, latitude: '55.7' }, NOW)['location.longitude'])
  assert.ok(errorsOf({ ...FILLED, latitude: 'юг', longitude: '37' }, NOW)['location.latitude'])
})
