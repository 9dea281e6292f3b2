import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { backOffMs, batchReads, semaphore, singleFlight } from './concurrency.ts'

/** A database that answers when the test says so. */
function world() {
  const questions: { ids: string[]; answer(known?: string[]): void; fail(): void }[] = []
  const read = batchReads(
    (ids) =>
      new Promise<Map<string, string>>((resolve, reject) => {
        questions.push({
          ids,
          answer: (known = ids) => resolve(new Map(known.map((id) => [id, `state of ${id}`]))),
          fail: () => reject(new Error('no database')),
        })
      }),
  )
  return { questions, read }
}

describe('concerts that are read at one moment', () => {
  test('are one question, and each gets its own answer', async () => {
    const { questions, read } = world()
    const asked = Promise.all(['a', 'b', 'gone'].map(read))
    await turn()
    assert.deepEqual(
      questions.map(({ ids }) => ids),
      [['a', 'b', 'gone']],
    )
    questions[0]?.answer(['b', 'a'])
    assert.deepEqual(await asked, ['state of a', 'state of b', undefined])
  })

  test('are few questions when they are a thousand, two at a time', async () => {
    const { questions, read } = world()
    const asked = Promise.all(Array.from({ length: 1_000 }, (_, n) => read(`c${n}`)))
    await turn()
    assert.equal(questions.length, 2)
    for (let at = 0; at < questions.length; at += 1) {
      questions[at]?.answer()
      await turn()
    }
    assert.deepEqual(
      await asked,
      Array.from({ length: 1_000 }, (_, n) => `state of c${n}`),
    )
    assert.ok(questions.length <= 20, `${questions.length} questions`)
  })

  test('are never answered by a question that was begun before they were asked for', async () => {
    const { questions, read } = world()
    const before = read('a')
    await turn()
    const after = read('a')
    await turn()
    assert.equal(questions.length, 2)
    questions[0]?.answer()
    assert.equal(await before, 'state of a')
    questions[1]?.answer([])
    assert.equal(await after, undefined)
  })

  test('fail with their own question, and not with another', async () => {
    const { questions, read } = world()
    const failing = assert.rejects(read('a'), /no database/u)
    await turn()
    questions[0]?.fail()
    await failing
    const later = read('a')
    await turn()
    questions[1]?.answer()
    assert.equal(await later, 'state of a')
  })
})

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

  test('refuses what comes when its queue is full, until a call ends, however it ends', async () => {
    const full = () => new Error('full')
    for (const max of [0, 1])
      for (const how of ['resolve', 'reject'] as const) {
        const one = semaphore(1, { max, full })
        const works = Array.from({ length: 1 + max }, () => Promise.withResolvers<unknown>())
        const running = works.map(({ promise }) => one.run(() => promise))
        await assert.rejects(
          one.run(async () => 'refused'),
          /full/u,
        )
        for (const work of works) work[how](new Error('broken'))
        await Promise.allSettled(running)
        assert.equal(await one.run(async () => 'free again'), 'free again')
      }
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
