import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { tokenBy } from './bank.fixture.ts'
import type { Fields } from './bank.fixture.ts'
import { fileStore } from './file-store.ts'

const PASSWORD = 'secret'
const folder = mkdtempSync(join(tmpdir(), 'bank-'))
after(() => rmSync(folder, { recursive: true }))

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** A merchant that records its notices. */
async function startShop() {
  const bodies: Fields[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      bodies.push(JSON.parse(text) as Fields)
      response.end('OK')
    })
  })
  const port = await listening(server)
  return { bodies, url: `http://127.0.0.1:${port}/notices`, close: () => server.close() }
}

async function startBank(port: number) {
  const options = ['--port', String(port), '--password', PASSWORD, '--file', join(folder, 'bank')]
  const program = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [program, ...options], { stdio: 'pipe' })
  await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function ask(url: string, method: string, fields: Fields): Promise<Fields> {
  const all = { TerminalKey: 'TestDEMO', ...fields }
  const body = JSON.stringify({ ...all, Token: tokenBy(PASSWORD, all) })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v2/${method}`, { method: 'POST', headers, body })
  return (await answer.json()) as Fields
}

test('a payment goes its way over sockets, survives a kill, and the merchant hears of it', async () => {
  const free = createServer()
  const port = await listening(free)
  free.close()
  const shop = await startShop()
  const first = await startBank(port)
  const order = { OrderId: 'one', Amount: 10_000, NotificationURL: shop.url }
  const { PaymentId, PaymentURL } = await ask(first.url, 'Init', order)
  await first.kill()
  const second = await startBank(port)
  try {
    const body = new URLSearchParams({ action: 'pay' })
    await fetch(String(PaymentURL), { method: 'POST', body, redirect: 'manual' })
    assert.equal((await ask(second.url, 'Confirm', { PaymentId }))['Status'], 'CONFIRMED')
    while (shop.bodies.length < 2) await new Promise((done) => setTimeout(done, 20))
    assert.deepEqual(
      shop.bodies.map(({ Status }) => Status),
      ['AUTHORIZED', 'CONFIRMED'],
    )
    for (const notice of shop.bodies) assert.equal(notice['Token'], tokenBy(PASSWORD, notice))
  } finally {
    await second.kill()
    shop.close()
  }
})

test('a file keeps the newest documents, without a line that was cut', async () => {
  const path = join(folder, 'store')
  const document = (id: string, body: string) => ({ kind: 'payment', id, body })
  const store = await fileStore(path)
  await store.exclusively(0, () => [document('1', 'a'), document('2', 'b')])
  await store.exclusively(0, () => [document('1', 'c')])
  appendFileSync(path, '[{"kind":"payment","id":"2","bo')
  const again = await fileStore(path)
  await again.exclusively(0, (all) => {
    const bodies = all.map(({ id, body }) => id + body)
    assert.deepEqual(bodies.toSorted(), ['1c', '2b'])
    return []
  })
})
