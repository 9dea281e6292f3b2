import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { pino } from 'pino'
import { kopecks } from '#domain/money.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import { makeSandboxBank, deliverByHttp } from './bank.ts'
import { okValue } from './bank.fixture.ts'
import { newSandboxKeys } from './keys.ts'
import { memoryStore } from './store.ts'
import { serveSandboxBank } from './serve.ts'

const LONGER_THAN_A_TEST_MS = 600_000

async function startShop() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString())
      response.end('OK')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { bodies, url: `http://127.0.0.1:${port}/notices`, close: () => server.close() }
}

/** The bank behind a real socket, the product's adapter in front of it, and a shop that records its notices. */
async function makeWire() {
  const keys = newSandboxKeys()
  const shop = await startShop()
  const now = () => new Date()
  const log = pino({ level: 'silent' })
  const publicUrl = 'http://bank.example'
  const bank = makeSandboxBank({
    store: memoryStore(),
    now,
    keys,
    publicUrl,
    deliver: deliverByHttp,
    payoutNoticesUrl: () => shop.url,
    log,
  })
  const app = Fastify()
  await serveSandboxBank(app, bank, { hangMs: LONGER_THAN_A_TEST_MS })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const options = { ...keys, url: `${address}/sandbox-bank`, now }
  const payouts = { ...keys.payouts, signs: 'digest' } as const
  return {
    bank,
    shop,
    port: tbankBank({ ...options, payouts }),
    shortTimeoutPort: tbankBank({ ...options, payouts, timeLimitMs: 2000 }),
    async close() {
      await app.close()
      shop.close()
    },
  }
}

let wire: Awaited<ReturnType<typeof makeWire>>
before(async () => {
  wire = await makeWire()
})
// Closing waits for every caller, so this fails if a caller that disconnected is still kept waiting.
after(() => wire.close())

async function opened() {
  const page = await wire.port.open({
    reference: randomUUID(),
    amount: kopecks(10_000),
    mode: 'hold',
    description: 'Песня',
    returnUrl: 'https://shop.example/payment',
    notificationUrl: wire.shop.url,
    expiresAt: new Date(Date.now() + 900_000),
    receipt: null,
  })
  return okValue(page).bankPaymentId
}

test('a payment goes its whole way over sockets, and the shop hears of it', async () => {
  const id = await opened()
  await wire.bank.pay(id, { action: 'pay' })
  const taken = { bankPaymentId: id, amount: kopecks(10_000), receipt: null }
  assert.equal(okValue(await wire.port.capture(taken)).state, 'charged')
  await wire.bank.idle()
  const statuses = wire.shop.bodies.map((body) => {
    const notice = wire.port.readNotice(body)
    return notice.verified ? notice.word : 'not verified'
  })
  assert.deepEqual(statuses, ['AUTHORIZED', 'CONFIRMED'])
})

test('a silent bank is given up on, and what it did is seen afterwards', async () => {
  const id = await opened()
  await wire.bank.pay(id, { action: 'pay' })
  await wire.bank.faults.set({
    kind: 'timeout_after',
    how: 'silence',
    method: 'Confirm',
    times: 1,
  })
  const taken = { bankPaymentId: id, amount: kopecks(10_000), receipt: null }
  const given = await wire.shortTimeoutPort.capture(taken)
  assert.deepEqual(given, { outcome: 'unknown', cause: 'time limit' })
  assert.equal(okValue(await wire.port.look(id)).state, 'charged')
})
