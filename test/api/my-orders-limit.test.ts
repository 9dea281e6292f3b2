import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { RATES } from '#server/platform/http/limits.ts'
import { myOrdersRoutes } from '#server/modules/queue/queue.routes.ts'

/** How many honest listeners may share one network address (decision 018). */
const HALL = 10_000
/** Each phone asks again when the queue moves, after at least this pause. */
const REST_SECONDS = 5

test('a whole hall follows its orders behind one address, and takes no look at a payment from anybody', async () => {
  const spent: (keyof typeof RATES)[] = []
  const orders = { ofDevice: async () => [], cancel: async () => true as const }
  const routes = myOrdersRoutes(orders, { spend: async (name) => void spent.push(name) })
  const route = routes.find(({ endpoint }) => endpoint === api.songs.myOrders)
  const call = {
    query: { sessionId: '' },
    device: { known: () => 'a phone' },
    address: '203.0.113.7',
  }
  await route?.answer(call as never)
  const [name = 'lookOfAddress'] = spent
  assert.notEqual(name, 'lookOfAddress')
  const { points, seconds } = RATES[name]
  assert.ok(points / seconds >= HALL / REST_SECONDS, name)
})
