import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOUR_MS } from '#domain/time.ts'
import { call, serverNow } from './call.ts'

const NOON = Date.parse('2026-11-22T12:00:00Z')

/** Answers a call with the server's time `at`, on a device whose clock shows noon. */
async function answeredAt(mock: typeof test.mock, at: number, cacheControl: string) {
  const headers = { date: new Date(at).toUTCString(), 'cache-control': cacheControl }
  mock.method(globalThis, 'fetch', async () => Response.json({ data: true }, { headers }))
  await call(api.features.check, { query: { featureName: 'any' } })
}

test('the time is the server’s, from its last answer on', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: NOON })
  assert.equal(serverNow(), NOON)
  await answeredAt(mock, NOON - 3 * HOUR_MS, 'no-store')
  assert.equal(serverNow(), NOON - 3 * HOUR_MS)
  mock.timers.tick(HOUR_MS)
  assert.equal(serverNow(), NOON - 2 * HOUR_MS)
})

test('an answer that a cache may have kept does not tell the time', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: NOON })
  await answeredAt(mock, NOON - 2 * HOUR_MS, 'no-store')
  await answeredAt(mock, NOON - 5 * HOUR_MS, 'public, max-age=60')
  assert.equal(serverNow(), NOON - 2 * HOUR_MS)
})
