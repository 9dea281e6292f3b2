import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Failure } from '#contract/shapes.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { answerUnreadable } from './failures.ts'

let world: World
let port: number

before(async () => {
  world = await makeWorld()
  port = await world.app.listen(0, '127.0.0.1')
})
after(() => world.close())

/** Sends these bytes and returns the status and the body of the response. */
async function answerTo(bytes: string): Promise<{ status: number; failure: Failure }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  socket.on('data', (part) => {
    text += String(part)
  })
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), failure: JSON.parse(body) as Failure }
}

test('what is no HTTP is refused in the one shape', async () => {
  const { status, failure } = await answerTo('привет\r\n\r\n')
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(failure).toSorted(), ['code', 'message', 'requestId'])
  assert.equal(failure.message, 'Запрос не удалось прочитать')
})

test('headers without an end are refused in the one shape', async () => {
  const cookie = 'a'.repeat(20_000)
  const { status, failure } = await answerTo(
    `GET /healthz HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`,
  )
  assert.equal(status, 431)
  assert.equal(failure.message, 'Слишком большой запрос')
})

test('who hears that a request came too slowly and goes on sending it is cut off', async () => {
  const limits = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 }
  const server = createServer(limits, (request) => request.resume())
  server.on('clientError', answerUnreadable)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port: own } = server.address() as AddressInfo
  const cut = Promise.withResolvers<void>()
  let received = ''
  const socket = connect({ port: own, host: '127.0.0.1', allowHalfOpen: true })
    .on('data', (part) => {
      received += String(part)
    })
    .on('error', () => {})
    .on('close', () => cut.resolve())
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n')
  const drip = setInterval(() => socket.write('a'), 20)
  const late = setTimeout(() => cut.reject(new Error('is still heard')), 10_000)
  try {
    await cut.promise
  } finally {
    clearTimeout(late)
    clearInterval(drip)
    socket.destroy()
    server.close()
  }
  assert.match(received, /^HTTP\/1\.1 408 /u)
})

test('a request has less time for its headers than for the whole of it', () => {
  const { headersTimeout, requestTimeout } = world.app.http.server
  assert.ok(headersTimeout > 0 && headersTimeout < requestTimeout)
})
