import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { sql as raw } from 'kysely'
import { pino } from 'pino'
import { webBuild } from '../support/browsers/web-build.ts'
import { makeWorld } from '../support/world.ts'

/** The error code of PostgreSQL while it shuts down. */
const GOING_DOWN = '57P01'

describe('a page whose database is away', () => {
  for (const [whose, pagesKeptBytes] of [
    ['made for one visitor', 0],
    ['made for many', 1024 * 1024],
  ] as const)
    it(`is told with 503 and when to come again, and is no bug of its own: ${whose}`, async (t) => {
      const lines: string[] = []
      const stream = new Writable({
        write(chunk, _, done) {
          lines.push((JSON.parse(String(chunk)) as { msg: string }).msg)
          done()
        },
      })
      const log = pino({ level: 'error', base: null }, stream)
      const world = await makeWorld({ web: await webBuild(), pagesKeptBytes, log })
      t.after(() => world.close())
      const { username } = await world.artist()
      await raw`alter table artists rename to kept_artists`.execute(world.sql)
      await raw`create function lost() returns setof kept_artists language plpgsql
        as ${raw.lit(`begin raise exception using errcode = '${GOING_DOWN}'; end`)}`.execute(
        world.sql,
      )
      await raw`create view artists as select * from lost()`.execute(world.sql)
      const { statusCode, headers, body } = await world.app.http.inject(`/user/${username}`)
      assert.equal(statusCode, 503)
      assert.match(String(headers['retry-after']), /^[1-9]\d*$/u)
      assert.match(String(headers['content-type']), /^text\/html/u)
      assert.match(body, /<h1/u)
      assert.equal(headers['cache-control'], 'no-store')
      assert.ok(!lines.includes('a bug answered a page'), lines.join())
    })
})
