import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BalanceEntry } from '#contract/payout.ts'
import { breakdown, entryWords, isUndone } from './entry-texts.ts'

const entry = (change: Partial<BalanceEntry>): BalanceEntry => ({
  id: '',
  at: '2026-11-21T18:00:00.000Z',
  amount: 27_000,
  gross: 30_000,
  commission: 3000,
  cause: 'song',
  state: 'credited',
  dispute: 'none',
  title: 'Перемен',
  ...change,
})

test('a song is called by its title', () => {
  assert.equal(entryWords(entry({})).title, 'Перемен')
})

test('a tip shows the listener’s words, and no empty quote', () => {
  assert.equal(entryWords(entry({ cause: 'tip', title: 'Браво' })).quote, 'Браво')
  assert.equal(entryWords(entry({ cause: 'tip', title: '' })).quote, null)
})

test('a payout says where it went and how far it is', () => {
  const words = entryWords(entry({ cause: 'payout', state: 'sent', title: 'Т-Банк, 79001234567' }))
  assert.deepEqual([words.cause, words.state], ['Т-Банк, 79001234567', 'В пути'])
})

test('a payout that the bank refused says where the money is', () => {
  const words = entryWords(entry({ cause: 'payout_rejected', state: 'rejected' }))
  assert.match(words.title, /деньги на балансе/u)
})

test('what the artist gives back says how much of it is where', () => {
  const words = (state: BalanceEntry['state']) =>
    entryWords(entry({ state, gross: 60_000, amount: 0 })).state.replaceAll('\u00A0', ' ')
  assert.equal(words('returning'), 'Возвращаем 600 ₽')
  assert.equal(words('return_refused'), 'Возврат 600 ₽ задерживается')
  assert.equal(words('returned'), 'Возвращено 600 ₽')
})

test('a return after its payout says what it took, and what the listener got', () => {
  const back = entry({ cause: 'return', state: 'returned', gross: -50_000, commission: -5000 })
  assert.equal(entryWords(back).state.replaceAll('\u00A0', ' '), 'Возвращено 500 ₽')
  assert.equal(breakdown(back)?.replaceAll('\u00A0', ' '), '500 ₽ минус комиссия 50 ₽')
  assert.deepEqual([isUndone(back), isUndone(entry({ state: 'returned' }))], [false, true])
})

test('the commission is told where somebody paid', () => {
  assert.equal(breakdown(entry({}))?.replaceAll('\u00A0', ' '), '300 ₽ минус комиссия 30 ₽')
  assert.equal(breakdown(entry({ gross: 0, commission: 0 })), null)
})
