import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { hearArrivals } from './arrivals.ts'

/** A door at which the test lets people in, and a clock in its hands. */
function door() {
  const server = new EventEmitter()
  const begun: string[] = []
  const gone = new Set<string>()
  let time = 0
  const arrivals = hearArrivals(server as unknown as Server, () => time)
  return {
    arrivals,
    begun,
    gone,
    comes: () => void server.emit('connection'),
    asks: (name: string) =>
      arrivals.after({ begin: () => void begun.push(name), gone: () => gone.has(name) }),
    pass: (ms: number) => {
      time += ms
    },
  }
}

describe('who was let in', () => {
  test('begins at once where nobody comes', () => {
    const { asks, begun } = door()
    asks('one')
    assert.deepEqual(begun, ['one'])
  })

  test('waits while one newcomer after the other is taken in, and then begins alone in a turn', async () => {
    const { asks, comes, begun } = door()
    comes()
    for (const name of ['one', 'two', 'three']) {
      asks(name)
      comes()
      await turn()
    }
    assert.deepEqual(begun, [])
    await turn()
    for (const count of [1, 2, 3]) {
      assert.equal(begun.length, count)
      await turn()
    }
    assert.deepEqual(begun, ['one', 'two', 'three'])
    await turn()
    asks('four')
    assert.deepEqual(begun.at(-1), 'four')
  })

  test('begins all the same when newcomers never end', async () => {
    const { asks, comes, pass, begun } = door()
    comes()
    asks('one')
    for (let times = 0; times < 10 && begun.length === 0; times += 1) {
      comes()
      pass(20)
      await turn()
    }
    assert.deepEqual(begun, ['one'])
  })

  test('is known by how long it waited, until that was asked', async () => {
    const { arrivals, asks, comes, pass } = door()
    comes()
    asks('one')
    asks('two')
    pass(40)
    for (let times = 0; times < 4; times += 1) await turn()
    assert.equal(arrivals.waited(), 40)
    assert.equal(arrivals.waited(), 0)
  })

  test('does not begin when it has gone meanwhile', async () => {
    const { asks, comes, gone, begun } = door()
    comes()
    asks('one')
    asks('two')
    gone.add('one')
    for (let times = 0; times < 4; times += 1) await turn()
    assert.deepEqual(begun, ['two'])
  })
})
