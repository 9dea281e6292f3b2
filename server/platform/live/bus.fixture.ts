import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Bus } from '#packages/live-broadcast/bus.ts'

/** The connections under a bus between processes, as a test can disturb them. */
type TestWire = {
  open(): Bus
  /** Ends the connections of every bus, or the one that is open for the longest time. */
  cut(which: 'all' | 'oldest'): Promise<void>
  /** Sends a foreign message to the processes' channel. */
  shout(text: string): Promise<void>
}

/** The tests of what `Bus` promises, for every bus over a network. */
export function keepsThePromisesOfABus(wire: TestWire): void {
  const open = async (t: TestContext) => {
    const bus = wire.open()
    t.after(() => bus.close())
    await until(() => bus.healthy())
    return bus
  }

  test('what one process says the other hears once, and the speaker hears itself once', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const heardHere = listen(here)
    const heardThere = listen(there)
    here.publish('concert', 'c1')
    await until(() => heardThere.length > 0)
    // The later message proves that no echo of the first is still on its way.
    there.publish('concert', 'end')
    await until(() => heardHere.includes('end'))
    assert.deepEqual(heardHere, ['c1', 'end'])
    assert.deepEqual(heardThere, ['c1', 'end'])
  })

  test('what is said many times within a batch crosses once, and all of a large one crosses', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const heard = listen(there)
    const ids = Array.from({ length: 500 }, (_, at) => `a-rather-long-concert-id-${at}`)
    for (let times = 0; times < 3; times += 1) {
      for (const id of ids) here.publish('concert', id)
    }
    here.publish('concert', 'end')
    await until(() => heard.includes('end'))
    assert.deepEqual(heard, [...ids, 'end'])
  })

  test('a lost connection comes back by itself and tells of the gap', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const heard = listen(there)
    const gaps = { here: 0, there: 0 }
    here.onGap(() => (gaps.here += 1))
    there.onGap(() => (gaps.there += 1))
    await wire.cut('all')
    await until(() => gaps.here > 0 && gaps.there > 0)
    assert.equal(here.healthy() && there.healthy(), true)
    here.publish('concert', 'after')
    await until(() => heard.includes('after'))
    assert.deepEqual(gaps, { here: 1, there: 1 })
  })

  test('what is said while there is no connection is said once there is', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const heard = listen(there)
    await wire.cut('oldest')
    await until(() => !here.healthy())
    here.publish('concert', 'meanwhile')
    await until(() => heard.length > 0)
    assert.deepEqual(heard, ['meanwhile'])
    assert.equal(here.healthy(), true)
  })

  test('closing says what still waits', async (t) => {
    const there = await open(t)
    const here = await open(t)
    const heard = listen(there)
    here.publish('concert', 'last words')
    await here.close()
    await until(() => heard.length > 0)
    assert.deepEqual(heard, ['last words'])
  })

  test('strangers on the channel are not heard', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const heard = listen(there)
    for (const text of ['hello', '{"from":1}', '["x",0,7]']) await wire.shout(text)
    here.publish('concert', 'c1')
    await until(() => heard.length > 0)
    assert.deepEqual(heard, ['c1'])
  })
}

export function listen(bus: Bus): string[] {
  const heard: string[] = []
  bus.subscribe('concert', (body) => heard.push(body))
  return heard
}

export async function until(isSo: () => boolean) {
  for (let left = 2_000; !isSo(); left -= 1) {
    assert.ok(left > 0, 'waited in vain')
    await sleep(5)
  }
}
