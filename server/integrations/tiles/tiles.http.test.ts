import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { httpTiles } from './tiles.http.ts'

type Answer = (reply: ServerResponse, request: IncomingMessage) => void

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const AT = { z: 3, x: 4, y: 2, large: false }
const picture: Answer = (reply) => reply.setHeader('content-type', 'image/png').end(PNG)

let answer: Answer = picture
let asked: IncomingMessage[] = []
const provider = createServer((request, reply) => {
  asked.push(request)
  answer(reply, request)
})
let origin = ''
before(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterEach(() => {
  answer = picture
  asked = []
})
after(() => {
  provider.closeAllConnections()
  provider.close()
})

function setUp(changes: { template?: string; limitMs?: number } = {}) {
  const logged: string[] = []
  let clock = Date.UTC(2026, 10, 22)
  const record = (fields: object, sentence: string) =>
    logged.push(`${sentence} ${JSON.stringify(fields)}`)
  const tiles = httpTiles({
    template: `${origin}/map/{z}/{x}/{y}{r}.png?key=swordfish`,
    publicUrl: 'https://bis.example',
    now: () => new Date(clock),
    log: { warn: record, info: record },
    ...changes,
  })
  return { tiles, logged, pass: (seconds: number) => (clock += seconds * 1000) }
}

describe('a provider of tiles', () => {
  test('is asked for one tile in the words of its template, and told of no visitor', async () => {
    const { tiles } = setUp()
    assert.deepEqual(await tiles.tileAt(AT), {
      bytes: PNG,
      type: 'image/png',
      maxAgeSeconds: 24 * 3600,
    })
    await tiles.tileAt({ ...AT, large: true })
    assert.deepEqual(
      asked.map(({ url }) => url),
      ['/map/3/4/2.png?key=swordfish', '/map/3/4/2@2x.png?key=swordfish'],
    )
    const headers = asked[0]?.headers
    assert.equal(headers?.['user-agent'], 'Bis/1 (https://bis.example)')
    for (const name of ['cookie', 'referer', 'x-forwarded-for', 'origin'])
      assert.equal(headers?.[name], undefined, name)
  })

  test('gives bytes that hold no memory but their own, since they are kept by their length', async () => {
    const { tiles } = setUp()
    const tile = await tiles.tileAt(AT)
    assert.ok(typeof tile === 'object')
    assert.equal(tile.bytes.buffer.byteLength, PNG.length)
  })

  test('has several servers where its template says so', async () => {
    const { tiles } = setUp({ template: `${origin}/{s}/{z}/{x}/{y}` })
    for (const x of [0, 1, 2, 3]) await tiles.tileAt({ ...AT, x, y: 0 })
    assert.deepEqual(
      asked.map(({ url }) => url?.slice(1, 2)),
      ['a', 'b', 'c', 'a'],
    )
  })

  test('says how long a tile may be kept, and a day is the most', async () => {
    const { tiles } = setUp()
    for (const [cacheControl, seconds] of [
      ['max-age=600', 600],
      ['public, s-maxage=60, max-age=600', 60],
      ['public, max-age=31536000', 24 * 3600],
      ['max-age=0', 0],
      ['no-store', 0],
      ['private, max-age=600', 0],
    ] as const) {
      answer = (reply, request) => {
        reply.setHeader('cache-control', cacheControl)
        picture(reply, request)
      }
      const tile = await tiles.tileAt(AT)
      assert.ok(typeof tile === 'object')
      assert.equal(tile.maxAgeSeconds, seconds, cacheControl)
    }
  })

  test('may have no tile in a place, which is no failure of it', async () => {
    const { tiles, logged } = setUp()
    for (const status of [404, 204, 404, 410, 404]) {
      answer = (reply) => reply.writeHead(status).end()
      assert.equal(await tiles.tileAt(AT), 'none')
    }
    assert.deepEqual(logged, [])
  })

  test('leads nowhere else, and sends no page, no drawing with scripts and no flood', async () => {
    const elsewhere: Answer = (reply) =>
      reply.writeHead(302, { location: `${origin}/secret` }).end()
    const typed =
      (type: string, body: Buffer): Answer =>
      (reply) =>
        reply.setHeader('content-type', type).end(body)
    const flood: Answer = (reply) => {
      reply.setHeader('content-type', 'image/png')
      // In parts, so that no header gives its length.
      for (let part = 0; part < 20; part++) reply.write(Buffer.alloc(64 * 1024))
      reply.end()
    }
    for (const wrong of [
      elsewhere,
      typed('text/html', PNG),
      typed('image/svg+xml', Buffer.from('<svg/>')),
      typed('image/png', Buffer.alloc(0)),
      typed('image/png', Buffer.alloc(1024 * 1024 + 1)),
      flood,
    ]) {
      const { tiles } = setUp()
      answer = wrong
      assert.equal(await tiles.tileAt(AT), 'down')
    }
    assert.equal(asked.filter(({ url }) => url?.includes('secret')).length, 0)
  })

  test('that fails again and again is left alone for a while, which is told once without its key', async () => {
    const { tiles, logged, pass } = setUp()
    answer = (reply) => reply.writeHead(500).end()
    for (let time = 0; time < 12; time++) assert.equal(await tiles.tileAt(AT), 'down')
    assert.equal(asked.length, 8)
    pass(31)
    assert.equal(await tiles.tileAt(AT), 'down')
    assert.equal(await tiles.tileAt(AT), 'down')
    assert.equal(asked.length, 9)
    assert.equal(logged.length, 1)
    assert.doesNotMatch(logged[0] ?? '', /swordfish/u)
    pass(31)
    answer = picture
    assert.equal(typeof (await tiles.tileAt(AT)), 'object')
    assert.equal(typeof (await tiles.tileAt(AT)), 'object')
    assert.match(logged[1] ?? '', /come again/u)
  })

  test('is asked for eight tiles at once, and for the others in turn', async () => {
    const { tiles } = setUp()
    let [open, most] = [0, 0]
    const { promise: eighth, resolve } = Promise.withResolvers<void>()
    // The first ones wait for the eighth, however late it comes.
    answer = async (reply, request) => {
      most = Math.max(most, ++open)
      if (most >= 8) resolve()
      await eighth
      await sleep(5)
      open--
      picture(reply, request)
    }
    const many = Array.from({ length: 40 }, (_, x) => tiles.tileAt({ ...AT, z: 9, x }))
    const found = await Promise.all(many)
    assert.ok(found.every((tile) => typeof tile === 'object'))
    assert.equal(most, 8)
  })

  test('is not taken for down where a burst of tiles waits too long in the line', async () => {
    const { tiles, logged } = setUp({ limitMs: 500 })
    answer = async (reply, request) => {
      await sleep(150)
      picture(reply, request)
    }
    const many = Array.from({ length: 60 }, (_, x) => tiles.tileAt({ ...AT, z: 9, x }))
    assert.ok((await Promise.all(many)).includes('down'))
    assert.deepEqual(logged, [])
    assert.equal(typeof (await tiles.tileAt(AT)), 'object')
  })

  // The last test here that sends requests: those that it gave up may still arrive.
  test('that is silent is not waited for, and neither is a place in the line for it', async () => {
    const { tiles, logged } = setUp({ limitMs: 60 })
    answer = () => undefined
    const many = Array.from({ length: 30 }, (_, x) => tiles.tileAt({ ...AT, z: 9, x }))
    assert.deepEqual(new Set(await Promise.all(many)), new Set(['down']))
    // A request whose time ends a moment later may still be sent.
    assert.ok(asked.length < many.length, `${asked.length} asked`)
    assert.equal(logged.length, 1)
  })

  test('that is not there is down', async () => {
    const { tiles } = setUp({ template: 'http://127.0.0.1:1/{z}/{x}/{y}' })
    assert.equal(await tiles.tileAt(AT), 'down')
  })
})
