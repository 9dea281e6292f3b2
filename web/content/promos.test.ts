import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROMO_COUNT, promoWeek } from '#domain/concerts/promo-week.ts'
import { promoOf } from './home-texts.ts'

test('three weeks in a row have three promos', () => {
  const titles = ['2026-11-16', '2026-11-23', '2026-11-30'].map(
    (day) => promoOf(promoWeek(new Date(`${day}T12:00+03:00`)).variant).title,
  )
  assert.equal(new Set(titles).size, PROMO_COUNT)
})
