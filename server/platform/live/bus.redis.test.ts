import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import { startRedis } from '#test/support/servers/redis.ts'
import type { TestRedis } from '#test/support/servers/redis.ts'
import { redisBus } from './bus.redis.ts'
import { testBusContract, listen, until } from './bus.fixture.ts'

const PASSWORD = 'swordfish'
const silent = { warn: () => {}, error: () => {} }

describe('the bus over Redis', { concurrency: false, timeout: 60_000 }, () => {
  let redis: TestRedis
  before(async () => {
    redis = await startRedis(PASSWORD)
  })
  after(() => redis.stop())

  const open = (installation = 'one', more: { timeoutMs?: number } = {}) =>
    redisBus({ url: redis.url, installation, log: silent, ...more })

  testBusContract({
    open: () => open(),
    cut: (which) =>
      redis.ask(async (client) => {
        const buses = (await client.clientList()).filter(({ name }) => name === 'bis-bus')
        const oldestFirst = buses.toSorted((one, other) => one.id - other.id)
        for (const { id } of which === 'all' ? oldestFirst : oldestFirst.slice(0, 1))
          await client.sendCommand(['CLIENT', 'KILL', 'ID', String(id)])
      }),
    sendRaw: (text) =>
      redis.ask(async (client) => {
        await client.publish('bis:one', text)
      }),
  })

  test('two installations on one server do not hear each other', async (t) => {
    const [one, other, third] = [open('one'), open('other'), open('one')]
    t.after(() => Promise.all([one.close(), other.close(), third.close()]))
    await until(() => one.healthy() && other.healthy() && third.healthy())
    const [receivedByOther, receivedByThird] = [listen(other), listen(third)]
    one.publish('concert', 'c1')
    await until(() => receivedByThird.length > 0)
    assert.deepEqual(receivedByOther, [])
  })

  /** The bus that reconnects last may have missed earlier messages: its gap makes it re-read everything. */
  async function untilReconnected(here: Bus, received: string[]) {
    await until(() => {
      here.publish('concert', 'after')
      return received.includes('after')
    })
    assert.ok(received.includes('gap'))
  }

  function listenWithGaps(bus: Bus): string[] {
    const received = listen(bus)
    bus.onGap(() => received.push('gap'))
    return received
  }

  test('a server that goes silent is given up, and found again once it speaks', async (t) => {
    const impatient = { timeoutMs: 300 }
    const [here, there] = [open('one', impatient), open('one', impatient)]
    t.after(() => Promise.all([here.close(), there.close()]))
    await until(() => here.healthy() && there.healthy())
    const received = listenWithGaps(there)
    redis.freeze()
    await until(() => !here.healthy() && !there.healthy())
    redis.thaw()
    await untilReconnected(here, received)
  })

  test('a server that was stopped and started is found again', async (t) => {
    const [here, there] = [open(), open()]
    t.after(() => Promise.all([here.close(), there.close()]))
    await until(() => here.healthy() && there.healthy())
    const received = listenWithGaps(there)
    await redis.stop()
    await until(() => !here.healthy() && !there.healthy())
    await redis.start()
    await untilReconnected(here, received)
  })

  test('a wrong password is logged once, without the password, and nothing is heard', async () => {
    const errors: string[] = []
    const url = redis.url.replace(PASSWORD, 'sesame')
    const log = { warn: () => {}, error: (fields: object) => errors.push(JSON.stringify(fields)) }
    const bus = redisBus({ url, installation: 'one', log })
    await until(() => errors.length > 0)
    assert.equal(bus.healthy(), false)
    await bus.close()
    assert.equal(errors.length, 1)
    assert.doesNotMatch(errors.join(''), /sesame/u)
  })
})
