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
