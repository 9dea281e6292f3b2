import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { makeWorld } from '#test/support/world.ts'
import { checkClocks, checkTables } from './start-checks.ts'

test('tables of a later version are refused in words, unless they are allowed', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  const logged: string[] = []
  const log = { warn: (_: object, sentence: string) => void logged.push(sentence) }
  await checkTables(world.database, { newerDatabase: false }, log)
  await checkClocks(world.database, log)
  assert.deepEqual(logged, [])
  await raw`insert into migrations (name) values ('9999-of-tomorrow.sql')`.execute(world.sql)
  await assert.rejects(checkTables(world.database, { newerDatabase: false }, log), {
    name: 'StartRefused',
    message: /более новая версия «Биса» \(9999-of-tomorrow\.sql\).*NEWER_DATABASE=on/u,
  })
  await checkTables(world.database, { newerDatabase: true }, log)
  assert.equal(logged.length, 1)
})
