import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { makeWorld, until } from './socket.fixture.ts'
import { makeArrivalRate } from './socket.ts'

function arrivalRateTestMakeWorld() {
  let time = 0
  return {
    rate: makeArrivalRate({ perSecond: 200, atOnce: 2_000, now: () => time }),
    pass: (ms: number) => void (time += ms),
  }
}

function come(admits: () => boolean, times: number): number {
  let admitted = 0
  for (let time = 0; time < times; time += 1) if (admits()) admitted += 1
  return admitted
}

test('a whole hall behind one address comes in at once, and no more than that', () => {
  const { rate } = arrivalRateTestMakeWorld()
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    2_000,
  )
})

test('afterwards it is a rate, and waiting earns no more than the whole allowance', () => {
  const { rate, pass } = arrivalRateTestMakeWorld()
  come(() => rate.admits('hall'), 20_000)
  pass(1_000)
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    200,
  )
  pass(3_600_000)
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    2_000,
  )
})

test('one address takes nothing from another', () => {
  const { rate } = arrivalRateTestMakeWorld()
  come(() => rate.admits('flood'), 20_000)
  assert.equal(rate.admits('hall'), true)
})

test('forgetting the rested gives nobody more than their due', () => {
  const { rate, pass } = arrivalRateTestMakeWorld()
  come(() => rate.admits('hall'), 20_000)
  pass(1_000)
  rate.forgetFull()
  assert.equal(
    come(() => rate.admits('hall'), 20_000),
    200,
  )
})

describe('registration', { timeout: 20_000 }, () => {
  test('is answered with the whole queue, and every change with the whole queue again', async (t) => {
    const world = await makeWorld(t)
    const [one, other] = [await world.connect(), await world.connect()]
    for (const client of [one, other]) {
      client.register('c1')
      assert.equal(await client.next(), '["first of c1"]')
    }
    // Cyrillic, and each of the three lengths that a frame's header can have.
    for (const queue of ['["Кино"]', `["${'ё'.repeat(500)}"]`, `["${'x'.repeat(70_000)}"]`]) {
      world.change('c1', queue)
      assert.equal(await one.next(), queue)
      assert.equal(await other.next(), queue)
    }
  })

  test('of those who ask brings the state of the concert too', async (t) => {
    const world = await makeWorld(t)
    const [asked, silent] = [await world.connect(), await world.connect()]
    asked.register('c1', { events: true })
    silent.register('c1', { events: false })
    assert.equal(await asked.next(), '["first of c1"]')
    assert.deepEqual(JSON.parse(await asked.next()), {
      type: 'session',
      sessionStatus: 'NOW',
      active: true,
      listeners: 1,
    })
    assert.equal(await silent.next(), '["first of c1"]')
    world.change('c1', '["second"]')
    assert.equal(await silent.next(), '["second"]')
  })

  test('for an unknown concert is told so and closed with 4404', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    client.register('c3')
    const error: unknown = JSON.parse(await client.next())
    assert.ok(typeof error === 'object' && error !== null && 'message' in error)
    assert.deepEqual({ ...error, message: '' }, { type: 'error', code: 'NO_SESSION', message: '' })
    assert.match(String(error.message), /[а-яё]/i)
    assert.equal((await client.closed).code, 4404)
  })

  test('again on the same socket turns to the other concert', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    client.register('c1')
    assert.equal(await client.next(), '["first of c1"]')
    client.register('c2')
    assert.equal(await client.next(), '["first of c2"]')
    assert.equal(world.hub.watchers('c1'), 0)
    world.change('c1', '["unwanted"]')
    world.change('c2', '["second of c2"]')
    assert.equal(await client.next(), '["second of c2"]')
  })

  test('that is overtaken by a later one brings nothing', async (t) => {
    const slow = Promise.withResolvers<string>()
    const world = await makeWorld(t, {
      findConcert: (_, sessionId) => (sessionId === 'c1' ? slow.promise : Promise.resolve('c2')),
    })
    const client = await world.connect()
    client.register('c1')
    client.register('c2')
    assert.equal(await client.next(), '["first of c2"]')
    slow.resolve('c1')
    world.change('c2', '["second of c2"]')
    assert.equal(await client.next(), '["second of c2"]')
    assert.equal(world.hub.watchers('c1'), 0)
  })

  test('of a whole hall asks for the concert once at a time', async (t) => {
    const answer = Promise.withResolvers<string>()
    let asked = 0
    const world = await makeWorld(t, {
      findConcert: () => {
        asked += 1
        return answer.promise
      },
    })
    const hall = await Promise.all(Array.from({ length: 20 }, () => world.connect()))
    for (const client of hall) {
      client.register('c1')
      // Its pong proves that the registration before it was read.
      client.socket.send('ping')
      assert.equal(await client.next(), 'pong')
    }
    answer.resolve('c1')
    for (const client of hall) assert.equal(await client.next(), '["first of c1"]')
    assert.equal(asked, 1)
  })

  test('that cannot be looked up asks to try later, and the process lives on', async (t) => {
    let broken = true
    const world = await makeWorld(t, {
      findConcert: async () => {
        if (broken) throw new Error('the database is away')
        return 'c1'
      },
    })
    const client = await world.connect()
    client.register('c1')
    assert.equal((await client.closed).code, 1013)
    assert.equal(world.log.length, 1)
    broken = false
    const again = await world.connect()
    again.register('c1')
    assert.equal(await again.next(), '["first of c1"]')
  })

  test('ends with the socket', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    client.register('c1')
    await client.next()
    assert.equal(world.hub.watchers('c1'), 1)
    client.socket.terminate()
    await until(() => world.hub.watchers('c1') === 0 && world.live.count() === 0)
  })
})

describe('messages', { timeout: 20_000 }, () => {
  test('a ping of either form gets its pong, before and after the registration', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    client.socket.send('ping')
    assert.equal(await client.next(), 'pong')
    client.register('c1')
    assert.equal(await client.next(), '["first of c1"]')
    client.socket.send('{ "type": "ping" }')
    assert.equal(await client.next(), '{"type":"pong"}')
  })

  for (const [what, message, code] of [
    ['that is no JSON', 'hello', 1003],
    ['that is binary', Buffer.from('ping'), 1003],
    ['of 70 KB', 'x'.repeat(70_000), 1009],
    ['over 4 KiB', JSON.stringify({ x: 'x'.repeat(4 * 1024) }), 1009],
    ['that is JSON but nothing we know', '{"type":"weather"}', 1008],
    ['with a registration of the wrong shape', '{"artistUsername":7,"sessionId":"c1"}', 1008],
    ['with a registration without a concert', '{"artistUsername":"kino"}', 1008],
    ['that is not even an object', 'null', 1008],
  ] as const) {
    test(`a message ${what} closes with ${code} and harms nobody else`, async (t) => {
      const world = await makeWorld(t)
      const [bad, good] = [await world.connect(), await world.connect()]
      bad.socket.send(message)
      assert.equal((await bad.closed).code, code)
      good.register('c1')
      assert.equal(await good.next(), '["first of c1"]')
    })
  }

  test('a message of exactly 4 KiB is read', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    const registration = JSON.stringify({ artistUsername: 'kino', sessionId: 'c1' })
    client.socket.send(registration.padEnd(4 * 1024))
    assert.equal(await client.next(), '["first of c1"]')
  })

  test('more than 100 in a minute close with 1008', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    for (let sent = 0; sent < 101; sent += 1) client.socket.send('ping')
    assert.equal((await client.closed).code, 1008)
    assert.equal(client.messages.length, 100)
  })

  test('pings of the protocol count like any other', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    for (let sent = 0; sent < 100; sent += 1) {
      client.socket.ping()
      await once(client.socket, 'pong')
    }
    client.socket.ping()
    assert.equal((await client.closed).code, 1008)
  })

  test('100 a minute, minute after minute, are welcome', async (t) => {
    const world = await makeWorld(t)
    const client = await world.connect()
    client.register('c1')
    await client.next()
    for (let minute = 0; minute < 3; minute += 1) {
      world.push(60_000)
      for (let sent = 0; sent < 99; sent += 1) client.socket.send('ping')
      await until(() => client.messages.length === 1 + 99 * (minute + 1))
    }
  })
})
