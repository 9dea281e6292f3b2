import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentShown } from '#contract/payment.ts'
import { PAYMENT_STATES } from '#domain/payment.ts'
import * as words from './order-state.ts'
import { isPayable, isSettled, songPlaceOf } from './order-state.ts'

const moneyOf = (shown: PaymentShown) => words.moneyOf(shown, 'Europe/Moscow')

function payment(change: Partial<PaymentShown> = {}): PaymentShown {
  return {
    id: 'p',
    state: 'secured',
    kind: 'song',
    amount: 20_000,
    artistUsername: 'kino',
    artistName: 'Кино',
    funds: 'hold',
    delayed: false,
    createdAt: '2026-01-01T00:00:00Z',
    songStatus: 'SCHEDULED',
    ...change,
  }
}

test('a hold is called a hold, and a charge a payment', () => {
  assert.equal(moneyOf(payment()).words, 'Деньги удержаны')
  assert.equal(moneyOf(payment({ funds: 'charged' })).words, 'Оплачено')
})

test('what waits for its money says until when, by the viewer’s clock', () => {
  const waits = payment({ state: 'awaiting', funds: 'none', payUntil: '2026-11-21T18:42:00Z' })
  assert.equal(moneyOf(waits).words, 'Ждём оплату до 21:42')
  const { payUntil: _, ...open } = waits
  assert.equal(moneyOf(open).words, 'Ждём оплату')
})

test('money on its way back says so, and owns up when it takes long', () => {
  assert.equal(moneyOf(payment({ state: 'returning' })).words, 'Деньги возвращаются')
  const late = moneyOf(payment({ state: 'returning', delayed: true }))
  assert.equal(late.words, 'Возврат задерживается')
})

test('only what waits for its money can be paid', () => {
  const payable = PAYMENT_STATES.filter((state) => isPayable({ state }))
  assert.deepEqual(payable, ['created', 'awaiting'])
})

test('only what is settled can be put away', () => {
  const settled = PAYMENT_STATES.filter((state) => isSettled({ state }))
  assert.deepEqual(settled, ['released', 'returned', 'failed', 'expired', 'canceled'])
})

test('before it is paid the song waits for that, and afterwards for its turn', () => {
  const { songStatus: _, ...unpaid } = payment({ state: 'awaiting', funds: 'none' })
  assert.equal(songPlaceOf(unpaid, undefined).words, 'Ждёт оплаты')
  assert.equal(songPlaceOf({ ...unpaid, state: 'expired' }, undefined).words, 'Не заказана')
  assert.equal(songPlaceOf(payment(), undefined).words, 'В заказах')
})

test('the queue on the screen is newer, but not about a song that was played', () => {
  assert.equal(songPlaceOf(payment(), { status: 'NOW' }).words, 'Играет')
  const played = payment({ songStatus: 'PLAYED', state: 'released' })
  assert.equal(songPlaceOf(played, { status: 'SCHEDULED' }).words, 'Сыграна')
})

test('another order of the same song says nothing of one that is not paid', () => {
  const { songStatus: _, ...unpaid } = payment({ state: 'awaiting', funds: 'none' })
  assert.equal(songPlaceOf(unpaid, { status: 'NOW' }).words, 'Ждёт оплаты')
})
