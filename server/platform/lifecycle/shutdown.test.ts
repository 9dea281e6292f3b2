import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { nextTick } from 'node:process'
import { drainServer } from './shutdown.ts'

test('a connection that was made before the stop is answered, even if nobody had accepted it yet', async () => {
  const server = createServer((_, response) => response.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const answer = Array.fromAsync(socket, String)
  socket.write('GET / HTTP/1.1\r\nhost: bis\r\nconnection: close\r\n\r\n')
  // The connection is made in the next tick and accepted in a later turn of the event loop.
  await new Promise<void>((resolve) => nextTick(resolve))
  await drainServer(server, 5000)
  assert.match((await answer).join(''), /\r\n\r\nhere$/u)
})
