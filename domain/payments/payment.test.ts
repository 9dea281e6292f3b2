import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kopecks } from '../money.ts'
import * as payments from './payment.ts'
import { booksAfter, freshPayment, MOMENTS, balanceOf, START } from './payment.fixture.ts'
import { Refusal } from '../refusal.ts'

const { PAYMENT_TRANSITIONS, PAYMENT_STATES } = payments

describe('the song was played', () => {
  const secured = freshPayment({ state: 'secured', funds: 'charged' })

  test('its money waits out the grace and is then the artist’s', () => {
    const { payment, postings } = payments.played(secured, START, 60)
    assert.equal(payment.state, 'releasing')
    assert.deepEqual(postings, [])
    const over = new Date(START.getTime() + 60_000)
    assert.deepEqual(payment.releaseAt, over)
    const before = new Date(over.getTime() - 1)
    assert.equal(payments.advancedByTime(payment, before).payment.state, 'releasing')
    const after = payments.advancedByTime(payment, over)
    assert.equal(after.payment.state, 'released')
    assert.deepEqual(
      after.postings.map(({ cause }) => cause),
      ['released'],
    )
  })

  test('until then it may be played again; afterwards the artist is refused in words', () => {
    const { payment } = payments.played(secured, START, 60)
    const last = new Date(START.getTime() + 59_999)
    assert.deepEqual(payments.undone(payment, last), { payment: secured, postings: [] })
    for (const one of [payment, { ...payment, state: 'released' } as const, secured]) {
      assert.throws(
        () => payments.undone(one, new Date(START.getTime() + 60_000)),
        (error) => {
          assert.ok(error instanceof Refusal)
          assert.equal(error.code, 'ILLEGAL_STEP')
          assert.match(error.message, /[а-яё]{4}/u)
          return true
        },
      )
    }
  })

  test('money that went back meanwhile keeps no song from being played again', () => {
    for (const state of ['returned', 'failed'] as const) {
      const gone = freshPayment({ state, releaseAt: START })
      assert.deepEqual(payments.undone(gone, START), payments.stay(gone))
    }
  })

  test('held money is not the artist’s by the clock alone: the bank has to be asked', () => {
    const held = freshPayment({ state: 'secured', funds: 'hold' })
    const { payment } = payments.played(held, START, 60)
    assert.deepEqual(payments.advancedByTime(payment, MOMENTS.guardTime), payments.stay(payment))
  })
})

test('a song that will not be played is called off unpaid, and its charge is owed back at once', () => {
  for (const state of ['created', 'awaiting'] as const) {
    const off = payments.unplayed(freshPayment({ state }), 'concert_over')
    assert.deepEqual([off.payment.state, off.payment.reason], ['canceled', 'concert_over'])
  }
  const causes = (funds: 'hold' | 'charged'): string[] => {
    const back = payments.unplayed(freshPayment({ state: 'secured', funds }), 'skipped')
    assert.deepEqual([back.payment.state, back.payment.reason], ['returning', 'skipped'])
    return back.postings.map(({ cause }) => cause)
  }
  assert.deepEqual(causes('hold'), [])
  assert.deepEqual(causes('charged'), ['return_due'])
})

describe('the artist gives credited money back', () => {
  const credited = freshPayment({ state: 'released', funds: 'charged', bankState: 'charged' })
  const purse = { available: kopecks(45_000), disputed: false }

  test('whole, out of his part and our commission, once', () => {
    for (const kind of ['song', 'tip'] as const) {
      const { payment, postings } = payments.returnCredited({ ...credited, kind }, purse)
      assert.deepEqual([payment.state, payment.reason], ['returning', 'returned_by_artist'])
      const books = booksAfter(postings)
      assert.equal(balanceOf(books, 'artist_payable:a'), 45_000)
      assert.equal(balanceOf(books, `commission_${kind}`), 5000)
      assert.equal(balanceOf(books, 'refund_due:p'), -50_000)
      refuses(payment, /уже возвращаются/u)
    }
  })

  test('with the question of its closing receipt gone', () => {
    const asked = { ...credited, receipt: 'refused', attention: 'receipt_refused' } as const
    assert.equal(payments.returnCredited(asked, purse).payment.attention, null)
  })

  test('never what was not credited, what is gone, or what the bank or a person has in hand', () => {
    for (const state of PAYMENT_STATES)
      if (state !== 'released') refuses({ ...credited, state }, /[а-яё]{4}/u)
    refuses({ ...credited, kind: 'check' }, /зачисленные/u)
    refuses({ ...credited, funds: 'none' }, /Банк уже сам/u)
    refuses({ ...credited, bankState: 'refunding' }, /Банк уже сам/u)
    refuses({ ...credited, attention: 'partial' }, /разбирательство/u)
    refuses(credited, /разбирательство/u, { ...purse, disputed: true })
  })

  test('what his balance lacks is taken from his next credits, within what he may owe', () => {
    const paidOut = { available: kopecks(100), disputed: false, mayOwe: kopecks(44_900) }
    const { postings } = payments.returnCredited(credited, paidOut)
    const books = booksAfter(postings)
    assert.equal(balanceOf(books, 'artist_payable:a'), 100)
    assert.equal(balanceOf(books, 'artist_debt:a'), 44_900)
    assert.equal(balanceOf(books, 'refund_due:p'), -50_000)
    refuses(credited, /^На балансе 1\s₽, а вернуть нужно 450\s₽$/u, {
      ...paidOut,
      mayOwe: kopecks(44_899),
    })
  })

  test('never more than his balance has, and says how much that is', () => {
    refuses(credited, /^На балансе 449,99\s₽, а вернуть нужно 450\s₽$/u, {
      ...purse,
      available: kopecks(44_999),
    })
  })

  type Purse = Parameters<typeof payments.returnCredited>[1]

  function refuses(payment: payments.Payment, words: RegExp, of: Purse = purse): void {
    assert.throws(
      () => payments.returnCredited(payment, of),
      (error) => error instanceof Refusal && words.test(error.message),
    )
  }
})

test('a song in its grace is not taken back by the end of the concert', () => {
  const releasing = freshPayment({ state: 'releasing', funds: 'charged', releaseAt: START })
  assert.deepEqual(payments.unplayed(releasing, 'concert_over'), payments.stay(releasing))
})

test('a page that the bank made after its payment was called off is kept, so that it can be closed', () => {
  const off = payments.unplayed(freshPayment(), 'skipped').payment
  const { payment } = payments.linked(off, { bankPaymentId: 'b', link: 'l' })
  assert.deepEqual(
    [payment.state, payment.bankPaymentId, payment.bankState],
    ['canceled', 'b', 'new'],
  )
})

test('a page that comes after the money forgets nothing of what was seen', () => {
  const secured = freshPayment({ state: 'secured', funds: 'hold', bankState: 'held' })
  const { payment } = payments.linked(secured, { bankPaymentId: 'b', link: 'l' })
  assert.deepEqual([payment.state, payment.bankState, payment.link], ['secured', 'held', 'l'])
})

test('a link ends by the clock only while its page is untouched', () => {
  const late = MOMENTS.linkOver
  for (const [bankState, state] of [
    [null, 'expired'],
    ['new', 'expired'],
    ['busy', 'awaiting'],
  ] as const) {
    const { payment } = payments.advancedByTime(
      freshPayment({ state: 'awaiting', bankState }),
      late,
    )
    assert.equal(payment.state, state)
  }
  const waiting = freshPayment({ state: 'awaiting', bankState: 'new' })
  const before = new Date(waiting.expiresAt.getTime() - 1)
  assert.equal(payments.advancedByTime(waiting, before).payment.state, 'awaiting')
  assert.equal(payments.advancedByTime(waiting, waiting.expiresAt).payment.state, 'expired')
})

test('a hold is guarded twelve hours before it ends, and a charge never', () => {
  const holdUntil = new Date('2026-03-07T21:00:00Z')
  const guard = new Date('2026-03-07T09:00:00Z')
  const held = freshPayment({ state: 'secured', funds: 'hold', holdUntil })
  assert.equal(payments.advancedByTime(held, new Date(guard.getTime() - 1)).payment.guarded, false)
  assert.equal(payments.advancedByTime(held, guard).payment.guarded, true)
  assert.equal(payments.advancedByTime({ ...held, funds: 'charged' }, guard).payment.guarded, false)
})

test('a move that the table does not have is a bug and stops at once', () => {
  for (const from of PAYMENT_STATES)
    for (const to of PAYMENT_STATES) {
      const go = (): unknown => payments.transition(freshPayment({ state: from }), to, {}, [])
      if (PAYMENT_TRANSITIONS[from].includes(to)) assert.doesNotThrow(go)
      else assert.throws(go, RangeError)
    }
})

test('a number that took its nine rubles keeps them, and one that did not gives all ten back', () => {
  const check = freshPayment({
    kind: 'check',
    state: 'secured',
    funds: 'charged',
    amount: kopecks(1000),
  })
  assert.deepEqual(payments.checked(check, true), {
    payment: { ...check, state: 'released' },
    postings: [],
  })
  const { payment, postings } = payments.checked(check, false)
  assert.deepEqual([payment.state, payment.reason], ['returning', 'number_rejected'])
  assert.equal(balanceOf(booksAfter(postings), 'refund_due:p'), -1000)
})
