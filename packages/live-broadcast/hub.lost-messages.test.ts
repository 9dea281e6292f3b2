import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeListener, makeWorld } from './hub.fixture.ts'

describe('what the bus may have lost', () => {
  test('after a gap every watched channel is read again', async (t) => {
    const { hub, bus, stored, reads, advance } = makeWorld(t)
    const [one, other] = [makeListener(), makeListener()]
    await hub.watch('c1', one)
    await hub.watch('c2', other)
    await advance(1_000)
    stored.state = '["unheard"]'
    bus.emitGap()
    await advance(10)
    assert.deepEqual(reads, ['c1', 'c2', 'c1', 'c2'])
    assert.deepEqual(one.states(), ['["first"]', '["unheard"]'])
    assert.deepEqual(other.states(), ['["first"]', '["unheard"]'])
  })

  test('is not looked for all the time by a process whose bus is well', async (t) => {
    const { hub, reads, advance } = makeWorld(t)
    await hub.watch('c1', makeListener())
    await advance(50_000)
    assert.deepEqual(reads, ['c1'])
  })
})
