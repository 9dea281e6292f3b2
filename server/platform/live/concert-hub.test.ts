import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localBus } from '#packages/live-broadcast/bus.ts'
import { makeListener } from '#packages/live-broadcast/hub.fixture.ts'
import { makeConcertHub } from './concert-hub.ts'

test('the state of the concert carries nothing that the read happens to bring along', async (t) => {
  const hub = makeConcertHub({
    bus: localBus(),
    readQueue: async () => '[]',
    readSession: async () => ({ sessionStatus: 'NOW', active: true, artistEmail: 'a@b.example' }),
    log: { warn() {}, error() {} },
  })
  t.after(() => hub.close())
  const listener = makeListener(true)
  await hub.watch('c1', listener)
  assert.deepEqual(listener.statuses(), [
    { type: 'session', sessionStatus: 'NOW', active: true, listeners: 1 },
  ])
})

test('thanks are told no more after a while, to whoever makes the number of watchers another one', async (t) => {
  let now = new Date('2026-11-21T20:00:00Z')
  const thanks = [{ id: 't', text: 'Спасибо!', at: now.toISOString() }]
  const hub = makeConcertHub({
    bus: localBus(),
    readQueue: async () => '[]',
    readSession: async () => ({ sessionStatus: 'NOW', active: true, thanks }),
    clock: () => now,
    countGapMs: 0,
    log: { warn() {}, error() {} },
  })
  t.after(() => hub.close())
  const first = makeListener(true)
  await hub.watch('c1', first)
  assert.deepEqual(first.statuses().at(-1), {
    type: 'session',
    sessionStatus: 'NOW',
    active: true,
    listeners: 1,
    thanks,
  })
  now = new Date(now.getTime() + 16_000)
  await hub.watch('c1', makeListener(true))
  await t.waitFor(() => assert.equal(first.statuses().length, 2))
  assert.deepEqual(first.statuses().at(-1), {
    type: 'session',
    sessionStatus: 'NOW',
    active: true,
    listeners: 2,
  })
})
