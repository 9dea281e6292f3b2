import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'node:test'
import { localBus } from './bus.ts'

test('a message is heard by everyone who subscribed to its topic, and by nobody else', async () => {
  const bus = localBus()
  const received: string[] = []
  bus.subscribe('channel', (body) => received.push(`first ${body}`))
  bus.subscribe('channel', (body) => received.push(`second ${body}`))
  bus.subscribe('flags', (body) => received.push(`flags ${body}`))
  bus.publish('channel', 'c1')
  await turn()
  assert.deepEqual(received, ['first c1', 'second c1'])
})

test('nothing is heard inside the publication itself', async () => {
  const bus = localBus()
  const received: string[] = []
  bus.subscribe('channel', (body) => received.push(body))
  bus.publish('channel', 'c1')
  assert.deepEqual(received, [])
  await turn()
  assert.deepEqual(received, ['c1'])
})

test('a subscriber that throws is logged and keeps nothing from the others', async () => {
  const errors: object[] = []
  const bus = localBus({ warn: () => {}, error: (fields) => errors.push(fields) })
  const received: string[] = []
  const broken = new Error('broken')
  bus.subscribe('channel', () => {
    throw broken
  })
  bus.subscribe('channel', (body) => received.push(body))
  bus.publish('channel', 'c1')
  await turn()
  assert.deepEqual(received, ['c1'])
  assert.deepEqual(errors, [{ err: broken, topic: 'channel' }])
})

test('who unsubscribed hears nothing more, though it subscribed the same function twice', async () => {
  const bus = localBus()
  let received = 0
  const handler = () => {
    received += 1
  }
  const leave = bus.subscribe('channel', handler)
  bus.subscribe('channel', handler)
  leave()
  bus.publish('channel', 'c1')
  await turn()
  assert.equal(received, 1)
})

test('a closed bus is not healthy and says nothing', async () => {
  const bus = localBus()
  const received: string[] = []
  bus.subscribe('channel', (body) => received.push(body))
  assert.equal(bus.healthy(), true)
  await bus.close()
  bus.publish('channel', 'c1')
  await turn()
  assert.equal(bus.healthy(), false)
  assert.deepEqual(received, [])
})
