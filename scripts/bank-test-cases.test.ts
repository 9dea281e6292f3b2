import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeBankWorld } from '#packages/tbank-sandbox/bank.fixture.ts'
import type { BankWorld } from '#packages/tbank-sandbox/bank.fixture.ts'
import { fetchInside } from '#packages/tbank-sandbox/bank.ts'
import { TEST_CARDS } from '#packages/tbank-sandbox/payer.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import { ok } from '#server/integrations/bank/tbank-dialect.ts'
import { runCommand } from '#test/support/product/product.ts'
import { walkTestCases } from './bank-test-cases.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

test('the command passes every case at the demo bank, with holds and without', async () => {
  const { code, output } = await runCommand({}, 'scripts/bank.ts', 'test-cases')
  assert.equal(code, 0, output)
  assert.match(output, /Списание удержанного +\d+ +CONFIRMED +да\n/u)
  assert.match(output, /Код СБП истёк +\d+ +DEADLINE_EXPIRED +да\n/u)
  assert.match(output, /Прошло: 17, не прошло: 0\./u)
})

test('the command refuses a terminal that moves money, and prints no secret', async () => {
  const real = { TBANK_TERMINAL_KEY: '1600000000000', TBANK_PASSWORD: 'secret', DEMO: 'off' }
  const { code, output } = await runCommand(real, 'scripts/bank.ts', 'test-cases')
  assert.equal(code, 1)
  assert.match(output, /кончается на DEMO/u)
  assert.doesNotMatch(output, /secret/u)
})

test('a case that the bank refuses says why, and the next ones go on', async () => {
  await world.bank.faults.set({ kind: 'refused_refund', code: '3028', times: 1 })
  const walked = await walkTestCases(
    {
      bank: tbankBank({
        ...world.keys,
        url: world.bank.url,
        payouts: null,
        now: world.now,
        fetch: fetchInside(world.bank),
      }),
      ask: async (method, fields) => ok(await world.ask(method, fields)),
      async payByCard({ bankPaymentId }, does) {
        const card = TEST_CARDS.find((one) => one.outcome === does)?.number ?? ''
        await world.bank.pay(bankPaymentId, { method: 'card', action: 'pay', card })
      },
      notificationUrl: 'https://shop.example/notices',
      stepMs: 1,
      timeoutMs: 0,
    },
    () => world.advance(60_000),
  )
  const words = new Map(walked.map(({ name, seen }) => [name, seen]))
  assert.match(words.get('Возврат на карту') ?? '', /^Cancel: код 3028/u)
  assert.equal(words.get('Карта без денег'), 'REJECTED')
  assert.equal(words.get('Отказ по СБП'), 'REJECTED')
  assert.equal(words.get('Возврат по СБП'), 'ASYNC_REFUNDING', 'not yet, and nobody waits longer')
})
