import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { MINUTE_MS } from '../time.ts'
import { admitByClock, proposeLastCall } from './last-call.ts'

const at = (minute: number) => new Date(minute * MINUTE_MS)

describe('An order late in the evening', () => {
  test('is refused by the clock where it cannot begin before the end even at the earliest', () => {
    const pace = { lengths: [], playingFor: null, now: at(0) }
    // Five songs before it: from 15 minutes on.
    admitByClock(6, { ...pace, endsAt: at(16) })
    assert.throws(
      () => admitByClock(6, { ...pace, endsAt: at(15) }),
      new Refusal('SESSION_NOT_OPEN', 'До конца концерта не успеем'),
    )
  })

  test('is proposed to be the last where the queue is longer than the concert', () => {
    const pace = { lengths: [], playingFor: null, now: at(0), endsAt: at(20), breakUntil: null }
    assert.deepEqual(proposeLastCall(11, pace), { minutesLeft: 20, queueMinutes: 44 })
    assert.equal(proposeLastCall(5, pace), null)
    assert.deepEqual(proposeLastCall(5, { ...pace, breakUntil: at(9) }), {
      minutesLeft: 20,
      queueMinutes: 29,
    })
    assert.equal(proposeLastCall(5, { ...pace, breakUntil: at(-9) }), null)
    assert.equal(proposeLastCall(0, { ...pace, endsAt: at(-1) }), null)
  })
})
