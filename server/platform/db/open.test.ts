import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import pg from 'pg'
import { ownPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { seedInMemory } from '#test/support/product/seed.ts'
import { openEmbedded, openPostgres, UnfitServer } from './open.ts'

test('the embedded database prepares a text once, and plans it anew once its table has grown', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { sql, script, close } = await openEmbedded(undefined, { seed: await seedInMemory() })
  t.after(close)
  await script('create table grown (id integer primary key)')
  await script('vacuum analyze grown')
  // From the sixth execution on a plan is cached.
  for (let times = 0; times < 6; times++)
    await raw`select id from grown where id = ${7}::integer`.execute(sql)
  await script('insert into grown select generate_series(1, 20000)')

  async function plan(): Promise<string> {
    const { rows } = await raw<{ name: string }>`
      select name from pg_prepared_statements where statement like 'select id from grown%'`.execute(
      sql,
    )
    assert.equal(rows.length, 1)
    const explained = await raw`explain execute ${raw.id(rows[0]?.name ?? '')}(7)`.execute(sql)
    return JSON.stringify(explained.rows)
  }
  assert.match(await plan(), /Seq Scan/u)
  t.mock.timers.tick(60_000)
  assert.match(await plan(), /Index/u)
})

// Only a real server can close its client's connection.
const server = SERVER_URL
if (server !== undefined) {
  describe('a pool to a server', { timeout: 60_000 }, () => {
    test('outlives a connection that is lost between two statements of a transaction', async (t) => {
      const own = await ownPostgres(server)
      const database = await openPostgres(own.url, 2)
      const admin = new pg.Client({ connectionString: own.url })
      await admin.connect()
      t.after(async () => {
        await admin.end()
        await database.close()
        await own.drop()
      })
      // Without a listener the error would end the process, and the test with it.
      const lost = database.sql.transaction().execute(async (sql) => {
        const { rows } = await raw<{ pid: number }>`select pg_backend_pid() as pid`.execute(sql)
        await admin.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
        await new Promise((resolve) => setImmediate(resolve))
        await raw`select 1`.execute(sql)
      })
      await assert.rejects(lost)
      const { rows } = await raw<{ one: number }>`select 1 as one`.execute(database.sql)
      assert.deepEqual(rows, [{ one: 1 }])
    })

    test('lets the server end a transaction whose process is frozen, so that nobody waits for its locks', async (t) => {
      const own = await ownPostgres(server)
      const database = await openPostgres(own.url, 1)
      t.after(async () => {
        await database.close()
        await own.drop()
      })
      const name = 'idle_in_transaction_session_timeout'
      const { rows } = await raw<{ ms: number }>`
        select setting::integer as ms from pg_settings where name = ${name}`.execute(database.sql)
      const ms = rows[0]?.ms ?? 0
      assert.ok(ms > 0 && ms <= 15_000, `a frozen transaction is left alone for ${ms} ms`)
    })

    for (const encoding of ['SQL_ASCII', 'LATIN1'])
      test(`refuses a database in ${encoding}, where Russian text is bytes or nothing`, async (t) => {
        const own = await ownPostgres(
          server,
          `encoding '${encoding}' locale 'C' template template0`,
        )
        t.after(own.drop)
        const opened = openPostgres(own.url, 1)
        t.after(async () => (await opened.catch(() => null))?.close())
        await assert.rejects(opened, (error) => {
          assert.ok(error instanceof UnfitServer)
          const message = `в кодировке UTF8, а по DATABASE_URL она в ${encoding}: создайте новую`
          assert.ok(error.message.includes(message), error.message)
          return true
        })
      })
  })
}
