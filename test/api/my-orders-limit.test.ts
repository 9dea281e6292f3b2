import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { RATES } from '#server/platform/http/limits.ts'
import { knownPhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'

/** How many honest listeners may share one network address (decision 018). */
const HALL = 10_000
/** Each phone asks again when the queue moves, after at least this pause. */
const REST_SECONDS = 5

test('a whole hall follows its orders behind one address, and takes no look at a payment from anybody', async () => {
  const spent: (keyof typeof RATES)[] = []
  const world = await makeWorld({ limits: { spend: async (name) => void spent.push(name) } })
  const { concertId: sessionId } = await makeStage(world)
  const phone = await knownPhone(world)
  spent.length = 0
  await world.ok(api.songs.myOrders, { query: { sessionId } }, phone)
  const [name = 'lookOfAddress'] = spent
  assert.notEqual(name, 'lookOfAddress')
  const { points, seconds } = RATES[name]
  assert.ok(points / seconds >= HALL / REST_SECONDS, name)
  await world.close()
})
