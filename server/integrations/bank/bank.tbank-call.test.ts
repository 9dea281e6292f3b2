import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import type { Bank } from './bank.ts'
import { NOW, PASSWORD, bankWorld } from './bank.tbank.fixture.ts'
import { tbankBank } from './bank.tbank.ts'

const world = await bankWorld({ timeLimitMs: 300 })
after(() => world.close())

const amount = kopecks(10_000)
/** Every request about a payment, by its path. */
const QUESTIONS: Record<string, (bank: Bank) => Promise<{ outcome: string }>> = {
  '/v2/Init': (bank) =>
    bank.open({
      reference: 'order-1',
      amount,
      mode: 'charge',
      description: 'Песня',
      returnUrl: 'https://bis.example/payment/order-1',
      notificationUrl: 'https://bis.example/api/v1/payment/notification',
      expiresAt: NOW,
      receipt: null,
    }),
  '/v2/Confirm': (bank) => bank.capture({ bankPaymentId: '7', amount, receipt: null }),
  '/v2/Cancel': (bank) => bank.refund({ bankPaymentId: '7', amount, requestKey: 'k' }),
  '/v2/GetState': (bank) => bank.look('7'),
  '/v2/CheckOrder': (bank) => bank.find('order-1'),
  '/v2/GetQr': (bank) => bank.sbpCode('7'),
}

for (const [path, put] of Object.entries(QUESTIONS)) {
  test(`nobody knows what became of ${path} when no readable answer comes`, async () => {
    world.on(path, () => undefined)
    assert.deepEqual(await put(world.bank), { outcome: 'unknown', cause: 'time limit' })

    world.on(path, (answer) => answer.socket?.resetAndDestroy())
    const reset = await put(world.bank)
    assert.equal(reset.outcome, 'unknown')
    assert.match(JSON.stringify(reset), /network: /)

    world.on(path, (answer) => {
      answer.writeHead(200, { 'content-length': '1000' }).write('{"Success":true,')
    })
    assert.deepEqual(await put(world.bank), { outcome: 'unknown', cause: 'time limit' })

    world.on(path, (answer) => answer.writeHead(502).end('{"Success":false,"ErrorCode":"8"}'))
    assert.deepEqual(await put(world.bank), { outcome: 'unknown', cause: 'status 502' })

    world.respond(path, '<html>Технические работы</html>')
    assert.deepEqual(await put(world.bank), { outcome: 'unknown', cause: 'unreadable answer' })

    for (const body of ['', '[]', 'null', '"OK"', '{}', '{"Success":true}', '{"Success":false}']) {
      world.respond(path, body)
      assert.equal((await put(world.bank)).outcome, 'unknown', body)
    }
  })

  test(`a closed door at ${path} is a no that may pass`, async () => {
    for (const status of [401, 403]) {
      world.on(path, (answer) => answer.writeHead(status).end('Forbidden'))
      const answer = await put(world.bank)
      assert.deepEqual(
        { ...answer, text: '' },
        { outcome: 'declined', code: `http_${status}`, text: '', final: false },
      )
    }
    world.on(path, (answer) => answer.writeHead(429).end())
    assert.deepEqual(await put(world.bank), {
      outcome: 'later',
      retryAt: new Date(NOW.getTime() + 60_000),
      code: 'http_429',
    })
  })
}

test('a question is not carried on to another address', async () => {
  world.on('/v2/GetState', (answer) =>
    answer.writeHead(307, { location: `${world.url}/v2/Elsewhere` }).end(),
  )
  world.respond('/v2/Elsewhere', { Success: true, PaymentId: '7', Status: 'CONFIRMED', Amount: 1 })
  assert.equal((await world.bank.look('7')).outcome, 'unknown')
  assert.ok(!world.asked.some((asked) => asked.path === '/v2/Elsewhere'))
})

test('an address that is none, or that cannot be told, is unknown and keeps the secret', async () => {
  const addresses = [
    'not an address',
    () => {
      throw new Error(`no port yet, ${PASSWORD}`)
    },
  ]
  for (const url of addresses) {
    const options = { terminalKey: 'T', password: PASSWORD, payouts: null, now: () => NOW }
    const answer = await tbankBank({ ...options, url, registryUrl: url }).look('7')
    assert.equal(answer.outcome, 'unknown')
    assert.ok(!JSON.stringify(answer).includes(PASSWORD))
    assert.equal(
      (await tbankBank({ ...options, url, registryUrl: url }).registry('x')).outcome,
      'unknown',
    )
  }
})
