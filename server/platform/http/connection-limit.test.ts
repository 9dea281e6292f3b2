import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { describe, test } from 'node:test'
import { eventually } from '#test/support/eventually.ts'
import { limitConnections } from './connection-limit.ts'

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

/** A real server on loopback; `behindProxy` counts no addresses. */
async function serverOfTest(t: TestContext, most: number, behindProxy = false) {
  const lines: object[] = []
  let time = 0
  const server = createServer((_, answer) => answer.end('here'))
  const connections = limitConnections(server, {
    most,
    networkOf: behindProxy ? null : (address) => address,
    log: { warn: (fields) => void lines.push(fields) },
    now: () => time,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    server,
    lines,
    connections,
    pass: (ms: number) => void (time += ms),
    /** Connects and sends the text; resolves with the first of the answer, or null where the connection was closed. */
    send(text: string, from = '127.0.0.1'): Promise<string | null> {
      const wire = connect({ port, host: '127.0.0.1', localAddress: from })
      t.after(() => wire.destroy())
      wire.write(text)
      return new Promise((resolve) => {
        wire.once('data', (part) => resolve(part.toString()))
        wire.on('error', () => {})
        wire.on('close', () => resolve(null))
      })
    },
    open: () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
  }
}

const HALF = REQUEST.slice(0, -2)

describe('connections', () => {
  test('of one address are closed where it has as many as are free', async (t) => {
    const { send, open, connections, lines, pass } = await serverOfTest(t, 8)
    for (let n = 0; n < 4; n += 1) void send(HALF)
    await eventually(open, 4)
    assert.equal(await send(REQUEST), null)
    assert.equal(await send(REQUEST), null)
    assert.equal(connections.dropped(), 2)
    assert.deepEqual(lines, [{ most: 8, by: 'address' }], 'a flood is one line')
    assert.match((await send(REQUEST, '127.0.0.2')) ?? '', /^HTTP\/1\.1 200/u)
    pass(60_000)
    assert.equal(await send(REQUEST), null)
    assert.equal(lines.length, 2)
  })

  test('that are idle give way to others of their address', async (t) => {
    const { send, open, connections, pass } = await serverOfTest(t, 9)
    for (let n = 0; n < 20; n += 1) {
      pass(1000)
      assert.match((await send(REQUEST)) ?? '', /^HTTP\/1\.1 200/u)
    }
    assert.equal(connections.dropped(), 0)
    assert.ok((await open()) < 5)
  })

  test('of a proxy are closed only where none is left', async (t) => {
    const { send, open, connections, lines } = await serverOfTest(t, 8, true)
    for (let n = 0; n < 8; n += 1) void send(HALF)
    await eventually(open, 8)
    assert.equal(await send(REQUEST), null)
    assert.equal(connections.dropped(), 1)
    assert.deepEqual(lines, [{ most: 8, by: 'files' }])
  })

  test('that cannot be accepted do not end the process', async (t) => {
    const { server, lines } = await serverOfTest(t, 8)
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
    assert.equal(lines.length, 1)
  })
})
