import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeAddress, paymentFieldsOf, tidyPhone } from './payment-fields.ts'

const KEPT = {
  phoneNumber: null,
  sbpNumberId: null,
  description: 'Спасибо',
  paidSongsEnabled: false,
  minSongAmount: 100,
}

test('the check of a number needs both fields, also with free orders', () => {
  assert.deepEqual(judgeAddress(paymentFieldsOf(KEPT)), {
    wrong: {
      phoneNumber: 'Обязательно ввести номер телефона',
      sbpNumberId: 'Обязятельно нужно выбрать банк для перевода по СБП',
    },
  })
})

test('a pasted number loses its signs and keeps its digits', () => {
  assert.equal(tidyPhone('+7 (900) 123-45–67'), '79001234567')
  assert.equal(tidyPhone('8900'), '8900')
})
