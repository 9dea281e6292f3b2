import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { ownPostgres, SERVER_URL } from '#test/support/database.ts'
import { migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { openEmbedded, openPostgres } from './open.ts'

const FILES = readdirSync(new URL('./migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .toSorted()

async function applied({ sql }: Database): Promise<string[]> {
  const { rows } = await raw<{ name: string }>`select name from migrations`.execute(sql)
  return rows.map(({ name }) => name).toSorted()
}

async function canKeepSongs({ sql }: Database) {
  const songs = await sql.selectFrom('songs').selectAll().execute()
  assert.deepEqual(songs, [])
}

test('every file has a number of its own, so that there is one order', () => {
  assert.ok(FILES.length > 0)
  const numbers = FILES.map((name) => /^(\d{4})-[a-z\d-]+\.sql$/.exec(name)?.[1])
  assert.ok(
    numbers.every((number) => number !== undefined),
    FILES.join(', '),
  )
  assert.equal(new Set(numbers).size, FILES.length)
})

test('an empty database gets every file in order, and a second time nothing', async (t) => {
  const database = await openEmbedded()
  t.after(() => database.close())
  assert.deepEqual(await migrate(database), FILES)
  assert.deepEqual(await applied(database), FILES)
  await canKeepSongs(database)
  await database.sql
    .insertInto('instance_secrets')
    .values({ name: 'kept', value: 'over the second time' })
    .execute()
  assert.deepEqual(await migrate(database), [])
  assert.deepEqual(await applied(database), FILES)
  const kept = await database.sql.selectFrom('instance_secrets').select('name').execute()
  assert.deepEqual(kept, [{ name: 'kept' }])
})

if (SERVER_URL !== undefined)
  test('five processes that start at once on an empty server do not get in each other’s way', async (t) => {
    const own = await ownPostgres(SERVER_URL ?? '')
    const processes = await Promise.all(Array.from({ length: 5 }, () => openPostgres(own.url, 2)))
    t.after(async () => {
      await Promise.all(processes.map((database) => database.close()))
      await own.drop()
    })
    await Promise.all(processes.map(migrate))
    for (const database of processes) {
      assert.deepEqual(await applied(database), FILES)
      await canKeepSongs(database)
      assert.deepEqual(await migrate(database), [])
    }
  })
