import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { makeListener, makeWorld } from './hub.fixture.ts'

/** A hub that records how long changes took to arrive, and a watcher that answers its probes on demand. */
function measured(t: TestContext) {
  const times: number[] = []
  const world = makeWorld(t, {
    meter: { onSent() {}, onArrived: (ms) => void times.push(ms) },
  })
  const probed = () => {
    const asked: (() => void)[] = []
    const probe = (taken: () => void) => void asked.push(taken)
    return { watcher: { ...makeListener(), probe }, take: () => asked.shift()?.(), asked }
  }
  return { ...world, times, probed }
}

describe('a probed watcher', () => {
  test('has a change so long after each of those who asked for it, once it says so', async (t) => {
    const { hub, stored, advance, times, probed } = measured(t)
    const { watcher, take } = probed()
    await hub.watch('c1', watcher)
    await advance(1000)
    stored.state = '["ordered twice"]'
    hub.changed('c1', Date.now(), [Date.now() - 700, Date.now() - 200])
    await advance(50)
    assert.deepEqual(times, [])
    await advance(100)
    take()
    assert.deepEqual(times, [850, 350])
  })

  test('is not probed for a change that nobody is measured for', async (t) => {
    const { hub, stored, advance, probed } = measured(t)
    const { watcher, asked } = probed()
    await hub.watch('c1', watcher)
    await advance(1000)
    stored.state = '["played"]'
    hub.changed('c1', Date.now())
    await advance(100)
    assert.equal(watcher.states().length, 2)
    assert.equal(asked.length, 0)
  })

  test('of several the first counts, and a change that the other has already counts too', async (t) => {
    const { hub, advance, times, probed } = measured(t)
    const [one, other] = [probed(), probed()]
    await hub.watch('c1', one.watcher)
    await hub.watch('c1', other.watcher)
    await advance(1000)
    hub.changed('c1', Date.now(), [Date.now()])
    await advance(200)
    other.take()
    one.take()
    assert.equal(times.length, 1)
  })

  test('is asked again after a read that failed', async (t) => {
    const { advance, times, probed, openHub } = measured(t)
    let broken = true
    const shaky = openHub({
      readState: async () => {
        if (broken) throw new Error('away')
        return '["at last"]'
      },
    })
    const { watcher, take } = probed()
    void shaky.watch('c1', watcher)
    await advance(100)
    shaky.changed('c1', Date.now(), [Date.now()])
    await advance(1000)
    broken = false
    await advance(6000)
    take()
    assert.equal(times.length, 1)
    assert.ok((times[0] ?? 0) > 1000)
  })

  test('does not make a clock that is ahead of ours count less than nothing', async (t) => {
    const { hub, advance, times, probed } = measured(t)
    const { watcher, take } = probed()
    await hub.watch('c1', watcher)
    await advance(1000)
    hub.changed('c1', Date.now() + 500, [Date.now() + 400])
    await advance(100)
    take()
    assert.ok((times[0] ?? -1) >= 0)
  })
})
