import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeWorld, until } from './socket.fixture.ts'

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
