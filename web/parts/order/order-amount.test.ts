import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rublesToKopecks } from '#domain/money.ts'
import { amountTrouble } from './order-amount.ts'

test('each sheet names the minimum in its own words', () => {
  const nine = rublesToKopecks(9)
  assert.equal(amountTrouble(nine, 10, 'sum'), 'Минимум 10 ₽')
  assert.equal(
    amountTrouble(nine, 10, 'question'),
    'Минимальная сумма оплаты должна быть не меньше 10 рублей',
  )
})

test('between the artist’s minimum and the most that an order costs nothing is said', () => {
  for (const rubles of [50, 200, 1000])
    assert.equal(amountTrouble(rublesToKopecks(rubles), 50, 'sum'), null)
  assert.equal(amountTrouble(rublesToKopecks(1001), 50, 'sum'), 'Максимум 1000 ₽')
})
