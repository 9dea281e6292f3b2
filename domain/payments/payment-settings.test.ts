import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentSettings } from './payment-settings.ts'
import { checkPaymentSettings, checkPayoutAddress } from './payment-settings.ts'
import { PAYOUT_BANKS } from './payout.ts'
import { Refusal } from '../refusal.ts'

const PAID: PaymentSettings = {
  phoneNumber: '79001234567',
  sbpNumberId: '100000000111',
  description: 'Спасибо!',
  paidSongsEnabled: true,
  minSongRubles: 100,
  taxStatus: null,
  taxName: '',
  taxInn: '',
  payoutLetters: false,
}

function fieldsOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, 'VALIDATION')
    return error.fields
  }
  return null
}

const refusedFields = (change: Partial<PaymentSettings>) =>
  fieldsOf(() => checkPaymentSettings({ ...PAID, ...change }))

test('right settings pass as they are', () => {
  assert.deepEqual(checkPaymentSettings(PAID), PAID)
})

test('spaces around the number and inside the thanks are tidied', () => {
  const tidied = checkPaymentSettings({
    ...PAID,
    phoneNumber: ' 79001234567 ',
    description: '  Спасибо \n вам ',
  })
  assert.equal(tidied.phoneNumber, '79001234567')
  assert.equal(tidied.description, 'Спасибо вам')
})

for (const phoneNumber of [null, '', '  '])
  test(`paid orders without a number (${JSON.stringify(phoneNumber)}) are refused at it`, () => {
    assert.deepEqual(refusedFields({ phoneNumber }), {
      phoneNumber: 'Обязательно ввести номер телефона',
    })
  })

for (const phoneNumber of ['89001234567', '+79001234567', '7900123456', '790012345678', 'номер'])
  test(`«${phoneNumber}» is refused with what was typed`, () => {
    assert.deepEqual(refusedFields({ phoneNumber }), {
      phoneNumber: `Неверный формат номера: ${phoneNumber}. Ожидается формат 79xxxxxxxxx`,
    })
  })

test('a long text instead of a number is not repeated whole', () => {
  const fields = refusedFields({ phoneNumber: '7'.repeat(5000) })
  assert.deepEqual(fields, {
    phoneNumber: `Неверный формат номера: ${'7'.repeat(32)}…. Ожидается формат 79xxxxxxxxx`,
  })
})

for (const sbpNumberId of [null, ''])
  test(`paid orders without a bank (${JSON.stringify(sbpNumberId)}) are refused at it`, () => {
    assert.deepEqual(refusedFields({ sbpNumberId }), {
      sbpNumberId: 'Обязятельно нужно выбрать банк для перевода по СБП',
    })
  })

for (const sbpNumberId of ['1', 'toString', '100000000999'])
  test(`the bank «${sbpNumberId}» that is not in the list is refused`, () => {
    assert.deepEqual(refusedFields({ sbpNumberId }), { sbpNumberId: 'Такого банка нет в списке' })
  })

test('every bank of the list passes', () => {
  for (const sbpNumberId of Object.keys(PAYOUT_BANKS))
    assert.equal(checkPaymentSettings({ ...PAID, sbpNumberId }).sbpNumberId, sbpNumberId)
})

for (const minSongAmount of [9, 0, -10, 10.5])
  test(`a minimum of ${minSongAmount} ₽ is too small`, () => {
    assert.deepEqual(refusedFields({ minSongRubles: minSongAmount }), {
      minSongAmount: 'Минимальная сумма оплаты должна быть не меньше 10 рублей',
    })
  })

test('a minimum above the most that an order takes is refused', () => {
  assert.deepEqual(refusedFields({ minSongRubles: 1001 }), {
    minSongAmount: 'Минимальная сумма оплаты должна быть не больше 1000 рублей',
  })
  assert.equal(refusedFields({ minSongRubles: 1000 }), null)
  assert.equal(refusedFields({ minSongRubles: 10 }), null)
})

test('the thanks take 140 characters, an emoji being one', () => {
  assert.equal(refusedFields({ description: '🎷'.repeat(140) }), null)
  assert.deepEqual(refusedFields({ description: 'а'.repeat(141) }), {
    'paymentDTO.description': 'Лимит 140 символов',
  })
})

test('all that is wrong is named at once, the number first', () => {
  const fields = refusedFields({ phoneNumber: null, sbpNumberId: null, minSongRubles: 5 })
  assert.deepEqual(Object.keys(fields ?? {}), ['phoneNumber', 'sbpNumberId', 'minSongAmount'])
})

test('free orders need neither a number nor a bank', () => {
  const free = { ...PAID, paidSongsEnabled: false, phoneNumber: '', sbpNumberId: '' }
  assert.deepEqual(checkPaymentSettings(free), { ...free, phoneNumber: null, sbpNumberId: null })
})

test('free orders do not make a wrong number right', () => {
  const fields = refusedFields({ paidSongsEnabled: false, phoneNumber: '8900' })
  assert.deepEqual(fields, {
    phoneNumber: 'Неверный формат номера: 8900. Ожидается формат 79xxxxxxxxx',
  })
})

test('the check of a number always needs the number and the bank', () => {
  assert.deepEqual(
    fieldsOf(() => checkPayoutAddress({ phoneNumber: null, sbpNumberId: null })),
    {
      phoneNumber: 'Обязательно ввести номер телефона',
      sbpNumberId: 'Обязятельно нужно выбрать банк для перевода по СБП',
    },
  )
  assert.deepEqual(
    checkPayoutAddress({ phoneNumber: '79001234567', sbpNumberId: '100000000022' }),
    { phoneNumber: '79001234567', sbpNumberId: '100000000022' },
  )
})
