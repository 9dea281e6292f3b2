import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import { checkClocks, checkPlayMoney, checkTables } from './start-checks.ts'

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

test('real keys are refused where somebody paid at a test terminal, and nowhere else', async (t) => {
  const world = await makeWorld()
  t.after(() => world.close())
  const startsWith = (forTests: boolean) =>
    checkPlayMoney(world.database, { kind: 'tbank', forTests })
  await (await paidConcert(world)).paid()
  const paidAt = (createdAt: Date) => world.sql.updateTable('payments').set({ createdAt }).execute()
  await paidAt(new Date(0))
  await startsWith(true)
  await startsWith(false)
  await paidAt(new Date())
  // The first of these starts ended the time of the test terminal.
  await startsWith(false)
  await startsWith(true)
  await startsWith(true)
  await paidAt(new Date(Date.now() + 1000))
  await assert.rejects(startsWith(false), { name: 'StartRefused', message: /тестовый терминал/u })
})
