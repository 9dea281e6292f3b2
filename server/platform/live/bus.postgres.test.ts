import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { testBusContract, listen, until } from './bus.fixture.ts'
import { postgresBus } from './bus.postgres.ts'

const connectionString = process.env['TEST_DATABASE_URL']
const silent = { warn: () => {}, error: () => {} }

const CUT = {
  all: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'bis-bus' AND datname = current_database()`,
  oldest: `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
    WHERE application_name = 'bis-bus' AND datname = current_database()
    ORDER BY backend_start LIMIT 1) AS oldest`,
}

// Only a real server has LISTEN across connections; without one there is nothing to test.
if (connectionString !== undefined) {
  const ask = async (text: string, values: string[] = []) => {
    const client = new Client({ connectionString })
    await client.connect()
    await client.query(text, values)
    await client.end()
  }

  describe('the bus over PostgreSQL', { concurrency: false, timeout: 60_000 }, () => {
    testBusContract({
      open: () => postgresBus({ connectionString, log: silent }),
      cut: (which) => ask(CUT[which]),
      sendRaw: (text) => ask(`SELECT pg_notify('bis', $1)`, [text]),
    })
  })
}

test('a bus without a database delivers in its own process, says that it is not healthy, and closes', async () => {
  const errors: string[] = []
  const bus = postgresBus({
    connectionString: 'postgresql://nobody@127.0.0.1:1/nothing',
    log: { warn: () => {}, error: (_, sentence) => errors.push(sentence) },
  })
  const received = listen(bus)
  bus.publish('concert', 'c1')
  await until(() => errors.length > 0)
  assert.deepEqual(received, ['c1'])
  assert.equal(bus.healthy(), false)
  await bus.close()
  assert.equal(errors.length, 1)
})
