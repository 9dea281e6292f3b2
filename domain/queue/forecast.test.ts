import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { endAhead, paceFrom, waitAt, waitRange } from './forecast.ts'
import type { EveningPace } from './forecast.ts'

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

  test('is three to almost six minutes a song before the evening has shown its pace', () => {
    assert.deepEqual(wait({ place: 2 }), { from: 3, to: 6 })
    assert.deepEqual(wait({ place: 6 }), { from: 15, to: 29 })
    assert.deepEqual(wait({ place: 6, lengths: minutes(9, 9) }), { from: 15, to: 29 })
    assert.deepEqual(wait({ place: 6, talkative: 0 }), { from: 15, to: 25 })
  })

  test('follows the songs of this evening once there are three', () => {
    const slow = wait({ place: 6, lengths: minutes(7, 8, 9) })
    const brisk = wait({ place: 6, lengths: minutes(2, 2.5, 3) })
    assert.deepEqual(slow, { from: 33, to: 47 })
    assert.deepEqual(brisk, { from: 9, to: 16 })
  })

  test('is shorter by what of the present song has sounded', () => {
    assert.deepEqual(wait({ place: 2, playingFor: 0 }), { from: 6, to: 12 })
    assert.deepEqual(wait({ place: 2, playingFor: 2 * MINUTE }), { from: 4, to: 9 })
    assert.deepEqual(wait({ place: 2, playingFor: 30 * MINUTE }), { from: 3, to: 6 })
  })

  test('goes by the lengths that the artist noted, and by the pace where he noted none', () => {
    const none = { playing: null, waiting: [null, null, null] }
    assert.deepEqual(wait({ place: 4, noted: none }), wait({ place: 4 }))
    const cases: [Partial<EveningPace>, { from: number; to: number }][] = [
      [
        { place: 3, noted: { playing: null, waiting: minutes(2, 2) } },
        { from: 3, to: 8 },
      ],
      [
        { place: 3, noted: { playing: null, waiting: minutes(10, 12) } },
        { from: 21, to: 26 },
      ],
      // The lengths of songs after one's own do not matter.
      [
        { place: 1, noted: { playing: null, waiting: minutes(10, 12) } },
        { from: 0, to: 1 },
      ],
      [
        { place: 3, noted: { playing: null, waiting: [10 * MINUTE, null] } },
        { from: 12, to: 18 },
      ],
      [
        { place: 1, playingFor: 2 * MINUTE, noted: { playing: 10 * MINUTE, waiting: [] } },
        { from: 7, to: 10 },
      ],
      [
        { place: 2, playingFor: 9 * MINUTE, noted: { playing: 5 * MINUTE, waiting: [MINUTE] } },
        { from: 0, to: 3 },
      ],
    ]
    for (const [evening, range] of cases) assert.deepEqual(wait(evening), range)
  })

  test('knows from this evening how much longer songs are played than they were noted', () => {
    const noted = { playing: null, waiting: minutes(4, 4, 4) }
    assert.deepEqual(wait({ place: 4, noted }), { from: 11, to: 17 })
    const played = { ...noted, played: minutes(4, 5, 6) }
    assert.deepEqual(wait({ place: 4, lengths: minutes(5, 6, 7), noted: played }), {
      from: 13,
      to: 17,
    })
  })

  test('counts the breaks before it, its own too, and what the rule may still let before it', () => {
    assert.deepEqual(wait({ place: 1, breaks: minutes(20) }), { from: 15, to: 25 })
    assert.deepEqual(wait({ place: 2, breaks: minutes(0, 15, 10) }), { from: 14, to: 25 })
    assert.deepEqual(wait({ place: 3, mayStepBefore: 2 }), { from: 6, to: 20 })
  })

  test('is the same by the pace that is told with a place, as it goes over the wire', () => {
    const evening = {
      lengths: minutes(5, 6, 8),
      playingFor: 2 * MINUTE,
      noted: { playing: 3 * MINUTE, waiting: [4 * MINUTE, null], played: [null, ...minutes(5, 6)] },
      breaks: minutes(0, 10),
    }
    const told = new Date('2026-11-21T19:00:00Z')
    const pace = JSON.parse(JSON.stringify(paceFrom(evening, told)))
    for (const place of [1, 2, 3, 9])
      assert.deepEqual(waitAt(pace, place, told), wait({ ...evening, place }))
  })

  test('may last longer than the concert, whose end is told until it has passed', () => {
    const now = new Date('2026-11-21T19:30:00Z')
    const ends = new Date('2026-11-21T20:00:00Z')
    const endsAt = ends.toISOString()
    assert.deepEqual(endAhead(ends, { from: 20, to: 30 }, now), { endsAt })
    assert.deepEqual(endAhead(ends, { from: 20, to: 31 }, now), { endsAt, mayMiss: true })
    assert.deepEqual(endAhead(ends, null, now), { endsAt })
    assert.deepEqual(endAhead(ends, { from: 0, to: 1 }, ends), {})
    assert.deepEqual(endAhead(null, { from: 0, to: 1 }, now), {})
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
