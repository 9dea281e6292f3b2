import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thanksAmountError, choiceOf, ownSum, rublesOf, sendThanks } from './thanks.ts'

test('five hundred rubles are chosen until somebody chooses otherwise', () => {
  assert.deepEqual(choiceOf(null), { own: false, rubles: 500 })
  assert.deepEqual(choiceOf(''), { own: false, rubles: 500 })
})

test('an address names a ready sum, one’s own sum, or that it is being typed', () => {
  assert.deepEqual(choiceOf('200'), { own: false, rubles: 200 })
  assert.deepEqual(choiceOf('200,00'), { own: false, rubles: 200 })
  assert.deepEqual(choiceOf('7'), { own: true, typed: '7' })
  assert.deepEqual(choiceOf('own'), { own: true, typed: '' })
})

test('what is no sum stays as it was typed, for its field to refuse', () => {
  for (const typed of ['100,50', '1e3', '-50', 'сто']) {
    assert.deepEqual(choiceOf(typed), { own: true, typed })
    assert.equal(rublesOf({ own: true, typed }), 0)
  }
})

test('more than fifteen thousand cannot be typed', () => {
  assert.equal(ownSum('15000'), '15000')
  assert.equal(ownSum('250.00'), '250.00')
  assert.equal(ownSum('15001'), '15000')
  assert.equal(ownSum('9'.repeat(40)), '15000')
})

test('less than ten rubles, and nothing at all, is refused on sending', () => {
  assert.equal(thanksAmountError(rublesOf({ own: true, typed: '' })), 'Минимум 10 ₽')
  assert.equal(thanksAmountError(rublesOf({ own: true, typed: '9' })), 'Минимум 10 ₽')
  assert.equal(thanksAmountError(rublesOf({ own: true, typed: '10' })), null)
  assert.equal(thanksAmountError(rublesOf({ own: false, rubles: 500 })), null)
})

test('a sum above the maximum that is posted without scripts is refused, not lowered', async () => {
  for (const amount of ['15001', '20 000', '9'.repeat(400)]) {
    const form = new FormData()
    form.set('amount', amount)
    const answer = await sendThanks(() => assert.fail('the bank is not asked'), 'lada', form)
    assert.equal(answer.data.refused?.words, 'Максимум 15 000 ₽')
    assert.equal(answer.init?.status, 400)
  }
})

test('what is no sum is refused without scripts as it is with them', async () => {
  for (const [amount, words] of [
    ['100,50', 'Целые рубли, без копеек'],
    ['-50', 'Нужны только цифры'],
    ['1e3', 'Нужны только цифры'],
  ] as const) {
    const form = new FormData()
    form.set('amount', amount)
    const answer = await sendThanks(() => assert.fail('the bank is not asked'), 'lada', form)
    assert.deepEqual([answer.data.refused?.words, answer.data.refused?.amount], [words, amount])
  }
})
