import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { Failure } from '#contract/shapes.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
let port: number

before(async () => {
  world = await makeWorld()
  port = await world.app.listen(0, '127.0.0.1')
})
after(() => world.close())

/** Sends these bytes and gives the status and the body of what comes back. */
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
