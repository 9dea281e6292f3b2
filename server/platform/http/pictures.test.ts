import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import Fastify from 'fastify'
import type { TileAnswer, TileAt } from '#server/integrations/tiles/tiles.ts'
import { answerFailures } from './failures.ts'
import { localLimits, RATES } from './limits.ts'
import { serveTiles } from './pictures.ts'

const BYTES = Buffer.from('89504e47', 'hex')

let answer: TileAnswer = { bytes: BYTES, type: 'image/png', maxAgeSeconds: 600 }
let asked: TileAt[] = []
const app = Fastify()
answerFailures(app)
const tiles = {
  async tileAt(at: TileAt) {
    asked.push(at)
    return answer
  },
}
serveTiles(app, { tiles, maxZoom: 12, large: true }, localLimits())
after(() => app.close())

const get = (url: string, headers = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url, headers, remoteAddress })

describe('a tile of the map', () => {
  test('comes as a sealed picture from our own origin, and is not sent twice', async () => {
    const reply = await get('/tiles/3/4/2')
    assert.equal(reply.statusCode, 200)
    assert.deepEqual(reply.rawPayload, BYTES)
    assert.equal(reply.headers['content-type'], 'image/png')
    assert.equal(reply.headers['cache-control'], 'public, max-age=600')
    assert.equal(reply.headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.equal(reply.headers['set-cookie'], undefined)
    const again = await get('/tiles/3/4/2', { 'if-none-match': String(reply.headers['etag']) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    // As a proxy that compresses, and one that has several variants, ask for it.
    for (const tags of [`W/${reply.headers['etag']}`, `"other", ${reply.headers['etag']}`, '*'])
      assert.equal((await get('/tiles/3/4/2', { 'if-none-match': tags })).statusCode, 304, tags)
    const other = await get('/tiles/3/4/2', { 'if-none-match': '"other"' })
    assert.equal(other.statusCode, 200)
  })

  test('is asked for by the numbers of a place on the map, and by nothing else', async () => {
    asked = []
    await get('/tiles/12/4095/0')
    await get('/tiles/3/4/2@2x')
    assert.deepEqual(asked, [
      { z: 12, x: 4095, y: 0, large: false },
      { z: 3, x: 4, y: 2, large: true },
    ])
    asked = []
    for (const wrong of [
      '/tiles/13/0/0',
      '/tiles/3/8/0',
      '/tiles/3/0/8',
      '/tiles/-1/0/0',
      '/tiles/3/4/2.png',
      '/tiles/3/4/02',
      '/tiles/3/1e0/2',
      '/tiles/3/4@2x/2',
      '/tiles/3/..%2f..%2fsecret/2',
      '/tiles/3/4/2%3Fkey',
      '/tiles/3/4/99999999999',
    ])
      assert.equal((await get(wrong)).statusCode, 404, wrong)
    assert.deepEqual(asked, [])
  })

  test('is not there where its provider has none, and fails for a while where it is down', async () => {
    for (const [wrong, status] of [
      ['none', 404],
      ['down', 503],
    ] as const) {
      answer = wrong
      const reply = await get('/tiles/3/4/2')
      assert.equal(reply.statusCode, status)
      assert.equal(reply.headers['cache-control'], 'no-store')
      assert.match(String(reply.headers['content-type']), /^text\/plain/u)
    }
  })

  test('that nobody may keep is kept by no browser either', async () => {
    answer = { bytes: BYTES, type: 'image/png', maxAgeSeconds: 0 }
    const { headers } = await get('/tiles/3/4/2')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['etag'], undefined)
  })

  test('has a rate for each address', async () => {
    const { points } = RATES.tilesOfAddress
    const replies = await Promise.all(
      Array.from({ length: points + 1 }, () => get('/tiles/3/4/2', {}, '203.0.113.7')),
    )
    assert.equal(replies.filter(({ statusCode }) => statusCode === 200).length, points)
    assert.equal(replies.find(({ statusCode }) => statusCode !== 200)?.statusCode, 429)
    assert.equal((await get('/tiles/3/4/2', {}, '203.0.114.7')).statusCode, 200)
  })
})
