import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/fast-check.ts'
import { waitRange } from './waiting.ts'
import type { EveningPace } from './waiting.ts'

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
    assert.deepEqual(slow, { from: 36, to: 44 })
    assert.deepEqual(brisk, { from: 10, to: 15 })
  })

  test('is shorter by what of the present song has sounded', () => {
    assert.deepEqual(wait({ place: 2, playingFor: 0 }), { from: 6, to: 10 })
    assert.deepEqual(wait({ place: 2, playingFor: 2 * MINUTE }), { from: 4, to: 8 })
    assert.deepEqual(wait({ place: 2, playingFor: 30 * MINUTE }), { from: 3, to: 5 })
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

  test('is told in whole minutes, never backwards, and no shorter for a later place', () => {
    const length = fc.integer({ min: 0, max: 60 * MINUTE })
    fc.assert(
      fc.property(
        fc.array(length, { maxLength: 20 }),
        fc.option(length),
        fc.integer({ min: 1, max: 500 }),
        (lengths, playingFor, place) => {
          const here = wait({ lengths, playingFor, place })
          const next = wait({ lengths, playingFor, place: place + 1 })
          assert.ok(here !== null && next !== null)
          assert.ok(Number.isInteger(here.from) && Number.isInteger(here.to))
          assert.ok(here.from >= 0 && here.from <= here.to && here.to >= 1)
          assert.ok(next.to >= here.to)
        },
      ),
    )
  })
})
