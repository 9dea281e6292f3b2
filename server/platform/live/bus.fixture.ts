import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Bus } from '#packages/live-broadcast/bus.ts'

/** The connections under a bus between processes, as a test can disturb them. */
type TestBusServer = {
  open(): Bus
  /** Ends the connections of every bus, or the one that is open for the longest time. */
  cut(which: 'all' | 'oldest'): Promise<void>
  /** Sends a foreign message to the processes' channel. */
  sendRaw(text: string): Promise<void>
}

/** The tests of what `Bus` promises, for every bus over a network. */
export function testBusContract(busServer: TestBusServer): void {
  const open = async (t: TestContext) => {
    const bus = busServer.open()
    t.after(() => bus.close())
    await until(() => bus.healthy())
    return bus
  }

  test('what one process says the other hears once, and the speaker hears itself once', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const receivedHere = listen(here)
    const receivedThere = listen(there)
    here.publish('concert', 'c1')
    await until(() => receivedThere.length > 0)
    // The later message proves that no echo of the first is still on its way.
    there.publish('concert', 'end')
    await until(() => receivedHere.includes('end'))
    assert.deepEqual(receivedHere, ['c1', 'end'])
    assert.deepEqual(receivedThere, ['c1', 'end'])
  })

  test('what is said many times within a batch crosses once, and all of a large one crosses', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const received = listen(there)
    const ids = Array.from({ length: 500 }, (_, at) => `a-rather-long-concert-id-${at}`)
    for (let times = 0; times < 3; times += 1) {
      for (const id of ids) here.publish('concert', id)
    }
    here.publish('concert', 'end')
    await until(() => received.includes('end'))
    assert.deepEqual(received, [...ids, 'end'])
  })

  test('a lost connection comes back by itself and tells of the gap', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const received = listen(there)
    const gaps = { here: 0, there: 0 }
    here.onGap(() => (gaps.here += 1))
    there.onGap(() => (gaps.there += 1))
    await busServer.cut('all')
    await until(() => gaps.here > 0 && gaps.there > 0)
    assert.equal(here.healthy() && there.healthy(), true)
    here.publish('concert', 'after')
    await until(() => received.includes('after'))
    assert.deepEqual(gaps, { here: 1, there: 1 })
  })

  test('what is said while there is no connection is said once there is', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const received = listen(there)
    await busServer.cut('oldest')
    await until(() => !here.healthy())
    here.publish('concert', 'meanwhile')
    await until(() => received.length > 0)
    assert.deepEqual(received, ['meanwhile'])
    assert.equal(here.healthy(), true)
  })

  test('closing says what still waits', async (t) => {
    const there = await open(t)
    const here = await open(t)
    const received = listen(there)
    here.publish('concert', 'last words')
    await here.close()
    await until(() => received.length > 0)
    assert.deepEqual(received, ['last words'])
  })

  test('strangers on the channel are not heard', async (t) => {
    const [here, there] = [await open(t), await open(t)]
    const received = listen(there)
    for (const text of ['hello', '{"from":1}', '["x",0,7]']) await busServer.sendRaw(text)
    here.publish('concert', 'c1')
    await until(() => received.length > 0)
    assert.deepEqual(received, ['c1'])
  })
}

export function listen(bus: Bus): string[] {
  const received: string[] = []
  bus.subscribe('concert', (body) => received.push(body))
  return received
}

export async function until(isSo: () => boolean) {
  for (let left = 2_000; !isSo(); left -= 1) {
    assert.ok(left > 0, 'waited in vain')
    await sleep(5)
  }
}
