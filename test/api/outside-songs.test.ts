import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { api } from '#contract/index.ts'
import { itunesCatalogue } from '#server/integrations/song-catalogue/song-catalogue.itunes.ts'
import { rateLimitedCatalogue } from '#server/integrations/song-catalogue/song-catalogue.ts'
import { addCatalogueSongs } from '#server/modules/songs/songs.service.ts'
import { eventually } from '#test/support/eventually.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
let shopUrl = ''
let asked = 0
let answer: (reply: ServerResponse) => void
const shop = createServer((_, reply) => {
  asked++
  answer(reply)
})

before(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const log = { warn() {}, info() {}, error() {} }
  const catalogue = rateLimitedCatalogue({
    catalogue: itunesCatalogue({ url: shopUrl }),
    perMinute: 15,
    now: () => new Date(),
    log,
  })
  world = await makeWorld({ songsElsewhere: { catalogue, source: 'itunes', log } })
})
after(async () => {
  shop.closeAllConnections()
  shop.close()
  await world.close()
})
beforeEach(() => {
  asked = 0
})

async function found(input: string): Promise<string[]> {
  const shown = await world.ok(api.songs.findSong, { query: { input } })
  return shown.map((song) => `${song.title} — ${song.artistName} ${song.imageUrl}`.trim())
}

const ours = (...titles: string[]) =>
  addCatalogueSongs(
    world.app.ctx,
    titles.map((title) => ({ title, artistName: 'Хор' })),
    'catalogue',
  )

const selling = (...songs: [trackName: string, artistName: string][]) => {
  const results = songs.map(([trackName, artistName]) => ({
    kind: 'song',
    trackName,
    artistName,
    artworkUrl100: 'https://pictures.example/1.jpg',
  }))
  return (reply: ServerResponse) => void reply.end(JSON.stringify({ results }))
}

test('a song that only the shop knows is found, without its picture, and is ours from then on', async () => {
  answer = selling(['Медленная звезда', 'Хор'], ['обман\u202Eка звезда', 'Хор'])
  // The shop's result may come only with the next letter.
  await eventually(() => found('медленная зв'), ['Медленная звезда — Хор'])
  assert.deepEqual(await found('звезда медленная'), ['Медленная звезда — Хор'])
  const kept = await world.sql
    .selectFrom('songs')
    .select(['title', 'source', 'verified', 'imageUrl'])
    .where('source', '=', 'itunes')
    .execute()
  assert.deepEqual(kept, [
    { title: 'Медленная звезда', source: 'itunes', verified: true, imageUrl: '' },
  ])
})

test('a shop that is closed is nothing that a listener notices', async () => {
  await ours('Последний трамвай')
  answer = (reply) => reply.writeHead(503).end('closed')
  for (const input of ['последний трам', 'трамвай', 'чего нигде нет'])
    assert.equal((await found(input)).length, input.startsWith('чего') ? 0 : 1, input)
  assert.ok(asked > 0)
})

test('where our catalogue knows enough the shop is not asked', async () => {
  await ours('Снегопад', 'Снегопад раз', 'Снегопад два', 'Снегопад три', 'Снегопад четыре')
  assert.equal((await found('снегопад')).length, 5)
  assert.equal(asked, 0)
})
