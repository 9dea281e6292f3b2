import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { api, everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { deliverEvents } from '#server/modules/webhooks/webhook-delivery.service.ts'
import { freePort } from '../../scripts/free-port.ts'
import { webBuild } from '../support/browsers/web-build.ts'
import { eventually } from '../support/eventually.ts'
import { ownFolder } from '../support/product/product.ts'
import { addWebhookTo } from '../support/servers/webhook-receiver.ts'
import { makeStage } from '../support/steps/stage.ts'
import { makeWorld } from '../support/world.ts'
import type { World } from '../support/world.ts'

const run = promisify(execFile)

let world: World
let page: string
before(async () => {
  const port = await freePort()
  world = await makeWorld({ web: await webBuild(), publicUrl: `http://127.0.0.1:${port}` })
  await world.app.listen(port, '127.0.0.1')
  page = (await world.app.http.inject({ url: '/developers' })).body
})
after(() => world.close())

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const plain = (html: string) =>
  html.replaceAll(/<[^>]+>/gu, '').replaceAll(/&[#\w]+;/gu, (one) => ENTITIES[one] ?? one)

/** The text of an example, as a reader copies it. */
function example(id: string): string {
  const [, html = ''] = new RegExp(`<pre id="${id}"[^>]*>([^]*?)</pre>`, 'u').exec(page) ?? []
  assert.notEqual(html, '', id)
  return plain(html)
}

test('the page is there without a login, and has every call that a key may make', () => {
  const text = plain(page)
  for (const { name, endpoint } of everyEndpoint())
    if (endpoint.right !== null) {
      assert.ok(text.includes(`${endpoint.method} ${pathOf(endpoint)}`), name)
      assert.ok(text.includes(endpoint.summary), name)
    }
})

test('the examples for curl work as the page shows them, in another concert than the one the key was made in', async () => {
  const first = await makeStage(world)
  const body = { name: 'curl', rights: ['watch', 'play', 'orders'] as const }
  const { key } = await world.ok(
    api.machineKeys.add,
    { body: { ...body, rights: [...body.rights] } },
    first.artist,
  )
  const over = { sessionId: first.concertId, sessionStatus: 'PLAYED' as const }
  await world.ok(api.artist.updateSessionStatus, { body: over }, first.as)
  const curl = async (id: string) => {
    const env = { ...process.env, BIS_KEY: key }
    const { stdout } = await run('bash', ['-c', example(id)], { env })
    return JSON.parse(stdout)
  }
  assert.equal((await curl('curl-next')).code, 'SESSION_NOT_OPEN')
  const sessionId = await world.concert(first.artist, { status: 'NOW', startsIn: -10 })
  const idList = [first.ids.А, first.ids.Б]
  await world.ok(api.artist.updateSessionSongList, { body: { sessionId, idList } }, first.as)
  await curl('curl-next')
  const { data } = await curl('curl-queue')
  assert.deepEqual(
    data.map(({ title, status }: { title: string; status: string }) => `${title} ${status}`),
    ['А NOW', 'Б SCHEDULED'],
  )
  assert.deepEqual(await curl('curl-orders'), { data: { state: 'closed' } })
})

test('the receiver of the page takes a signed delivery, and nothing else', async () => {
  const folder = ownFolder()
  const script = join(folder.path, 'receiver.mjs')
  writeFileSync(script, example('verify'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const stage = await makeStage(world)
  world.setNow(new Date())
  const { secret } = await addWebhookTo(world, stage.artist, url)
  const env = { ...process.env, BIS_SECRET: secret, PORT: String(port) }
  const receiver = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  receiver.stdout.on('data', (part: Buffer) => (said += part.toString()))
  try {
    const forged = { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,я' }
    await eventually(async () => {
      const post = fetch(url, {
        method: 'POST',
        headers: { ...forged, 'webhook-signature': 'v1,' },
      })
      return (await post.catch(() => null))?.status ?? null
    }, 401)
    await deliverEvents(world.app.ctx)
    const [shown] = await world.ok(api.webhooks.list, {}, stage.artist)
    assert.deepEqual(
      shown?.answers.map(({ type, status }) => [type, status]),
      [['ping', 204]],
    )
    await eventually(async () => /"type":"ping"/u.test(said), true)
  } finally {
    const ended = once(receiver, 'exit')
    receiver.kill()
    await ended
    folder.remove()
  }
})
