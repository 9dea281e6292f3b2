import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bankStateOf,
  listed,
  lookOf,
  payoutStateOf,
  paymentWithMoney,
} from './bank.tbank-states.ts'

const WORDS = {
  new: ['NEW', 'FORM_SHOWED'],
  held: ['AUTHORIZED'],
  charged: ['CONFIRMED'],
  voided: ['REVERSED'],
  refunding: ['REFUNDING', 'ASYNC_REFUNDING'],
  refunded: ['REFUNDED'],
  canceled: ['CANCELED'],
  rejected: ['REJECTED', 'AUTH_FAIL'],
  expired: ['DEADLINE_EXPIRED', 'ATTEMPTS_EXPIRED'],
  part_held: ['PARTIAL_REVERSED'],
  part_refunded: ['PARTIAL_REFUNDED'],
  busy: [
    'AUTHORIZING',
    '3DS_CHECKING',
    '3DS_CHECKED',
    'PAY_CHECKING',
    'CONFIRMING',
    'CONFIRM_CHECKING',
    'REVERSING',
    'UNKNOWN',
    'SOMETHING_OF_NEXT_YEAR',
    'confirmed',
    '',
  ],
}

for (const [state, words] of Object.entries(WORDS)) {
  test(`the bank’s words for ${state}`, () => {
    for (const bankStatus of words) assert.equal(bankStateOf(bankStatus, 'card'), state, bankStatus)
  })
}

test('SBP passes by a hold and stays at a charge', () => {
  assert.equal(bankStateOf('AUTHORIZED', 'sbp'), 'busy')
  assert.equal(bankStateOf('CONFIRMED', 'sbp'), 'charged')
  assert.equal(bankStateOf('AUTHORIZED', 'other'), 'held')
  assert.equal(bankStateOf('AUTHORIZED', null), 'held')
})

test('the bank’s words for a payout: only two of them are an end, and only CHECKED may be paid', () => {
  assert.equal(payoutStateOf('CHECKED', null), 'known')
  assert.equal(payoutStateOf('COMPLETED', null), 'completed')
  for (const bankStatus of ['AUTHORIZING', 'COMPLETING', 'CREDIT_CHECKING'])
    assert.equal(payoutStateOf(bankStatus, '3009'), 'busy', bankStatus)
  for (const bankStatus of ['NEW', 'CHECKING', 'UNKNOWN', 'BANK_REVIEW', ''])
    assert.equal(payoutStateOf(bankStatus, '3009'), 'waiting', bankStatus)
})

test('a rejected payout is the recipient’s doing only where the bank says so', () => {
  for (const code of ['1237', '3008', '3009', '3010', '3034', '3035'])
    assert.equal(payoutStateOf('REJECTED', code), 'rejected', code)
  const troubles = ['99', '102', '1202', '1204', '3005', '3007', '4003', 'SBP_001', '1502', '12345']
  for (const code of troubles) assert.equal(payoutStateOf('REJECTED', code), 'failed', code)
  assert.equal(payoutStateOf('REJECTED', null), 'unexplained')
})

function chosen(...payments: [id: unknown, status: string][]) {
  return paymentWithMoney(payments.map(([PaymentId, Status]) => ({ PaymentId, Status })))?.[
    'PaymentId'
  ]
}

test('money outweighs its return, a return outweighs an attempt, an attempt a page', () => {
  assert.equal(chosen(['1', 'CONFIRMED'], ['2', 'REFUNDED'], ['3', 'NEW']), '1')
  assert.equal(chosen(['1', 'NEW'], ['2', 'REVERSED'], ['3', 'AUTHORIZING']), '2')
  assert.equal(chosen(['1', 'CONFIRMING'], ['2', 'REJECTED'], ['3', 'NEW']), '1')
  assert.equal(chosen(['1', 'PARTIAL_REFUNDED'], ['2', 'CANCELED']), '1')
})

test('among equals the newest is taken, wherever it stands in the list', () => {
  assert.equal(chosen(['9', 'NEW'], ['10', 'REJECTED']), '10')
  assert.equal(chosen(['10', 'NEW'], ['9', 'REJECTED']), '10')
  const [older, newer] = ['12345678901234567891', '12345678901234567892']
  assert.equal(chosen([newer, 'NEW'], [older, 'NEW']), newer)
  assert.equal(chosen([older, 'NEW'], [newer, 'NEW']), newer)
  assert.equal(chosen(['a', 'NEW'], ['b', 'NEW']), 'b')
  assert.equal(chosen(), undefined)
})

test('a list with anything but payments in it is none', () => {
  assert.deepEqual(listed({ Payments: [{ PaymentId: '1' }] }), [{ PaymentId: '1' }])
  for (const Payments of [undefined, null, {}, 'none', [null], [['1']]])
    assert.equal(listed({ Payments }), null)
})

test('what went back is told without a sum, or with none left; nothing else is', () => {
  for (const [Status, state] of [
    ['REFUNDED', 'refunded'],
    ['REVERSED', 'voided'],
    ['PARTIAL_REFUNDED', 'part_refunded'],
    ['PARTIAL_REVERSED', 'part_held'],
  ] as const)
    for (const Amount of [undefined, 0, '0']) {
      const look = lookOf({ PaymentId: '7', Status, Amount }, '7')
      assert.ok(look.outcome === 'ok' && look.value.state === state && look.value.amount === null)
    }
  const whole = lookOf({ PaymentId: '7', Status: 'REFUNDED', Amount: 500 }, '7')
  assert.ok(whole.outcome === 'ok' && whole.value.amount === 500)
  const strange = lookOf({ PaymentId: '7', Status: 'SOMETHING_NEW', Amount: 0 }, '7')
  assert.ok(strange.outcome === 'ok' && strange.value.amount === null)
  for (const Status of ['CONFIRMED', 'AUTHORIZED', 'REFUNDING'])
    assert.equal(lookOf({ PaymentId: '7', Status }, '7').outcome, 'unknown', Status)
})
