import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueEntry } from '#contract/shapes.ts'
import { NEW_SHARE, supportText } from './concert-rules.ts'
import { noteOf, priceOf, shareAsked, shareInstead } from './song-price.ts'

const entry = (more: Partial<QueueEntry>): QueueEntry => ({
  id: 'e',
  songId: 's',
  title: 'Перемен',
  artistName: 'Кино',
  imageUrl: '',
  status: 'SCHEDULED',
  backers: 1,
  ...more,
})
const plain = (words: string | null | undefined) => words?.replaceAll('\u00A0', ' ')

test('a song tells who stands behind it with how much, and nothing of one person alone', () => {
  assert.equal(supportText(entry({})), null)
  assert.equal(plain(supportText(entry({ backers: 2 }))), '2 человека')
  assert.equal(plain(supportText(entry({ backers: 6, collected: 180_000 }))), '6 человек, 1 800 ₽')
  const collecting = entry({ status: 'COLLECTING', goal: 100_000, collected: 40_000 })
  assert.equal(plain(supportText(collecting)), 'Собираем 1 000 ₽: 1 человек, 400 ₽')
})

test('an order leads to a share of its song where it is ahead already, else to a collection', () => {
  const rules = { shareFrom: 100, collects: true }
  const of = (queue: QueueEntry[], more = {}) =>
    shareInstead({ songId: 's' }, queue, { ...rules, ...more })
  assert.deepEqual(of([]), { share: NEW_SHARE, words: 'Собрать вместе, от 100 ₽' })
  assert.deepEqual(of([entry({})]), { share: 'e', words: 'Скинуться, от 100 ₽' })
  assert.equal(of([entry({ status: 'NOW' })])?.share, NEW_SHARE)
  assert.equal(of([], { collects: false }), null)
  assert.equal(of([entry({})], { shareFrom: null }), null)
})

test('a song costs what it alone costs, where orders are paid', () => {
  const support = { shareFrom: 10, collects: false }
  const usual = { open: true, paidFrom: 10, support }
  const dear = { minSongAmount: 500 }
  assert.deepEqual(priceOf({}, usual), { paidFrom: 10, support })
  const ofDear = { paidFrom: 500, support: { shareFrom: 50, collects: true } }
  assert.deepEqual(priceOf(dear, usual), ofDear)
  assert.equal(priceOf(dear, { ...usual, open: false }).support?.collects, false)
  assert.equal(priceOf(dear, { ...usual, support: null }).support, null)
  assert.equal(priceOf(dear, { ...usual, paidFrom: null }).paidFrom, null)
  assert.equal(noteOf(dear, true), 'от 500 ₽')
  assert.equal(noteOf(dear, false), undefined)
  assert.equal(noteOf({ ...dear, heard: 'уже звучала' }, true), 'уже звучала')
})

test('an address asks for a share of the entry that it names, of no other song’s', () => {
  const known = { songId: 's', queue: [entry({ backers: 3 })], paidFrom: 1000 }
  assert.deepEqual(shareAsked('e', known), { supports: 'e', line: '3\u00A0человека' })
  assert.equal(shareAsked('e', { ...known, songId: 'other' }), null)
  assert.equal(shareAsked('gone', known), null)
  assert.equal(shareAsked(null, known), null)
  assert.equal(shareAsked(NEW_SHARE, known)?.collect, true)
  assert.equal(shareAsked(NEW_SHARE, { ...known, paidFrom: null }), null)
})
