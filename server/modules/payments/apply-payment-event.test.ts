import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PAYMENT_KINDS, PAYMENT_TRANSITIONS, PAYMENT_STATES } from '#domain/payments/payment.ts'
import { freshPayment } from '#domain/payments/payment.fixture.ts'
import { effectsOf } from './apply-payment-event.service.ts'
import type { StoredPayment } from './payments.store.ts'

function stored(change: Partial<StoredPayment>): StoredPayment {
  return {
    ...freshPayment(),
    mode: 'hold',
    attempt: 1,
    concertId: 'c',
    concertTitle: '',
    songId: 's',
    songTitle: '',
    songArtist: '',
    deviceId: 'd',
    shareGoal: null,
    battleId: null,
    message: '',
    returnWord: '',
    receiptTo: '',
    phone: null,
    sbpBankId: null,
    createdAt: new Date(0),
    securedAt: null,
    dueAt: null,
    leasedUntil: null,
    quietLooks: 0,
    lookedAt: null,
    unpaidLink: true,
    restoreCheck: null,
    ...change,
  }
}

const typesOf = (before: StoredPayment, after: StoredPayment) =>
  effectsOf(before, after).map(({ type }) => type)

describe('what the event of a payment means for others', () => {
  const paid = { state: 'secured', funds: 'hold' } as const
  for (const [sentence, before, after, types] of [
    ['the money of an order came', { state: 'awaiting' }, paid, ['order_secured']],
    ['the ten rubles of a check came', { kind: 'check' }, paid, ['check_secured']],
    [
      'the artist called a played song back: its money is there as it was',
      { ...paid, state: 'releasing' },
      paid,
      [],
    ],
    [
      'the bank took the money of a standing order back',
      paid,
      { state: 'returned', funds: 'none' },
      ['order_lost', 'money_settled'],
    ],
    [
      'the money of an order that is off arrived at the payer',
      { state: 'returning', funds: 'hold' },
      { state: 'returned', funds: 'none' },
      ['money_settled'],
    ],
    ['a song was earned', { state: 'releasing' }, { state: 'released' }, ['money_settled']],
    [
      'a played song has lost its hold',
      { state: 'releasing' },
      { state: 'failed' },
      ['money_settled'],
    ],
    [
      'a tip was earned',
      { kind: 'tip', concertId: null, songId: null, deviceId: null },
      { state: 'released' },
      ['money_settled'],
    ],
    ['a check was proved', { kind: 'check', ...paid }, { state: 'released' }, []],
    ['a check went back', { kind: 'check', state: 'returning' }, { state: 'returned' }, []],
    ['a look showed nothing new', paid, { quietLooks: 1 }, []],
  ] as const satisfies readonly [
    string,
    Partial<StoredPayment>,
    Partial<StoredPayment>,
    readonly string[],
  ][])
    test(`${sentence}: ${types.join(' and ') || 'nothing'}`, () => {
      const was = stored(before)
      assert.deepEqual(typesOf(was, { ...was, ...after }), types)
    })

  test('an order that is paid comes with all that its place in the queue needs', () => {
    const before = stored({ state: 'awaiting' })
    assert.deepEqual(effectsOf(before, { ...before, ...paid }), [
      {
        type: 'order_secured',
        order: {
          paymentId: 'p',
          concertId: 'c',
          songId: 's',
          deviceId: 'd',
          amount: 50_000,
          shareGoal: null,
          battleId: null,
        },
      },
    ])
  })

  test('nothing but money that came, was lost or found its end ever has any', () => {
    const ends = new Set(['secured', 'released', 'returned'])
    for (const kind of PAYMENT_KINDS)
      for (const state of PAYMENT_STATES)
        for (const next of PAYMENT_TRANSITIONS[state])
          if (!ends.has(next) && !(state === 'releasing' && next === 'failed')) {
            const before = stored({ kind, state })
            assert.deepEqual(typesOf(before, { ...before, state: next }), [])
          }
  })
})
