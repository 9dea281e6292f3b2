import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PAD_PROTOCOL } from '#contract/path.ts'
import { makeWorld, until } from './socket.fixture.ts'

const offers = (token: string) => ({ protocols: [PAD_PROTOCOL, token] })
const from = (address: string) => ({ headers: { 'x-test-address': address } })

describe('the door', { timeout: 20_000 }, () => {
  test('stands at one path only', async (t) => {
    const world = await makeWorld(t)
    assert.equal(await world.refused('/'), 404)
    assert.equal(await world.refused('/ws/updateModel/'), 404)
    assert.equal(await world.refused('//ws/updateModel'), 404)
    assert.equal(await world.refused('/ws/updatemodel?x=/ws/updateModel'), 404)
    assert.equal(world.live.count(), 0)
  })

  test('is shut to foreign pages and open to our own', async (t) => {
    const world = await makeWorld(t)
    assert.equal(await world.refused(undefined, { origin: 'https://evil.example' }), 403)
    const ours = await world.connect({
      origin: 'http://bis.example',
      headers: { host: 'bis.example' },
    })
    ours.register('c1')
    assert.equal(await ours.next(), '["first of c1"]')
  })

  test('is shut when the process holds as many as it may', async (t) => {
    const world = await makeWorld(t, { limits: { sockets: 1 } })
    const first = await world.connect()
    assert.equal(await world.refused(), 503)
    first.socket.close()
    await until(() => world.live.count() === 0)
    await world.connect()
  })

  test('is shut to an address that comes too fast, and to that one only', async (t) => {
    const world = await makeWorld(t, {
      limits: { newAtOnce: 2, newPerSecond: 0.001 },
      networkOf: ({ headers }) => String(headers['x-test-address']),
    })
    await world.connect(from('hall'))
    await world.connect(from('hall'))
    assert.equal(await world.refused(undefined, from('hall')), 429)
    await world.connect(from('home'))
  })

  test('is shut to a network that has as many as are free, and open to others', async (t) => {
    const world = await makeWorld(t, {
      limits: { sockets: 8 },
      networkOf: ({ headers }) => String(headers['x-test-address']),
    })
    const hall = await Promise.all(Array.from({ length: 4 }, () => world.connect(from('hall'))))
    assert.equal(await world.refused(undefined, from('hall')), 503)
    await world.connect(from('home'))
    for (const { socket } of hall) socket.close()
    await until(() => world.live.count() === 1)
    await world.connect(from('hall'))
  })

  test('opens for a pad when no place or no rate is left for others', async (t) => {
    const looked: string[] = []
    const world = await makeWorld(t, {
      limits: { sockets: 1, pads: 4, padsOfArtist: 1 },
      artistOfPad: async (token) => {
        looked.push(token)
        if (token === 'broken') throw new Error('no database')
        return token.startsWith('token-of-') ? token.slice(9) : null
      },
    })
    const first = await world.connect(offers('token-of-anya'))
    assert.equal(first.socket.protocol, PAD_PROTOCOL)
    assert.deepEqual(looked, [], 'a pad with a common place is not looked up')
    const pad = await world.connect(offers('token-of-anya'))
    pad.register('c1')
    assert.equal(await pad.next(), '["first of c1"]')
    assert.equal(await world.refused(), 503)
    for (const token of ['token-of-anya', 'stranger', 'broken'])
      assert.equal(await world.refused(undefined, undefined, [PAD_PROTOCOL, token]), 503, token)
    await world.connect(offers('token-of-boris'))
    assert.deepEqual(world.live.refused(), { 503: 4 })
    pad.socket.close()
    await until(() => world.live.count() === 2)
    await world.connect(offers('token-of-anya'))
  })

  test('opens for a pad of an address that comes too fast', async (t) => {
    const world = await makeWorld(t, {
      limits: { newAtOnce: 1, newPerSecond: 0.001 },
      artistOfPad: async () => 'anya',
    })
    await world.connect()
    assert.equal(await world.refused(), 429)
    await world.connect(offers('token'))
  })

  test('looks up no more tokens at once than it may', async (t) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const world = await makeWorld(t, {
      limits: { sockets: 0, padChecks: 1 },
      artistOfPad: () => promise,
    })
    const pad = world.connect(offers('token'))
    await until(() => world.wires.length === 1)
    assert.equal(await world.refused(undefined, undefined, [PAD_PROTOCOL, 'token']), 503)
    resolve('anya')
    await pad
  })

  for (const [what, headers, status] of [
    ['another protocol', { upgrade: 'tea' }, 400],
    ['a key that is none', { 'sec-websocket-key': 'short' }, 400],
    ['a version of the past', { 'sec-websocket-version': '8' }, 426],
  ] as const)
    test(`is shut to ${what}`, async (t) => {
      const world = await makeWorld(t)
      assert.equal(await world.asked(headers), status)
      assert.equal(await world.asked({}), 101)
    })
})

describe('a stopping process', { timeout: 20_000 }, () => {
  test('tells everyone to come back, lets nobody in, and waits for the last to go', async (t) => {
    const world = await makeWorld(t, { limits: { closingMs: 60_000 } })
    // The first to be told: the time that is pushed later counts from that.
    const stuck = await world.connect()
    stuck.socket.pause()
    const clients = await Promise.all(Array.from({ length: 40 }, () => world.connect()))
    const closing = world.live.close()
    assert.equal(await world.refused(), 503)
    for (const { closed } of clients) assert.equal((await closed).code, 1012)
    await until(() => world.live.count() === 1)
    world.push(60_000)
    await closing
    assert.equal(world.live.count(), 0)
  })

  test('says its good-byes over a while and not at once', async (t) => {
    const world = await makeWorld(t, {
      limits: { restartCloseMs: 600, restartClosesPerSecond: 10 },
    })
    const clients = await Promise.all(Array.from({ length: 60 }, () => world.connect()))
    const closing = world.live.close()
    await clients[0]?.closed
    assert.ok(world.live.count() > 30, 'most are still there when the first has gone')
    await closing
  })
})
