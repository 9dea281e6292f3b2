import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileBudget, filesFor, filesMost } from './file-budget.ts'

describe('the files of a process', () => {
  test('are enough for all watchers where the limit is high, or is not known', () => {
    const plenty = { databaseFiles: 320, watchers: 20_000, pads: 512 }
    assert.deepEqual(fileBudget(65_536, 20_000), { ...plenty, connections: 65_024 })
    assert.deepEqual(fileBudget(filesFor(20_000), 20_000), { ...plenty, connections: 20_768 })
    assert.deepEqual(fileBudget(Infinity, 20_000), plenty)
    assert.deepEqual(fileBudget(null, 20_000), plenty)
    assert.ok((filesMost() ?? 1) > 0)
  })

  test('are divided in proportion where there are few', () => {
    const few = { databaseFiles: 320, connections: 3584, watchers: 2912, pads: 416 }
    assert.deepEqual(fileBudget(4096, 20_000), few)
    const fewer = { databaseFiles: 320, connections: 512, watchers: 336, pads: 48 }
    assert.deepEqual(fileBudget(1024, 20_000), fewer)
    const least = { databaseFiles: 160, connections: 256, watchers: 168, pads: 24 }
    assert.deepEqual(fileBudget(512, 20_000), least)
    assert.equal(fileBudget(4, 20_000).watchers, 1)
  })

  test('of a small MAX_WATCHERS are not taken', () => {
    assert.equal(fileBudget(65_536, 5).watchers, 5)
  })
})
