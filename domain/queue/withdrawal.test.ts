import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { contribution, ids, song } from './arrangement.fixture.ts'
import { arrange } from './arrangement.ts'
import { waiting } from './queue.ts'
import { kopecks } from '../money.ts'
import { judgeLeft, placedAnew } from './withdrawal.ts'

describe('What is left behind a song after money went', () => {
  const left = {
    song: 'SCHEDULED',
    listed: false,
    whole: false,
    voted: false,
    sum: kopecks(10_000),
  } as const
  const price = { paid: true, goal: kopecks(100_000), collects: true } as const

  test('collects again below the price, and goes where nothing is collected or nothing is left', () => {
    assert.equal(judgeLeft(left, price), 'collects')
    assert.equal(judgeLeft({ ...left, song: 'QUEUED' }, price), 'collects')
    assert.equal(judgeLeft(left, { ...price, collects: false }), 'goes')
    assert.equal(judgeLeft({ ...left, sum: kopecks(0) }, price), 'goes')
  })

  test('is left to the battle that it is voted for in, where nothing else is collected', () => {
    assert.equal(judgeLeft({ ...left, voted: true }, { ...price, collects: false }), 'collects')
  })

  test('stays at the price, beside a whole order, and where its artist listed it', () => {
    assert.equal(judgeLeft({ ...left, sum: price.goal }, price), 'stays')
    assert.equal(judgeLeft({ ...left, whole: true }, price), 'stays')
    assert.equal(judgeLeft({ ...left, listed: true }, price), 'stays')
  })

  test('stays where orders are free by now, and once the song sounds or collects', () => {
    assert.equal(judgeLeft(left, { ...price, paid: false }), 'stays')
    for (const status of ['NOW', 'COLLECTING', 'PLAYED', 'SKIPPED'] as const)
      assert.equal(judgeLeft({ ...left, song: status }, price), 'stays')
  })
})

describe('A locked place whose sum fell', () => {
  const rules = { ...contribution, lock: 1 }

  test('is given up to the order that outbids it', () => {
    const queue = [song('a', 'A', 100), song('b', 'B', 450), song('c', 'C', 400)]
    assert.equal(ids(placedAnew(queue, rules, 'a')), 'b c a')
    assert.equal(ids(arrange(placedAnew(queue, rules, 'a'), rules)), 'b c a')
  })

  test('leaves the other locked places as they are', () => {
    const queue = [song('a', 'A', 420), song('b', 'B', 450), song('c', 'C', 440), song('d', 'D', 1)]
    assert.equal(ids(placedAnew(queue, { ...rules, lock: 2 }, 'a')), 'b c a d')
    assert.equal(ids(placedAnew(queue, { ...rules, lock: 2 }, 'b')), 'a b c d')
  })

  test('stays where nobody outbids it, where another turn goes, and in the queue of the artist', () => {
    const queue = [song('a', 'A', 450), song('b', 'B', 450), song('c', 'C', 400)]
    assert.equal(ids(placedAnew(queue, rules, 'a')), 'a b c')
    const fallen = [song('a', 'A', 100), song('b', 'B', 450)]
    assert.equal(ids(placedAnew(fallen, { ...rules, turn: 'circle' }, 'a')), 'a b')
    const own = [song('a', 'A', 100, 'QUEUED'), song('b', 'B', 450)]
    assert.equal(ids(placedAnew(own, rules, 'a')), 'a b')
  })

  const anyStatus = fc.constantFrom('SCHEDULED' as const, 'SCHEDULED' as const, 'QUEUED' as const)
  const anySum = fc.constantFrom(10, 20, 300, 500)

  test('whatever stands there, is before no larger sum that was behind it, and moves nobody else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ sum: anySum, status: anyStatus }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 3 })),
        fc.nat(),
        (songs, lock, orderAfter, pick) => {
          const turn = { ...contribution, lock, orderAfter }
          const queue = arrange(
            songs.map(({ sum, status }, at) => song(`${at}`, 'P', sum, status)),
            turn,
          )
          const entryId = queue[pick % queue.length]?.id ?? ''
          const before = queue.map((entry) =>
            entry.id === entryId ? { ...entry, behind: { ...entry.behind, amount: 5 } } : entry,
          )
          const at = waiting(before).findIndex(({ id }) => id === entryId)
          const after = arrange(placedAnew(before, turn, entryId), turn)
          const own = waiting(after).findIndex(({ id }) => id === entryId)
          const orders = (entries: typeof after) =>
            entries.filter(({ id, status }) => id !== entryId && status === 'SCHEDULED')
          assert.equal(ids(orders(after)), ids(orders(before)))
          assert.equal(after.length, before.length)
          if (after[own]?.status === 'SCHEDULED')
            for (const { behind } of orders(waiting(after).slice(own)))
              assert.ok(behind.amount <= 5)
          assert.ok(at <= own)
        },
      ),
      { numRuns: 300 },
    )
  })
})
