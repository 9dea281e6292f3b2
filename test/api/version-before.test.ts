import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { tablesOf } from '#server/platform/backup/catalog.ts'
import { auditOf } from '#test/support/database/ledger.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** What a migration of the next version may do to tables under a running process of this one. */
async function migrateToTheNext(): Promise<void> {
  for (const { name } of await tablesOf(world.sql)) {
    const table = raw.table(name)
    await raw`alter table ${table} add column of_the_next text`.execute(world.sql)
    await raw`alter table ${table} add column with_a_default integer not null default 7`.execute(
      world.sql,
    )
  }
  await raw`create table of_the_next (id uuid primary key, artist_id uuid references artists)`.execute(
    world.sql,
  )
}

/** An evening that reads and writes most tables. */
async function evening(): Promise<void> {
  const show = await paidConcert(world)
  const free = await world.artist()
  const concert = await world.concert(free, { status: 'NOW', startsIn: -10 })
  const listener = world.listener()
  const song = await world.song('Осень', free.username)
  assert.equal((await listener.order(free, concert, song)).status, 200)
  const title = { title: `Своя ${free.username}`, artistName: 'Никто' }
  assert.equal((await listener.order(free, concert, title)).status, 200)
  const order = await show.paid()
  const other = await show.paid('sbp')
  await show.played(order.song)
  await show.skip(other.song)
  await world.ok(api.session.getSessions, { body: {} })
  await show.balance()
  world.advance(MINUTE_MS)
  await world.settle()
  await show.end()
  assert.ok((await show.owed()) > 0)
  assert.deepEqual(await auditOf(world), [])
}

test('a process goes on reading and writing when the next version has changed its tables', async () => {
  await evening()
  await migrateToTheNext()
  await evening()
})
