import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentShown } from '#contract/payment.ts'
import { PAYMENT_STATES } from '#domain/payments/payment.ts'
import type { MergedOrder } from './merge-orders.ts'
import * as words from './order-state.ts'
import {
  isPayable,
  isSettled,
  orderStatus,
  sendingErrorText,
  takenOffText,
  turnOf,
} from './order-state.ts'
import type { OrderScreenState } from '../ordering-state.ts'

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

test('a paid order is taken off without a word too much of its song', () => {
  const text = (order: Partial<MergedOrder>) => {
    const known = { state: 'SCHEDULED', amount: 20_000, ...order } as const
    return takenOffText(known).replaceAll('\u00A0', ' ')
  }
  assert.equal(text({}), 'Заказ снимем, а деньги вернутся полностью: 200 ₽.')
  assert.match(text({ stays: true }), /песня останется: её ждут и другие. Деньги вернутся/u)
  assert.match(text({ share: true }), /^Песню больше не поддерживаете, а деньги вернутся/u)
  assert.match(
    text({ state: 'PAYING' }),
    /^Ваш заказ не встанет в очередь. Если деньги уже списаны/u,
  )
})

const place = (order: Partial<MergedOrder>, paid: PaymentShown | null = null) =>
  orderStatus({ state: 'QUEUED', place: null, amount: paid?.amount ?? null, ...order }, paid).words

test('a vote says that it counts, and that another song has won', () => {
  assert.equal(place({ state: 'COLLECTING', vote: true }), 'Голос принят, битва идёт')
  const lost = payment({ state: 'returned', reason: 'battle_lost' })
  assert.equal(place({ state: 'RETURNED', vote: true }, lost), 'Победила другая песня')
})

test('a share of a song that is collected for tells how far it is', () => {
  const together = 'Собираем 100 ₽: 1 человек, 10 ₽'
  assert.equal(place({ state: 'COLLECTING', share: true, together }), together)
  assert.equal(place({ state: 'COLLECTING', share: true }), 'Собираем')
})

test('an order tells its whole way in plain words', () => {
  assert.equal(place({ state: 'SENDING' }), 'Отправляем…')
  assert.equal(place({ state: 'SCHEDULED', place: 4 }), '4-я в очереди')
  assert.equal(place({ state: 'QUEUED', place: 1 }), '1-я в очереди')
  assert.equal(place({ state: 'SCHEDULED' }), 'Заказано')
  assert.equal(place({ state: 'NOW' }), 'Играют сейчас')
  assert.equal(place({ state: 'NOW', paused: 'Концерт на паузе' }), 'Концерт на паузе')
  const rest = 'Перерыв, продолжим в 21:45'
  assert.equal(place({ state: 'NOW', paused: rest }), rest)
  assert.equal(place({ state: 'PLAYED' }), 'Исполнено')
  assert.equal(place({ state: 'SKIPPED' }), 'Не исполнено')
  assert.equal(place({ state: 'CANCELLED' }), 'Заказ отменён')
})

test('who paid for a song that was not played reads that the money returns, until it has', () => {
  assert.equal(place({ state: 'SKIPPED' }, payment()), 'Не исполнено, деньги вернутся')
  const returning = payment({ state: 'returning' })
  assert.equal(place({ state: 'RETURNED' }, returning), 'Не исполнено, деньги вернутся')
  assert.equal(place({ state: 'RETURNED' }, payment({ state: 'returned' })), 'Не исполнено')
})

test('money that never came ordered nothing, and money that has come is newer than the list', () => {
  const { songStatus: _, ...unpaid } = payment({ state: 'awaiting', funds: 'none' })
  assert.equal(place({ state: 'PAYING' }, unpaid), 'Ждёт оплаты')
  assert.equal(place({ state: 'PAYING' }, { ...unpaid, state: 'expired' }), 'Не заказано')
  assert.equal(place({ state: 'PAYING' }, payment()), 'Заказано')
})

test('an order says why it is not on its way, and asks to be pressed again after long', () => {
  const minute = 60_000
  const errorText = (sending: OrderScreenState['sending'], asOf: number) =>
    sendingErrorText({ key: 'k', sentAt: 0 }, { sending, asOf })
  assert.equal(errorText({ key: 'k', failing: false }, minute), null)
  assert.equal(errorText({ key: null, failing: false }, minute), null)
  const lost = { key: null, failing: true }
  assert.match(errorText(lost, minute) ?? '', /Отправим сами, когда вернётся связь/u)
  assert.match(errorText(lost, 31 * minute) ?? '', /^Заказ не отправлен/u)
  const ofMerged = (order: Partial<MergedOrder>, asOf: number) =>
    sendingErrorText({ key: 'k', sentAt: 0, ...order }, { sending: lost, asOf })
  const wish = { songId: 's', title: '', artistName: '', imageUrl: '' }
  const command = { key: 'k', at: 0, wish, state: 'sent', orderId: null, answeredAt: null } as const
  for (const asOf of [minute, 31 * minute])
    assert.match(ofMerged({ command }, asOf) ?? '', /^Не знаем, дошёл ли заказ/u)
  assert.match(ofMerged({ command: { ...command, unwanted: true } }, minute) ?? '', /отменим его/u)
})

test('the turn is that of the song that plays, else of the next one, and of none while the concert stands still', () => {
  const order = (key: string, change: Partial<MergedOrder>): MergedOrder => ({
    key,
    orderId: key,
    songId: key,
    title: key,
    artistName: '',
    imageUrl: '',
    amount: null,
    state: 'SCHEDULED',
    place: 2,
    waitMinutes: null,
    mayCancel: true,
    sentAt: null,
    answeredAt: null,
    ...change,
  })
  const turnText = (...orders: MergedOrder[]) => {
    const turn = turnOf(orders)
    return turn && `${turn.order.key} ${turn.about}`
  }
  const plays = order('А', { state: 'NOW', place: null })
  const next = order('Б', { place: 1 })
  assert.equal(turnText(order('В', {})), null)
  assert.equal(turnText(order('В', {}), next), 'Б next')
  assert.equal(turnText(next, plays), 'А playing')
  const sung = order('Г', { sings: { with: '', keyShift: 0 } })
  assert.equal(turnText(sung), 'Г stage', 'two songs before')
  assert.equal(turnText({ ...sung, place: 1 }), 'Г stage', 'called once')
  assert.equal(turnText({ ...sung, place: 3 }, next), 'Б next')
  assert.equal(turnText({ ...next, paused: 'Перерыв' }, { ...plays, paused: 'Перерыв' }), null)
})
