import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kopecks } from '../money.ts'
import { booksAfter, freshPayment, lookOf, MOMENTS } from './payment.fixture.ts'
import { applyLook } from './payment-looks.ts'
import { returnCredited, advancedByTime, unplayed } from './payment.ts'
import type { BankState, Decision, Payment } from './payment.ts'
import { Refusal } from '../refusal.ts'

const WHOLE = 50_000

function reported(payment: Payment, state: BankState, rest: number | null): Decision {
  return applyLook(
    payment,
    lookOf(payment, state, { amount: rest === null ? null : kopecks(rest) }),
  )
}

/** Returns a payment of 500 ₽ after these looks, and their postings. */
function after(change: Partial<Payment>, ...looks: [BankState, number | null][]): Decision {
  const first: Decision = { payment: freshPayment(change), postings: [] }
  return looks.reduce<Decision>((so, [state, rest]) => {
    const next = reported(so.payment, state, rest)
    return { payment: next.payment, postings: [...so.postings, ...next.postings] }
  }, first)
}

const LESS: [BankState, number][] = [
  ['part_refunded', 30_000],
  ['part_refunded', 10_000],
]

const sumsOf = ({ amount, letGo, givenBack, lost }: Payment) => ({ amount, letGo, givenBack, lost })

describe('a part that the bank gave back unasked, where it tells what is left', () => {
  test('of a hold lessens it: the rest is taken once its song was played', () => {
    const held = after({}, ['held', WHOLE], ['part_held', 40_000])
    assert.equal(held.payment.state, 'secured')
    assert.equal(held.payment.attention, null)
    assert.deepEqual(sumsOf(held.payment), { amount: 40_000, letGo: 10_000, givenBack: 0, lost: 0 })
    const pending = { 'pending acq_receivable': 40_000, 'pending escrow:p': -40_000 }
    assert.deepEqual(booksAfter(held.postings), pending)
    const taken = reported(held.payment, 'charged', 40_000)
    assert.deepEqual(booksAfter([...held.postings, ...taken.postings]), {
      'posted acq_receivable': 40_000,
      'posted escrow:p': -40_000,
    })
  })

  test('of a hold whose charge alone was seen lessens it too, as after a restore', () => {
    const [seen, missed] = [
      after({}, ['held', WHOLE], ['part_held', 40_000], ['charged', 40_000]),
      after({}, ['held', WHOLE], ['charged', 40_000]),
    ]
    assert.deepEqual(sumsOf(missed.payment), sumsOf(seen.payment))
    assert.equal(missed.payment.attention, null)
    assert.deepEqual(booksAfter(missed.postings), booksAfter(seen.postings))
    const more = after({}, ['held', WHOLE], ['charged', WHOLE + 100])
    assert.equal(more.payment.attention, 'amount_mismatch')
  })

  test('of a hold that no look saw leaves a payment of what was charged, as after a restore', () => {
    const tip = after({ kind: 'tip', state: 'awaiting' }, ['charged', 40_000])
    assert.equal(tip.payment.attention, null)
    assert.equal(tip.payment.state, 'released')
    assert.deepEqual(sumsOf(tip.payment), { amount: 40_000, letGo: 10_000, givenBack: 0, lost: 0 })
    const late = after({ state: 'expired' }, ['charged', 40_000])
    assert.equal(booksAfter(late.postings)['posted refund_due:p'], -40_000)
    // A terminal of one stage has no hold to lessen.
    const oneStage = after({ mode: 'charge', state: 'awaiting' }, ['charged', 40_000])
    assert.equal(oneStage.payment.attention, 'amount_mismatch')
  })

  test('of a charge lessens what the song earns, commission and all', () => {
    const part = after({}, ['charged', WHOLE], ['part_refunded', 30_000])
    assert.deepEqual(sumsOf(part.payment), { amount: 30_000, letGo: 0, givenBack: 20_000, lost: 0 })
    const playing = { ...part.payment, state: 'releasing', releaseAt: MOMENTS.start } as const
    const earned = advancedByTime(playing, MOMENTS.start)
    assert.deepEqual(booksAfter([...part.postings, ...earned.postings]), {
      'posted acq_receivable': 30_000,
      'posted artist_payable:a': -27_000,
      'posted commission_song': -3000,
    })
  })

  test('is no more owed back where all of it was to be', () => {
    const paid = after({}, ['charged', WHOLE])
    const skipped = unplayed(paid.payment, 'skipped')
    const part = reported(skipped.payment, 'part_refunded', 30_000)
    const whole = reported(part.payment, 'refunded', null)
    const books = [...paid.postings, ...skipped.postings, ...part.postings]
    assert.deepEqual(booksAfter(books), {
      'posted acq_receivable': 30_000,
      'posted refund_due:p': -30_000,
    })
    assert.equal(whole.payment.state, 'returned')
    assert.deepEqual(booksAfter([...books, ...whole.postings]), {})
  })

  test('of what was earned is our loss, once for each part, and the artist cannot give it back', () => {
    const tip = after({ kind: 'tip' }, ['charged', WHOLE], ['part_refunded', 30_000])
    const more = after({ kind: 'tip' }, ['charged', WHOLE], ...LESS)
    assert.equal(tip.payment.attention, 'lost_after_release')
    assert.deepEqual(sumsOf(more.payment), { amount: WHOLE, letGo: 0, givenBack: 0, lost: 40_000 })
    const earned = { 'posted artist_payable:a': -45_000, 'posted commission_tip': -5000 }
    const lost = { 'posted acq_receivable': 10_000, 'posted loss': 40_000 }
    assert.deepEqual(booksAfter(more.postings), { ...earned, ...lost })
    const gone = reported(more.payment, 'refunded', null)
    const all = { 'posted loss': WHOLE }
    assert.deepEqual(booksAfter([...more.postings, ...gone.postings]), { ...earned, ...all })
    const rich = { available: kopecks(WHOLE), disputed: false }
    assert.throws(() => returnCredited({ ...tip.payment, attention: null }, rich), Refusal)
  })

  test('before its money was seen leaves a payment of the rest', () => {
    const tip = after({ kind: 'tip', state: 'awaiting' }, ['part_refunded', 30_000])
    assert.deepEqual([tip.payment.state, tip.payment.amount], ['released', 30_000])
    assert.deepEqual(booksAfter(tip.postings), {
      'posted acq_receivable': 30_000,
      'posted artist_payable:a': -27_000,
      'posted commission_tip': -3000,
    })
    const late = after({ state: 'expired' }, ['part_refunded', 30_000])
    assert.deepEqual([late.payment.state, late.payment.reason], ['returning', 'late'])
    assert.equal(booksAfter(late.postings)['posted refund_due:p'], -30_000)
  })

  test('is told by a refund of the rest that is on its way already', () => {
    const part = after({}, ['charged', WHOLE], ['refunding', 20_000])
    assert.equal(part.payment.givenBack, 30_000)
    assert.equal(part.payment.state, 'secured')
  })

  test('ends the question that it was, and no other', () => {
    const asked = after({}, ['charged', WHOLE], ['part_refunded', null])
    assert.equal(asked.payment.attention, 'partial')
    assert.equal(reported(asked.payment, 'part_refunded', 30_000).payment.attention, null)
    const other = { ...asked.payment, attention: 'contradiction' } as const
    assert.equal(reported(other, 'part_refunded', 30_000).payment.attention, 'contradiction')
  })

  test('once booked is no news, whichever of both sums the bank tells', () => {
    for (const [first, state] of [
      ['held', 'part_held'],
      ['charged', 'part_refunded'],
    ] as const) {
      const part = after({}, [first, WHOLE], [state, 30_000])
      for (const sum of [30_000, WHOLE, null]) {
        const again = reported(part.payment, state, sum)
        assert.deepEqual([again.payment, again.postings], [part.payment, []], `${state} ${sum}`)
      }
    }
  })

  test('of a check whose nine rubles may be under way calls a person', () => {
    const check = after({ kind: 'check' }, ['charged', WHOLE], ['part_refunded', 30_000])
    assert.equal(check.payment.attention, 'partial')
    assert.equal(check.payment.amount, WHOLE)
  })
})
