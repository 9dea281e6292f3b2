import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { CONCERT_STATUSES } from './concert.ts'
import { bestBeyond, recommend, RINGS, scoreOf } from './recommendation.ts'
import type { Candidate } from './recommendation.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Tonight, in the listener's own street, and none of his songs. */
function concert(id: string, changes: Partial<Candidate> & { inMs?: number } = {}): Candidate {
  const { inMs = HOUR, ...rest } = changes
  const startsAt = new Date(NOW.getTime() + inMs)
  return {
    id,
    status: 'SCHEDULED',
    closedSession: false,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 2 * HOUR),
    songs: 0,
    distanceKm: 0,
    ...rest,
  }
}

const ids = (found: readonly Candidate[]) => found.map(({ id }) => id)
const close = (score: number, to: number) =>
  assert.ok(Math.abs(score - to) < 1e-9, `${score} is not ${to}`)

describe('the score of a concert', () => {
  test('is whole where all songs are played, here and today', () => {
    close(scoreOf(concert('a', { songs: 4 }), 4, NOW), 1)
  })

  test('gives six tenths to the share of the wished songs that its artist plays', () => {
    close(scoreOf(concert('a', { songs: 0 }), 4, NOW), 0.4)
    close(scoreOf(concert('a', { songs: 3 }), 4, NOW), 0.4 + 0.45)
  })

  test('gives three tenths to nearness, which is gone at 300 km and not below nothing beyond', () => {
    const at = (distanceKm: number) => scoreOf(concert('a', { songs: 1, distanceKm }), 1, NOW)
    close(at(0), 1)
    close(at(150), 0.85)
    close(at(300), 0.7)
    close(at(9000), 0.7)
  })

  test('gives one tenth to soonness, which is whole today and gone in 60 days', () => {
    const inDays = (days: number) => scoreOf(concert('a', { songs: 1, inMs: days * DAY }), 1, NOW)
    close(inDays(0), 1)
    close(inDays(0.99), 1)
    close(inDays(30), 0.95)
    close(inDays(60), 0.9)
    close(inDays(700), 0.9)
  })

  test('counts a running concert, and one that should have begun, as soonest', () => {
    const late = { songs: 1, inMs: -HOUR }
    close(scoreOf(concert('a', late), 1, NOW), 1)
    close(scoreOf(concert('a', { songs: 1, inMs: 40 * DAY, status: 'NOW' }), 1, NOW), 1)
  })

  test('leaves nearness out where coordinates are absent, and the rest share its weight', () => {
    const nowhere = (changes: object) => concert('a', { distanceKm: null, ...changes })
    close(scoreOf(nowhere({ songs: 1 }), 2, NOW), (0.6 * 0.5 + 0.1) / 0.7)
    close(scoreOf(nowhere({ songs: 2, inMs: 60 * DAY }), 2, NOW), 0.6 / 0.7)
  })

  test('leaves songs out where none are wished, and the rest share their weight', () => {
    close(scoreOf(concert('a', { distanceKm: 150 }), 0, NOW), (0.3 * 0.5 + 0.1) / 0.4)
  })

  test('is soonness alone where there is nothing else to go by', () => {
    close(scoreOf(concert('a', { distanceKm: null, inMs: 15 * DAY }), 0, NOW), 0.75)
  })
})

describe('recommendations', () => {
  test('put songs before nearness and nearness before soonness', () => {
    const found = recommend(
      [
        concert('tonight, far away', { distanceKm: 300 }),
        concert('next month, round the corner', { inMs: 30 * DAY }),
        concert('next month, far away, with my song', {
          songs: 1,
          distanceKm: 300,
          inMs: 30 * DAY,
        }),
      ],
      1,
      NOW,
    )
    assert.deepEqual(ids(found), [
      'next month, far away, with my song',
      'next month, round the corner',
      'tonight, far away',
    ])
  })

  test('break ties by the start, and a running concert comes before those to come', () => {
    const twice = [
      concert('at nine', { inMs: 3 * HOUR }),
      concert('at eight', { inMs: 2 * HOUR }),
      concert('running', { inMs: 4 * HOUR, status: 'NOW' }),
    ]
    const order = ['running', 'at eight', 'at nine']
    assert.deepEqual(ids(recommend(twice, 2, NOW)), order)
    assert.deepEqual(ids(recommend(twice.toReversed(), 2, NOW)), order)
  })

  test('go by start with no songs and no coordinates, also beyond the 60 days', () => {
    const days = [90, 2, 70, 1, 400]
    const all = days.map((day) => concert(String(day), { inMs: day * DAY, distanceKm: null }))
    assert.deepEqual(ids(recommend(all, 0, NOW)), ['1', '2', '70', '90', '400'])
  })

  test('hold nothing closed and nothing that is over', () => {
    const found = recommend(
      [
        concert('closed', { closedSession: true }),
        concert('closed, running', { closedSession: true, status: 'NOW' }),
        concert('played', { status: 'PLAYED' }),
        concert('missed', { inMs: -2 * HOUR }),
        concert('late', { inMs: -HOUR }),
        concert('running beyond its end', { inMs: -5 * HOUR, status: 'NOW' }),
      ],
      0,
      NOW,
    )
    assert.deepEqual(ids(found), ['running beyond its end', 'late'])
  })

  const anyConcert = fc.record({
    id: fc.uuid(),
    status: fc.constantFrom(...CONCERT_STATUSES),
    closedSession: fc.boolean(),
    inMs: fc.integer({ min: -3 * DAY, max: 100 * DAY }),
    songs: fc.integer({ min: 0, max: 5 }),
    distanceKm: fc.option(fc.double({ min: 0, max: 20_000, noNaN: true })),
  })

  test('do not depend on the order in which the concerts are found', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyConcert, { selector: ({ id }) => id }),
        fc.constantFrom(0, 5),
        (drawn, wished) => {
          const all = drawn.map(({ id, ...rest }) => concert(id, rest))
          const found = recommend(all, wished, NOW)
          assert.deepEqual(ids(recommend(all.toReversed(), wished, NOW)), ids(found))
          for (const one of found) {
            const score = scoreOf(one, wished, NOW)
            assert.ok(score >= 0 && score <= 1 + 1e-9)
          }
        },
      ),
    )
  })
})

describe('a ring around the listener', () => {
  test('has nothing beyond it that scores more than is said', () => {
    const beyond = fc.record({
      ring: fc.constantFrom(...RINGS),
      songs: fc.nat({ max: 4 }),
      km: fc.double({ min: 0, max: 2000, noNaN: true }),
      ms: fc.integer({ min: -3 * HOUR, max: 90 * DAY }),
      running: fc.boolean(),
    })
    fc.assert(
      fc.property(beyond, ({ ring, songs, km, ms, running }) => {
        fc.pre(km > ring.km || (!running && ring.ms !== null && ms >= ring.ms))
        const status = running ? 'NOW' : 'SCHEDULED'
        const one = concert('a', { songs, distanceKm: km, inMs: ms, status })
        const bound = bestBeyond(ring, { songs: 4, wished: 4, now: NOW })
        assert.ok(scoreOf(one, 4, NOW) <= bound + 1e-9)
      }),
    )
  })

  test('is wider than the one before', () => {
    for (const [n, ring] of RINGS.entries()) assert.ok(ring.km > (RINGS[n - 1]?.km ?? 0))
  })
})
