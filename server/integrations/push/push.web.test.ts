import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { isInnerAddress } from '#server/platform/inner-address.ts'
import { webPushOf } from './push.web.ts'

const privateKey = randomBytes(32).toString('base64url')
const log = { warn: () => undefined }
const push = webPushOf({ privateKey, subject: 'mailto:a@b.example', log })

const browser = createECDH('prime256v1')
browser.generateKeys()
const keys = {
  p256dh: browser.getPublicKey('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const message = { text: '{}', ttlSeconds: 60, topic: 'a' }

describe('the address of a push service', () => {
  test('is a name under https', () => {
    assert.equal(
      push.admits({ endpoint: 'https://fcm.googleapis.com/fcm/send/a:b', ...keys }),
      true,
    )
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/a',
      'https://127.0.0.1/a',
      'https://2130706433/a',
      'https://0x7f.1/a',
      'https://[::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://push.example:6379/a',
      'https://user@push.example/a',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ])
      assert.equal(push.admits({ endpoint, ...keys }), false, endpoint)
  })

  test('leads to no inner address of either family', () => {
    for (const address of ['10.1.2.3', '64:ff9b:1::a00:1', 'fec0::1', 'fd00::1', '::ffff:10.0.0.1'])
      assert.equal(isInnerAddress(address), true, address)
    for (const address of ['8.8.8.8', '64:ff9c::1', '2a00:1450::1'])
      assert.equal(isInnerAddress(address), false, address)
  })

  test('is not asked where its name leads into an inner network', async (t) => {
    let asked = 0
    const server = createServer(() => (asked += 1)).on('connection', () => (asked += 1))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const answer = await push.send({ endpoint: `https://localhost:${port}/a`, ...keys }, message)
    assert.equal(answer, 'refused')
    assert.equal(asked, 0)
  })
})

test('a push service that is not there may be tried again', async () => {
  const local = webPushOf({ privateKey, subject: 'mailto:a@b.example', local: true, log })
  const endpoint = 'http://127.0.0.1:1/a'
  assert.equal(await local.send({ endpoint, ...keys }, message), 'unreached')
})

test('a push service that took the request and never answered may have taken the message', async (t) => {
  const server = createServer((request) =>
    request.on('end', () => request.socket.destroy()).resume(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const local = webPushOf({ privateKey, subject: 'mailto:a@b.example', local: true, log })
  const endpoint = `http://127.0.0.1:${port}/a`
  assert.equal(await local.send({ endpoint, ...keys }, message), 'silent')
})

test('the key is the same for every process that has the secret', () => {
  const other = webPushOf({ privateKey, subject: 'mailto:a@b.example', log })
  assert.equal(other.publicKey, push.publicKey)
})
