import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PaidQueueEntry } from '#contract/shapes.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import { SONG_STATUSES } from '#domain/queue/queue.ts'
import { WAITING_MOST } from '#domain/queue/queue-steps.ts'
import type { Draft } from './draft.ts'
import * as drafts from './draft.ts'
import { readDraft } from './use-queue-edit.ts'

/** `queueOf('NOW a', 'SCHEDULED b')`: a queue of songs by name. */
function queueOf(...lines: `${SongStatus} ${string}`[]): PaidQueueEntry[] {
  return lines.map((line) => {
    const status = SONG_STATUSES.find((one) => line.startsWith(`${one} `))
    assert.ok(status)
    const songId = line.slice(status.length + 1)
    const words = { title: songId, artistName: '', imageUrl: '' }
    const money = { backers: 0, amount: 0, paidOrders: 0, suggested: false }
    return { id: `${songId}#1`, songId, status, ...words, ...money }
  })
}

const song = (songId: string) => ({ songId, title: songId, artistName: '', imageUrl: '' })
const listOf = ({ songs }: Draft) => songs.map(({ songId }) => songId).join('')
const BEGUN = queueOf('NOW a', 'QUEUED b', 'SCHEDULED c', 'SCHEDULED d', 'SCHEDULED e')
const begun = drafts.beginDraft(BEGUN)

test('an edit begins with the orders as they stand, and knows these alone', () => {
  assert.equal(listOf(begun), 'cde')
  assert.deepEqual(begun.known, ['c', 'd', 'e'])
  assert.equal(drafts.isChanged(begun), false)
})

describe('a song in the list', () => {
  test('moves to any place, and no further than the ends', () => {
    assert.equal(listOf(drafts.moveSong(begun, 'e', 0)), 'ecd')
    assert.equal(listOf(drafts.moveSong(begun, 'c', 1)), 'dce')
    assert.equal(listOf(drafts.moveSong(begun, 'c', 9)), 'dec')
    assert.equal(listOf(drafts.moveSong(begun, 'd', -1)), 'dce')
    assert.equal(drafts.moveSong(begun, 'x', 0), begun)
  })

  test('moved there and back, or removed and put back, has changed nothing', () => {
    const moved = drafts.moveSong(begun, 'e', 0)
    assert.ok(drafts.isChanged(moved))
    assert.equal(drafts.isChanged(drafts.moveSong(moved, 'e', 2)), false)
    const removed = drafts.removeSong(begun, BEGUN, 'd')
    assert.ok(drafts.isChanged(removed))
    assert.equal(drafts.isChanged(drafts.addSong(removed, song('d'), 1)), false)
  })

  test('cannot be added where it stands already, in the list or in the queue of the pad', () => {
    const where = (songId: string) => drafts.placeIn(begun, BEGUN, songId)
    assert.deepEqual(['c', 'b', 'a', 'x'].map(where), ['list', 'queue', null, null])
  })

  test('does not fit into a list that is as long as one may be', () => {
    const songs = Array.from({ length: WAITING_MOST }, (_, at) => song(String(at)))
    assert.ok(drafts.isFull({ ...begun, songs }))
    assert.equal(drafts.isFull({ ...begun, songs: songs.slice(1) }), false)
  })
})

test('a saved list ends the edit, unless it was changed while it was on its way', () => {
  const sent = drafts.moveSong(begun, 'e', 0)
  assert.equal(drafts.afterSaving(sent, sent), null)
  assert.equal(drafts.afterSaving(drafts.noticed(sent, queueOf('SCHEDULED x')), sent), null)
  const removed = drafts.removeSong(sent, BEGUN, 'd')
  const rest = drafts.afterSaving(removed, sent)
  assert.deepEqual(rest && [listOf(rest), rest.begun.join('')], ['ec', 'ecd'])
  const back = drafts.afterSaving(begun, sent)
  assert.ok(back && drafts.isChanged(back))
})

describe('what the concert does meanwhile', () => {
  const later = queueOf('NOW c', 'QUEUED d', 'SCHEDULED e', 'SCHEDULED n', 'SCHEDULED m')

  test('is told: who came, and why a song of the list will not be in it', () => {
    const came = drafts.newcomers(begun, later)
    assert.deepEqual(
      came.map(({ songId }) => songId),
      ['n', 'm'],
    )
    const gone = (songId: string) => drafts.missingText(begun, later, songId)
    assert.deepEqual(
      [gone('c'), gone('d'), gone('e')],
      ['Уже играет', 'Уже в «Очереди» на пульте', null],
    )
    assert.equal(drafts.missingText(begun, queueOf(), 'c'), 'Заказ уже снят')
  })

  test('can be taken into the list, which changes nothing by itself', () => {
    const adopted = drafts.adoptNewcomers(begun, later)
    assert.equal(listOf(adopted), 'cdenm')
    assert.equal(drafts.isChanged(adopted), false)
    assert.deepEqual(drafts.newcomers(adopted, later), [])
    assert.equal(drafts.adoptNewcomers(adopted, later).songs.length, 5)
  })

  test('makes known a song of the list that somebody ordered too, so that it is not played twice', () => {
    const added = drafts.addSong(begun, song('n'))
    assert.equal(drafts.missingText(added, BEGUN, 'n'), null)
    const seen = drafts.noticed(added, later)
    assert.ok(seen.known.includes('n'))
    assert.equal(drafts.noticed(seen, later), seen)
    assert.equal(drafts.missingText(seen, queueOf('SCHEDULED e'), 'n'), 'Заказ уже снят')
  })

  test('keeps a song that the pad put back into the orders, which the list never showed', () => {
    const back = queueOf('NOW a', 'SCHEDULED b', 'SCHEDULED c').map((entry) => ({
      ...entry,
      paidOrders: 1,
      amount: 10_000,
    }))
    assert.deepEqual(
      drafts.newcomers(begun, back).map(({ songId }) => songId),
      ['b'],
    )
    assert.deepEqual(drafts.returnedBy(begun, back), { orders: 0, amount: 0 })
  })

  test('does not hinder a song that was queued and played from being added', () => {
    const gone = queueOf('SCHEDULED c')
    assert.equal(drafts.missingText(drafts.addSong(begun, song('b')), gone, 'b'), null)
  })

  test('does not hinder a song that was played from being added once more', () => {
    const gone = queueOf('SCHEDULED d', 'SCHEDULED e')
    const again = drafts.addSong(drafts.removeSong(begun, gone, 'c'), song('c'))
    assert.equal(drafts.missingText(again, gone, 'c'), null)
    assert.ok(!again.known.includes('c'))
    assert.ok(drafts.removeSong(begun, BEGUN, 'c').known.includes('c'))
  })
})

test('what goes back is counted over the removed songs alone', () => {
  const paid = (line: `SCHEDULED ${string}`, paidOrders: number, amount: number) =>
    queueOf(line).map((entry) => ({ ...entry, paidOrders, amount }))
  const queue = [
    ...paid('SCHEDULED c', 2, 50_000),
    ...paid('SCHEDULED d', 1, 10_000),
    ...paid('SCHEDULED e', 1, 20_050),
    ...paid('SCHEDULED n', 3, 90_000),
  ]
  const draft = drafts.removeSong(drafts.removeSong(begun, queue, 'c'), queue, 'e')
  assert.deepEqual(drafts.returnedBy(draft, queue), { orders: 3, amount: 70_050 })
  assert.deepEqual(drafts.returnedBy(begun, queue), { orders: 0, amount: 0 })
})

test('after a save the orders are those of the answer, and what the pad holds stays', () => {
  const answer = [song('x'), song('e')].map((one) => ({ ...one, isFavorite: false }))
  const after = drafts.queueAfter(BEGUN, answer)
  assert.deepEqual(
    after.map(({ status, id }) => `${status} ${id}`),
    ['NOW a#1', 'QUEUED b#1', 'SCHEDULED x', 'SCHEDULED e#1'],
  )
})

test('a kept draft is read back, and anything else is none', () => {
  assert.deepEqual(readDraft(JSON.stringify(begun)), begun)
  for (const text of ['', '{', 'null', '[]', '{"begun":[],"known":[],"songs":[{}]}'])
    assert.equal(readDraft(text), null)
})
