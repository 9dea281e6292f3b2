import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { SERVER_URL } from '#test/support/database/database.ts'
import { preparingClient } from './open.ts'

type Asked = { name?: string; text: string; values: unknown[] }

/** A client without a server, and the queries that it would have sent. */
function clientOnPaper(t: TestContext) {
  const asked: unknown[][] = []
  t.mock.method(pg.Client.prototype, 'query', (...args: unknown[]) => void asked.push(args))
  const PreparingClient = preparingClient()
  return {
    /** Queries on a connection of its own. */
    ask(...args: unknown[]): unknown[] {
      const client = new PreparingClient() as unknown as { query(...all: unknown[]): unknown }
      client.query(...args)
      return asked.at(-1) ?? []
    },
  }
}

describe('the name of a statement', () => {
  test('is one for one text, on every connection and with any values', (t) => {
    const { ask } = clientOnPaper(t)
    const [first] = ask('select $1::int', [1]) as [Asked]
    const [again] = ask('select $1::int', [2]) as [Asked]
    const [other] = ask('select $1::text', ['1']) as [Asked]
    assert.deepEqual(first, { name: first.name, text: 'select $1::int', values: [1] })
    assert.match(first.name ?? '', /^[\da-f]{24}$/)
    assert.equal(again.name, first.name)
    assert.deepEqual(again.values, [2])
    assert.notEqual(other.name, first.name)
  })

  test('is not given to what has no values, and nothing else of a call is changed', (t) => {
    const { ask } = clientOnPaper(t)
    const done = () => {}
    assert.deepEqual(ask('begin'), ['begin'])
    assert.deepEqual(ask('select 1', []), ['select 1', []])
    assert.deepEqual(ask('begin', done), ['begin', done])
    const config = { text: 'select $1', values: [1] }
    assert.deepEqual(ask(config, done), [config, done])
    assert.deepEqual(ask('select $1', [1], done).slice(1), [done])
  })

  test('is given to 400 texts, and those after them go without', (t) => {
    const { ask } = clientOnPaper(t)
    const names = Array.from(
      { length: 500 },
      (_, n) => (ask(`select $1, ${n}`, [n]) as [Asked])[0].name,
    )
    assert.equal(new Set(names.slice(0, 400)).size, 400)
    assert.deepEqual(new Set(names.slice(400)), new Set([undefined]))
    const [early] = ask('select $1, 7', [1]) as [Asked]
    assert.equal(early.name, names[7])
    const [late] = ask('select $1, 450', [1]) as [Asked]
    assert.deepEqual(late, { text: 'select $1, 450', values: [1] })
  })
})

if (SERVER_URL !== undefined)
  test('on a server each text is prepared once a connection, and its answers are right', async (t) => {
    const PreparingClient = preparingClient()
    const client = new PreparingClient({ connectionString: SERVER_URL })
    await client.connect()
    t.after(() => client.end())
    for (const n of [1, 2, 3]) {
      const { rows } = await client.query('select $1::int * 2 as twice', [n])
      assert.deepEqual(rows, [{ twice: n * 2 }])
    }
    const { rows } = await client.query('select statement from pg_prepared_statements')
    assert.deepEqual(rows, [{ statement: 'select $1::int * 2 as twice' }])
  })
