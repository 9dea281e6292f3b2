import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { idOf, referenceOf } from './bank.ts'

test('a reference fits the bank and leads back to the payment', () => {
  const id = randomUUIDv7()
  for (const attempt of [1, 42, 999]) {
    assert.ok(referenceOf(id, attempt).length <= 36)
    assert.equal(idOf(referenceOf(id, attempt)), id)
  }
})

test('a text that is no reference of ours leads nowhere', () => {
  for (const text of ['', '21090', '0'.repeat(32), `${'g'.repeat(32)}-1`, `${'0'.repeat(32)}-`])
    assert.equal(idOf(text), null, text)
})
