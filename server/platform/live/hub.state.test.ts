import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeListener, makeWorld } from './hub.fixture.ts'

const now = (listeners: number) => ({
  type: 'session',
  sessionStatus: 'NOW',
  active: true,
  listeners,
})

describe('the state of the concert', () => {
  test('is told to those who asked, and only when it changes', async (t) => {
    const { hub, truth, pass } = makeWorld(t)
    const [asked, silent] = [makeListener(true), makeListener()]
    await Promise.all([hub.watch('c1', asked), hub.watch('c1', silent)])
    assert.deepEqual(asked.sessions(), [now(2)])
    truth.session = { sessionStatus: 'NOW', active: false }
    hub.changed('c1')
    await pass(200)
    hub.changed('c1')
    await pass(3_000)
    assert.deepEqual(asked.sessions(), [now(2), { ...now(2), active: false }])
    assert.deepEqual(silent.sessions(), [])
    assert.deepEqual(asked.queues(), ['["first"]'], 'the queue did not change')
  })

  test('carries the number of listeners at most once in 2 seconds', async (t) => {
    const { hub, pass } = makeWorld(t)
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    for (let come = 0; come < 30; come += 1) {
      await hub.watch('c1', makeListener())
      await pass(100)
    }
    await pass(2_000)
    const told = listener.sessions()
    assert.deepEqual(told.at(-1), now(31))
    assert.ok(told.length <= 4, `${told.length} frames in 5 seconds`)
  })

  test('carries it the seldomer the larger the hall is', async (t) => {
    const { hub, pass } = makeWorld(t)
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    for (let come = 1; come < 10_000; come += 1) await hub.watch('c1', makeListener())
    await pass(12_000)
    const before = listener.sessions().length
    for (let second = 0; second < 60; second += 1) {
      await hub.watch('c1', makeListener())
      await pass(1_000)
    }
    const told = listener.sessions().length - before
    assert.ok(told >= 4 && told <= 7, `${told} frames to ten thousand in a minute`)
  })

  test('counts the listeners of every process', async (t) => {
    const { hub, openHub, pass } = makeWorld(t)
    const there = openHub()
    await pass(100)
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    await there.watch('c1', makeListener())
    await there.watch('c1', makeListener())
    await pass(5_000)
    assert.deepEqual(listener.sessions().at(-1), now(3))
    there.close()
    await pass(5_000)
    assert.deepEqual(listener.sessions().at(-1), now(1))
  })

  test('tells of a listener who left', async (t) => {
    const { hub, pass } = makeWorld(t)
    const listener = makeListener(true)
    const leave = await hub.watch('c1', makeListener())
    await hub.watch('c1', listener)
    leave()
    await pass(2_000)
    assert.deepEqual(listener.sessions().at(-1), now(1))
  })

  test('carries nothing that the read happens to bring along', async (t) => {
    const { hub } = makeWorld(t, {
      readSession: async () => ({ sessionStatus: 'NOW', active: true, artistEmail: 'a@b.example' }),
    })
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    assert.deepEqual(listener.sessions(), [now(1)])
  })
})
