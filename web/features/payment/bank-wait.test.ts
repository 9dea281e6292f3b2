import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backIn, bankWait } from './bank-wait.ts'

test('who has just paid is asked for nothing for ten seconds', () => {
  assert.equal(bankWait('paid', 0, true), 'checking')
  assert.equal(bankWait('paid', 9999, true), 'checking')
  assert.equal(bankWait('paid', 10_000, true), 'long')
})

test('who closed the bank’s page is told that he has not paid, once the bank was asked', () => {
  assert.equal(bankWait('failed', 4999, true), 'checking')
  assert.equal(bankWait('failed', 5000, true), 'closed')
  assert.equal(bankWait('failed', 5000, false), 'long')
  assert.equal(bankWait(null, 5000, true), 'closed')
  assert.equal(bankWait('pay', 0, true), 'closed')
})

test('only known words of an address count', () => {
  assert.equal(backIn(new URLSearchParams('back=paid')), 'paid')
  assert.equal(backIn(new URLSearchParams('back=elsewhere')), null)
  assert.equal(backIn(new URLSearchParams('since=1')), null)
})
