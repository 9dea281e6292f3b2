import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueEntry } from '#contract/shapes.ts'
import { forecastOf, pageForecast, toldAfter } from './forecast.ts'

const told = { place: 1, waitMinutes: { from: 0, to: 1 } }
const now = { place: 3, waitMinutes: { from: 6, to: 10 } }
const entry = (songId: string): QueueEntry => ({
  id: `e-${songId}`,
  songId,
  title: songId,
  artistName: '',
  imageUrl: '',
  status: 'SCHEDULED',
  backers: 1,
})

const asked = { songId: 'a', share: false, amount: 0, queue: [] }

test('once the queue has moved, the sheet tells the place that the page keeps up', () => {
  const page = { told, now, of: null, waits: null }
  assert.deepEqual(pageForecast({ ...page, now: told }, asked), { first: told, meanwhile: told })
  assert.deepEqual(pageForecast(page, asked), { first: null, meanwhile: now })
})

test('another question than the page’s is not answered by it', () => {
  const page = { told, now, of: null, waits: null }
  for (const other of [{ share: true }, { amount: 100 }, { queue: [entry('a')] }])
    assert.equal(pageForecast(page, { ...asked, ...other }).meanwhile, null)
  const waits = { ...told, waits: true as const }
  const besideB = { told, now: told, of: 'b', waits }
  const ofB = { ...asked, songId: 'b' }
  assert.deepEqual(pageForecast(besideB, asked), { first: told, meanwhile: told })
  assert.deepEqual(pageForecast(besideB, ofB), { first: waits, meanwhile: null })
  assert.deepEqual(pageForecast({ ...besideB, now }, ofB), { first: null, meanwhile: null })
  const foreign = { ...told, foreign: true as const }
  const foreignB = { told: foreign, now: foreign, of: 'b', waits: null }
  assert.deepEqual(pageForecast(foreignB, asked), { first: null, meanwhile: told })
})

test('what was told before another queue is no fact, and its warnings stay', () => {
  const ahead = { ...told, foreign: true as const }
  const of = { of: 'a', question: 'a', ahead, queueKey: 'one' }
  const says = (queueKey: string, meanwhile: typeof now | null, songId = 'a') =>
    forecastOf(of, { songId, queueKey, meanwhile })
  assert.equal(says('one', now), ahead)
  assert.deepEqual(says('two', now), { ...now, foreign: true })
  assert.equal(says('two', null), null)
  assert.equal(says('one', null, 'b'), null)
  assert.equal(says('one', now, 'b'), now)
})

test('the place of another sum or share is not told in place of one that has no answer', () => {
  const forSum = { of: 'a', question: 'a 50', ahead: told, queueKey: 'one' }
  const next = { ...forSum, queueKey: 'two', ahead: now }
  const other = { ...forSum, question: 'a 70' }
  for (const answer of [next, { ...other, ahead: now }])
    assert.equal(toldAfter(forSum, answer), answer)
  assert.equal(toldAfter(forSum, { ...next, ahead: null }), forSum)
  const unknown = toldAfter(forSum, { ...other, ahead: null })
  assert.equal(forecastOf(unknown, { songId: 'a', queueKey: 'one', meanwhile: null }), null)
})
