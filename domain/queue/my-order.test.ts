import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MY_ORDER_STATES, admitCancel, mayCancel, myOrderState } from './my-order.ts'
import type { OrderFacts } from './my-order.ts'
import { PAYMENT_STATES } from '../payments/payment.ts'
import { SONG_STATUSES } from './queue.ts'

const order = (facts: Partial<OrderFacts>) =>
  myOrderState({ song: 'SCHEDULED', dropped: false, takenOff: false, payment: null, ...facts })

describe('an order in its listener’s eyes', () => {
  test('stands where its song stands', () => {
    for (const song of SONG_STATUSES) assert.equal(order({ song }), song)
    for (const song of ['SCHEDULED', 'QUEUED', 'NOW'] as const)
      assert.equal(order({ song, payment: 'secured' }), song)
  })

  test('is being paid for until its money is there', () => {
    assert.equal(order({ song: null, payment: 'created' }), 'PAYING')
    assert.equal(order({ song: null, payment: 'awaiting' }), 'PAYING')
  })

  test('is cancelled where nothing was ever paid', () => {
    for (const payment of ['failed', 'expired', 'canceled'] as const)
      assert.equal(order({ song: null, payment }), 'CANCELLED')
  })

  test('is returned as soon as its money sets out on its way back', () => {
    for (const payment of ['returning', 'returned'] as const) {
      assert.equal(order({ song: 'SKIPPED', payment }), 'RETURNED')
      assert.equal(order({ song: null, payment }), 'RETURNED')
      assert.equal(order({ song: 'QUEUED', dropped: true, payment }), 'RETURNED')
    }
  })

  test('was played, whatever its money does afterwards', () => {
    for (const payment of ['releasing', 'released', 'failed', 'returned'] as const)
      assert.equal(order({ song: 'PLAYED', payment }), 'PLAYED')
  })

  test('is cancelled once its listener took it off, wherever its song and its money are', () => {
    for (const song of [...SONG_STATUSES, null])
      for (const payment of [...PAYMENT_STATES, null])
        assert.equal(order({ song, payment, dropped: true, takenOff: true }), 'CANCELLED')
  })

  test('has a state whatever is known of it', () => {
    for (const song of [...SONG_STATUSES, null])
      for (const payment of [...PAYMENT_STATES, null])
        for (const dropped of [true, false])
          assert.ok(MY_ORDER_STATES.includes(order({ song, payment, dropped })))
  })
})

describe('taking an order off', () => {
  test('is offered while it is paid for and while it waits, and at no other time', () => {
    assert.deepEqual(MY_ORDER_STATES.filter(mayCancel), [
      'PAYING',
      'COLLECTING',
      'SCHEDULED',
      'QUEUED',
    ])
  })

  test('is refused in words of what became of the song', () => {
    admitCancel('SCHEDULED')
    admitCancel('QUEUED')
    const said = (['NOW', 'PLAYED', 'SKIPPED'] as const).map((song) => {
      try {
        admitCancel(song)
      } catch (error) {
        return String(error)
      }
      return 'nothing'
    })
    assert.deepEqual(said, [
      'Refusal: Эта песня уже играет: отменить заказ нельзя',
      'Refusal: Эта песня уже сыграна: отменить заказ нельзя',
      'Refusal: Эту песню уже убрали из очереди: отменять нечего',
    ])
  })
})
