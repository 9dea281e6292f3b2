import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startNameServer } from '#test/support/servers/name-server.ts'
import { webhookSender } from './webhook-sender.ts'

const post = (sender: ReturnType<typeof webhookSender>, url: string) => sender.post(url, {}, '{}')

test('an address is not asked where its name leads into an inner network', async () => {
  await using names = await startNameServer(() => '10.1.2.3')
  const sender = webhookSender(names)
  assert.deepEqual(await post(sender, 'https://hooks.example/'), {
    status: null,
    failure: 'имя ведёт во внутреннюю сеть',
  })
  assert.ok(names.asked.includes('hooks.example'))
})

test('an address of digits, by http or at another port is not asked at all', async () => {
  await using names = await startNameServer(() => '10.1.2.3')
  const sender = webhookSender(names)
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://hooks.example/',
    'https://hooks.example:6379/',
  ])
    assert.equal((await post(sender, url)).status, null, url)
  assert.deepEqual(names.asked, [])
})

test('a silent name server costs no more than the limit', async () => {
  await using names = await startNameServer(() => null)
  const sender = webhookSender(names)
  const all = Array.from({ length: 40 }, (_, at) => post(sender, `https://h${at}.example/`))
  for (const { status } of await Promise.all(all)) assert.equal(status, null)
})

test('a redirect is an answer, and is not followed', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(302, { location: '/other' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sender = webhookSender({ local: true })
  assert.deepEqual(await post(sender, `http://127.0.0.1:${port}/`), {
    status: 302,
    failure: 'ведёт на другой адрес',
  })
  assert.deepEqual(asked, ['/'])
  server.close()
})
