import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeListener, makeWorld } from './hub.fixture.ts'

const now = (watchers: number) => ({ open: true, watchers })

describe('the status of the channel', () => {
  test('is told to those who asked, and only when it changes', async (t) => {
    const { hub, stored, advance } = makeWorld(t)
    const [asked, silent] = [makeListener(true), makeListener()]
    await Promise.all([hub.watch('c1', asked), hub.watch('c1', silent)])
    assert.deepEqual(asked.statuses(), [now(2)])
    stored.status = { open: false }
    hub.changed('c1')
    await advance(200)
    hub.changed('c1')
    await advance(3_000)
    assert.deepEqual(asked.statuses(), [now(2), { ...now(2), open: false }])
    assert.deepEqual(silent.statuses(), [])
    assert.deepEqual(asked.states(), ['["first"]'], 'the state did not change')
  })

  test('carries the number of listeners at most once in 2 seconds', async (t) => {
    const { hub, advance } = makeWorld(t)
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    for (let come = 0; come < 30; come += 1) {
      await hub.watch('c1', makeListener())
      await advance(100)
    }
    await advance(2_000)
    const sent = listener.statuses()
    assert.deepEqual(sent.at(-1), now(31))
    assert.ok(sent.length <= 4, `${sent.length} frames in 5 seconds`)
  })

  test('carries it the seldomer the larger the hall is', async (t) => {
    const { hub, advance } = makeWorld(t)
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    for (let come = 1; come < 10_000; come += 1) await hub.watch('c1', makeListener())
    await advance(12_000)
    const before = listener.statuses().length
    for (let second = 0; second < 60; second += 1) {
      await hub.watch('c1', makeListener())
      await advance(1_000)
    }
    const sent = listener.statuses().length - before
    assert.ok(sent >= 4 && sent <= 7, `${sent} frames to ten thousand in a minute`)
  })

  test('counts the listeners of every process', async (t) => {
    const { hub, openHub, advance } = makeWorld(t)
    const there = openHub()
    await advance(100)
    const listener = makeListener(true)
    await hub.watch('c1', listener)
    await there.watch('c1', makeListener())
    await there.watch('c1', makeListener())
    await advance(5_000)
    assert.deepEqual(listener.statuses().at(-1), now(3))
    there.close()
    await advance(5_000)
    assert.deepEqual(listener.statuses().at(-1), now(1))
  })

  test('counts nobody uncounted of any process, and tells them of all others', async (t) => {
    const { hub, openHub, advance } = makeWorld(t)
    const there = openHub()
    await advance(100)
    const uncounted = (events = false) => ({ ...makeListener(events), uncounted: true })
    const [listener, own] = [makeListener(true), uncounted(true)]
    for (const watcher of [listener, own]) await hub.watch('c1', watcher)
    for (const watcher of [makeListener(), uncounted()]) await there.watch('c1', watcher)
    await advance(5_000)
    for (const { statuses } of [listener, own]) assert.deepEqual(statuses().at(-1), now(2))
    assert.equal(there.watchersEverywhere('c1'), 2)
  })

  test('tells of a listener who left', async (t) => {
    const { hub, advance } = makeWorld(t)
    const listener = makeListener(true)
    const leave = await hub.watch('c1', makeListener())
    await hub.watch('c1', listener)
    leave()
    await advance(2_000)
    assert.deepEqual(listener.statuses().at(-1), now(1))
  })
})
