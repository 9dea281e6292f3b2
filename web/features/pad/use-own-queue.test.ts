import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaidQueueEntry } from '#contract/shapes.ts'
import { ownNoteText, viewOf } from './use-own-queue.ts'

const ENTRY: PaidQueueEntry = {
  id: 'e',
  songId: 's',
  title: 'Звезда',
  artistName: 'Кино',
  imageUrl: '',
  status: 'NOW',
  backers: 1,
  amount: 0,
  paidOrders: 0,
  suggested: false,
}

test('a second pad knows that money is behind a song, as it asks before that goes back', () => {
  assert.equal(viewOf({ ...ENTRY, paid: true })[1].paid, true)
  assert.equal('paid' in viewOf(ENTRY)[1], false)
})

const plain = (words: string | null) => words?.replaceAll('\u00A0', ' ') ?? null

test('a paid song tells its sum, a suggested one whose idea it was', () => {
  assert.equal(plain(ownNoteText({ amount: 50_000, suggested: false }, 1)), '500 ₽')
  assert.equal(plain(ownNoteText({ amount: 0, suggested: true }, 1)), 'Предложили из зала')
  assert.equal(
    plain(ownNoteText({ amount: 12_050, suggested: true }, 1)),
    '120,50 ₽ · Предложили из зала',
  )
})

test('a free song of the repertoire tells nothing, and neither does one that is not known yet', () => {
  assert.equal(ownNoteText({ amount: 0, suggested: false }, 1), null)
  assert.equal(ownNoteText(undefined, 0), null)
})

test('a song that several stand behind tells how many, before the server has told the sum too', () => {
  assert.equal(ownNoteText(undefined, 7), '7 человек')
  assert.equal(plain(ownNoteText({ amount: 150_000, suggested: false }, 2)), '2 человека · 1 500 ₽')
})
