import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { makeFairShares } from './fair-shares.ts'
import type { FairShares } from './fair-shares.ts'

/** Takes as many places as the holder gets. */
function takeAll(places: FairShares, holder: string): (() => void)[] {
  const taken: (() => void)[] = []
  for (;;) {
    const leave = places.take(holder)
    if (leave === null) return taken
    taken.push(leave)
  }
}

describe('places', () => {
  test('are half as many for one holder as the others leave', () => {
    const places = makeFairShares(20_000)
    assert.equal(takeAll(places, 'hall').length, 10_000)
    assert.equal(takeAll(places, 'another hall').length, 5_000)
    assert.equal(places.heldBy('hall'), 10_000)
  })

  test('that one holder leaves are there for the others', () => {
    const places = makeFairShares(100)
    const hall = takeAll(places, 'hall')
    assert.equal(takeAll(places, 'home').length, 25)
    for (const leave of hall) leave()
    assert.equal(places.heldBy('hall'), 0)
    assert.equal(takeAll(places, 'home').length, 25)
    assert.equal(places.free(), 50)
  })

  test('are no more than `each` for one holder', () => {
    assert.equal(takeAll(makeFairShares(100, 8), 'artist').length, 8)
    assert.equal(takeAll(makeFairShares(8, 8), 'artist').length, 4)
  })

  test('the last one is taken too, and none beyond it', () => {
    const places = makeFairShares(1)
    assert.equal(takeAll(places, 'first').length, 1)
    assert.equal(places.take('second'), null)
    assert.equal(makeFairShares(0).take('first'), null)
  })

  test('are never more than there are, and a newcomer finds one while any is free', () => {
    const steps = fc.array(fc.record({ holder: fc.nat(5), takes: fc.boolean() }), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(fc.nat(60), steps, (total, taken) => {
        const places = makeFairShares(total)
        const held: (() => void)[][] = Array.from({ length: 6 }, () => [])
        for (const { holder, takes } of taken) {
          const own = held[holder] ?? []
          if (!takes) own.pop()?.()
          else {
            const leave = places.take(String(holder))
            if (leave !== null) own.push(leave)
          }
          const all = held.reduce((sum, { length }) => sum + length, 0)
          assert.equal(places.free(), total - all)
          const newcomer = places.take('newcomer')
          assert.equal(newcomer !== null, total > all)
          newcomer?.()
        }
      }),
    )
  })
})
