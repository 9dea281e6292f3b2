import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { makeWorld } from '#test/support/world.ts'
import { localBus } from '../live/bus.local.ts'
import { healthRoutes } from './health.ts'
import type { Call } from './route.ts'

test('a process on its way out takes no new visitors, and still lives', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  let stopping = false
  const routes = healthRoutes({ sql: world.sql, bus: localBus(), stopping: () => stopping })
  const ask = (endpoint: object) =>
    routes
      .find((route) => route.endpoint === endpoint)
      ?.answer({} as Call<typeof api.operation.ready>)
  assert.equal(await ask(api.operation.ready), 'ok')
  stopping = true
  await assert.rejects(
    async () => ask(api.operation.ready),
    (error) => error instanceof Refusal && error.code === 'OVERLOADED',
  )
  assert.equal(await ask(api.operation.health), 'ok')
})
