import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeepsakeFacts } from './keepsake.ts'
import { KEEPSAKE_TEXTS, keepsakeLines } from './keepsake.ts'

const order = (songId: string, more: Partial<KeepsakeFacts> = {}): KeepsakeFacts => ({
  songId,
  startedAt: null,
  song: 'SKIPPED',
  dropped: false,
  takenOff: false,
  payment: null,
  ...more,
})
const played = (songId: string, minute: number): KeepsakeFacts =>
  order(songId, { song: 'PLAYED', startedAt: new Date(minute * 60_000) })

const linesOf = (orders: readonly KeepsakeFacts[]) =>
  keepsakeLines(orders).map(({ songId, state }) => [songId, state])

test('what sounded comes first, in the order of the evening', () => {
  assert.deepEqual(linesOf([order('left'), played('late', 9), played('early', 2)]), [
    ['early', 'PLAYED'],
    ['late', 'PLAYED'],
    ['left', 'SKIPPED'],
  ])
})

test('an order that was taken off or never paid is not kept', () => {
  assert.deepEqual(
    linesOf([
      order('off', { dropped: true, takenOff: true, payment: 'returned' }),
      order('unpaid', { song: null, payment: 'expired' }),
      order('unpaid', { song: null, payment: 'awaiting' }),
    ]),
    [],
  )
})

test('money is back only once it is', () => {
  assert.deepEqual(
    linesOf([order('coming', { payment: 'returning' }), order('back', { payment: 'returned' })]),
    [
      ['coming', 'RETURNING'],
      ['back', 'RETURNED'],
    ],
  )
})

test('money that stands behind no song says nothing of the song, which others may have heard', () => {
  const shares = [
    order('late', { song: null, payment: 'returned' }),
    order('later', { song: null, payment: 'returning' }),
    order('heard', { song: 'PLAYED', dropped: true, payment: 'returned' }),
  ]
  assert.deepEqual(linesOf(shares), [
    ['late', 'REFUNDED'],
    ['later', 'REFUNDING'],
    ['heard', 'REFUNDED'],
  ])
  assert.deepEqual(
    [KEEPSAKE_TEXTS.REFUNDED, KEEPSAKE_TEXTS.REFUNDING],
    ['деньги вернули', 'деньги возвращаются'],
  )
})

test('orders of a song that was interrupted are one line, which bears no time', () => {
  const interrupted = [1, 2].map((minute) => order('cut', { startedAt: new Date(minute * 60_000) }))
  assert.deepEqual(
    keepsakeLines(interrupted).map(({ startedAt }) => startedAt),
    [null],
  )
})

test('several shares in one song are one line, a song that sounded twice is two', () => {
  assert.deepEqual(linesOf([played('one', 1), played('one', 1), played('one', 9)]), [
    ['one', 'PLAYED'],
    ['one', 'PLAYED'],
  ])
})
