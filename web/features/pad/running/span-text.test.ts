import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#domain/time.ts'
import { spanText } from './span-text.ts'

test('says how long there is no network in the unit that fits', () => {
  const minutes = [0.9, 1, 59, 60, 23 * 60 + 59, 24 * 60, 4080, 7 * 24 * 60]
  assert.deepEqual(
    minutes.map((count) => spanText(count * MINUTE_MS).replaceAll('\u00A0', ' ')),
    ['', ' 1 мин', ' 59 мин', ' 1 ч', ' 23 ч', ' 1 день', ' 2 дня', ' 7 дней'],
  )
})
