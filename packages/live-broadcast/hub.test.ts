import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeListener, makeWorld, textOf, statusOf } from './hub.fixture.ts'

describe('watching', () => {
  test('who comes gets the current state at once', async (t) => {
    const { hub } = makeWorld(t)
    const [first, second] = [makeListener(), makeListener()]
    await hub.watch('c1', first)
    assert.deepEqual(first.states(), ['["first"]'])
    await hub.watch('c1', second)
    assert.deepEqual(second.states(), ['["first"]'])
    assert.equal(hub.watchers('c1'), 2)
  })

  test('a hall that comes at once costs one read', async (t) => {
    const { hub, reads } = makeWorld(t)
    const listeners = Array.from({ length: 100 }, () => makeListener())
    await Promise.all(listeners.map((listener) => hub.watch('c1', listener)))
    assert.deepEqual(reads, ['c1'])
    for (const listener of listeners) assert.deepEqual(listener.states(), ['["first"]'])
  })

  test('everybody gets the very same buffer', async (t) => {
    const { hub, stored, advance } = makeWorld(t)
    const listeners = Array.from({ length: 5 }, () => makeListener())
    for (const listener of listeners) await hub.watch('c1', listener)
    stored.state = '["second"]'
    hub.changed('c1')
    await advance(200)
    const [one] = listeners
    assert.deepEqual(one?.states(), ['["first"]', '["second"]'])
    for (const listener of listeners) {
      assert.equal(listener.frames.length, 2)
      for (const [at, frame] of listener.frames.entries()) {
        assert.equal(frame.bytes, one?.frames[at]?.bytes)
      }
    }
  })

  test('who left gets nothing, and a channel that nobody watches is not read', async (t) => {
    const { hub, stored, reads, advance } = makeWorld(t)
    const [stays, goes] = [makeListener(), makeListener()]
    const leave = await hub.watch('c1', goes)
    const leaveLast = await hub.watch('c1', stays)
    leave()
    stored.state = '["second"]'
    hub.changed('c1')
    await advance(200)
    assert.deepEqual(goes.states(), ['["first"]'])
    assert.deepEqual(stays.states(), ['["first"]', '["second"]'])
    leaveLast()
    const before = reads.length
    hub.changed('c1')
    hub.changed('never watched')
    await advance(70_000)
    assert.equal(reads.length, before)
    assert.equal(hub.watchers('c1'), 0)
  })

  test('leaving twice takes nobody else away', async (t) => {
    const { hub } = makeWorld(t)
    const leave = await hub.watch('c1', makeListener())
    leave()
    await hub.watch('c1', makeListener())
    leave()
    assert.equal(hub.watchers('c1'), 1)
  })

  test('a channel that is gone is told and closed', async (t) => {
    const { hub, stored, advance } = makeWorld(t)
    const listener = makeListener()
    await hub.watch('c1', listener)
    stored.status = null
    hub.changed('c1')
    await advance(200)
    assert.equal(listener.frames.at(-1)?.kind, 'error')
    assert.deepEqual(listener.closes, [4404])
  })
})

test('a channel that is locked sends away who has no key before it tells them anything', async (t) => {
  let lock: string | null = null
  const world = makeWorld(t, {
    readStatus: async () => Object.assign(() => `{"of":1}`, { lock }),
  })
  const [withoutKey, guest] = [makeListener(true), { ...makeListener(true), key: 'a' }]
  await Promise.all([world.hub.watch('c1', withoutKey), world.hub.watch('c1', guest)])
  lock = 'a'
  world.stored.state = '["second"]'
  world.hub.changed('c1')
  await world.advance(200)
  assert.deepEqual([withoutKey.closes, withoutKey.states()], [[4404], ['["first"]']])
  assert.deepEqual([guest.closes, guest.states()], [[], ['["first"]', '["second"]']])
  // The key may be newer than the last read.
  const late = { ...makeListener(true), key: 'b' }
  lock = 'b'
  await world.hub.watch('c1', late)
  await world.advance(200)
  assert.deepEqual([late.closes, late.states(), late.statuses()], [[], ['["second"]'], [{ of: 1 }]])
  assert.deepEqual(guest.closes, [4404])
})

describe('changes', () => {
  test('in a burst make at most 10 arrays a second, and the last state is always sent', async (t) => {
    const { hub, stored, advance } = makeWorld(t)
    const listener = makeListener()
    await hub.watch('c1', listener)
    await advance(1_000)
    const arrivals: number[] = []
    let last = ''
    listener.send = (frame) => {
      arrivals.push(Date.now())
      last = textOf(frame)
    }
    for (let change = 1; change <= 100; change += 1) {
      stored.state = `[${change}]`
      hub.changed('c1')
      await advance(20)
    }
    await advance(100)
    for (const [at, arrival] of arrivals.entries()) {
      const tenLater = arrivals[at + 10]
      if (tenLater !== undefined) assert.ok(tenLater - arrival >= 1_000, 'eleven in one second')
    }
    assert.ok(arrivals.length >= 15, 'a burst is thinned, not held back')
    assert.equal(last, '[100]')
  })

  test('after a rest are told without waiting', async (t) => {
    const { hub, stored, advance } = makeWorld(t)
    const listener = makeListener()
    await hub.watch('c1', listener)
    await advance(100)
    stored.state = '["second"]'
    hub.changed('c1')
    await advance(0)
    assert.deepEqual(listener.states(), ['["first"]', '["second"]'])
  })

  test('that change nothing send nothing', async (t) => {
    const { hub, reads, advance } = makeWorld(t)
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    const before = listener.frames.length
    hub.changed('c1')
    await advance(5_000)
    assert.equal(reads.length, 2)
    assert.equal(listener.frames.length, before)
  })

  test('that come while the channel is being read are read after it, one read at a time', async (t) => {
    let inFlight = 0
    let most = 0
    const world = makeWorld(t, {
      async readState() {
        inFlight += 1
        most = Math.max(most, inFlight)
        const seen = world.stored.state
        await gate?.promise
        inFlight -= 1
        return seen
      },
    })
    let gate: PromiseWithResolvers<void> | null = null
    const listener = makeListener()
    await world.hub.watch('c1', listener)
    await world.advance(100)

    gate = Promise.withResolvers<void>()
    world.stored.state = '["second"]'
    world.hub.changed('c1')
    await world.advance(100)
    world.stored.state = '["third"]'
    for (let times = 0; times < 5; times += 1) world.hub.changed('c1')
    await world.advance(1_000)
    assert.deepEqual(listener.states(), ['["first"]'])
    gate.resolve()
    await world.advance(200)
    assert.deepEqual(listener.states(), ['["first"]', '["second"]', '["third"]'])
    assert.equal(most, 1)
  })

  test('reach the watchers of every process', async (t) => {
    const { hub, openHub, stored, advance } = makeWorld(t)
    const there = openHub()
    const listener = makeListener()
    await there.watch('c1', listener)
    stored.state = '["second"]'
    hub.changed('c1')
    await advance(200)
    assert.deepEqual(listener.states(), ['["first"]', '["second"]'])
  })
})

describe('a large hall', () => {
  test('is told of a change only after the rest of the process had its turns, and of the newest state alone', async (t) => {
    const { hub, stored, advance } = makeWorld(t, { minGapMs: 0 })
    const listeners = Array.from({ length: 3_000 }, () => makeListener())
    for (const listener of listeners) await hub.watch('c1', listener)
    stored.state = '["second"]'
    hub.changed('c1')
    // The read is two promises away; then the first chunk of watchers gets the state.
    for (let turns = 0; turns < 50 && listeners[0]?.states().length !== 2; turns += 1)
      await Promise.resolve()
    assert.equal(listeners[0]?.states().length, 2)
    assert.equal(listeners.at(-1)?.states().length, 1, 'not all of it at once')
    stored.state = '["third"]'
    hub.changed('c1')
    await advance(1_000)
    for (const listener of listeners) assert.equal(listener.states().at(-1), '["third"]')
    assert.deepEqual(listeners.at(-1)?.states(), ['["first"]', '["third"]'])
  })

  test('is measured from the change to the last one who was told', async (t) => {
    const measured: { ms: number; watchers: number }[] = []
    const { hub, stored, advance } = makeWorld(t, {
      meter: { onSent: (one) => void measured.push(one) },
    })
    const listeners = Array.from({ length: 1_200 }, () => makeListener())
    for (const listener of listeners) await hub.watch('c1', listener)
    assert.equal(measured.length, 0, 'who comes in is no change')
    stored.state = '["second"]'
    hub.changed('c1')
    await advance(200)
    hub.changed('c1')
    await advance(200)
    assert.equal(measured.length, 1)
    assert.equal(measured[0]?.watchers, 1_200)
    assert.ok((measured[0]?.ms ?? -1) >= 0)
  })

  test('is measured from the call that changed it, in whichever process that came in', async (t) => {
    const measured: number[] = []
    const world = makeWorld(t)
    const there = world.openHub({ meter: { onSent: ({ ms }) => void measured.push(ms) } })
    await there.watch('c1', makeListener())
    world.stored.state = '["second"]'
    const receivedAt = Date.now()
    await world.advance(700)
    world.hub.changed('c1', receivedAt)
    await world.advance(200)
    assert.equal(measured.length, 1)
    assert.ok(
      (measured[0] ?? 0) >= 700,
      `the transaction before the word counts too: ${measured[0]}`,
    )
    world.stored.state = '["third"]'
    world.hub.changed('c1')
    await world.advance(200)
    assert.equal(measured.length, 2)
    assert.ok((measured[1] ?? 700) < 700, 'what came before is not counted again')
  })
})

describe('a read that fails', () => {
  test('is tried again until it succeeds, is logged once, and loses nobody', async (t) => {
    let broken = true
    let tries = 0
    const world = makeWorld(t, {
      async readState() {
        tries += 1
        if (broken) throw new Error('the database is away')
        return world.stored.state
      },
    })
    const listener = makeListener()
    await world.hub.watch('c1', listener)
    for (let change = 0; change < 50; change += 1) {
      world.hub.changed('c1')
      await world.advance(200)
    }
    assert.deepEqual(listener.frames, [])
    assert.ok(tries > 2 && tries < 15, `${tries} tries in 10 seconds`)
    assert.equal(world.log.length, 1)
    broken = false
    await world.advance(5_000)
    assert.deepEqual(listener.states(), ['["first"]'])
    assert.equal(world.log.length, 2, 'that it is over is said once too')
  })

  test('that throws before it promises is the same', async (t) => {
    let broken = true
    const world = makeWorld(t, {
      readStatus() {
        if (broken) throw new Error('a bug')
        return Promise.resolve(statusOf(world.stored.status))
      },
    })
    const listener = makeListener()
    await world.hub.watch('c1', listener)
    assert.deepEqual(listener.frames, [])
    broken = false
    await world.advance(1_000)
    assert.deepEqual(listener.states(), ['["first"]'])
  })
})
