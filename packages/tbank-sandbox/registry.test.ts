import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayOf } from './moscow.ts'
import { makeBankWorld } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import { cp1251 } from './registry.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function charged(method: 'card' | 'sbp') {
  const payment = await world.opened({ stage: 'one', Description: 'Чай «Ёлка»; на вес' })
  await world.bank.pay(payment.id, { method, action: 'pay' })
  return payment
}

/** The lines of a day, by the titles of their columns. */
async function linesOf(day: string): Promise<Record<string, string>[]> {
  const { rawPayload } = await world.app.inject(`/bank/registry?day=${day}`)
  const [titles = '', ...lines] = new TextDecoder('windows-1251')
    .decode(rawPayload)
    .trimEnd()
    .split('\r\n')
  const names = titles.split(';')
  return lines.map((line) =>
    Object.fromEntries(line.split(';').map((cell, at) => [names[at], cell])),
  )
}

function told(line: Record<string, string> | undefined) {
  return [
    line?.['Payment ID'],
    line?.['Номер заказа'],
    line?.['Сумма операции (руб.)'],
    line?.['Комиссия Банка (руб.)'],
    line?.['Тип операции'],
  ]
}

test('a day reaches the account when it is over, net of the fees, with its registry', async () => {
  const was = await world.bank.totals()
  const card = await charged('card')
  const sbp = await charged('sbp')
  await world.bank.tick()
  assert.deepEqual(await linesOf('2026-11-21'), [])
  assert.equal((await world.bank.totals()).owed, was.owed + 20_000)

  world.advance(DAY)
  await world.bank.tick()
  assert.deepEqual((await linesOf('2026-11-21')).map(told), [
    [card.id, card.orderId, '100.00', '2.50', 'Debit'],
    [sbp.id, sbp.orderId, '100.00', '0.70', 'Debit'],
  ])
  const is = await world.bank.totals()
  assert.equal(is.merchant, was.merchant + 20_000 - 320)
  assert.equal(is.fees, was.fees + 320)
  assert.equal(is.owed, was.owed)
})

test('a refund stands in the registry of its own day and costs the fee of its charge', async () => {
  const { id } = await charged('card')
  world.advance(DAY)
  await world.bank.tick()
  const day = dayOf(world.now().getTime())
  await world.ask('Cancel', { PaymentId: id })
  world.advance(2000)
  await world.bank.tick()
  const was = await world.bank.totals()
  assert.equal(was.owed, -10_000)
  world.advance(DAY)
  await world.bank.tick()
  const [line] = await linesOf(day)
  assert.deepEqual(told(line).slice(2), ['-100.00', '0.00', 'Credit'])
  assert.equal((await world.bank.totals()).merchant, was.merchant - 10_000)
  assert.ok(await world.bank.booksBalance())
})

test('a day of Moscow ends at its own midnight', async () => {
  const { id } = await charged('sbp')
  const day = dayOf(world.now().getTime())
  const midnight = new Date(`${day}T00:00:00+03:00`).getTime() + DAY
  world.advance(midnight - world.now().getTime() - 1)
  await world.bank.tick()
  assert.ok(!(await linesOf(day)).some((line) => line['Payment ID'] === id))
  world.advance(1)
  await world.bank.tick()
  assert.ok((await linesOf(day)).some((line) => line['Payment ID'] === id))
})

test('the file is CP1251, and a description cannot break a line of it', async () => {
  const answer = await world.app.inject('/bank/registry?day=2026-11-21')
  const text = new TextDecoder('windows-1251').decode(answer.rawPayload)
  const [titles = '', ...rest] = text.trimEnd().split('\r\n')
  assert.match(titles, /;Номер заказа;.*;Payment ID;/)
  assert.ok(text.includes('Чай «Ёлка»  на вес'))
  for (const line of rest) assert.equal(line.split(';').length, titles.split(';').length)
  assert.equal((await world.app.inject('/bank/registry?day=2026-02-30')).statusCode, 400)
  assert.equal((await world.app.inject('/bank/registry')).statusCode, 400)
})

test("the operator's clock moves the bank's days and leaves the merchant's links alone", async () => {
  const { id } = await charged('card')
  const day = dayOf(world.now().getTime())
  await world.bank.operator.shiftClock(DAY)
  await world.bank.tick()
  assert.ok((await linesOf(day)).some((line) => line['Payment ID'] === id))
  const fresh = await world.opened()
  await world.bank.tick()
  assert.equal(await world.statusOf(fresh.id), 'NEW')
  await world.bank.operator.shiftClock(HOUR)
  await world.bank.tick()
  assert.equal(await world.statusOf(fresh.id), 'DEADLINE_EXPIRED')
})

test('processes that settle at once settle each operation once', async () => {
  for (let at = 0; at < 10; at++) await charged('sbp')
  world.advance(2 * DAY)
  const was = await world.bank.totals()
  const banks = [world.bank, world.open('second'), world.open('third')]
  await Promise.all(banks.map((bank) => bank.tick()))
  const is = await world.bank.totals()
  assert.equal(is.merchant - was.merchant, 10 * (10_000 - 70))
  assert.ok(await world.bank.booksBalance())
})

test('the bytes are those of windows-1251, with a question mark for what it lacks', () => {
  const bytes = [0xc0, 0xff, 0xa8, 0xb8, 0xb9, 0x3b, 0x61, 0x3f, 0x3f]
  assert.deepEqual([...cp1251('АяЁё№;a₽🎸')], bytes)
})
