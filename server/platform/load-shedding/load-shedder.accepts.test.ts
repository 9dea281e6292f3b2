import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { scheduleAfterAccepts } from './load-shedder.ts'

/** A server whose connections and clock the test controls. */
function serverOfTest() {
  const server = new EventEmitter()
  const begun: string[] = []
  const gone = new Set<string>()
  let time = 0
  const scheduler = scheduleAfterAccepts(server, () => time)
  return {
    scheduler,
    begun,
    gone,
    comes: () => void server.emit('connection'),
    asks: (name: string) =>
      scheduler.run({ begin: () => void begun.push(name), isGone: () => gone.has(name) }),
    pass: (ms: number) => {
      time += ms
    },
  }
}

describe('an admitted request', () => {
  test('begins at once where no connection comes', () => {
    const { asks, begun } = serverOfTest()
    asks('one')
    assert.deepEqual(begun, ['one'])
  })

  test('waits while connections are accepted, and then begins alone in a turn', async () => {
    const { asks, comes, begun } = serverOfTest()
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

  test('begins all the same when connections never end', async () => {
    const { asks, comes, pass, begun } = serverOfTest()
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
    const { scheduler, asks, comes, pass } = serverOfTest()
    comes()
    asks('one')
    asks('two')
    pass(40)
    for (let times = 0; times < 4; times += 1) await turn()
    assert.equal(scheduler.maxWait(), 40)
    assert.equal(scheduler.maxWait(), 0)
  })

  test('does not begin when it has gone meanwhile', async () => {
    const { asks, comes, gone, begun } = serverOfTest()
    comes()
    asks('one')
    asks('two')
    gone.add('one')
    for (let times = 0; times < 4; times += 1) await turn()
    assert.deepEqual(begun, ['two'])
  })
})
