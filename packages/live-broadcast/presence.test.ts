import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Bus } from './bus.ts'
import { localBus } from './bus.ts'
import { makePresence } from './presence.ts'

const GAP_MS = 2_000
const STEP_MS = 100

/** Processes of one installation, each of which can be disconnected from the bus. */
function makeInstallation(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  const bus = localBus()
  const published: string[] = []
  bus.subscribe('listeners', (body) => void published.push(body))
  const gaps = new Set<() => void>()

  function start() {
    const localCounts = new Map<string, number>()
    const changed: string[] = []
    let cut = false
    const own: Bus = {
      ...bus,
      publish: (topic, body) => void (cut || bus.publish(topic, body)),
      subscribe: (topic, handler) => bus.subscribe(topic, (body) => void (cut || handler(body))),
      onGap(handler) {
        gaps.add(handler)
        return () => gaps.delete(handler)
      },
    }
    const presence = makePresence({
      bus: own,
      now: () => Date.now(),
      gapMs: GAP_MS,
      localCounts: () => localCounts,
      localCountOf: (channelId) => localCounts.get(channelId) ?? 0,
      changed: (channelId) => void changed.push(channelId),
    })
    t.after(() => presence.close())
    return {
      presence,
      changed,
      /** Sets the number of listeners in this process. */
      has(channelId: string, listeners: number) {
        localCounts.set(channelId, listeners)
        presence.localChanged(channelId)
      },
      /** The last listener has left, and the channel is removed. */
      left(channelId: string) {
        localCounts.delete(channelId)
        presence.localChanged(channelId)
      },
      cutOff: (so: boolean) => void (cut = so),
    }
  }

  async function advance(ms: number) {
    for (let left = ms; left > 0; left -= STEP_MS) {
      t.mock.timers.tick(STEP_MS)
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve()
    }
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
  }

  const publish = (body: string) => bus.publish('listeners', body)
  return { start, advance, published, publish, emitGap: () => gaps.forEach((handler) => handler()) }
}

describe('the listeners elsewhere', () => {
  test('are those of all other processes, soon after they came', async (t) => {
    const { start, advance } = makeInstallation(t)
    const [one, two, three] = [start(), start(), start()]
    await advance(STEP_MS)
    one.has('c1', 700)
    two.has('c1', 30)
    two.has('c2', 5)
    await advance(GAP_MS)
    assert.equal(one.presence.remoteCount('c1'), 30)
    assert.equal(two.presence.remoteCount('c1'), 700)
    assert.equal(three.presence.remoteCount('c1'), 730)
    assert.equal(three.presence.remoteCount('c2'), 5)
    assert.equal(three.presence.remoteCount('c3'), 0)
    two.has('c1', 0)
    await advance(GAP_MS)
    assert.equal(three.presence.remoteCount('c1'), 700)
    assert.ok(three.changed.includes('c1'))
  })

  test('are known at once to a process that starts later', async (t) => {
    const { start, advance } = makeInstallation(t)
    const old = start()
    old.has('c1', 40)
    await advance(GAP_MS)
    const young = start()
    await advance(STEP_MS)
    assert.equal(young.presence.remoteCount('c1'), 40)
  })

  test('are forgotten with a process that stopped, and with one that fell silent', async (t) => {
    const { start, advance } = makeInstallation(t)
    const [stays, stops, dies] = [start(), start(), start()]
    await advance(STEP_MS)
    stops.has('c1', 10)
    dies.has('c1', 200)
    await advance(GAP_MS)
    assert.equal(stays.presence.remoteCount('c1'), 210)
    stops.presence.close()
    await advance(STEP_MS)
    assert.equal(stays.presence.remoteCount('c1'), 200)
    dies.cutOff(true)
    stays.changed.length = 0
    await advance(50_000)
    assert.equal(stays.presence.remoteCount('c1'), 0)
    assert.deepEqual(stays.changed, ['c1'])
  })

  test('are known again after a process was cut off from the bus', async (t) => {
    const { start, advance, emitGap } = makeInstallation(t)
    const [one, two] = [start(), start()]
    await advance(STEP_MS)
    one.has('c1', 1)
    two.has('c1', 2)
    await advance(GAP_MS)
    two.cutOff(true)
    await advance(60_000)
    assert.deepEqual([one.presence.remoteCount('c1'), two.presence.remoteCount('c1')], [0, 0])
    two.cutOff(false)
    emitGap()
    await advance(STEP_MS)
    assert.deepEqual([one.presence.remoteCount('c1'), two.presence.remoteCount('c1')], [2, 1])
  })

  test('who left unheard are forgotten too, and those who stayed are not', async (t) => {
    const { start, advance } = makeInstallation(t)
    const [one, two] = [start(), start()]
    await advance(STEP_MS)
    one.has('c1', 5)
    one.has('c2', 3)
    await advance(GAP_MS)
    two.cutOff(true)
    one.left('c1')
    await advance(GAP_MS)
    two.cutOff(false)
    two.changed.length = 0
    await advance(180_000)
    assert.deepEqual([two.presence.remoteCount('c1'), two.presence.remoteCount('c2')], [0, 3])
    assert.deepEqual(two.changed, ['c1'])
  })

  test('are told at most once in the gap, in few words, whatever comes and goes', async (t) => {
    const { start, advance, published } = makeInstallation(t)
    const [one] = [start(), start()]
    await advance(STEP_MS)
    const before = published.length
    for (let come = 1; come <= 1_000; come += 1) {
      one.has(`c${come % 250}`, come)
      if (come % 50 === 0) await advance(STEP_MS)
    }
    await advance(GAP_MS)
    const counts = published.slice(before).filter((body) => body.includes('"c'))
    assert.ok(counts.length <= 6, `${counts.length} words`)
    for (const body of counts) assert.ok(Buffer.byteLength(body) < 7_000)
  })

  test('cost a process that is alone nothing but a beat', async (t) => {
    const { start, advance, published } = makeInstallation(t)
    const alone = start()
    for (let come = 1; come <= 100; come += 1) alone.has('c1', come)
    await advance(60_000)
    assert.ok(published.length <= 7, `${published.length} words in a minute`)
    assert.ok(!published.some((body) => body.includes('"c1"')))
  })

  test('are not believed of words that no process of ours wrote', async (t) => {
    const { start, advance, publish } = makeInstallation(t)
    const one = start()
    for (const body of [
      'no JSON',
      '7',
      '[]',
      '[1,false,["c1",5]]',
      '["x","no",["c1",5]]',
      '["x",false,["c1",-5],["c1",0.5],["c1"],7,["c2",1]]',
    ])
      publish(body)
    await advance(STEP_MS)
    assert.equal(one.presence.remoteCount('c1'), 0)
    assert.equal(one.presence.remoteCount('c2'), 1)
  })
})
