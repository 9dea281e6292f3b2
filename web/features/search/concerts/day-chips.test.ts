import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayChips } from './day-chips.ts'

const spans = (now: string, zone = 'Europe/Moscow') =>
  Object.fromEntries(
    dayChips(new Date(now), zone).map(({ label, from, till }) => [label, `${from} ${till}`]),
  )

test('the chips of days are the days of the reader', () => {
  assert.deepEqual(spans('2026-11-25T10:00:00Z'), {
    'Все дни': ' ',
    Сегодня: '2026-11-25 2026-11-25',
    Завтра: '2026-11-26 2026-11-26',
    Выходные: '2026-11-28 2026-11-29',
    Неделя: '2026-11-25 2026-12-01',
  })
  assert.equal(spans('2026-11-25T22:00:00Z')['Сегодня'], '2026-11-26 2026-11-26')
})

test('the weekend is this one on its Saturday and the next one on its Sunday', () => {
  assert.equal(spans('2026-11-28T10:00:00Z')['Выходные'], '2026-11-28 2026-11-29')
  assert.equal(spans('2026-11-29T10:00:00Z')['Выходные'], '2026-12-05 2026-12-06')
})
