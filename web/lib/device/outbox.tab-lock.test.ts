import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writeStored } from './device-memory.ts'
import { LEASE_MS, withTabLock } from './outbox.ts'

// A page without https has no Web Locks.
const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator') ?? {}
before(() => {
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true })
})
after(() => {
  Object.defineProperty(globalThis, 'navigator', own)
})

test('while one sends for longer than a note lasts, nobody else does', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] })
  let finish = () => {}
  const long = withTabLock('long', () => new Promise((resolve) => (finish = resolve)))
  t.mock.timers.tick(100)
  await turn()
  for (let second = 0; second < 3 * (LEASE_MS / 1000); second++) t.mock.timers.tick(1000)

  const other = withTabLock('long', async () => {})
  t.mock.timers.tick(100)
  assert.equal(await other, false)
  finish()
  assert.equal(await long, true)
})

test('a note of a clock that was set back holds nobody up', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] })
  writeStored('lock:old', `gone ${Date.now() + 3_600_000}`)
  const sent = withTabLock('old', async () => {})
  t.mock.timers.tick(100)
  assert.equal(await sent, true)
})

test('a tab that was closed in the middle is waited for as long as its note lasts', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] })
  writeStored('lock:closed', `gone ${Date.now() + LEASE_MS}`)
  assert.equal(await withTabLock('closed', async () => {}), false)
  t.mock.timers.tick(LEASE_MS)
  const sent = withTabLock('closed', async () => {})
  t.mock.timers.tick(100)
  assert.equal(await sent, true)
})

async function turn() {
  for (let wait = 0; wait < 5; wait++) await Promise.resolve()
}
