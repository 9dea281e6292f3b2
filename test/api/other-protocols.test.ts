import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { after, before, test } from 'node:test'
import { makeWorld } from '../support/world.ts'
import type { World } from '../support/world.ts'

let world: World
let url: string

before(async () => {
  world = await makeWorld()
  url = `http://127.0.0.1:${await world.app.listen(0, '127.0.0.1')}`
})

after(() => world.close())

test('a client that would rather speak HTTP/2 is answered all the same', async () => {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
  }
  const [answer] = (await once(get(`${url}/readyz`, { headers, agent: false }), 'response')) as [
    IncomingMessage,
  ]
  answer.resume()
  assert.equal(answer.statusCode, 200)
})
