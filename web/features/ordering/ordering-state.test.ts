import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderingEvent } from './ordering-state.ts'
import { hasAnswer, orderingAfter, orderingAtFirst } from './ordering-state.ts'

const wish = { songId: 's', title: 'Осень', artistName: 'ДДТ', imageUrl: '' }
const after = (...events: OrderingEvent[]) =>
  events.reduce(orderingAfter, orderingAtFirst(undefined, 0))
const refused = (code: string, message: string): OrderingEvent => ({
  kind: 'refused',
  wish,
  failure: { code, message },
})
const dear = refused('AMOUNT_TOO_SMALL', 'Минимум 100 ₽')
const rest = (failing: boolean): OrderingEvent => ({ kind: 'resting', failing, at: 9 })

test('an order is on its way until it is answered, and one without an answer is remembered as failing', () => {
  const sent = after({ kind: 'sending', key: 'k', at: 5 })
  assert.deepEqual([sent.sending, sent.asOf], [{ key: 'k', failing: false }, 5])
  const lost = orderingAfter(sent, rest(true))
  assert.deepEqual([lost.sending, lost.asOf], [{ key: null, failing: true }, 9])
  assert.deepEqual(orderingAfter(lost, rest(false)).sending, { key: null, failing: false })
  assert.equal(hasAnswer(lost), false)
})

test('a refused sum is told at its field, with what was ordered; every other refusal instead of the sheet', () => {
  assert.deepEqual(after(dear).wrongAmount, { wish, words: 'Минимум 100 ₽' })
  assert.equal(after(dear).rejected, null)
  const full = after(refused('FREE_LIMIT', 'Уже две песни ждут'))
  assert.deepEqual([full.rejected, full.wrongAmount], ['Уже две песни ждут', null])
})

test('another press forgets the former sum, and not what is still to be paid on our own page', () => {
  const late: OrderingEvent = { kind: 'answered late', wish, orderId: 'o' }
  const state = after(dear, late, { kind: 'pressed' })
  assert.equal(state.wrongAmount, null)
  assert.deepEqual(state.toPay, { wish, payHref: '/payment/o?back=pay' })
  assert.equal(hasAnswer(state), true)
})

test('a sheet that is closed has no answer left, whatever it was', () => {
  const limit = refused('FREE_LIMIT', 'Уже две песни ждут')
  assert.equal(hasAnswer(after(limit)), true)
  assert.equal(hasAnswer(after(dear, limit, { kind: 'dismissed' })), false)
})

test('a form that was refused without scripts is told as if it had been pressed here', () => {
  assert.equal(orderingAtFirst({ rejected: 'Заказы закрыты' }, 0).rejected, 'Заказы закрыты')
  const notCancelled = { orderId: 'o', words: 'Уже играют' }
  assert.deepEqual(orderingAtFirst({ notCancelled }, 0).notCancelled, notCancelled)
})

test('the order whose cancellation was asked for last is awaited, and why it was not is told until the next try', () => {
  const asked = after({ kind: 'cancelling', orderId: 'o' })
  assert.equal(asked.cancelling, 'o')
  const refusal = orderingAfter(asked, { kind: 'not cancelled', orderId: 'o', words: 'Уже играют' })
  assert.deepEqual(refusal.notCancelled, { orderId: 'o', words: 'Уже играют' })
  const again = orderingAfter(refusal, { kind: 'cancelling', orderId: 'o' })
  assert.deepEqual([again.cancelling, again.notCancelled], ['o', null])
  const done = orderingAfter(again, { kind: 'cancelled', orderId: 'o' })
  assert.equal(done.cancelling, null)
  const other = orderingAfter(again, { kind: 'cancelling', orderId: 'p' })
  assert.equal(orderingAfter(other, { kind: 'cancelled', orderId: 'o' }).cancelling, 'p')
})
