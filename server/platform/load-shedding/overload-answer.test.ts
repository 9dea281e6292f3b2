import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import Fastify from 'fastify'
import type { AnyEndpoint, Priority } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { eventually } from '#test/support/eventually.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { measureAnswers } from '../metrics/request-metrics.ts'
import { attachLoadShedder } from './load-shedder.ts'
import type { LoadShedder } from './load-shedder.ts'

const MESSAGE = 'Слишком много гостей сразу. Попробуйте ещё раз через несколько секунд.'

const callOf = (endpoint: AnyEndpoint) => ({ endpoint })

/** A server whose load shedder refuses these priorities. */
async function serverOfTest(t: TestContext, sent: readonly Priority[]) {
  const http = Fastify()
  const metrics = makeMetrics()
  let inside = 0
  const shedder: LoadShedder = {
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
  http.get('/inner', async () => 'inner')
  http.post('/order', answer, async () => 'taken')
  http.get('/pad', { config: callOf(api.artist.queue) }, async () => 'the queue')
  await http.listen({ port: 0, host: '127.0.0.1' })
  t.after(async () => {
    close()
    await http.close()
  })
  const { port } = http.server.address() as AddressInfo
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init)
  return { http, metrics, shedder, ask }
}

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
