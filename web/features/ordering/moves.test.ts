import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueEntry } from '#contract/shapes.ts'
import type { PlaceAhead } from '#contract/songs.ts'
import { paceFrom, waitRange } from '#domain/queue/forecast.ts'
import { aheadNow, paceNow } from './moves.ts'

const MINUTE = 60_000
const minutes = (...of: number[]) => of.map((one) => one * MINUTE)

const entry = (id: string, status: QueueEntry['status'] = 'SCHEDULED'): QueueEntry => ({
  id,
  songId: id,
  title: id,
  artistName: '',
  imageUrl: '',
  status,
  backers: 1,
})

const now = new Date('2026-11-21T19:30:00Z')
const later = (ms: number) => new Date(+now + ms)

/** What a server tells now of an evening whose songs lasted as long, before a queue whose first one plays. */
function toldOf(lengths: readonly number[], [playing, ...waits]: readonly QueueEntry[]) {
  const evening = { lengths, playingFor: playing ? 0 : null }
  const place = waits.length + 1
  const waitMinutes = waitRange({ ...evening, place, running: true })
  return { place, waitMinutes, pace: paceFrom(evening, now) }
}

const endsAt = '2026-11-21T20:00:00.000Z'
const queue = [entry('a', 'NOW'), entry('b'), entry('c'), entry('d')]
const slow = minutes(7, 8, 9)
const told = toldOf(slow, queue)

test('a foretold place goes on with the queue, and its wait by the pace of the evening', () => {
  const next = [entry('b', 'NOW'), entry('c'), entry('d')]
  const at = later(8 * MINUTE)
  const pace = paceNow(told.pace, queue, next, at)
  const moved = aheadNow(told, { more: -1, running: true, pace, now: at })
  assert.deepEqual(moved.waitMinutes, toldOf(slow, next).waitMinutes)
  assert.equal(moved.place, 3)
  assert.equal(aheadNow(told, { more: -9, running: true, pace, now }).place, 1)
  assert.equal(aheadNow(told, { more: 0, running: false, pace, now }).waitMinutes, null)
})

test('what was told is told again while it holds, and shorter by what has sounded since', () => {
  const { pace } = told
  const at = (ms: number) => aheadNow(told, { more: 0, running: true, pace, now: later(ms) })
  assert.equal(at(0), told)
  assert.deepEqual(told.waitMinutes, { from: 26, to: 38 })
  assert.deepEqual(at(4 * MINUTE).waitMinutes, { from: 23, to: 33 })
})

test('the lengths and the breaks that the artist noted go on with their songs', () => {
  const evening = {
    lengths: [],
    playingFor: 0,
    noted: { playing: null, waiting: minutes(2, 3, 4) },
    breaks: minutes(0, 10, 0),
  }
  const next = [entry('b', 'NOW'), entry('c'), entry('new'), entry('d')]
  assert.deepEqual(
    paceNow(paceFrom(evening, new Date(0)), queue, next, now),
    paceFrom(
      {
        lengths: [],
        playingFor: 0,
        noted: { playing: 2 * MINUTE, waiting: [3 * MINUTE, null, 4 * MINUTE] },
        breaks: minutes(10, 0, 0),
      },
      now,
    ),
  )
})

test('what was told before an empty queue promises no minute behind two songs', () => {
  const first = toldOf([], [])
  const at = (next: QueueEntry[], more: number) =>
    aheadNow(first, { more, running: true, pace: paceNow(first.pace, [], next, now), now })
  assert.deepEqual(at([entry('a'), entry('b')], 2).waitMinutes, { from: 6, to: 12 })
  assert.deepEqual(at([entry('a', 'NOW')], 0).waitMinutes, { from: 3, to: 6 })
})

test('a song that may not be reached any more is told so as soon as the queue says it', () => {
  const at = (more: number, of: PlaceAhead = { ...told, endsAt }) =>
    aheadNow(of, { more, running: true, pace: told.pace, now }).mayMiss
  assert.equal(at(-2), undefined)
  assert.equal(at(0), true)
  assert.equal(at(-2, { ...told, endsAt, mayMiss: true }), undefined)
})
