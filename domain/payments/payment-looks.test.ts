import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kopecks } from '../money.ts'
import {
  advancedByTime,
  BANK_STATES,
  PAYMENT_KINDS,
  PAYMENT_MODES,
  PAYMENT_TRANSITIONS,
  PAYMENT_STATES,
} from './payment.ts'
import type { BankState, Payment } from './payment.ts'
import { applyLook } from './payment-looks.ts'
import { freshPayment, lookOf } from './payment.fixture.ts'

/** In these states a sum below ours is what is left of it. */
const BACK = new Set<BankState>([
  'part_held',
  'part_refunded',
  'refunding',
  'refunded',
  'voided',
  'busy',
])
const isUnbooked = ({ state }: Payment) =>
  ['created', 'awaiting', 'failed', 'expired', 'canceled'].includes(state)
const OF_HOLDS = new Set(['held', 'hold_ended', 'part_let_go'])
const FUNDS = ['none', 'hold', 'charged'] as const

/** Every state with every funds, reachable or not, at every state of the bank. */
function everyCell(check: (payment: Payment, state: BankState) => void): void {
  for (const kind of PAYMENT_KINDS)
    for (const state of PAYMENT_STATES)
      for (const funds of FUNDS)
        for (const bankState of BANK_STATES)
          for (const mode of PAYMENT_MODES) {
            try {
              check(freshPayment({ kind, mode, state, funds }), bankState)
            } catch (error) {
              const met = `${kind} ${mode} ${state} ${funds} sees ${bankState}`
              throw new Error(met, { cause: error })
            }
          }
}

describe('at every state, every funds and every word of the bank', () => {
  test('a look moves as the table says or not at all, and each posting sums to zero', () => {
    everyCell((payment, bankState) => {
      const after = applyLook(payment, lookOf(payment, bankState))
      const [from, to] = [payment.state, after.payment.state]
      const backAtOnce = to === 'returned' && PAYMENT_TRANSITIONS[from].includes('returning')
      assert.ok(from === to || PAYMENT_TRANSITIONS[from].includes(to) || backAtOnce, `to ${to}`)
      for (const { lines, layer, cause } of after.postings) {
        assert.equal(
          lines.reduce((sum, { amount }) => sum + amount, 0),
          0,
        )
        assert.equal(layer === 'pending', OF_HOLDS.has(cause))
      }
    })
  })

  test('a look is remembered, and one that brought no news costs nothing', () => {
    everyCell((payment, bankState) => {
      const first = applyLook(payment, lookOf(payment, bankState, { method: 'sbp' })).payment
      assert.equal(first.bankState, bankState)
      assert.equal(first.bankPaymentId, 'b')
      assert.equal(first.method, 'sbp')
      const again = applyLook(first, lookOf(payment, bankState))
      assert.equal(again.payment.method, 'sbp')
    })
  })

  test('another amount than ours moves nothing and calls a person', () => {
    everyCell((payment, bankState) => {
      const isOfHold =
        payment.funds === 'hold' || (payment.mode !== 'charge' && isUnbooked(payment))
      const isHoldCharged = isOfHold && bankState === 'charged'
      const isInParts = BACK.has(bankState) || isHoldCharged
      for (const more of isInParts ? [1] : [-1, 1]) {
        const amount = kopecks(payment.amount + more)
        const after = applyLook(payment, lookOf(payment, bankState, { amount }))
        assert.equal(after.payment.state, payment.state)
        assert.equal(after.payment.funds, payment.funds)
        assert.equal(after.payment.attention, 'amount_mismatch')
        assert.deepEqual(after.postings, [])
      }
    })
  })

  test('a look that tells no amount is about ours', () => {
    everyCell((payment, bankState) => {
      const silent = applyLook(payment, lookOf(payment, bankState, { amount: null }))
      assert.deepEqual(silent, applyLook(payment, lookOf(payment, bankState)))
    })
  })

  test('a part whose sum is not told moves nothing and calls a person', () => {
    everyCell((payment) => {
      for (const word of ['part_held', 'part_refunded'] as const) {
        const after = applyLook(payment, lookOf(payment, word))
        assert.equal(after.payment.state, payment.state)
        assert.equal(after.payment.attention, 'partial')
        assert.deepEqual(after.postings, [])
        const ofReceipt = { ...payment, attention: 'receipt_refused' } as const
        assert.equal(applyLook(ofReceipt, lookOf(payment, word)).payment.attention, 'partial')
      }
    })
  })

  test('a word that we do not know never ends anything', () => {
    everyCell((payment) => {
      for (const bankState of ['new', 'busy'] as const) {
        const { postings, payment: after } = applyLook(payment, lookOf(payment, bankState))
        assert.deepEqual(
          [after.state, after.funds, after.attention],
          [payment.state, payment.funds, null],
        )
        assert.deepEqual(postings, [])
      }
    })
  })
})

/** `awaiting` → `secured hold`: what one look makes of a payment, and what it writes. */
function oneLook(change: Partial<Payment>, bankState: BankState): string {
  const payment = freshPayment(change)
  const { payment: after, postings } = applyLook(payment, lookOf(payment, bankState))
  const words = [after.state, after.funds, after.reason, after.attention].filter((one) => one)
  return [words.join(' '), ...postings.map(({ cause }) => cause)].join(' + ')
}

describe('a look at the bank', () => {
  test('ends a song’s hold by whichever word the bank has for it', () => {
    for (const gone of ['voided', 'canceled', 'rejected', 'expired'] as const) {
      assert.equal(
        oneLook({ state: 'secured', funds: 'hold' }, gone),
        'returned hold external returned_by_bank + hold_ended',
      )
      assert.equal(
        oneLook({ state: 'returning', funds: 'hold' }, gone),
        'returned hold + hold_ended',
      )
    }
  })

  test('books at once a refund under way that nobody here asked for, and sends nothing twice', () => {
    for (const state of ['created', 'awaiting', 'failed', 'expired', 'canceled'] as const) {
      const late = 'charged late + charged + return_due'
      assert.equal(oneLook({ state }, 'refunding'), `returning ${late}`)
      assert.equal(oneLook({ state }, 'refunded'), `returned ${late} + refunded`)
    }
    for (const state of ['secured', 'releasing'] as const) {
      const taken = `${state} charged + hold_ended + charged`
      assert.equal(oneLook({ state, funds: 'hold' }, 'refunding'), taken)
      assert.equal(oneLook({ state, funds: 'charged' }, 'refunding'), `${state} charged`)
      const back = 'returned charged external returned_by_bank'
      assert.equal(
        oneLook({ state, funds: 'hold' }, 'refunded'),
        `${back} + hold_ended + charged + return_due + refunded`,
      )
      assert.equal(
        oneLook({ state, funds: 'charged' }, 'refunded'),
        `${back} + return_due + refunded`,
      )
    }
    assert.equal(
      oneLook({ state: 'returning', funds: 'hold' }, 'refunding'),
      'returning charged + hold_ended + charged + return_due',
    )
  })

  test('books a loss once where the bank takes back what was earned', () => {
    for (const kind of ['song', 'tip', 'check'] as const)
      for (const gone of ['voided', 'refunded'] as const) {
        const released = { kind, state: 'released' } as const
        assert.equal(
          oneLook({ ...released, funds: 'charged' }, gone),
          'released none lost_after_release + lost',
        )
        assert.equal(oneLook({ ...released, funds: 'none' }, gone), 'released none')
      }
  })

  test('secures a song that waits, held or charged', () => {
    for (const state of ['created', 'awaiting'] as const) {
      assert.equal(oneLook({ state }, 'held'), 'secured hold + held')
      assert.equal(oneLook({ state }, 'charged'), 'secured charged + charged')
    }
  })

  test('makes a tip earned as soon as it is charged, however late, and never by a hold', () => {
    for (const state of ['created', 'awaiting', 'failed', 'expired', 'canceled'] as const) {
      assert.equal(oneLook({ kind: 'tip', state }, 'charged'), 'released charged + tip')
      assert.equal(oneLook({ kind: 'tip', state }, 'held'), `${state} none`)
    }
  })

  test('ends what nobody paid with the bank’s reason', () => {
    const state = 'awaiting'
    assert.equal(oneLook({ state }, 'rejected'), 'failed none declined')
    assert.equal(oneLook({ state }, 'expired'), 'expired none link_expired')
    assert.equal(oneLook({ state }, 'canceled'), 'canceled none external')
    assert.equal(oneLook({ state, kind: 'tip' }, 'voided'), 'canceled none external')
  })

  test('sends late money for a song or a check back, and never revives them', () => {
    for (const state of ['failed', 'expired', 'canceled'] as const) {
      assert.equal(oneLook({ state }, 'held'), 'returning hold late + held')
      for (const kind of ['song', 'check'] as const)
        assert.equal(
          oneLook({ kind, state }, 'charged'),
          'returning charged late + charged + return_due',
        )
    }
  })

  test('leaves a played song its grace when its hold is taken, and the time releases it', () => {
    assert.equal(
      oneLook({ state: 'releasing', funds: 'hold' }, 'charged'),
      'releasing charged + hold_ended + charged',
    )
    const releaseAt = new Date('2026-03-01T18:00:20Z')
    const playing = freshPayment({ state: 'releasing', funds: 'hold', releaseAt })
    const taken = applyLook(playing, lookOf(playing, 'charged')).payment
    assert.equal(
      advancedByTime(taken, new Date(releaseAt.getTime() - 1)).payment.state,
      'releasing',
    )
    assert.equal(advancedByTime(taken, releaseAt).payment.state, 'released')
  })

  test('keeps a guarded song in escrow when its hold is taken before it was played', () => {
    assert.equal(
      oneLook({ state: 'secured', funds: 'hold', guarded: true }, 'charged'),
      'secured charged + hold_ended + charged',
    )
    const guarded = freshPayment({ state: 'secured', funds: 'hold', guarded: true })
    assert.equal(applyLook(guarded, lookOf(guarded, 'charged')).payment.guarded, false)
  })

  test('credits nobody for a played song whose hold is gone, and calls a person', () => {
    for (const gone of ['voided', 'canceled', 'rejected', 'expired'] as const)
      assert.equal(
        oneLook({ state: 'releasing', funds: 'hold' }, gone),
        'failed none hold_lost hold_lost + hold_ended',
      )
  })

  test('returns a song whose money the bank gave back by itself, and calls a person', () => {
    const back = 'external returned_by_bank'
    assert.equal(
      oneLook({ state: 'secured', funds: 'hold' }, 'voided'),
      `returned hold ${back} + hold_ended`,
    )
    assert.equal(
      oneLook({ state: 'secured', funds: 'charged' }, 'refunded'),
      `returned charged ${back} + return_due + refunded`,
    )
    assert.equal(
      oneLook({ kind: 'check', state: 'secured', funds: 'charged' }, 'refunded'),
      'secured charged returned_by_bank',
    )
  })

  test('closes the way back by a void or by a refund, and waits while a refund is under way', () => {
    assert.equal(
      oneLook({ state: 'returning', funds: 'hold' }, 'voided'),
      'returned hold + hold_ended',
    )
    assert.equal(
      oneLook({ state: 'returning', funds: 'charged' }, 'refunding'),
      'returning charged',
    )
    assert.equal(
      oneLook({ state: 'returning', funds: 'charged' }, 'refunded'),
      'returned charged + refunded',
    )
  })

  test('ends the question of a refused refund when the money is back all the same, and no other question', () => {
    const returning = { state: 'returning', attention: 'refund_refused' } as const
    assert.equal(
      oneLook({ ...returning, funds: 'charged' }, 'refunded'),
      'returned charged + refunded',
    )
    assert.equal(oneLook({ ...returning, funds: 'hold' }, 'voided'), 'returned hold + hold_ended')
    assert.equal(
      oneLook({ ...returning, funds: 'charged', attention: 'contradiction' }, 'refunded'),
      'returned charged contradiction + refunded',
    )
  })

  test('owes a hold as a refund where it was taken before it could be let go', () => {
    assert.equal(
      oneLook({ state: 'returning', funds: 'hold' }, 'charged'),
      'returning charged + hold_ended + charged + return_due',
    )
  })

  test('calls a person where money comes again after it went back, and where a charge was «voided»', () => {
    for (const again of ['held', 'charged'] as const)
      assert.equal(
        oneLook({ state: 'returned', funds: 'charged' }, again),
        'returned charged money_again',
      )
    for (const state of ['secured', 'returning'] as const)
      assert.equal(oneLook({ state, funds: 'charged' }, 'voided'), `${state} charged contradiction`)
  })

  test('never holds the same money twice in the books', () => {
    assert.equal(
      oneLook({ state: 'failed', reason: 'hold_lost' }, 'held'),
      'failed none hold_lost money_again',
    )
    assert.equal(
      oneLook({ state: 'failed', reason: 'hold_lost' }, 'voided'),
      'failed none hold_lost',
    )
  })
})
