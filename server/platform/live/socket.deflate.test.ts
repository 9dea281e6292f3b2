import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PerMessageDeflateOptions } from 'ws'
import { makeWorld, until } from './socket.fixture.ts'

const ALL = 40
const state = (change: number) =>
  JSON.stringify(Array.from({ length: 20 }, (_, n) => ({ id: n, title: `${change} Песня ${n}` })))
/** A browser compresses every message, a ping too. */
const BROWSER: PerMessageDeflateOptions = { threshold: 0 }

describe('compression', { timeout: 20_000 }, () => {
  test('is of one frame for all who agreed to it; the others read the same text plain', async (t) => {
    const world = await makeWorld(t)
    const clients = await Promise.all(
      Array.from({ length: ALL }, (_, n) =>
        world.connect({ perMessageDeflate: n % 4 === 0 ? false : BROWSER }),
      ),
    )
    for (const client of clients) {
      client.register('c1')
      await client.next()
    }
    const before = world.wires.map(({ bytesWritten }) => bytesWritten)
    world.change('c1', state(1))
    for (const client of clients) assert.equal(await client.next(), state(1))
    const written = world.wires.map(({ bytesWritten }, n) => bytesWritten - (before[n] ?? 0))
    const [plain = 0, deflated = 0] = written
    assert.ok(deflated < plain / 3, `${deflated} and ${plain} bytes`)
    for (const [n, bytes] of written.entries())
      assert.equal(bytes, n % 4 === 0 ? plain : deflated, 'the same frame for each')
    // The second frame does not depend on the first.
    world.change('c1', state(2))
    for (const client of clients) assert.equal(await client.next(), state(2))
  })

  test('of what a client says is read, and a long one that hides in a short one is refused', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect({ perMessageDeflate: BROWSER })
    assert.equal(client.socket.extensions, 'permessage-deflate')
    client.register('c1')
    assert.equal(await client.next(), '["first of c1"]')
    for (let times = 0; times < 3; times += 1) {
      client.socket.send('ping')
      assert.equal(await client.next(), 'pong')
    }
    client.socket.send(JSON.stringify({ x: 'x'.repeat(100_000) }))
    assert.equal((await client.closed).code, 1009)
    await until(() => world.live.count() === 0)
  })
})
