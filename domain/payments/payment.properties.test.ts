import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { kindOf } from './ledger.ts'
import type { LedgerAccount } from './ledger.ts'
import { kopecks } from '../money.ts'
import * as payments from './payment.ts'
import type { Payment } from './payment.ts'
import {
  booksAfter,
  booksOf,
  everyHistory,
  freshPayment,
  PAYMENT_EVENTS,
  hasRepeatedKey,
  afterEvent,
  returnIt,
  balanceOf,
  KINDS_AND_MODES,
  nameOf,
} from './payment.fixture.ts'
import type { PaymentBooks, PaymentHistory } from './payment.fixture.ts'

const { PAYMENT_KINDS, PAYMENT_TRANSITIONS, PAYMENT_STATES } = payments

/** Runs the check for every payment that any events can lead to. */
function wherever(check: (history: PaymentHistory) => void): void {
  for (const taken of KINDS_AND_MODES)
    for (const history of everyHistory(taken)) {
      try {
        check(history)
      } catch (error) {
        throw new Error(`${taken.kind} ${taken.mode}: ${history.path.join(', ')}`, { cause: error })
      }
    }
}

/** Returns what the ledger must have for a payment, from its state alone. */
function booksBy(payment: Payment): PaymentBooks {
  const earning = payments.earning(payment)
  const amount: number = earning.amount
  const commission: number = earning.commission
  const earned = {
    song: ['posted artist_payable:a', 'posted commission_song'],
    tip: ['posted artist_payable:a', 'posted commission_tip'],
    check: ['posted check:p', 'posted commission_check'],
  }[payment.kind]
  const divided = [
    [earned[0] ?? '', commission - amount],
    [earned[1] ?? '', -commission],
  ] as const
  const layer = payment.funds === 'hold' ? 'pending' : 'posted'
  const bank = [`${layer} acq_receivable`, amount] as const
  const kept = [bank, [`${layer} escrow:p`, -amount]] as const
  switch (payment.state) {
    case 'secured':
    case 'releasing':
      return booksOf(payment.kind === 'check' ? [bank, ...divided] : kept)
    case 'released':
      return booksOf([
        ['posted loss', payment.funds === 'none' ? amount : payment.lost],
        ['posted acq_receivable', payment.funds === 'none' ? 0 : amount - payment.lost],
        ...divided,
      ])
    case 'returning':
      return booksOf(payment.funds === 'hold' ? kept : [bank, ['posted refund_due:p', -amount]])
    case 'created':
    case 'awaiting':
    case 'returned':
    case 'failed':
    case 'expired':
    case 'canceled':
      break
  }
  return {}
}

describe('whatever befalls a payment, in whatever order', () => {
  test('the walk comes through every state that its kind has', () => {
    const met = (kind: Payment['kind']): string[] =>
      PAYMENT_STATES.filter((state) =>
        KINDS_AND_MODES.filter((taken) => taken.kind === kind).every((taken) =>
          everyHistory(taken).some((one) => one.payment.state === state),
        ),
      )
    assert.deepEqual(met('song'), [...PAYMENT_STATES])
    assert.deepEqual(
      met('tip'),
      PAYMENT_STATES.filter((state) => state !== 'secured' && state !== 'releasing'),
    )
    assert.deepEqual(
      met('check'),
      PAYMENT_STATES.filter((state) => state !== 'releasing'),
    )
  })

  test('the ledger says exactly what the state says', () => {
    wherever(({ payment, postings }) => {
      assert.deepEqual(booksAfter(postings), booksBy(payment))
    })
  })

  test('nothing is written twice, and a hold is undone only where it was made', () => {
    wherever((history) => {
      assert.equal(hasRepeatedKey(history), false)
      const keys = history.postings.map(({ key }) => key)
      for (const [at, { resolves }] of history.postings.entries())
        if (resolves !== null) assert.ok(keys.slice(0, at).includes(resolves))
    })
  })

  test('it is never both earned and on its way back, but for what its artist gave back', () => {
    const earned = new Set(['released', 'tip'])
    const back = new Set(['return_due', 'check_return', 'refunded'])
    wherever(({ payment, postings }) => {
      const causes = postings.map(({ cause }) => cause)
      const given = causes.indexOf('credit_returned')
      const before = given < 0 ? causes : causes.slice(0, given)
      const both = before.some((one) => earned.has(one)) && before.some((one) => back.has(one))
      assert.ok(!both)
      if (given < 0) return
      assert.ok(before.some((one) => earned.has(one)))
      const then = causes.slice(given + 1).filter((one) => one !== 'part_refunded')
      assert.deepEqual(then, payment.state === 'returned' ? ['refunded'] : [])
    })
  })

  test('money that waits for a song is held or charged, and money behind a dead end is neither', () => {
    const noMoney = new Set(['created', 'awaiting', 'failed', 'expired', 'canceled'])
    wherever(({ payment: { state, funds, kind } }) => {
      if (noMoney.has(state)) assert.equal(funds, 'none')
      if (state === 'secured' || state === 'releasing' || state === 'returning')
        assert.notEqual(funds, 'none')
      if (kind !== 'song') assert.notEqual(funds, 'hold')
    })
  })

  test('it moves only as the table says, and money that comes for nothing goes through «returning»', () => {
    wherever((history) => {
      const from = history.payment.state
      for (const event of PAYMENT_EVENTS) {
        const to = afterEvent(history, event).payment.state
        const straight = from === to || PAYMENT_TRANSITIONS[from].includes(to)
        const backAtOnce = to === 'returned' && PAYMENT_TRANSITIONS[from].includes('returning')
        assert.ok(straight || backAtOnce, `${from} → ${to} by ${event.name}`)
      }
    })
  })

  test('what befell it twice in a row befell it once', () => {
    wherever((history) => {
      for (const event of PAYMENT_EVENTS) {
        const once = afterEvent(history, event)
        const twice = afterEvent(once, event)
        assert.equal(nameOf(twice), nameOf(once), event.name)
      }
    })
  })

  test('what is over takes no money any more, but for losses of what was earned', () => {
    const over = new Set(['released', 'returned'])
    wherever((history) => {
      if (!over.has(history.payment.state)) return
      for (const event of PAYMENT_EVENTS) {
        const next = afterEvent(history, event)
        const isGivenBack = event === returnIt && next.payment.state === 'returning'
        if (isGivenBack) continue
        assert.equal(next.payment.state, history.payment.state)
        const more = next.postings.slice(history.postings.length).map(({ cause }) => cause)
        if (more.length === 0) continue
        assert.equal(more.length, 1)
        assert.ok(more[0] === 'lost' || more[0] === 'part_lost')
        assert.equal(history.payment.state, 'released')
        assert.equal(next.payment.attention, 'lost_after_release')
      }
    })
  })

  test('who pays, to whom and how much never changes', () => {
    wherever(({ payment }) => {
      const { id, artistId, amount, commissionBps, expiresAt } = freshPayment()
      assert.deepEqual({ ...payment, id, artistId, commissionBps, expiresAt }, { ...payment })
      assert.equal(payment.amount + payment.letGo + payment.givenBack, amount)
      assert.ok(payment.lost >= 0 && payment.lost < payment.amount)
    })
  })
})

const anyHistory = fc
  .record({
    kind: fc.constantFrom(...PAYMENT_KINDS),
    amount: fc.integer({ min: 1, max: 1_500_000 }).map(kopecks),
    commissionBps: fc.integer({ min: 0, max: 10_000 }),
    events: fc.array(fc.constantFrom(...PAYMENT_EVENTS), { maxLength: 40, size: 'max' }),
  })
  .map(({ events, ...made }) => {
    const histories: PaymentHistory[] = []
    let history: PaymentHistory = { payment: freshPayment(made), postings: [], path: [] }
    for (const event of events) {
      history = afterEvent(history, event)
      histories.push(history)
    }
    return histories
  })

describe('for any amount and any commission, at every step', () => {
  test('every posting sums to zero in its layer and no debt of ours falls below zero', () => {
    fc.assert(
      fc.property(anyHistory, (histories) => {
        for (const { postings, path } of histories) {
          for (const { lines } of postings)
            assert.equal(
              lines.reduce((sum, { amount }) => sum + amount, 0),
              0,
            )
          for (const [name, sum] of Object.entries(booksAfter(postings)))
            if (kindOf(name.split(' ')[1] as 'escrow') === 'liability')
              assert.ok(sum < 0, `${name} after ${path.join(', ')}`)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('what was charged is in escrow, released, refunded or due back, to the kopeck', () => {
    fc.assert(
      fc.property(anyHistory, (histories) => {
        for (const { payment, postings } of histories) {
          const books = booksAfter(postings)
          const amount = payment.amount + payment.letGo + payment.givenBack
          const owed = (account: LedgerAccount): number => 0 - balanceOf(books, account)
          const atBank = (...causes: string[]): number =>
            balanceOf(
              booksAfter(postings.filter(({ cause }) => causes.includes(cause))),
              'acq_receivable',
            )
          const inEscrow = owed('escrow:p')
          const atNumber = owed('check:p')
          const dueBack = owed('refund_due:p')
          const net = owed('artist_payable:a')
          const ours = owed('commission_song') + owed('commission_tip') + owed('commission_check')
          const charged = atBank('charged', 'tip', 'check_paid')
          const refunded = 0 - atBank('refunded', 'part_refunded')
          assert.ok(charged <= amount)
          assert.equal(charged, inEscrow + atNumber + net + ours + refunded + dueBack)
          if (net > 0) {
            assert.equal(net + ours, payment.amount)
            assert.equal(ours, payments.earning(payment).commission)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
