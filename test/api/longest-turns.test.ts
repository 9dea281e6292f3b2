import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { SONG_TEXT_MOST } from '#domain/songs/song-text.ts'
import { makeCopies } from '#server/modules/security/data-copy.service.ts'
import { SERVER_URL } from '#test/support/database/database.ts'
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
  const twice = async () => Math.max(...(await Promise.all([save(20), save(20)])))
  // The better of two: the process may not have the machine for itself.
  const all = [await twice(), await twice()]
  assert.ok(
    Math.min(...all) < Math.max(5 * one, 250),
    `${one} ms of one, ${all.join(', ')} of twenty`,
  )
})

const inThread = SERVER_URL === undefined && 'the embedded database answers in the same thread'

test('a long import is taken in between', { skip: inThread }, async () => {
  const artist = await world.artist()
  const songs = Array.from({ length: 1000 }, (_, at) => ({
    songId: null,
    title: `О том, как долго мы не виделись, и прочем, номер ${at}`,
    artistName: 'Народный хор деревни Верхние Мандроги',
  }))
  const start = performance.now()
  const longest = await longestTurn(() =>
    world.ok(api.artist.importFavorites, { body: { songs } }, artist),
  )
  const all = performance.now() - start
  assert.ok(longest < all / 4, `${longest} ms of ${all} at once`)
})

test('a copy of years is packed in between', { skip: inThread }, async () => {
  const artist = await world.artist()
  const [concert, song] = [await world.concert(artist), await world.song('Весна', 'Маяк')]
  await raw`
    insert into queue_entries (id, concert_id, song_id, status, created_at, now_at, closed_at)
    select gen_random_uuid(), ${concert}, ${song}, 'PLAYED', now(), now(), now()
    from generate_series(1, 40000)
  `.execute(world.sql)
  await world.ok(api.security.askCopy, {}, artist)
  const start = performance.now()
  const longest = await longestTurn(() => makeCopies(world.app.ctx))
  const all = performance.now() - start
  assert.ok(longest < all / 4, `${longest} ms of ${all} at once`)
})
