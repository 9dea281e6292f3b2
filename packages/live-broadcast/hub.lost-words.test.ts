import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeListener, makeWorld } from './hub.fixture.ts'

describe('what the bus may have lost', () => {
  test('after a gap every watched channel is read again', async (t) => {
    const { hub, bus, truth, reads, pass } = makeWorld(t)
    const [one, other] = [makeListener(), makeListener()]
    await hub.watch('c1', one)
    await hub.watch('c2', other)
    await pass(1_000)
    truth.state = '["unheard"]'
    bus.tellGap()
    await pass(10)
    assert.deepEqual(reads, ['c1', 'c2', 'c1', 'c2'])
    assert.deepEqual(one.states(), ['["first"]', '["unheard"]'])
    assert.deepEqual(other.states(), ['["first"]', '["unheard"]'])
  })

  test('is found within 15 seconds while the bus is not healthy', async (t) => {
    const { hub, bus, truth, pass } = makeWorld(t)
    const listener = makeListener()
    await hub.watch('c1', listener)
    bus.well = false
    truth.state = '["unheard"]'
    await pass(15_000)
    assert.deepEqual(listener.states(), ['["first"]', '["unheard"]'])
  })

  test('is found even where a speaker died before it spoke', async (t) => {
    const { hub, truth, pass } = makeWorld(t)
    const listener = makeListener()
    await hub.watch('c1', listener)
    truth.state = '["unheard"]'
    await pass(75_000)
    assert.deepEqual(listener.states(), ['["first"]', '["unheard"]'])
  })

  test('is not looked for all the time by a process whose bus is well', async (t) => {
    const { hub, reads, pass } = makeWorld(t)
    await hub.watch('c1', makeListener())
    await pass(50_000)
    assert.deepEqual(reads, ['c1'])
  })
})
