import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { Refusal } from '#domain/refusal.ts'
import { isInnerAddress } from '#server/platform/inner-address.ts'
import { startNameServer } from '#test/support/servers/name-server.ts'
import type { Push } from './push.ts'
import { webPushOf } from './push.web.ts'

const privateKey = randomBytes(32).toString('base64url')
const log = { warn: () => undefined }
const deps = { privateKey, subject: 'mailto:a@b.example', log }
const push = webPushOf(deps)

const browser = createECDH('prime256v1')
browser.generateKeys()
const keys = {
  p256dh: browser.getPublicKey('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const message = { text: '{}', ttlSeconds: 60, topic: 'a' }

const refusalOf = (of: Push, endpoint: string) => {
  try {
    of.admit({ endpoint, ...keys })
    return null
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.fields
  }
}

describe('the address of a push service', () => {
  test('is that of a browser, under https', () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/a:b',
      'https://jmt17.google.com/fcm/send/a:b',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://web.push.apple.com/a',
      'https://wns2-par02p.notify.windows.com/w/?token=a',
    ])
      assert.equal(refusalOf(push, endpoint), null, endpoint)
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/a',
      'https://user@fcm.googleapis.com/a',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ])
      assert.deepEqual(Object.keys(refusalOf(push, endpoint) ?? {}), ['subscription'], endpoint)
    for (const endpoint of [
      'https://127.0.0.1/a',
      'https://2130706433/a',
      'https://0x7f.1/a',
      'https://[::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://push.example/a',
      'https://fcm.googleapis.com:6379/a',
      'https://fcm.googleapis.com.push.example/a',
      'https://fcm.googleapis.com./a',
      'https://evilfcm.googleapis.com/a',
      'https://evilpush.apple.com/a',
      'https://push.apple.com/a',
    ])
      assert.match(
        refusalOf(push, endpoint)?.['subscription.endpoint'] ?? '',
        /Откройте страницу в Chrome/u,
        endpoint,
      )
  })

  test('is also that of a service of the configuration', () => {
    const more = webPushOf({ ...deps, services: ['push.example', '*.browser.example'] })
    for (const endpoint of ['https://push.example/a', 'https://eu.browser.example/a'])
      assert.equal(refusalOf(more, endpoint), null)
    for (const endpoint of ['https://a.push.example/a', 'https://browser.example/a'])
      assert.notEqual(refusalOf(more, endpoint), null)
  })

  test('leads to no inner address of either family', () => {
    for (const address of ['10.1.2.3', '64:ff9b:1::a00:1', 'fec0::1', 'fd00::1', '::ffff:10.0.0.1'])
      assert.equal(isInnerAddress(address), true, address)
    for (const address of ['8.8.8.8', '64:ff9c::1', '2a00:1450::1'])
      assert.equal(isInnerAddress(address), false, address)
  })

  test('is not asked where its name leads into an inner network', async () => {
    await using names = await startNameServer(() => '127.0.0.1')
    const more = webPushOf({ ...deps, ...names, services: ['push.example'] })
    assert.equal(
      await more.send({ endpoint: 'https://push.example/a', ...keys }, message),
      'refused',
    )
    assert.ok(names.asked.includes('push.example'))
  })

  test('that was taken before is given up, and its name not looked up', async () => {
    await using names = await startNameServer(() => null)
    const less = webPushOf({ ...deps, ...names })
    assert.equal(await less.send({ endpoint: 'https://push.example/a', ...keys }, message), 'gone')
    assert.deepEqual(names.asked, [])
  })

  test('whose name server is silent may be tried again, and holds no thread meanwhile', async () => {
    await using names = await startNameServer(() => null)
    const more = webPushOf({ ...deps, ...names, services: ['*.push.example'] })
    const endpoints = Array.from({ length: 100 }, (_, at) => `https://p${at}.push.example/a`)
    const sent = endpoints.map((endpoint) => more.send({ endpoint, ...keys }, message))
    const began = performance.now()
    await lookup('localhost')
    assert.ok(performance.now() - began < 1000)
    assert.deepEqual(new Set(await Promise.all(sent)), new Set(['unreached']))
    assert.ok(performance.now() - began < 4000)
    assert.ok(new Set(names.asked).size > 10)
  })
})

test('a push service that is not there may be tried again', async () => {
  const local = webPushOf({ ...deps, local: true })
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
  const local = webPushOf({ ...deps, local: true })
  const endpoint = `http://127.0.0.1:${port}/a`
  assert.equal(await local.send({ endpoint, ...keys }, message), 'silent')
})

test('the key is the same for every process that has the secret', () => {
  const other = webPushOf(deps)
  assert.equal(other.publicKey, push.publicKey)
})
