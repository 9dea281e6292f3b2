import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cachedTiles } from './tiles.ts'
import type { TileAnswer, TileAt } from './tiles.ts'

const at = (x: number): TileAt => ({ z: 5, x, y: 0, large: false })

function setUp(answer: (at: TileAt) => TileAnswer | Promise<TileAnswer>, maxBytes?: number) {
  const asked: number[] = []
  let clock = Date.parse('2026-11-22T12:00:00Z')
  const tiles = cachedTiles({
    tiles: {
      async tileAt(tile) {
        asked.push(tile.x)
        return answer(tile)
      },
    },
    now: () => new Date(clock),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
  return { tiles, asked, pass: (seconds: number) => (clock += seconds * 1000) }
}

const tile = (maxAgeSeconds: number, size = 10): TileAnswer => ({
  bytes: Buffer.alloc(size),
  type: 'image/png',
  maxAgeSeconds,
})

describe('tiles that were asked for', () => {
  test('are kept for as long as they may be, and browsers for what is left of it', async () => {
    const { tiles, asked, pass } = setUp(() => tile(100))
    await tiles.tileAt(at(1))
    pass(40)
    const later = await tiles.tileAt(at(1))
    assert.ok(typeof later === 'object')
    assert.equal(later.maxAgeSeconds, 60)
    assert.deepEqual(asked, [1])
    pass(61)
    await tiles.tileAt(at(1))
    assert.deepEqual(asked, [1, 1])
  })

  test('are not kept where they may not be, or where none came', async () => {
    for (const answer of [tile(0), 'none', 'down'] as const) {
      const { tiles, asked } = setUp(() => answer)
      await tiles.tileAt(at(1))
      assert.deepEqual(await tiles.tileAt(at(1)), answer)
      assert.equal(asked.length, 2)
    }
  })

  test('leave room for new ones, those first that nobody asked for since', async () => {
    const { tiles, asked } = setUp(() => tile(100, 1000), 3 * 1600)
    for (const x of [1, 2, 3, 1, 4]) await tiles.tileAt(at(x))
    assert.deepEqual(asked, [1, 2, 3, 4])
    for (const x of [1, 3, 4]) await tiles.tileAt(at(x))
    assert.deepEqual(asked, [1, 2, 3, 4])
    await tiles.tileAt(at(2))
    assert.deepEqual(asked, [1, 2, 3, 4, 2])
  })

  test('are fetched once for all who want them at the same moment', async () => {
    const { tiles, asked } = setUp(async () => tile(0))
    const both = await Promise.all([tiles.tileAt(at(1)), tiles.tileAt(at(1)), tiles.tileAt(at(2))])
    assert.equal(both.length, 3)
    assert.deepEqual(asked, [1, 2])
    await tiles.tileAt(at(1))
    assert.deepEqual(asked, [1, 2, 1])
  })
})
