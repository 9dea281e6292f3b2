import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownDatabase } from '#test/support/database.ts'
import { claimBeat } from './demo.store.ts'

const BEAT_MS = 12_000

test('of processes that show one demo one plays each beat', async (t) => {
  const { database } = await ownDatabase()
  t.after(() => database.close())
  let at = new Date('2026-11-22T20:00:00Z')
  for (const beat of [1, 2, 3]) {
    const claims = await Promise.all([1, 2, 3].map(() => claimBeat(database.sql, at, BEAT_MS)))
    assert.deepEqual(
      claims.filter((claim) => claim !== null),
      [beat],
    )
    at = new Date(at.getTime() + BEAT_MS)
  }
})
