import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import type { Bus } from './bus.ts'
import { postgresBus } from './bus.postgres.ts'

const connectionString = process.env.TEST_DATABASE_URL
const silent = { warn: () => {}, error: () => {} }

const CUT_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'bis-bus' AND datname = current_database()`
const CUT_OLDEST = `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
  WHERE application_name = 'bis-bus' AND datname = current_database()
  ORDER BY backend_start LIMIT 1) AS oldest`

// Only a real server has LISTEN across connections; without one there is nothing to test.
if (connectionString !== undefined) {
  const open = async (t: TestContext) => {
    const bus = postgresBus({ connectionString, log: silent })
    t.after(() => bus.close())
    await until(() => bus.healthy())
    return bus
  }

  const ask = async (t: TestContext) => {
    const client = new Client({ connectionString })
    await client.connect()
    t.after(() => client.end())
    return client
  }

  describe('the bus over PostgreSQL', { concurrency: false, timeout: 60_000 }, () => {
    test('what one process says the other hears once, and the speaker hears itself once', async (t) => {
      const [here, there] = [await open(t), await open(t)]
      const heardHere = listen(here)
      const heardThere = listen(there)
      here.publish('concert', 'c1')
      await until(() => heardThere.length > 0)
      // One that came later proves that no echo of the first is still on its way.
      there.publish('concert', 'end')
      await until(() => heardHere.includes('end'))
      assert.deepEqual(heardHere, ['c1', 'end'])
      assert.deepEqual(heardThere, ['c1', 'end'])
    })

    test('what is said many times within a batch crosses once, and all of a large one crosses', async (t) => {
      const [here, there] = [await open(t), await open(t)]
      const heard = listen(there)
      const ids = Array.from({ length: 500 }, (_, at) => `a-rather-long-concert-id-${at}`)
      for (let times = 0; times < 3; times += 1) {
        for (const id of ids) here.publish('concert', id)
      }
      here.publish('concert', 'end')
      await until(() => heard.includes('end'))
      assert.deepEqual(heard, [...ids, 'end'])
    })

    test('a lost connection comes back by itself and tells of the gap', async (t) => {
      const client = await ask(t)
      const [here, there] = [await open(t), await open(t)]
      const heard = listen(there)
      const gaps = { here: 0, there: 0 }
      here.onGap(() => (gaps.here += 1))
      there.onGap(() => (gaps.there += 1))
      await client.query(CUT_ALL)
      await until(() => gaps.here > 0 && gaps.there > 0)
      assert.equal(here.healthy() && there.healthy(), true)
      here.publish('concert', 'after')
      await until(() => heard.includes('after'))
      assert.deepEqual(gaps, { here: 1, there: 1 })
    })

    test('what is said while there is no connection is said once there is', async (t) => {
      const client = await ask(t)
      const [here, there] = [await open(t), await open(t)]
      const heard = listen(there)
      await client.query(CUT_OLDEST)
      await until(() => !here.healthy())
      here.publish('concert', 'meanwhile')
      await until(() => heard.length > 0)
      assert.deepEqual(heard, ['meanwhile'])
      assert.equal(here.healthy(), true)
    })

    test('closing says what still waits', async (t) => {
      const there = await open(t)
      const here = await open(t)
      const heard = listen(there)
      here.publish('concert', 'last words')
      await here.close()
      await until(() => heard.length > 0)
      assert.deepEqual(heard, ['last words'])
    })

    test('strangers on the channel are not heard', async (t) => {
      const client = await ask(t)
      const [here, there] = [await open(t), await open(t)]
      const heard = listen(there)
      await client.query(`SELECT pg_notify('bis', 'hello'), pg_notify('bis', '{"from":1}')`)
      here.publish('concert', 'c1')
      await until(() => heard.length > 0)
      assert.deepEqual(heard, ['c1'])
    })
  })
}

test('a bus without a database delivers in its own process, says that it is not healthy, and closes', async () => {
  const errors: string[] = []
  const bus = postgresBus({
    connectionString: 'postgresql://nobody@127.0.0.1:1/nothing',
    log: { warn: () => {}, error: (_, sentence) => errors.push(sentence) },
  })
  const heard = listen(bus)
  bus.publish('concert', 'c1')
  await until(() => errors.length > 0)
  assert.deepEqual(heard, ['c1'])
  assert.equal(bus.healthy(), false)
  await bus.close()
  assert.equal(errors.length, 1)
})

function listen(bus: Bus): string[] {
  const heard: string[] = []
  bus.subscribe('concert', (body) => heard.push(body))
  return heard
}

async function until(isSo: () => boolean) {
  for (let left = 2_000; !isSo(); left -= 1) {
    assert.ok(left > 0, 'waited in vain')
    await sleep(5)
  }
}
