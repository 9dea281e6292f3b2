import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NAMED_SO, TOO_WEAK } from './account.ts'
import { couldBeTaken, guessedBy, isGuessable, wordsOfAccount } from './guessable.ts'

const common = new Set(['q1w2e3r4', 'football1', 'aa123456', 'summer', 'sun'])
const lada = wordsOfAccount({
  username: 'Lada.Struny',
  email: 'vesna-99@example.org',
  name: 'Лада и струны',
})
const guessed = (password: string) => isGuessable(password, { common, own: lada })

describe('a password is soon guessed', () => {
  test('that is on the list, in any case', () => {
    for (const password of ['Q1w2e3r4', 'fOOtball1']) assert.ok(guessed(password), password)
  })

  test('that is on the list with a year, some digits or signs around it', () => {
    for (const password of [
      'Summer2026',
      '2026Summer!',
      '!Football1!',
      'Aa123456!',
      'Summer-1999.',
    ])
      assert.ok(guessed(password), password)
  })

  test('that is a word of the site with digits and signs', () => {
    for (const password of ['Bis-2026!', 'BisBis77', 'G1tara2026', 'P@ssw0rd-77', 'Концерт2026a'])
      assert.ok(guessed(password), password)
  })

  test('that is how the account is called', () => {
    for (const password of [
      'Lada.Struny1',
      'struny-2026X',
      'Vesna1999!',
      'Лада2026a',
      'LadaLada7',
      'Vesna7-Lada',
    ])
      assert.ok(guessed(password), password)
  })
})

test('a word among others of one’s own is no trouble', () => {
  for (const password of [
    'Verevka7-mytha',
    'Kabisovy7-lug',
    'struny7-Zvezdochet',
    'Guitar7-Verevka',
  ])
    assert.ok(!guessed(password), password)
})

test('a common word among others, a short one, or with more than a date beside it is no trouble', () => {
  for (const password of ['Summer7-Zvezdochet', 'Kx-Sun-2026', 'Summer83105927', 'Sum7mer2026'])
    assert.ok(!guessed(password), password)
})

test('a short name stands in a password by chance', () => {
  const own = wordsOfAccount({ username: 'ira', email: 'ia@example.org', name: 'Я' })
  assert.deepEqual(own, [])
  assert.ok(!isGuessable('Mira-777', { common, own }))
})

test('the list is of what the other rules let pass', () => {
  assert.ok(couldBeTaken('q1w2e3r4'))
  for (const other of ['123456789', 'password', 'a1234567', 'abc123', 'two words1'])
    assert.ok(!couldBeTaken(other), other)
})

test('the words for it say where the account’s own names are the reason', () => {
  const own = wordsOfAccount({ username: 'tri.kota' })
  const said = (password: string) => guessedBy(password, { common, own })
  assert.equal(said('Tri-Kota-99z'), NAMED_SO)
  assert.equal(said('Football1'), TOO_WEAK)
  assert.equal(said('Bis-2026!'), TOO_WEAK)
  assert.equal(said('Verevka7-mytha'), null)
})
