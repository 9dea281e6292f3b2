import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareFields, formOf, judge, judgeAddress, tidyPhone } from './payment-form.ts'

const KEPT = {
  phoneNumber: null,
  sbpNumberId: null,
  description: 'Спасибо',
  paidSongsEnabled: false,
  minSongAmount: 100,
}

test('what is kept comes back from the fields as it was', () => {
  assert.deepEqual(judge(formOf(KEPT)), { right: KEPT })
})

test('an emptied minimum is too small', () => {
  assert.deepEqual(judge({ ...formOf(KEPT), minSongAmount: '' }), {
    wrong: { minSongAmount: 'Минимальная сумма оплаты должна быть не меньше 10 рублей' },
  })
})

test('the check of a number needs both fields, also with free orders', () => {
  assert.deepEqual(judgeAddress(formOf(KEPT)), {
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

test('a refused field is found under its own name', () => {
  assert.deepEqual(bareFields({ 'paymentDTO.minSongAmount': 'а', number: 'б', sbpNumberId: 'в' }), {
    minSongAmount: 'а',
    phoneNumber: 'б',
    sbpNumberId: 'в',
  })
})
