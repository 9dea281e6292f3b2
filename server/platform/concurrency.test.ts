import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { backOffMs, semaphore, singleFlight } from './concurrency.ts'

describe('calls of one key', () => {
  test('share one that runs, and the next one runs anew', async () => {
    const flights = singleFlight<number>()
    let calls = 0
    const call = async () => {
      calls += 1
      await turn()
      return calls
    }
    assert.deepEqual(
      await Promise.all([flights.run('a', call), flights.run('a', call), flights.run('b', call)]),
      [2, 2, 2],
    )
    assert.equal(flights.size(), 0)
    assert.equal(await flights.run('a', call), 3)
  })

  test('share a failure, which is not kept', async () => {
    const flights = singleFlight<number>()
    const fails = () => {
      throw new Error('broken')
    }
    await Promise.all(
      [flights.run('a', fails), flights.run('a', fails)].map((one) => assert.rejects(one)),
    )
    assert.equal(await flights.run('a', async () => 1), 1)
  })
})

describe('a semaphore', () => {
  test('lets so many run at once, the others in order, also after a failure', async () => {
    const two = semaphore(2)
    const begun: number[] = []
    let running = 0
    let most = 0
    const work = (n: number) => async () => {
      begun.push(n)
      most = Math.max(most, ++running)
      await turn()
      running -= 1
      if (n === 0) throw new Error('broken')
      return n
    }
    const ends = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => two.run(work(n))))
    assert.deepEqual(begun, [0, 1, 2, 3, 4])
    assert.equal(most, 2)
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', ...Array<string>(4).fill('fulfilled')],
    )
  })

  test('does not run what was given up before its turn, and its place is not lost', async () => {
    const one = semaphore(1)
    const first = Promise.withResolvers<string>()
    const held = one.run(() => first.promise)
    const given = new AbortController()
    const gone = one.runUnlessAborted(given.signal, () => assert.fail('it was given up'))
    const last = one.run(async () => 'last')
    given.abort()
    assert.equal(await gone, null)
    first.resolve('first')
    assert.deepEqual([await held, await last], ['first', 'last'])
  })
})

test('the wait doubles with each failure up to the most', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 60].map((failures) => backOffMs(failures, { first: 100, most: 500 })),
    [100, 200, 400, 500, 500],
  )
})
