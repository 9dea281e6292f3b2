import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql as raw } from 'kysely'
import { pino } from 'pino'
import { api } from '#contract/index.ts'
import { eventually } from '#test/support/eventually.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import { decodableUrl } from './failures.ts'

const IN_WORDS = 'Что-то сломалось у нас. Попробуйте ещё раз чуть позже.'

type Line = { level: number; msg: string; reqId: string; err?: { message: string; stack: string } }

/** A world with a readable log. */
async function worldWithLog(t: TestContext) {
  const lines: Line[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Line)
      done()
    },
  })
  const world = await makeWorld({ log: pino({ level: 'error', base: null }, stream) })
  t.after(() => world.close())
  return { world, lines }
}

test('a page with a broken percent-encoding is not found, a call with one is refused', () => {
  assert.equal(decodableUrl('/user/%E0%A4%A?tab=order'), '/user/%25E0%25A4%25A?tab=order')
  assert.equal(decodableUrl('/api/v1/qr/get-image/%E0'), '/api/v1/qr/get-image/%E0')
  assert.equal(decodableUrl('/user/%D0%90?q=%E0'), '/user/%D0%90?q=%E0')
})

describe('a bug', () => {
  test('is told in one sentence with a number to ask about, and logged once with its cause', async (t) => {
    const { world, lines } = await worldWithLog(t)
    await raw`alter table artists rename to lost_artists`.execute(world.sql)
    const query = { artistUsername: 'lada' }
    const { status, failure, headers } = await world.call(api.page.getInfo, { query })
    assert.equal(status, 500)
    assert.match(String(headers['content-type']), /^application\/json/)
    const { requestId, ...rest } = failure
    assert.deepEqual(rest, { code: 'INTERNAL', message: IN_WORDS })
    assert.match(requestId, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    assert.deepEqual(
      lines.map(({ reqId }) => reqId),
      [requestId],
    )
    assert.match(lines[0]?.err?.message ?? '', /artists/)
    assert.match(lines[0]?.err?.stack ?? '', /\.ts:\d+/)
  })

  test('an expected refusal is not logged', async (t) => {
    const { world, lines } = await worldWithLog(t)
    await world.refused('NOT_FOUND', api.page.getInfo, { query: { artistUsername: 'nikto' } })
    await world.refused('NO_TOKEN', api.auth.checkToken)
    await world.refused('VALIDATION', api.auth.isUsernameFree, { body: {} })
    assert.deepEqual(lines, [])
  })
})

describe('a database that is gone', () => {
  test('is told by every call in the one shape, without a word of its own', async (t) => {
    const { world, lines } = await worldWithLog(t)
    const stage = await makeStage(world)
    await world.app.ctx.database.sql.destroy()
    const { artist, concertId: sessionId } = stage
    const calls = [
      world.call(api.page.getInfo, { query: { artistUsername: artist.username } }),
      world.call(api.session.byId, { query: { sessionId } }),
      world.call(api.artist.pause, {}, stage.as),
      world.call(api.artist.queue, { query: { sessionId } }, stage.as),
      world.call(api.auth.login, { body: { username: 'lada', password: 'x' } }),
    ]
    for (const { status, failure } of await Promise.all(calls)) {
      assert.equal(status, 500)
      assert.deepEqual(Object.keys(failure).toSorted(), ['code', 'message', 'requestId'])
      assert.equal(failure.message, IN_WORDS)
    }
    assert.equal(lines.filter(({ msg }) => msg === 'a bug answered a call').length, calls.length)
  })

  test('or has no room left is told as 503 with the seconds to wait', async (t) => {
    const { world, lines } = await worldWithLog(t)
    const states = ['57P01', '57P03', '08006', '53100', '53300']
    await raw`alter table artists rename to kept_artists`.execute(world.sql)
    for (const state of states) {
      await raw`create or replace function lost() returns setof kept_artists language plpgsql
        as ${raw.lit(`begin raise exception using errcode = '${state}'; end`)}`.execute(world.sql)
      await raw`create or replace view artists as select * from lost()`.execute(world.sql)
      const query = { artistUsername: 'lada' }
      const { status, failure, headers } = await world.call(api.page.getInfo, { query })
      assert.equal(status, 503, state)
      assert.equal(failure.code, 'OVERLOADED')
      assert.match(failure.message, /^[А-Я][^a-zA-Z]+$/)
      assert.match(String(headers['retry-after']), /^\d+$/)
    }
    assert.equal(lines.length, states.length)
  })

  test('leaves the process alive and not ready', async (t) => {
    const { world } = await worldWithLog(t)
    // With a server's database the connection to the other processes opens after the start.
    const ready = async () => (await world.call(api.operation.ready)).status
    await eventually(ready, 200)
    await world.app.ctx.database.sql.destroy()
    assert.equal(await world.ok(api.operation.health), 'ok')
    const { status, failure } = await world.call(api.operation.ready)
    assert.equal(status, 503)
    assert.equal(failure.code, 'OVERLOADED')
    assert.equal(failure.message, 'База данных не отвечает или не принимает записи')
  })
})
