import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import Fastify from 'fastify'
import type { AnyEndpoint, Priority } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { eventually } from '#test/support/eventually.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { measureAnswers } from '../metrics/request-metrics.ts'
import { attachLoadShedder, makeLoadShedder } from './load-shedder.ts'
import type { LoadShedder } from './load-shedder.ts'

const MESSAGE = 'Слишком много гостей сразу. Попробуйте ещё раз через несколько секунд.'

const callOf = (endpoint: AnyEndpoint) => ({ endpoint })

/** A load shedder that refuses these priorities. */
function refusing(sent: readonly Priority[]): LoadShedder {
  let inside = 0
  return {
    admit(priority) {
      if (sent.includes(priority)) return null
      inside += 1
      return () => {
        inside -= 1
      }
    },
    adjust() {},
    inFlight: () => inside,
    limit: () => 1,
    overloaded: () => true,
  }
}

/** A server whose load shedder refuses these priorities, or is the given one. */
async function serverOfTest(t: TestContext, sent: readonly Priority[] | LoadShedder) {
  const http = Fastify()
  const metrics = makeMetrics()
  const shedder = 'admit' in sent ? sent : refusing(sent)
  const loop = {
    takeRecent: () => ({ mean: 0, most: 0 }),
    lastWindow: () => ({ p50: 0, p99: 0 }),
    stop() {},
  }
  measureAnswers(http, metrics)
  const close = attachLoadShedder(http, { shedder, loop, countShed: metrics.shed })
  const answer = { config: callOf(api.songs.orderSong) }
  http.get('/*', async () => 'a page')
  http.post('/*', async () => 'a form')
  http.get('/find', { config: callOf(api.songs.findSong) }, async () => {
    const page = await http.inject({ url: '/inner' })
    return page.body
  })
  const { promise: worked, resolve: finishWork } = Promise.withResolvers<void>()
  http.post('/work', async () => {
    await worked
    return 'done'
  })
  const large = Buffer.alloc(16 * 1024 * 1024)
  http.get('/large', async () => large)
  http.get('/inner', async () => 'inner')
  http.post('/order', answer, async () => 'taken')
  http.options('/api/v1/pre', async () => '')
  http.get('/pad', { config: callOf(api.artist.queue) }, async () => 'the queue')
  await http.listen({ port: 0, host: '127.0.0.1' })
  t.after(async () => {
    close()
    http.server.closeAllConnections()
    await http.close()
  })
  const { port } = http.server.address() as AddressInfo
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init)
  /** Opens connections that send this and read nothing, each when the one before was heard. */
  const openPaused = async (bytes: string, count = 100) => {
    const sockets: Socket[] = []
    while (sockets.length < count) {
      const heard = once(http.server, 'request')
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.pause().write(bytes)
      sockets.push(socket)
      await heard
    }
    return sockets
  }
  return { http, metrics, shedder, ask, openPaused, finishWork }
}

const headOf = (line: string) =>
  `${line} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`
const HEAD = headOf('POST /work')
const real = () => makeLoadShedder({ log: { warn() {} } })

const html = { accept: 'text/html,*/*' }

describe('under overload', () => {
  test('a person gets a page that asks again by itself, without scripts', async (t) => {
    const { ask } = await serverOfTest(t, ['low'])
    const answer = await ask('/user/lada', { headers: html })
    assert.equal(answer.status, 503)
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds >= 3 && seconds <= 9)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-/u)
    const page = await answer.text()
    assert.match(page, /<h1>Слишком много гостей сразу<\/h1>/u)
    assert.ok(page.includes(`<meta http-equiv="refresh" content="${seconds}">`))
    assert.doesNotMatch(page, /<script|style=|src=/u)
  })

  test('who sent a form is told to go back, so that what he typed stays', async (t) => {
    const { ask } = await serverOfTest(t, ['write'])
    const answer = await ask('/login', { method: 'POST', headers: html })
    assert.equal(answer.status, 503)
    const page = await answer.text()
    assert.match(page, /Вернитесь назад/u)
    assert.doesNotMatch(page, /http-equiv/u)
  })

  test('a call is refused in the one shape, and counted', async (t) => {
    const { ask, metrics } = await serverOfTest(t, ['low', 'write'])
    for (const [path, method, kind] of [
      ['/find', 'GET', 'low'],
      ['/order', 'POST', 'write'],
      ['/user/lada.data', 'GET', 'low'],
    ] as const) {
      const answer = await ask(path, { method, headers: path === '/order' ? {} : html })
      if (path === '/find') {
        // A browser that opens it by its address gets the page too.
        assert.match(await answer.text(), /^<!doctype html>/u)
        continue
      }
      assert.equal(answer.status, 503)
      const requestId = answer.headers.get('x-request-id')
      assert.deepEqual(await answer.json(), { message: MESSAGE, code: 'OVERLOADED', requestId })
      const text = await metrics.registry.metrics()
      assert.match(text, new RegExp(`bis_shed_total\\{kind="${kind}"\\} \\d`, 'u'))
    }
  })

  test('the pad is let through, and what is over makes room', async (t) => {
    const { ask, shedder } = await serverOfTest(t, ['low', 'read', 'write'])
    const answer = await ask('/pad')
    assert.equal(await answer.text(), 'the queue')
    await eventually(async () => shedder.inFlight(), 0)
  })

  test('what a page asks of its own process was let in with it', async (t) => {
    const { http, shedder, ask } = await serverOfTest(t, [])
    assert.equal(await (await ask('/find')).text(), 'inner')
    assert.equal((await http.inject({ url: '/inner' })).statusCode, 200)
    assert.ok(shedder.inFlight() <= 1)
  })
})

describe('who only waits for the network of its client', () => {
  test('holds no place until its body is there', async (t) => {
    const { ask, shedder, openPaused } = await serverOfTest(t, real())
    for (const line of ['POST /work', 'PUT /nowhere', 'OPTIONS /find', 'OPTIONS /api/v1/pre']) {
      const sockets = await openPaused(headOf(line))
      await eventually(async () => shedder.inFlight(), 0)
      assert.equal((await ask('/find')).status, 200)
      assert.ok(sockets.every((socket) => !socket.destroyed))
    }
  })

  test('holds no place while its answer is not read', async (t) => {
    const { ask, shedder, openPaused } = await serverOfTest(t, real())
    await openPaused('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    await eventually(async () => shedder.inFlight(), 0)
    assert.equal((await ask('/find')).status, 200)
  })

  test('is counted while it works, and refused where bodies bring more work than there is room', async (t) => {
    const { shedder, openPaused, finishWork } = await serverOfTest(t, real())
    const room = shedder.limit() * 4
    const sockets = await openPaused(HEAD, room + 50)
    for (const socket of sockets) socket.write('{}')
    await eventually(async () => shedder.inFlight(), room)
    assert.equal(shedder.admit('write'), null)
    finishWork()
    await eventually(async () => shedder.inFlight(), 0)
  })

  test('leaves nothing behind when it goes before its body', async (t) => {
    const { shedder, openPaused } = await serverOfTest(t, real())
    const sockets = await openPaused(HEAD)
    for (const socket of sockets) {
      socket.write('{')
      socket.destroy()
    }
    await eventually(async () => shedder.inFlight(), 0)
  })
})
