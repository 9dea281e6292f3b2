import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { checkReceiptTo } from './receipt.ts'

test('a receipt goes to an e-mail or to a Russian mobile phone, however it is typed, or to nobody', () => {
  for (const [typed, taken] of [
    ['', ''],
    ['  ', ''],
    [' Anna@Example.RU ', 'anna@example.ru'],
    ['79123456789', '+79123456789'],
    ['8 (912) 345-67-89', '+79123456789'],
    ['+7 912 345 67 89', '+79123456789'],
    ['9123456789', '+79123456789'],
    ['+7\u00A0912 345–67—89', '+79123456789'],
    ['8.912.345\u201167\u221289', '+79123456789'],
  ] as const)
    assert.equal(checkReceiptTo(typed), taken, typed)
})

test('anything else is refused at its field, in a sentence that says what is right', () => {
  for (const typed of [
    'anna',
    'anna@',
    'анна@пример.рф',
    '12345',
    '74951234567',
    '+1 912 345 67 89',
    `${'a'.repeat(60)}@b.ru`,
  ])
    assert.throws(
      () => checkReceiptTo(typed),
      (error) => error instanceof Refusal && /почта вида/u.test(error.fields?.['receiptTo'] ?? ''),
      typed,
    )
})
