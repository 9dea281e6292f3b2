import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAYMENT_KINDS, PAYMENT_STATES } from '#domain/payment.ts'
import { askAgainIn, waitsForBank } from './ask-again.ts'
import type { Asking } from './ask-again.ts'

const MINUTE = 60_000

const asking = (change: Partial<Asking>): Asking => ({
  payment: { kind: 'song', state: 'awaiting' },
  seenFor: 0,
  failures: 0,
  notBefore: 0,
  ...change,
})

test('a payment that waits is asked for every two or three seconds, later less often', () => {
  const soon = askAgainIn(asking({}))
  assert.ok(soon !== null && soon >= 2000 && soon <= 3000)
  const later = askAgainIn(asking({ seenFor: 3 * MINUTE }))
  assert.ok(later !== null && later > soon)
  assert.notEqual(askAgainIn(asking({ seenFor: 600 * MINUTE })), null)
})

test('what is over for good is not asked for any more', () => {
  for (const kind of PAYMENT_KINDS)
    for (const state of ['released', 'returned'] as const)
      assert.equal(askAgainIn(asking({ payment: { kind, state } })), null)
  assert.equal(
    askAgainIn(asking({ payment: { kind: 'tip', state: 'expired' }, seenFor: 60 * MINUTE })),
    null,
  )
})

test('silence makes the asks rarer, up to half a minute', () => {
  const waits = [1, 2, 3, 4, 5, 50].map((failures) => askAgainIn(asking({ failures })) ?? 0)
  assert.deepEqual(
    waits,
    waits.toSorted((one, other) => one - other),
  )
  assert.equal(waits.at(-1), 30_000)
})

test('the server’s own «not before» is kept', () => {
  assert.equal(askAgainIn(asking({ failures: 1, notBefore: 45_000 })), 45_000)
})

test('no ask comes sooner after a failure than without one', () => {
  for (const kind of PAYMENT_KINDS)
    for (const state of PAYMENT_STATES)
      for (const seenFor of [0, 3 * MINUTE, 15 * MINUTE]) {
        const usual = askAgainIn(asking({ payment: { kind, state }, seenFor }))
        const failed = askAgainIn(asking({ payment: { kind, state }, seenFor, failures: 1 }))
        assert.equal(usual === null, failed === null)
        if (usual !== null && failed !== null) assert.ok(failed >= usual)
      }
})

test('nothing known, a page of the bank and a check on its way are waited for', () => {
  assert.equal(waitsForBank(null), true)
  assert.equal(waitsForBank({ kind: 'tip', state: 'created' }), true)
  assert.equal(waitsForBank({ kind: 'check', state: 'secured' }), true)
  assert.equal(waitsForBank({ kind: 'song', state: 'secured' }), false)
})
