import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { makeWorld } from '#test/support/world.ts'
import { healthRoutes } from './health.ts'
import type { RouteCall } from './route.ts'

test('a process on its way out takes no new visitors, and still lives; one that hears no other takes them', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  let stopping = false
  let healthy = true
  const bus = { healthy: () => healthy }
  const routes = healthRoutes({ sql: world.sql, bus, stopping: () => stopping })
  const ask = (endpoint: object) =>
    routes
      .find((route) => route.endpoint === endpoint)
      ?.answer({} as RouteCall<typeof api.operation.ready>)
  assert.equal(await ask(api.operation.ready), 'ok')
  // A bus that is down for all must not take the whole site down.
  healthy = false
  assert.equal(await ask(api.operation.ready), 'ok, но нет связи с соседними процессами')
  stopping = true
  await assert.rejects(
    async () => ask(api.operation.ready),
    (error) => error instanceof Refusal && error.code === 'OVERLOADED',
  )
  assert.equal(await ask(api.operation.health), 'ok')
})

test('a process whose database may not be written to takes no visitors', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  let answer: unknown
  await world.sql
    .transaction()
    .setAccessMode('read only')
    .execute(async (sql) => {
      const routes = healthRoutes({ sql, bus: { healthy: () => true }, stopping: () => false })
      const ready = routes.find((route) => route.endpoint === api.operation.ready)
      answer = await Promise.resolve(
        ready?.answer({} as RouteCall<typeof api.operation.ready>),
      ).catch((error: unknown) => error)
    })
    // Its connection is left.
    .catch(() => undefined)
  assert.ok(answer instanceof Refusal && answer.code === 'OVERLOADED', String(answer))
})
