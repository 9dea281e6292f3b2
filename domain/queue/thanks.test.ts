import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../time.ts'
import { admitThanks, answerWords, hallThanks, isRecentThanks } from './thanks.ts'

const NOW = new Date('2026-11-21T20:00:00Z')
const thanks = { id: 't', name: 'Аня', title: 'Кукушка', at: NOW.toISOString(), answered: false }
const all = { words: 'name_and_words', namesShown: true } as const

test('a song is thanked for once it was played, and until a day after the concert', () => {
  const running = { status: 'NOW', endedAt: null } as const
  const over = { status: 'PLAYED', endedAt: NOW } as const
  admitThanks('PLAYED', running, NOW)
  admitThanks('PLAYED', over, new Date(NOW.getTime() + DAY_MS))
  for (const state of ['NOW', 'SCHEDULED', 'SKIPPED', 'RETURNED', 'CANCELLED'] as const)
    assert.throws(() => admitThanks(state, running, NOW), { code: 'ILLEGAL_STEP' })
  assert.throws(() => admitThanks('PLAYED', over, new Date(NOW.getTime() + DAY_MS + 1)), {
    code: 'ILLEGAL_STEP',
  })
})

test('the artist answers by the name that was given', () => {
  assert.equal(answerWords('Аня'), 'Спасибо, Аня!')
  assert.equal(answerWords(''), 'Спасибо!')
})

test('the hall sees a thank, and then its answer, with a name where names are shown', () => {
  const text = (change: object, rules: object = {}) =>
    hallThanks({ ...thanks, ...change }, { ...all, ...rules })?.text
  assert.equal(text({}), 'Аня: спасибо за песню «Кукушка»')
  assert.equal(text({ name: '' }), 'Спасибо за песню «Кукушка»')
  assert.equal(text({ answered: true }), 'Спасибо, Аня!')
  assert.equal(text({}, { namesShown: false }), 'Спасибо за песню «Кукушка»')
  assert.equal(text({ answered: true }, { namesShown: false }), 'Спасибо!')
  assert.equal(text({}, { words: 'off' }), undefined)
  assert.notEqual(hallThanks(thanks, all)?.id, hallThanks({ ...thanks, answered: true }, all)?.id)
})

test('the hall sees that a tip came, never its words, and the name and the sum where its giver agreed', () => {
  const tip = { ...thanks, name: '', title: '', words: 'Браво' }
  assert.equal(hallThanks(tip, all)?.text, 'Спасибо за поддержку!')
  const named = { ...tip, name: 'Аня' }
  assert.equal(hallThanks(named, all)?.text, 'Аня: спасибо за поддержку!')
  const tipOf = (one: typeof named & { amount?: number }, rules: object) =>
    hallThanks(one, { ...all, ...rules })?.tip
  assert.deepEqual(tipOf(named, {}), { name: 'Аня' })
  assert.deepEqual(tipOf(tip, {}), { name: '' })
  // What its giver ticks is his own to say.
  assert.deepEqual(tipOf(named, { namesShown: false }), { name: 'Аня' })
  assert.deepEqual(tipOf({ ...named, amount: 50_000 }, {}), { name: 'Аня', amount: 50_000 })
  assert.equal(tipOf({ ...named, answered: true }, {}), undefined)
})

test('a thank is told for fifteen seconds', () => {
  assert.equal(isRecentThanks(thanks, NOW.getTime() + 14_999), true)
  assert.equal(isRecentThanks(thanks, NOW.getTime() + 15_000), false)
})
