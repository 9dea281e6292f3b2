import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { SONG_TEXT_MOST } from '#domain/songs/song-text.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** The longest time (ms) for which nobody else was served. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 1)
  await work()
  look()
  clearInterval(timer)
  return longest
}

test('twenty texts of the shortest lines hold nobody up', async () => {
  const artist = await world.artist()
  const text = 'a\n'.repeat(SONG_TEXT_MOST / 2)
  const save = (count: number) => {
    const texts = Array.from({ length: count }, () => ({ songId: randomUUID(), text }))
    return longestTurn(() =>
      world.refused('NOT_FOUND', api.artist.saveSongTexts, { body: { texts } }, artist),
    )
  }
  await save(1)
  const one = await save(1)
  const all = await Promise.all([save(20), save(20)])
  assert.ok(
    Math.max(...all) < Math.max(5 * one, 250),
    `${one} ms of one, ${all.join(', ')} of twenty`,
  )
})
