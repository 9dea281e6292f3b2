import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseIsLost } from '#server/platform/db/database-errors.ts'
import { makeBatcher } from './batcher.ts'
import type { Settled } from './batcher.ts'

const done = (items: readonly string[]): Settled<string>[] =>
  items.map((item) => ({ status: 'fulfilled', value: `${item} done` }))

/** Batches that end when the test ends them. */
function heldBatches(deps: { most?: number; alone?: (item: string) => boolean } = {}) {
  const seen: { key: string; items: readonly string[]; end(): void }[] = []
  const began: (() => void)[] = []
  const inBatch = makeBatcher<string, string>({
    most: 10,
    ...deps,
    go: (key, items) =>
      new Promise((resolve) => {
        seen.push({ key, items, end: () => resolve(done(items)) })
        for (const resume of began.splice(0)) resume()
      }),
  })
  return {
    inBatch,
    seen,
    /** Resolves once `count` batches have begun. */
    async beganAll(count: number) {
      while (seen.length < count) await new Promise<void>((resolve) => began.push(resolve))
    },
  }
}

describe('an item of a batch', () => {
  test('that arrives during a batch goes into the next, in its order, and gets its own result', async () => {
    const { inBatch, seen, beganAll } = heldBatches()
    const first = inBatch('hall', 'a')
    await beganAll(1)
    const rest = ['b', 'c', 'd'].map((item) => inBatch('hall', item))
    seen[0]?.end()
    await beganAll(2)
    seen[1]?.end()
    assert.deepEqual(await Promise.all([first, ...rest]), ['a done', 'b done', 'c done', 'd done'])
    assert.deepEqual(
      seen.map(({ items }) => items),
      [['a'], ['b', 'c', 'd']],
    )
  })

  test('of another key does not wait', async () => {
    const { inBatch, seen, beganAll } = heldBatches()
    const asked = [inBatch('hall', 'a'), inBatch('cellar', 'b')]
    await beganAll(2)
    for (const { end } of seen) end()
    assert.deepEqual(await Promise.all(asked), ['a done', 'b done'])
  })

  test('shares its batch with at most `most` others, and with none where it goes alone', async () => {
    const batches: (readonly string[])[] = []
    const inBatch = makeBatcher<string, string>({
      most: 2,
      alone: (item) => item === 'alone',
      go: async (_, items) => {
        batches.push(items)
        return done(items)
      },
    })
    await Promise.all(['a', 'b', 'c', 'alone', 'd'].map((item) => inBatch('hall', item)))
    assert.deepEqual(batches, [['a', 'b'], ['c'], ['alone'], ['d']])
  })

  test('fails together where the batch breaks, and the next batch is not held up', async () => {
    let broken = true
    const inBatch = makeBatcher<string, string>({
      most: 10,
      go: async (_, items) => {
        if (broken) throw new Error('the line is gone')
        return done(items)
      },
    })
    const ends = await Promise.allSettled(['a', 'b'].map((item) => inBatch('hall', item)))
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    broken = false
    assert.equal(await inBatch('hall', 'c'), 'c done')
  })

  test('fails when its batch hangs, and the next batch runs', async () => {
    let lost = true
    const inBatch = makeBatcher<string, string>({
      most: 10,
      timeoutMs: 5,
      go: (_, items) => {
        if (!lost) return Promise.resolve(done(items))
        lost = false
        return new Promise(() => {})
      },
    })
    const first = inBatch('hall', 'a')
    const next = first.then(
      () => assert.fail('nothing came back'),
      (error: unknown) => {
        assert.ok(databaseIsLost(error))
        return inBatch('hall', 'b')
      },
    )
    assert.equal(await next, 'b done')
  })
})
