import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { WebSocket } from 'ws'
import { api } from '#contract/index.ts'
import { LIVE_PATH } from '#contract/path.ts'
import { SERVER_URL } from '#test/support/database/database.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** More than the tests' server has connections. */
const FLOOD = 25

const skip = SERVER_URL === undefined && 'the embedded database has one connection'

/** While the table is locked every search that reads it holds a connection. */
async function whileLocked(table: string, search: () => Promise<unknown>): Promise<string> {
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const held = world.sql.transaction().execute(async (sql) => {
    await raw`lock table ${raw.table(table)} in access exclusive mode`.execute(sql)
    lock()
    await over
  })
  await locked
  const searches = Array.from({ length: FLOOD }, search)
  await sleep(100)
  const others = raw`select 1`.execute(world.app.ctx.sql).then(() => 'free')
  const found = await Promise.race([others, sleep(3000, 'taken')])
  end()
  await Promise.all([held, ...searches, others])
  return found
}

test('a flood of searches leaves the database free', { skip }, async () => {
  const artists = () => world.ok(api.page.searchByName, { query: { input: 'маяк' } })
  const songs = [await world.song('Весна', 'Маяк')]
  const concerts = () => world.ok(api.session.getSessions, { body: { songIds: songs } })
  const coords = { longitude: 37.6, latitude: 55.75 }
  const best = () => world.ok(api.session.searchRecommended, { body: { coords, songs } })
  assert.equal(await whileLocked('artists', artists), 'free')
  assert.equal(await whileLocked('repertoire', concerts), 'free')
  assert.equal(await whileLocked('repertoire', best), 'free')
})

test('a flood of registrations leaves it free', { skip }, async () => {
  const port = await world.app.listen(0, '127.0.0.1')
  const dialled = Array.from(
    { length: FLOOD },
    () => new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`),
  )
  await Promise.all(dialled.map((socket) => once(socket, 'open')))
  const waiting = [...dialled]
  const register = async () => {
    const named = { artistUsername: 'nobody', sessionId: randomUUID() }
    waiting.pop()?.send(JSON.stringify(named))
  }
  assert.equal(await whileLocked('concerts', register), 'free')
  for (const socket of dialled) socket.terminate()
})
