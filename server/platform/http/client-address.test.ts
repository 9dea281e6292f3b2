import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { api } from '#contract/index.ts'
import { LIVE_PATH, pathOf } from '#contract/path.ts'
import { makeWorld } from '#test/support/world.ts'
import { forwardedAddress, networkOf } from './client-address.ts'
import { RATES } from './limits.ts'

test('all addresses of one home are one network, however they are written', () => {
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:a:b:c:d',
    '2001:0DB8:0001:0002:ffff::',
    '2001:db8:1:2::a:b%eth0',
  ])
    assert.equal(networkOf(address), '2001:db8:1:2::/64', address)
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
})

test('an address of the old kind is its own network, and what is no address stays as it is', () => {
  for (const address of ['203.0.113.7', 'unknown', '']) assert.equal(networkOf(address), address)
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
})

// One address may open few here; MOST_TRIES exceeds them, together with those refilled during the storm.
const FEW = { newPerSecond: 1, newAtOnce: 200 }
const MOST_TRIES = 2_000
const AT_ONCE = 50

function addressIn(forwarded: string | undefined): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return forwardedAddress({ headers, socket: { remoteAddress: '10.0.0.1' } } as IncomingMessage)
}

test('the address is the one that our own proxy wrote, and none that the client sent along', () => {
  assert.equal(addressIn('203.0.113.7'), '203.0.113.7')
  assert.equal(addressIn('198.51.100.1, 203.0.113.7'), '203.0.113.7')
  assert.equal(addressIn(' 2001:db8::7 '), '2001:db8::7')
})

test('without the header it is the address of the socket', () => {
  for (const nothing of [undefined, '', ' ', '203.0.113.7, '])
    assert.equal(addressIn(nothing), '10.0.0.1')
})

/** The first line of the response to an upgrade that came through a proxy. */
function requestUpgrade(port: number, forwarded: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const connection = connect(port, '127.0.0.1')
  connection.on('error', reject)
  connection.once('data', (answer) => {
    resolve(answer.toString().split('\r\n', 1)[0] ?? '')
    connection.destroy()
  })
  connection.write(
    [
      `GET ${LIVE_PATH} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `X-Forwarded-For: ${forwarded}`,
      '\r\n',
    ].join('\r\n'),
  )
  return promise
}

async function proxiedWorld(t: TestContext, trustProxy: boolean) {
  const world = await makeWorld({ trustProxy, liveLimits: FEW })
  t.after(() => world.close())
  return world.app.listen(0, '127.0.0.1')
}

/** Opens connections until one is refused, and returns that response. */
async function storm(port: number, forwarded: (n: number) => string) {
  for (let tries = 0; tries < MOST_TRIES; tries += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => requestUpgrade(port, forwarded(tries + n))),
    )
    const shut = answers.find((answer) => !answer.includes(' 101 '))
    if (shut !== undefined) return shut
  }
  return 'it stayed open'
}

const claimed = (n: number) => `198.51.${n >> 8}.${n & 255}`

test('behind a proxy the live channel is shut to who storms it, whatever he claims, and to no other', async (t) => {
  const port = await proxiedWorld(t, true)
  const shut = await storm(port, (n) => `${claimed(n)}, 203.0.113.7`)
  assert.equal(shut, 'HTTP/1.1 429 Too Many Requests')
  // A hundred at once, since one would pass with the little that the storming address has refilled by now.
  const others = Array.from({ length: 100 }, () => requestUpgrade(port, '203.0.113.8'))
  for (const answer of await Promise.all(others)) assert.match(answer, / 101 /)
})

test('the addresses of one IPv6 network are one to the live channel', async (t) => {
  const port = await proxiedWorld(t, true)
  const shut = await storm(port, (n) => `2001:db8:1:2::${n.toString(16)}`)
  assert.equal(shut, 'HTTP/1.1 429 Too Many Requests')
})

test('without a proxy nobody gets another address by claiming it', async (t) => {
  const port = await proxiedWorld(t, false)
  assert.equal(await storm(port, claimed), 'HTTP/1.1 429 Too Many Requests')
})

test('behind a proxy the calls are counted by the address that the proxy wrote, whatever the client claims', async (t) => {
  const world = await makeWorld({ trustProxy: true })
  t.after(() => world.close())
  const ask = async (n: number) => {
    const answer = await world.app.http.inject({
      method: 'POST',
      url: pathOf(api.auth.isUsernameFree),
      headers: { 'x-forwarded-for': `${claimed(n)}, 203.0.113.7` },
      payload: { username: `lada-${n}` },
    })
    return answer.statusCode
  }
  const answers: number[] = []
  for (let n = 0; n <= RATES.isFreeOfAddress.points; n++) answers.push(await ask(n))
  assert.equal(answers.at(-1), 429)
})
