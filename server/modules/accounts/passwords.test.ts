import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePasswords } from './passwords.ts'

test('a password that comes when too many wait is refused and told when to come back', async () => {
  const passwords = makePasswords({ atOnce: 1, waiting: 1 })
  const first = passwords.hash('Verevka7-mytha')
  const second = passwords.verify(null, 'Verevka7-mytha')
  await assert.rejects(passwords.hash('Verevka7-mytha'), {
    code: 'OVERLOADED',
    retryAfterSeconds: 5,
  })
  const made = await first
  assert.equal(await second, false)
  assert.equal(await passwords.verify(made, 'Verevka7-mytha'), true)
})
