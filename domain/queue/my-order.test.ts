import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import {
  MY_ORDER_STATES,
  admitCancel,
  mayCancel,
  myOrderState,
  waitAtPlace,
  waitRange,
} from './my-order.ts'
import type { EveningPace, OrderFacts } from './my-order.ts'
import { PAYMENT_STATES } from '../payments/payment.ts'
import { SONG_STATUSES } from './queue.ts'

const MINUTE = 60_000
const wait = (evening: Partial<EveningPace>) =>
  waitRange({ place: 1, running: true, lengths: [], playingFor: null, ...evening })
const minutes = (...of: number[]) => of.map((one) => one * MINUTE)

describe('how long a song waits', () => {
  test('nobody knows before the start, in a pause and without a place', () => {
    assert.equal(wait({ running: false }), null)
    assert.equal(wait({ place: null }), null)
  })

  test('is next to nothing for the first song where none plays', () => {
    assert.deepEqual(wait({}), { from: 0, to: 1 })
  })

  test('is four minutes a song, give or take one, before the evening has shown its pace', () => {
    assert.deepEqual(wait({ place: 2 }), { from: 3, to: 5 })
    assert.deepEqual(wait({ place: 6 }), { from: 15, to: 25 })
    assert.deepEqual(wait({ place: 6, lengths: minutes(9, 9) }), { from: 15, to: 25 })
  })

  test('follows the songs of this evening once there are three', () => {
    const slow = wait({ place: 6, lengths: minutes(7, 8, 9) })
    const brisk = wait({ place: 6, lengths: minutes(2, 2.5, 3) })
    assert.deepEqual(slow, { from: 33, to: 47 })
    assert.deepEqual(brisk, { from: 9, to: 16 })
  })

  test('is shorter by what of the present song has sounded', () => {
    assert.deepEqual(wait({ place: 2, playingFor: 0 }), { from: 6, to: 10 })
    assert.deepEqual(wait({ place: 2, playingFor: 2 * MINUTE }), { from: 4, to: 8 })
    assert.deepEqual(wait({ place: 2, playingFor: 30 * MINUTE }), { from: 3, to: 5 })
  })

  test('goes by the lengths that the artist noted, and by the pace where he noted none', () => {
    const none = { playing: null, waiting: [null, null, null] }
    assert.deepEqual(wait({ place: 4, noted: none }), wait({ place: 4 }))
    const cases: [Partial<EveningPace>, { from: number; to: number }][] = [
      [
        { place: 3, noted: { playing: null, waiting: minutes(2, 2) } },
        { from: 3, to: 6 },
      ],
      [
        { place: 3, noted: { playing: null, waiting: minutes(10, 12) } },
        { from: 21, to: 24 },
      ],
      // The lengths of songs after one's own do not matter.
      [
        { place: 1, noted: { playing: null, waiting: minutes(10, 12) } },
        { from: 0, to: 1 },
      ],
      [
        { place: 3, noted: { playing: null, waiting: [10 * MINUTE, null] } },
        { from: 12, to: 16 },
      ],
      [
        { place: 1, playingFor: 2 * MINUTE, noted: { playing: 10 * MINUTE, waiting: [] } },
        { from: 7, to: 9 },
      ],
      [
        { place: 2, playingFor: 9 * MINUTE, noted: { playing: 5 * MINUTE, waiting: [MINUTE] } },
        { from: 0, to: 2 },
      ],
    ]
    for (const [evening, range] of cases) assert.deepEqual(wait(evening), range)
  })

  test('knows from this evening how much longer songs are played than they were noted', () => {
    const noted = { playing: null, waiting: minutes(4, 4, 4) }
    assert.deepEqual(wait({ place: 4, noted }), { from: 11, to: 15 })
    const played = { ...noted, played: minutes(4, 5, 6) }
    assert.deepEqual(wait({ place: 4, lengths: minutes(5, 6, 7), noted: played }), {
      from: 13,
      to: 17,
    })
  })

  test('counts the breaks before it, its own too, and what the rule may still let before it', () => {
    assert.deepEqual(wait({ place: 1, breaks: minutes(20) }), { from: 15, to: 25 })
    assert.deepEqual(wait({ place: 2, breaks: minutes(0, 15, 10) }), { from: 14, to: 24 })
    assert.deepEqual(wait({ place: 3, mayStepBefore: 2 }), { from: 6, to: 18 })
  })

  test('is moved from one place to another as it would be told there, before the evening has shown its pace', () => {
    const at = (place: number, playing: boolean) => wait({ place, playingFor: playing ? 0 : null })
    for (const told of [1, 2, 3, 6])
      for (const now of [1, 2, 3, 6])
        for (const playing of [false, true])
          for (const plays of [false, true])
            assert.deepEqual(
              waitAtPlace(
                at(told, playing),
                { place: told, playing },
                { place: now, playing: plays },
              ),
              at(now, plays),
              `${told} ${playing} to ${now} ${plays}`,
            )
  })

  test('is moved with the rest of the present song, and by the pace that it tells of', () => {
    const moved = (from: number, to: number, told: number, now: number) =>
      waitAtPlace({ from, to }, { place: told }, { place: now })
    assert.deepEqual(moved(1, 2, 1, 3), { from: 7, to: 12 })
    assert.deepEqual(moved(14, 18, 2, 3), { from: 21, to: 27 })
    assert.deepEqual(moved(18, 30, 6, 3), { from: 9, to: 15 })
    assert.equal(waitAtPlace(null, { place: 1 }, { place: 2 }), null)
    assert.equal(waitAtPlace({ from: 0, to: 1 }, { place: 1 }, { place: null }), null)
  })

  test('takes no lesson from songs that were pressed through or had a break in them', () => {
    const lengths = minutes(4, 4, 4)
    const odd = minutes(0.1, 0.2, 45)
    assert.deepEqual(wait({ place: 5, lengths: [...lengths, ...odd] }), wait({ place: 5, lengths }))
  })

  test('is surer the more songs were played, and less sure the further it looks', () => {
    const width = (evening: Partial<EveningPace>) => {
      const range = wait(evening)
      assert.ok(range !== null)
      return range.to - range.from
    }
    const three = minutes(3, 4, 5)
    const twelve = [...three, ...three, ...three, ...three]
    assert.ok(width({ place: 10, lengths: twelve }) < width({ place: 10, lengths: three }))
    assert.ok(width({ place: 3, lengths: twelve }) < width({ place: 12, lengths: twelve }))
  })

  test('is never shorter for songs that are played faster than they were noted', () => {
    const lengths = minutes(1, 1, 1)
    const noted = { playing: 2 * MINUTE, waiting: minutes(2, 2, 2), played: minutes(4, 4, 4) }
    const at = (place: number) => wait({ place, playingFor: MINUTE, lengths, noted })
    assert.deepEqual([1, 2, 4].map(at), [
      { from: 0, to: 1 },
      { from: 0, to: 2 },
      { from: 0, to: 4 },
    ])
  })

  test('is told in whole minutes, never backwards, and no shorter for a later place', () => {
    const length = fc.oneof(
      fc.integer({ min: 0, max: 60 * MINUTE }),
      fc.integer({ min: MINUTE, max: 10 * MINUTE }),
    )
    const ofSong = fc.option(fc.integer({ min: 10_000, max: 30 * MINUTE }))
    fc.assert(
      fc.property(
        fc.array(length, { maxLength: 20 }),
        fc.option(length),
        fc.integer({ min: 1, max: 40 }),
        fc.record({
          playing: ofSong,
          waiting: fc.array(ofSong, { maxLength: 30 }),
          played: fc.array(ofSong, { maxLength: 20 }),
        }),
        fc.array(fc.integer({ min: 0, max: 40 * MINUTE }), { maxLength: 30 }),
        (lengths, playingFor, place, noted, breaks) => {
          const evening = { lengths, playingFor, noted, breaks }
          const here = wait({ ...evening, place })
          const next = wait({ ...evening, place: place + 1 })
          assert.ok(here !== null && next !== null)
          assert.ok(Number.isInteger(here.from) && Number.isInteger(here.to))
          assert.ok(here.from >= 0 && here.from <= here.to && here.to >= 1)
          assert.ok(next.from >= here.from && next.to >= here.to)
        },
      ),
    )
  })
})

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
