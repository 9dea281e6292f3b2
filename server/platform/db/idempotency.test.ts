import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownDatabase } from '#test/support/database/database.ts'
import { answerByKey, forgetKeys, onceByKey } from './idempotency.ts'

test('a key is forgotten with its age, and no sooner', async (t) => {
  const { database } = await ownDatabase()
  t.after(() => database.close())
  const { sql } = database
  const first = new Date('2026-11-21T18:00:00.000Z')
  const second = new Date('2026-11-22T18:00:00.000Z')
  await onceByKey(sql, 'call', 'old', {}, first, async () => 'old')
  await onceByKey(sql, 'call', 'young', {}, second, async () => 'young')
  await forgetKeys(sql, second)
  assert.equal(await answerByKey(sql, 'call', 'old', {}), null)
  assert.equal(await answerByKey(sql, 'call', 'young', {}), 'young')
})
