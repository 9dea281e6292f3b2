import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { RequestOptions } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PAD_PROTOCOL } from '#contract/path.ts'
import { openLiveChannel } from '#web/lib/live/live-channel.ts'
import { WebSocket } from 'ws'
import { errorLines } from '#test/support/crash/error-lines.ts'
import { eventually } from '#test/support/eventually.ts'
import { ownFolder, startProduct } from '#test/support/product/product.ts'
import { copySeed } from '#test/support/product/seed.ts'
import { inDatabase, insertDataset } from './harness/dataset.ts'
import { requestUpgrade } from './harness/upgrade-requests.ts'

const OPEN_FILES = 1024
const AT_ONCE = 100

function statusAt(
  port: number,
  options: RequestOptions,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path: '/healthz', ...options }, (answer) => {
      let body = ''
      answer.on('data', (part) => (body += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    asked.on('error', () => resolve({ status: 0, body: '' }))
  })
}

/** Requests `count` live channels from one address and keeps the open ones; returns how many there are. */
async function occupy(port: number, from: string, count: number, wires: Socket[]) {
  let taken = 0
  for (let begun = 0; begun < count; begun += AT_ONCE) {
    const asked = Array.from({ length: AT_ONCE }, () =>
      requestUpgrade(port, {}, (wire) => void wires.push(wire), from),
    )
    taken += (await Promise.all(asked)).filter((status) => status === 101).length
  }
  return taken
}

/** Takes all files of the process for three seconds at each SIGUSR2. */
const TAKES_ALL_FILES = `
import { closeSync, openSync, writeSync } from 'node:fs'
process.on('SIGUSR2', () => {
  const taken = []
  try {
    for (;;) taken.push(openSync('/dev/null'))
  } catch {}
  writeSync(1, 'no files are left\\n')
  setTimeout(() => taken.forEach((file) => closeSync(file)), 3000)
})
`

test('a process with few files', async (t) => {
  const folder = ownFolder()
  t.after(folder.remove)
  copySeed(join(folder.path, 'database'))
  const environment = { DATA_DIR: folder.path }
  const { artist } = await inDatabase({ engine: 'embedded', environment }, (sql) =>
    insertDataset(sql, 0),
  )
  const preload = join(folder.path, 'preload.mjs')
  writeFileSync(preload, TAKES_ALL_FILES)
  const variables = { ...environment, NODE_OPTIONS: `--import=${preload}` }
  const product = await startProduct(variables, undefined, OPEN_FILES)
  t.after(() => product.kill('SIGKILL'))
  const port = Number(new URL(product.url).port)

  await t.test('says how many sockets it takes', () => {
    assert.match(product.output(), /1024 файлов.*не больше 336/u)
  })

  await t.test('lives on without any left, and answers whoever is connected', async (part) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    part.after(() => agent.destroy())
    const askMetrics = () => statusAt(port, { agent, path: '/metrics' })
    assert.equal((await askMetrics()).status, 200)
    process.kill(product.pid, 'SIGUSR2')
    await eventually(async () => product.output().includes('no files are left'), true)
    const until = Date.now() + 2000
    while (Date.now() < until) {
      const { status, body } = await askMetrics()
      assert.equal(status, 200)
      assert.match(body, /^bis_watchers 0$/mu)
      await statusAt(port, {})
      await sleep(200)
    }
    await eventually(async () => (await statusAt(port, {})).status, 200)
  })

  await t.test(
    'gives one address half of its sockets, and a pad one when all are taken',
    async (part) => {
      const held: Socket[] = []
      part.after(() => held.forEach((wire) => wire.destroy()))

      const taken = await occupy(port, '127.0.0.1', OPEN_FILES + 200, held)
      assert.ok(taken > 100 && taken < 250, `${taken} sockets of one address`)
      assert.equal((await statusAt(port, { localAddress: '127.0.0.2' })).status, 200)
      assert.equal(await requestUpgrade(port, {}, undefined, '127.0.0.2'), 101)

      for (let network = 1; ; network++) {
        const status = await requestUpgrade(port, {}, undefined, '127.0.0.2')
        if (status === 503) break
        assert.ok(status === 101 && network < 100, `answered ${status}`)
        await occupy(port, `127.0.1.${network}`, AT_ONCE, held)
      }
      const forged = { 'sec-websocket-protocol': `${PAD_PROTOCOL}, ${'A'.repeat(43)}` }
      assert.equal(await requestUpgrade(port, forged, undefined, '127.0.0.2'), 503)
      assert.equal((await statusAt(port, { localAddress: '127.0.0.2' })).status, 200)

      const pad = Promise.withResolvers<readonly unknown[]>()
      const channel = openLiveChannel({
        url: `ws://127.0.0.1:${port}/ws/updateModel`,
        artistUsername: artist.username,
        sessionId: artist.concertId,
        token: artist.token,
        onState: ({ queue }) => queue && pad.resolve(queue),
        deps: {
          makeSocket(url, protocols = []) {
            const socket = new WebSocket(url, [...protocols], { localAddress: '127.0.0.2' })
            socket.on('error', () => {})
            return socket
          },
          setTimeout: (run, ms) => setTimeout(run, ms)[Symbol.toPrimitive](),
          clearTimeout: (timer) => clearTimeout(timer),
        },
      })
      assert.deepEqual(await pad.promise, [])
      channel.close()
    },
  )

  await t.test('keeps places from half-sent requests of one address', async (part) => {
    const wires: Socket[] = []
    part.after(() => wires.forEach((wire) => wire.destroy()))
    let closed = 0
    for (let begun = 0; begun < OPEN_FILES + 100; begun += AT_ONCE) {
      for (let n = 0; n < AT_ONCE; n++) {
        const wire = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3' })
        wire.on('error', () => {})
        wire.on('close', () => (closed += 1))
        wire.write('POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n')
        wires.push(wire)
      }
      await sleep(20)
    }
    await eventually(async () => closed > OPEN_FILES / 2, true)
    assert.equal((await statusAt(port, { localAddress: '127.0.0.2' })).status, 200)
    const metrics = await statusAt(port, { localAddress: '127.0.0.2', path: '/metrics' })
    const [, dropped] = /^bis_connections_dropped_total (\d+)$/mu.exec(metrics.body) ?? []
    assert.ok(Number(dropped) > OPEN_FILES / 2, `${dropped} dropped`)
  })

  const { code, output } = await product.kill('SIGTERM')
  assert.equal(code, 0)
  assert.deepEqual(errorLines(output), [])
  assert.equal(output.match(/new connections are closed/gu)?.length, 1)
})
