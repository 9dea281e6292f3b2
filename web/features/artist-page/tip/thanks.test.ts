import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thanksAmountError, choiceOf, ownDigits, rublesOf, sendThanks } from './thanks.ts'

test('five hundred rubles are chosen until somebody chooses otherwise', () => {
  assert.deepEqual(choiceOf(null), { own: false, rubles: 500 })
  assert.deepEqual(choiceOf(''), { own: false, rubles: 500 })
  assert.deepEqual(choiceOf('слово'), { own: false, rubles: 500 })
})

test('an address names a ready sum, one’s own sum, or that it is being typed', () => {
  assert.deepEqual(choiceOf('200'), { own: false, rubles: 200 })
  assert.deepEqual(choiceOf('7'), { own: true, digits: '7' })
  assert.deepEqual(choiceOf('own'), { own: true, digits: '' })
})

test('of what is typed the digits stay, without spaces and leading zeros', () => {
  assert.equal(ownDigits('1 500'), '1500')
  assert.equal(ownDigits('007'), '7')
  assert.equal(ownDigits('0'), '0')
  assert.equal(ownDigits('сто'), '')
})

test('more than fifteen thousand cannot be typed', () => {
  assert.equal(ownDigits('15000'), '15000')
  assert.equal(ownDigits('15001'), '15000')
  assert.equal(ownDigits('9'.repeat(40)), '15000')
})

test('less than ten rubles, and nothing at all, is refused on sending', () => {
  assert.equal(thanksAmountError(rublesOf({ own: true, digits: '' })), 'Минимум 10 ₽')
  assert.equal(thanksAmountError(rublesOf({ own: true, digits: '9' })), 'Минимум 10 ₽')
  assert.equal(thanksAmountError(rublesOf({ own: true, digits: '10' })), null)
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
