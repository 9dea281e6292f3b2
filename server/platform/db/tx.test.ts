import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { ownDatabase, SERVER_URL } from '#test/support/database/database.ts'
import type { Database, Sql } from './open.ts'
import { afterCommit, brokeUnique, inLongTransaction, inTransaction } from './tx.ts'

let database: Database
let sql: Sql
let owner: Sql

before(async () => {
  const own = await ownDatabase()
  database = own.database
  owner = own.asOwner.sql
  sql = database.sql
})
after(() => database.close())

async function insert(inside: Sql, name: string, value = 'written') {
  await inside.insertInto('instanceSecrets').values({ name, value }).execute()
}

async function valueOf(name: string): Promise<string | undefined> {
  const query = sql.selectFrom('instanceSecrets').select('value').where('name', '=', name)
  return (await query.executeTakeFirst())?.value
}

async function statementTimeout(inside: Sql): Promise<string | undefined> {
  const { rows } = await raw<{ statementTimeout: string }>`show statement_timeout`.execute(inside)
  return rows[0]?.statementTimeout
}

const failing = (code: string) => Object.assign(new Error('refused by the database'), { code })

describe('what waits for a commit', () => {
  test('comes after it, in its order, and can be read by then', async () => {
    const called: unknown[] = []
    await inTransaction(sql, async (inside) => {
      afterCommit(inside, () => called.push(valueOf('told of')))
      afterCommit(inside, () => called.push('second'))
      await insert(inside, 'told of')
      assert.deepEqual(called, [])
    })
    assert.deepEqual(await Promise.all(called), ['written', 'second'])
  })

  test('never comes where there is none, and once where the work was tried again', async () => {
    const called: number[] = []
    let tries = 0
    const work = async (inside: Sql) => {
      tries += 1
      const own = tries
      afterCommit(inside, () => called.push(own))
      if (own === 1) throw failing('40001')
      if (own === 3) throw failing('22000')
    }
    await inTransaction(sql, work)
    await assert.rejects(() => inTransaction(sql, work))
    assert.deepEqual(called, [2])
  })

  test('comes at once outside of a transaction, and is no guess in a foreign one', async () => {
    const called: string[] = []
    afterCommit(sql, () => called.push('at once'))
    assert.deepEqual(called, ['at once'])
    await sql.transaction().execute(async (inside) => {
      assert.throws(() => afterCommit(inside, () => called.push('too early')))
    })
  })
})

describe('a transaction', () => {
  test('gives what its work gives, and keeps what it wrote', async () => {
    const given = await inTransaction(sql, async (inside) => {
      await insert(inside, 'kept')
      return 'done'
    })
    assert.equal(given, 'done')
    assert.equal(await valueOf('kept'), 'written')
  })

  for (const error of [new Refusal('NOT_FOUND', 'Нет'), new Error('a bug'), failing('23505')])
    test(`that ends with «${error.message}» is undone, not tried again, and says so`, async () => {
      let tries = 0
      const broken = inTransaction(sql, async (inside) => {
        tries += 1
        await insert(inside, 'undone')
        throw error
      })
      await assert.rejects(broken, (thrown) => thrown === error)
      assert.equal(tries, 1)
      assert.equal(await valueOf('undone'), undefined)
    })

  for (const code of ['40001', '40P01'])
    test(`that the database gave up with ${code} is done again from its beginning`, async () => {
      let tries = 0
      await inTransaction(sql, async (inside) => {
        tries += 1
        await insert(inside, `again ${code}`, `try ${tries}`)
        if (tries < 3) throw failing(code)
      })
      assert.equal(await valueOf(`again ${code}`), 'try 3')
    })

  test('that the database gives up every time is not tried for ever', async () => {
    const error = failing('40P01')
    let tries = 0
    const hopeless = inTransaction(sql, async () => {
      tries += 1
      throw error
    })
    await assert.rejects(hopeless, (thrown) => thrown === error)
    assert.equal(tries, 4)
  })
})

describe('a second row where one may be', () => {
  test('is known by the name of what forbids it, and by no other', async () => {
    await insert(sql, 'only one')
    await assert.rejects(insert(sql, 'only one'), (error) => {
      assert.ok(brokeUnique(error, 'instance_secrets_pkey'))
      assert.ok(!brokeUnique(error, 'artists_username_key'))
      return true
    })
    assert.ok(!brokeUnique(failing('23505'), 'instance_secrets_pkey'))
    assert.ok(!brokeUnique(undefined, 'instance_secrets_pkey'))
  })
})

// The embedded database prepares nothing.
if (SERVER_URL !== undefined)
  test('a transaction of many statements about a table that just got a column is done', async () => {
    const work = async (inside: Sql) => {
      for (const at of [1, 2, 3, 4, 5, 6])
        await raw`select * from instance_secrets where name = ${`of ${at}`} limit ${raw.lit(at)}`.execute(
          inside,
        )
      return 'done'
    }
    assert.equal(await inTransaction(sql, work), 'done')
    await raw`alter table instance_secrets add column of_later text`.execute(owner)
    assert.equal(await inTransaction(sql, work), 'done')
  })

// The embedded database has one connection, so no transaction there can wait for another.
if (SERVER_URL !== undefined)
  test('two that wait for each other are both done in the end', async () => {
    await insert(sql, 'left', '')
    await insert(sql, 'right', '')
    const bothLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let tries = 0

    async function append(inside: Sql, name: string, letter: string) {
      await inside
        .updateTable('instanceSecrets')
        .set((row) => ({ value: row(row.ref('value'), '||', row.val(letter)) }))
        .where('name', '=', name)
        .execute()
    }

    const crossing = (own: 0 | 1, [first, second]: [string, string]) => {
      const letter = own === 0 ? 'a' : 'b'
      return inTransaction(sql, async (inside) => {
        tries += 1
        await append(inside, first, letter)
        bothLocked[own].resolve()
        await bothLocked[own === 0 ? 1 : 0].promise
        await append(inside, second, letter)
      })
    }

    await Promise.all([crossing(0, ['left', 'right']), crossing(1, ['right', 'left'])])
    // The transaction that was rolled back may deadlock with the other once more before that is done.
    assert.ok(tries >= 3, 'one of the two was given up at least once')
    for (const name of ['left', 'right']) assert.match((await valueOf(name)) ?? '', /^(ab|ba)$/)
  })

test('the night’s work may take longer than a caller would wait, and nothing after it', async () => {
  const usual = await statementTimeout(sql)
  assert.equal(await inLongTransaction(sql, statementTimeout), '1h')
  assert.equal(await statementTimeout(sql), usual)
})
