import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { makeWorld, until } from './socket.fixture.ts'

const MOST = 64 * 1024
const state = (change: number) => JSON.stringify([`${change} ${'x'.repeat(256 * 1024)}`])

/** Sends changes until they exceed every buffer of the system; the reading listener has received all of them. */
async function flood(t: TestContext) {
  const world = await makeWorld(t, { limits: { waitingBytes: MOST } })
  const [stuck, reading] = [await world.connect(), await world.connect()]
  for (const client of [stuck, reading]) {
    client.register('c1')
    await client.next()
  }
  stuck.socket.pause()
  let waiting = 0
  for (let change = 1; change <= 80; change += 1) {
    world.change('c1', state(change))
    assert.equal(await reading.next(), state(change))
    waiting = Math.max(waiting, ...world.wires.map((wire) => wire.writableLength))
  }
  return { world, stuck, waiting }
}

describe('patience', { timeout: 20_000 }, () => {
  test('ends after 10 seconds without a registration, and a ping is none', async (t) => {
    const world = await makeWorld(t)
    const [mute, registered] = [await world.connect(), await world.connect()]
    registered.register('c1')
    await registered.next()
    mute.socket.send('ping')
    assert.equal(await mute.next(), 'pong')
    world.push(10_000)
    const { code, reason } = await mute.closed
    assert.equal(code, 4408)
    assert.notEqual(reason, '')
    await until(() => world.live.count() === 1)
    assert.equal(registered.socket.readyState, registered.socket.OPEN)
  })

  test('ends after 75 seconds of silence; a ping every 25 seconds keeps a listener', async (t) => {
    const world = await makeWorld(t)
    const [silent, pinging] = [await world.connect(), await world.connect()]
    for (const client of [silent, pinging]) {
      client.register('c1')
      await client.next()
    }
    for (let quarter = 0; quarter < 3; quarter += 1) {
      assert.equal(world.live.count(), 2)
      world.push(25_000)
      pinging.socket.send('ping')
      assert.equal(await pinging.next(), 'pong')
    }
    assert.equal((await silent.closed).code, 1006)
    await until(() => world.live.count() === 1)
  })
})

describe('a listener who does not read', { timeout: 20_000 }, () => {
  test('never has more waiting than the limit and one frame, and on return gets the latest state', async (t) => {
    const { stuck, waiting } = await flood(t)
    assert.ok(waiting > 0, 'the flood was too small to fill the wire')
    assert.ok(waiting <= MOST + state(80).length + 16, `${waiting} bytes waited`)
    stuck.socket.resume()
    await until(() => stuck.messages.at(-1) === state(80), 'the latest state')
    assert.ok(stuck.messages.length < 80, 'old states were skipped')
  })

  test('is ended when that lasts 5 seconds, and the others stay', async (t) => {
    const { world } = await flood(t)
    world.push(5_000)
    await until(() => world.live.count() === 1, 'the end of the stuck one')
    assert.equal(world.hub.watchers('c1'), 1)
  })
})
