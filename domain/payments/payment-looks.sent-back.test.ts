import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kopecks } from '../money.ts'
import { minus } from './ledger.ts'
import { applyLook, sentBack } from './payment-looks.ts'
import type { Refunds } from './payment-looks.ts'
import { nextOperation } from './payment-watch.ts'
import { freshPayment, lookOf } from './payment.fixture.ts'
import { BANK_STATES, givenBackByHand, stay } from './payment.ts'
import type { Decision } from './payment.ts'

/** One refund was asked for, and nothing was owed again so far. */
const ONCE: Refunds = {
  asked: 1,
  given: kopecks(0),
  sentBack: kopecks(0),
  owedAgain: kopecks(0),
}
const owed = (sum: number): Refunds => ({ ...ONCE, owedAgain: kopecks(sum) })

describe('a line that sends a refund back', () => {
  test('ends no refund that came back from the payer’s bank', () => {
    const returned = freshPayment({ state: 'returned', funds: 'charged', bankState: 'refunded' })
    const line = { id: 'line', amount: returned.amount }
    const back = sentBack(returned, line, ONCE)
    assert.ok(back !== null)
    const { payment, postings } = back
    assert.deepEqual([payment.state, payment.attention], ['returning', 'refund_refused'])
    assert.deepEqual(
      postings.map(({ key }) => key),
      ['refund_sent_back:line'],
    )
    for (const state of BANK_STATES)
      assert.deepEqual(applyLook(payment, lookOf(payment, state)), stay(payment))
    assert.equal(nextOperation(payment), null)
    const corrected = sentBack(payment, { ...line, amount: minus(line.amount) }, ONCE)
    assert.deepEqual(corrected?.payment, returned)
  })

  test('owes of the sums that were given back what came back of them', () => {
    const returned = {
      ...freshPayment({ state: 'returned', funds: 'charged' }),
      bankState: 'refunded',
    } as const
    const { amount } = returned
    const parts = { ...returned, amount: kopecks(amount - 100), givenBack: kopecks(100) }
    const sumsOf = (decision: Decision | null) =>
      decision && [decision.payment.state, decision.payment.amount, decision.payment.givenBack]
    const first = sentBack(parts, { id: 'line', amount: kopecks(100) }, ONCE)
    assert.deepEqual(sumsOf(first), ['returning', 100, amount - 100])
    assert.ok(first !== null)
    const both = sentBack(first.payment, { id: 'more', amount: kopecks(amount - 100) }, owed(100))
    assert.deepEqual(sumsOf(both), ['returning', amount, 0])
    assert.ok(both !== null)
    assert.equal(sentBack(both.payment, { id: 'another', amount: kopecks(1) }, owed(amount)), null)
    const corrected = sentBack(
      both.payment,
      { id: 'corrected', amount: kopecks(-100) },
      owed(amount),
    )
    assert.deepEqual(sumsOf(corrected), ['returning', amount - 100, 100])
    assert.ok(corrected !== null)
    const none = sentBack(
      corrected.payment,
      { id: 'none', amount: minus(kopecks(amount - 100)) },
      owed(amount - 100),
    )
    assert.deepEqual(sumsOf(none), ['returned', amount, 0])
  })

  test('sends back no more than was given back, and nothing that was not refunded', () => {
    const returned = freshPayment({ state: 'returned', funds: 'charged', bankState: 'refunded' })
    const amount = returned.amount
    for (const wrong of [amount + 1, 0 - amount, 0])
      assert.equal(sentBack(returned, { id: 'line', amount: kopecks(wrong) }, ONCE), null)
    for (const change of [
      { state: 'returning', bankState: 'charged' },
      { state: 'released' },
      { funds: 'hold' },
    ] as const)
      assert.equal(sentBack({ ...returned, ...change }, { id: 'line', amount }, ONCE), null)
  })

  test('owes no more than was refunded, however much of it was given by hand since', () => {
    const returned = freshPayment({ state: 'returned', funds: 'charged', bankState: 'refunded' })
    const line = { id: 'line', amount: returned.amount }
    assert.equal(sentBack(returned, line, owed(1)), null)
    const rest = { ...line, amount: kopecks(returned.amount - 1) }
    const again = sentBack(returned, rest, owed(1))
    assert.ok(again !== null)
    const { payment } = givenBackByHand(again.payment, kopecks(0), new Date(0))
    assert.deepEqual(payment, returned)
  })

  test('owes what came back of a refund that the bank still calls under way, unless it is another one', () => {
    const change = { state: 'returning', funds: 'charged' } as const
    const line = (amount: number) => ({ id: 'line', amount: kopecks(amount) })
    const under = freshPayment({ ...change, bankState: 'refunding' })
    const { amount } = under
    const back = sentBack(under, line(amount), { ...ONCE, sentBack: amount })
    assert.deepEqual(
      back?.postings.map(({ key }) => key.split(':')[0]),
      ['refunded', 'refund_sent_back'],
    )
    assert.deepEqual(back?.payment, {
      ...under,
      attention: 'refund_refused',
      bankState: 'refunded',
    })
    const part = sentBack(under, line(100), { ...ONCE, sentBack: kopecks(100) })
    assert.deepEqual([part?.payment.amount, part?.payment.givenBack], [100, amount - 100])
    // The first came back, and the second is under way.
    const second = { ...ONCE, asked: 2, given: amount, sentBack: amount }
    assert.equal(sentBack(under, line(amount), second), null)
    const both = { ...second, sentBack: kopecks(2 * amount) }
    assert.notEqual(sentBack(under, line(amount), both), null)
    // The second was done before the registry of the first was read.
    const done = freshPayment({ ...change, state: 'returned', bankState: 'refunded' })
    const twice = { ...second, given: kopecks(2 * amount) }
    for (const given of [0, amount, 2 * amount])
      assert.equal(sentBack(done, line(amount), { ...twice, given: kopecks(given) }), null)
    assert.notEqual(sentBack(done, line(amount), { ...twice, ...both }), null)
    // Nobody but the bank's cabinet has asked for one.
    const cabinet = { ...ONCE, asked: 0 }
    assert.equal(sentBack(under, line(100), { ...cabinet, sentBack: kopecks(100) }), null)
    assert.notEqual(sentBack(under, line(amount), { ...cabinet, sentBack: amount }), null)
    // A registry may know of the refund before a look does.
    const charged = freshPayment({ ...change, bankState: 'charged' })
    const told = { ...ONCE, given: amount, sentBack: amount }
    assert.deepEqual(sentBack(charged, line(amount), told)?.payment, back?.payment)
    assert.equal(sentBack(charged, line(amount), { ...told, given: kopecks(0) }), null)
  })

  test('owes nothing anew where a person was called to give it, or has given it', () => {
    const refused = { state: 'returning', attention: 'refund_refused' } as const
    for (const change of [refused, { state: 'returned' }] as const) {
      const payment = freshPayment({ funds: 'charged', bankState: 'charged', ...change })
      assert.deepEqual(
        sentBack(payment, { id: 'line', amount: payment.amount }, ONCE),
        stay(payment),
      )
      assert.equal(
        sentBack(payment, { id: 'line', amount: kopecks(payment.amount - 1) }, ONCE),
        null,
      )
    }
  })
})
