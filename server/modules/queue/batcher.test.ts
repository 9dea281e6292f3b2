import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseIsLost } from '../../platform/db/lost.ts'
import { makeRounds } from './batcher.ts'
import type { Ended } from './batcher.ts'

const done = (asks: readonly string[]): Ended<string>[] =>
  asks.map((ask) => ({ status: 'fulfilled', value: `${ask} done` }))

/** Rounds that wait for the test before they end. */
function heldRounds(deps: { most?: number; alone?: (ask: string) => boolean } = {}) {
  const seen: { key: string; asks: readonly string[]; end(): void }[] = []
  const began: (() => void)[] = []
  const inRound = makeRounds<string, string>({
    most: 10,
    ...deps,
    go: (key, asks) =>
      new Promise((resolve) => {
        seen.push({ key, asks, end: () => resolve(done(asks)) })
        for (const tell of began.splice(0)) tell()
      }),
  })
  return {
    inRound,
    seen,
    /** Resolves once so many rounds have begun. */
    async beganAll(count: number) {
      while (seen.length < count) await new Promise<void>((resolve) => began.push(resolve))
    },
  }
}

describe('what is asked in rounds', () => {
  test('while one is under way goes as the next, in its order, and each gets its own end', async () => {
    const { inRound, seen, beganAll } = heldRounds()
    const first = inRound('hall', 'a')
    await beganAll(1)
    const rest = ['b', 'c', 'd'].map((ask) => inRound('hall', ask))
    seen[0]?.end()
    await beganAll(2)
    seen[1]?.end()
    assert.deepEqual(await Promise.all([first, ...rest]), ['a done', 'b done', 'c done', 'd done'])
    assert.deepEqual(
      seen.map(({ asks }) => asks),
      [['a'], ['b', 'c', 'd']],
    )
  })

  test('of another key does not wait', async () => {
    const { inRound, seen, beganAll } = heldRounds()
    const asked = [inRound('hall', 'a'), inRound('cellar', 'b')]
    await beganAll(2)
    for (const { end } of seen) end()
    assert.deepEqual(await Promise.all(asked), ['a done', 'b done'])
  })

  test('is at most so many in one, and what goes alone goes alone', async () => {
    const rounds: (readonly string[])[] = []
    const inRound = makeRounds<string, string>({
      most: 2,
      alone: (ask) => ask === 'alone',
      go: async (_, asks) => {
        rounds.push(asks)
        return done(asks)
      },
    })
    await Promise.all(['a', 'b', 'c', 'alone', 'd'].map((ask) => inRound('hall', ask)))
    assert.deepEqual(rounds, [['a', 'b'], ['c'], ['alone'], ['d']])
  })

  test('fails together where the round breaks, and the next round is not held up', async () => {
    let broken = true
    const inRound = makeRounds<string, string>({
      most: 10,
      go: async (_, asks) => {
        if (broken) throw new Error('the line is gone')
        return done(asks)
      },
    })
    const ends = await Promise.allSettled(['a', 'b'].map((ask) => inRound('hall', ask)))
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    broken = false
    assert.equal(await inRound('hall', 'c'), 'c done')
  })

  test('that never end hold up nobody behind them, and whoever is in one is told', async () => {
    let lost = true
    const inRound = makeRounds<string, string>({
      most: 10,
      patienceMs: 5,
      go: (_, asks) => {
        if (!lost) return Promise.resolve(done(asks))
        lost = false
        return new Promise(() => {})
      },
    })
    const first = inRound('hall', 'a')
    const next = first.then(
      () => assert.fail('nothing came back'),
      (error: unknown) => {
        assert.ok(databaseIsLost(error))
        return inRound('hall', 'b')
      },
    )
    assert.equal(await next, 'b done')
  })
})
