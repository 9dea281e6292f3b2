import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { guardAt, PAYMENT_KINDS } from './payment.ts'
import type { Payment } from './payment.ts'
import * as watch from './payment-watch.ts'
import {
  DAY,
  everyHistory,
  freshPayment,
  HOUR,
  MINUTE,
  MOMENTS,
  START,
  KINDS_AND_MODES,
} from './payment.fixture.ts'

function later(ms: number, from = START): Date {
  return new Date(from.getTime() + ms)
}

/** Runs the check for every payment that events can lead to. */
function wherever(check: (payment: Payment) => void): void {
  for (const taken of KINDS_AND_MODES)
    for (const { payment, path } of everyHistory(taken)) {
      try {
        check(payment)
      } catch (error) {
        throw new Error(`${taken.kind} ${taken.mode}: ${path.join(', ')}`, { cause: error })
      }
    }
}

const kindWanted = (change: Partial<Payment>): string | null =>
  watch.nextOperation(freshPayment(change))?.kind ?? null

describe('what is asked of the bank', () => {
  test('each question is asked where it is due, and no other', () => {
    wherever((payment) => {
      const { state, funds, guarded, bankState, attention } = payment
      const asked = watch.nextOperation(payment)?.kind ?? null
      const dead = state === 'failed' || state === 'expired' || state === 'canceled'
      const held = funds === 'hold'
      const heldThere = bankState === 'held' || bankState === 'part_held'
      const unpaid =
        state === 'created' || state === 'awaiting' || (dead && payment.kind !== 'song')
      const passes = payment.mode === 'capture' && heldThere && unpaid && attention === null
      assert.equal(asked === 'open', state === 'created' && !passes)
      const takes = (state === 'releasing' && held) || (state === 'secured' && held && guarded)
      assert.equal(asked === 'capture', takes || passes)
      assert.equal(asked === 'give_back', state === 'returning' && bankState !== 'refunding')
      assert.equal(asked === 'close_link', dead && bankState === 'new')
    })
  })

  test('nothing is asked where the money has come to rest', () => {
    wherever((payment) => {
      if (payment.state === 'released' || payment.state === 'returned')
        assert.equal(watch.nextOperation(payment), null)
    })
  })

  test('a hold is taken after the grace and not before; everything else is asked at once', () => {
    wherever((payment) => {
      const asked = watch.nextOperation(payment)
      if (asked === null) return
      assert.deepEqual(asked.notBefore, payment.state === 'releasing' ? payment.releaseAt : null)
    })
  })

  test('a hold that no song waits for is captured at once, also one of a gift or a check that came late', () => {
    const held = { mode: 'capture', state: 'awaiting', bankState: 'held' } as const
    for (const kind of PAYMENT_KINDS) assert.equal(kindWanted({ ...held, kind }), 'capture')
    assert.equal(kindWanted({ ...held, bankState: 'new' }), null)
    // At a one-stage terminal the hold is only transient; a sum other than ours is left to a person.
    assert.equal(kindWanted({ ...held, mode: 'charge' }), null)
    assert.equal(kindWanted({ ...held, attention: 'amount_mismatch' }), null)
    const late = { ...held, state: 'expired' } as const
    assert.equal(kindWanted({ ...late, kind: 'tip' }), 'capture')
    assert.equal(kindWanted({ ...late, kind: 'check' }), 'capture')
    assert.equal(kindWanted({ ...late, kind: 'song' }), null)
  })

  test('a refund that was refused for good waits for a person', () => {
    const returning = { state: 'returning', funds: 'charged' } as const
    assert.equal(kindWanted(returning), 'give_back')
    assert.equal(kindWanted({ ...returning, attention: 'refund_refused' }), null)
  })

  test('a refund under way is not asked for again', () => {
    const returning = { state: 'returning', funds: 'charged' } as const
    assert.equal(kindWanted({ ...returning, bankState: 'refunding' }), null)
    // The bank has dropped the refund.
    assert.equal(kindWanted({ ...returning, bankState: 'charged' }), 'give_back')
  })

  test('a page is closed only while nobody has begun to pay on it', () => {
    assert.equal(kindWanted({ state: 'canceled', bankState: 'new' }), 'close_link')
    assert.equal(kindWanted({ state: 'canceled', bankState: 'busy' }), null)
    assert.equal(kindWanted({ state: 'canceled', bankState: null }), null)
  })
})

const unchangedChecks = fc.nat(20)
const since = fc.integer({ min: 0, max: 40 * DAY }).map((ms) => later(ms))

describe('the next look', () => {
  test('is never in the past, nor now, and never missing while something is wanted', () => {
    wherever((payment) => {
      for (const now of [...Object.values(MOMENTS), later(40 * DAY)])
        for (const times of [0, 3, 20]) {
          const next = watch.nextStatusCheckAt(payment, now, times)
          if (next !== null) assert.ok(next > now, now.toISOString())
          if (watch.nextOperation(payment) !== null) assert.notEqual(next, null, now.toISOString())
        }
    })
  })

  test('comes within the hour, or with the grace, wherever money may still move', () => {
    wherever((payment) => {
      if (payment.state === 'releasing') return
      const next = watch.nextStatusCheckAt(payment, START, 20)
      if (next !== null) assert.ok(next <= later(HOUR))
    })
  })

  test('comes at any moment until what can change has changed', () => {
    const moving = new Set(['created', 'awaiting', 'releasing', 'returning'])
    wherever((payment) => {
      const next = watch.nextStatusCheckAt(payment, later(40 * DAY), 20)
      const held = payment.state === 'secured' && payment.funds === 'hold'
      if (moving.has(payment.state) || held) assert.notEqual(next, null)
      if (payment.state === 'returned') assert.equal(next, null)
      if (payment.state === 'released')
        assert.equal(
          next === null,
          payment.bankState !== 'refunding' && payment.bankState !== 'busy',
        )
    })
  })

  test('goes on hourly while the bank has not ended what was called off', () => {
    const now = later(2 * DAY)
    for (const state of ['failed', 'expired', 'canceled'] as const) {
      for (const bankState of ['busy', 'held', 'charged', 'part_refunded'] as const)
        assert.deepEqual(
          watch.nextStatusCheckAt(freshPayment({ state, bankState }), now, 20),
          later(HOUR, now),
          `${state} ${bankState}`,
        )
      for (const bankState of ['canceled', 'rejected', 'expired', 'voided', 'refunded'] as const)
        assert.equal(watch.nextStatusCheckAt(freshPayment({ state, bankState }), now, 20), null)
    }
  })

  test('goes on while a charge that nobody here asked to give back is on its way back, or nobody knows where', () => {
    for (const state of ['secured', 'releasing', 'released'] as const)
      for (const bankState of ['refunding', 'busy'] as const)
        assert.deepEqual(
          watch.nextStatusCheckAt(freshPayment({ state, funds: 'charged', bankState }), START, 0),
          later(5000),
        )
  })

  test('is the more patient, the longer nothing was new', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 50].map((times) => {
      const next = watch.nextStatusCheckAt(freshPayment({ state: 'returning' }), START, times)
      return ((next?.getTime() ?? NaN) - START.getTime()) / 1000
    })
    assert.deepEqual(waits, [5, 15, 60, 300, 900, 3600, 3600, 3600])
  })

  test('does not sleep through the end of the link', () => {
    const waiting = freshPayment({ state: 'awaiting', bankState: 'new' })
    const end = waiting.expiresAt.getTime()
    assert.deepEqual(watch.nextStatusCheckAt(waiting, new Date(end - MINUTE), 5), waiting.expiresAt)
    assert.deepEqual(watch.nextStatusCheckAt(waiting, waiting.expiresAt, 5), new Date(end + HOUR))
  })

  test('does not sleep through the end of the grace, and comes no sooner', () => {
    const releaseAt = later(MINUTE)
    for (const funds of ['hold', 'charged'] as const) {
      const releasing = freshPayment({ state: 'releasing', funds, releaseAt })
      for (const times of [0, 5])
        assert.deepEqual(watch.nextStatusCheckAt(releasing, START, times), releaseAt)
      assert.deepEqual(watch.nextStatusCheckAt(releasing, releaseAt, 0), later(5000, releaseAt))
    }
  })

  test('does not sleep through the guard of a hold, and leaves a charge in peace', () => {
    const holdUntil = later(DAY)
    const held = freshPayment({ state: 'secured', funds: 'hold', holdUntil })
    const guard = guardAt(holdUntil)
    assert.deepEqual(watch.nextStatusCheckAt(held, later(-MINUTE, guard), 0), guard)
    assert.deepEqual(watch.nextStatusCheckAt(held, guard, 0), later(HOUR, guard))
    assert.deepEqual(watch.nextStatusCheckAt(held, START, 0), later(HOUR))
    assert.deepEqual(watch.nextStatusCheckAt({ ...held, holdUntil: null }, START, 0), later(HOUR))
    assert.equal(watch.nextStatusCheckAt({ ...held, funds: 'charged' }, START, 0), null)
  })

  test('after a link was closed comes until late money can come no more, the last one at that very moment', () => {
    const dead = freshPayment({ state: 'expired', bankState: 'expired' })
    const last = later(2 * HOUR, dead.expiresAt)
    assert.deepEqual(watch.nextStatusCheckAt(dead, later(-MINUTE, last), 5), last)
    assert.equal(watch.nextStatusCheckAt(dead, last, 0), null)
    fc.assert(
      fc.property(since, unchangedChecks, (now, times) => {
        assert.equal(watch.nextStatusCheckAt(dead, now, times) === null, now >= last)
      }),
    )
  })

  test('never comes for what nobody ever saw a page of', () => {
    for (const state of ['failed', 'expired', 'canceled'] as const)
      assert.equal(watch.nextStatusCheckAt(freshPayment({ state }), START, 0), null)
  })
})

describe('a link', () => {
  const end = (concertOver: number | null): number => {
    const over = concertOver === null ? null : later(concertOver)
    return watch.linkEnd(START, over).getTime() - START.getTime()
  }

  test('lives a quarter of an hour, or until its concert is over', () => {
    assert.equal(end(null), 15 * MINUTE)
    assert.equal(end(DAY), 15 * MINUTE)
    assert.equal(end(15 * MINUTE), 15 * MINUTE)
    assert.equal(end(15 * MINUTE - 1), 15 * MINUTE - 1)
    assert.equal(end(2 * MINUTE), 2 * MINUTE)
  })

  test('lives no shorter than the bank takes, even where the concert is over already', () => {
    for (const over of [-DAY, 0, MINUTE, 75_000]) assert.equal(end(over), 75_000)
    assert.equal(end(75_001), 75_001)
  })
})

const moscow = (moment: string): Date => new Date(`${moment}+03:00`)

describe('a hold', () => {
  test('of 1 March lasts until 7 March is over, both in Moscow', () => {
    const over = moscow('2026-03-08T00:00:00')
    for (const time of ['00:00:00', '02:59:59', '03:00:00', '12:00:00', '23:59:59.999'])
      assert.deepEqual(watch.usualHoldEnd(moscow(`2026-03-01T${time}`)), over, time)
    assert.deepEqual(
      watch.usualHoldEnd(moscow('2026-03-02T00:00:00')),
      moscow('2026-03-09T00:00:00'),
    )
    assert.deepEqual(
      watch.usualHoldEnd(moscow('2026-12-31T23:00:00')),
      moscow('2027-01-07T00:00:00'),
    )
  })

  test('lasts more than six days and seven at most, from any moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (moment) => {
        const lasts = watch.usualHoldEnd(new Date(moment)).getTime() - moment
        assert.ok(lasts > 6 * DAY && lasts <= 7 * DAY)
      }),
    )
  })

  test('is made only where the concert is over six hours before it ends', () => {
    const now = moscow('2026-03-01T20:00:00')
    assert.equal(watch.holdLasts(now, moscow('2026-03-01T23:00:00')), true)
    assert.equal(watch.holdLasts(now, moscow('2026-03-07T18:00:00')), true)
    assert.equal(watch.holdLasts(now, moscow('2026-03-07T18:00:00.001')), false)
    assert.equal(watch.holdLasts(now, moscow('2026-03-20T20:00:00')), false)
  })
})
