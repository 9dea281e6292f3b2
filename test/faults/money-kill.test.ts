import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { MINUTE_MS } from '#domain/time.ts'
import { SERVER_URL } from '#test/support/database/database.ts'
import { BANK_POINTS, COMMIT_POINTS, planOf, SHORT } from '#test/support/crash/crash-points.ts'
import { crashEvening } from '#test/support/crash/evening.ts'
import type { CrashEngine } from '#test/support/crash/evening.ts'

/** MONEY_KILL_ROUNDS=1: how often the product is killed at each crash point, on each database. */
const ROUNDS = Number(process.env['MONEY_KILL_ROUNDS'] ?? 0)
const LONG = ROUNDS > 0

function planFor(engine: CrashEngine) {
  if (!LONG) return SHORT[engine]
  return planOf([...BANK_POINTS, ...(engine === 'postgres' ? COMMIT_POINTS : [])], ROUNDS)
}

async function killedOn(t: TestContext, engine: CrashEngine): Promise<void> {
  const plan = planFor(engine)
  const evening = await crashEvening(engine, plan, {
    patient: LONG,
    timeoutMs: (LONG ? 60 : 5) * MINUTE_MS,
  })
  const counts = [...evening.counts].map(([point, times]) => `${point} ×${times}`)
  t.diagnostic(`${plan.length} kills: ${counts.toSorted().join(', ')}`)
  assert.deepEqual(evening.faults, [])
  assert.deepEqual(evening.errors, [])
  const times = [...evening.counts.values()].reduce((sum, count) => sum + count, 0)
  assert.equal(times, plan.length)
}

describe(
  'kill -9 on the way of the money: nothing is lost, nothing happens twice, the books are clean',
  {
    concurrency: !LONG,
  },
  () => {
    // `npm test` runs it on PostgreSQL alone, `npm run faults` on both.
    if (LONG || SERVER_URL === undefined)
      test('on the embedded database', (t) => killedOn(t, 'embedded'))
    if (SERVER_URL !== undefined) test('on PostgreSQL', (t) => killedOn(t, 'postgres'))
  },
)
