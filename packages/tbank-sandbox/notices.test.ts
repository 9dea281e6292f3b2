import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { makeBankWorld } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
beforeEach(async () => {
  await world.bank.faults.clear()
  world.deliveries.length = 0
  world.shop.answer = { status: 200, text: 'OK' }
})
after(() => world.close())

const SECOND = 1000

async function paid() {
  const payment = await world.opened()
  await world.bank.pay(payment.id, { action: 'pay' })
  await world.bank.idle()
  return payment
}

async function statuses(orderId: string) {
  return (await world.noticesOf(orderId)).map(({ Status }) => Status)
}

test('a notice has the right token and the id as a number', async () => {
  const { orderId, id } = await paid()
  assert.deepEqual(await statuses(orderId), ['AUTHORIZED'])
  const [first] = world.deliveries
  assert.equal(first?.url, 'https://shop.example/notices')
  assert.ok(first?.body.includes(`"PaymentId":${id},`))
  assert.equal((await world.noticesOf(orderId))[0]?.['Amount'], 10_000)
})

test('200 without the word OK is no receipt', async () => {
  world.shop.answer = { status: 200, text: '{"ok":true}' }
  await paid()
  world.advance(3600 * SECOND)
  await world.bank.tick()
  assert.equal(world.deliveries.length, 2)
})

test('a late notice comes when it is due', async () => {
  await world.bank.faults.set({ kind: 'notice_late', seconds: 45, times: 1 })
  const { orderId } = await paid()
  assert.deepEqual(await statuses(orderId), [])
  world.advance(44 * SECOND)
  await world.bank.tick()
  assert.deepEqual(await statuses(orderId), [])
  world.advance(SECOND)
  await world.bank.tick()
  assert.deepEqual(await statuses(orderId), ['AUTHORIZED'])
  assert.deepEqual(await statuses((await paid()).orderId), ['AUTHORIZED'])
})

test('a lost notice never comes, until it is sent again', async () => {
  await world.bank.faults.set({ kind: 'notice_lost' })
  const { orderId, id } = await paid()
  world.advance(24 * 3600 * SECOND)
  await world.bank.tick()
  assert.deepEqual(await statuses(orderId), [])
  assert.equal(await world.bank.operator.resend(id), true)
  assert.deepEqual(await statuses(orderId), ['AUTHORIZED'])
})

test('a repeated notice comes three times over', async () => {
  await world.bank.faults.set({ kind: 'notice_repeated', times: 1 })
  const { orderId } = await paid()
  assert.deepEqual(await statuses(orderId), ['AUTHORIZED', 'AUTHORIZED', 'AUTHORIZED'])
  assert.equal(new Set(world.deliveries.map(({ body }) => body)).size, 1)
})

test('a reordered notice is overtaken by the next one', async () => {
  await world.bank.faults.set({ kind: 'notice_reordered', times: 1 })
  const { orderId, id } = await paid()
  await world.ask('Confirm', { PaymentId: id })
  assert.deepEqual(await statuses(orderId), ['CONFIRMED'])
  world.advance(SECOND)
  await world.bank.tick()
  assert.deepEqual(await statuses(orderId), ['CONFIRMED', 'AUTHORIZED'])
})

test('a reordered notice that nothing follows comes in the end', async () => {
  await world.bank.faults.set({ kind: 'notice_reordered', times: 1 })
  const { orderId } = await paid()
  world.advance(30 * SECOND)
  await world.bank.tick()
  assert.deepEqual(await statuses(orderId), ['AUTHORIZED'])
})

test('a forged notice does not verify', async () => {
  await world.bank.faults.set({ kind: 'notice_forged', times: 1 })
  const { orderId } = await paid()
  assert.deepEqual(await statuses(orderId), [])
  assert.equal(world.deliveries.length, 1)
})

test('the operator forges a notice that claims a charge', async () => {
  const { id, orderId } = await world.opened()
  await world.bank.operator.forge(id)
  await world.bank.idle()
  const [forged] = world.deliveries
  assert.match(forged?.body ?? '', /"Status":"CONFIRMED"/)
  assert.deepEqual(await statuses(orderId), [])
  assert.equal(await world.statusOf(id), 'NEW')
})

test('a notice of a wrong amount verifies and lies', async () => {
  await world.bank.faults.set({ kind: 'notice_wrong_amount', times: 1 })
  const { orderId, id } = await paid()
  assert.equal((await world.noticesOf(orderId))[0]?.['Amount'], 100_000)
  assert.equal((await world.ask('GetState', { PaymentId: id }))['Amount'], 10_000)
})

test('a fault for one order leaves the others alone', async () => {
  const hit = await world.opened()
  const spared = await world.opened()
  await world.bank.faults.set({ kind: 'notice_lost', reference: hit.orderId })
  for (const { id } of [hit, spared]) await world.bank.pay(id, { action: 'pay' })
  assert.deepEqual(await statuses(hit.orderId), [])
  assert.deepEqual(await statuses(spared.orderId), ['AUTHORIZED'])
})

test('two processes that tick at once deliver each notice once', async () => {
  await world.bank.faults.set({ kind: 'notice_late', seconds: 60 })
  const payments = await Promise.all(Array.from({ length: 40 }, paid))
  world.advance(60 * SECOND)
  const others = ['second', 'third', 'fourth'].map((name) => world.open(name))
  await Promise.all([world.bank, ...others].map((bank) => bank.tick()))
  const bodies = world.deliveries.map(({ body }) => body)
  assert.equal(bodies.length, payments.length)
  assert.equal(new Set(bodies).size, payments.length)
})

test('a notice whose process died on the way goes out from another', async () => {
  await world.bank.faults.set({ kind: 'notice_late', seconds: 60, times: 1 })
  const { orderId } = await paid()
  world.advance(60 * SECOND)
  const due = world.now().getTime() + 30 * SECOND
  // The state after a process was killed between its claim and the answer.
  await world.tamper('notice', ({ dueAt }) => (dueAt === null ? {} : { dueAt: due, tries: 1 }))
  await world.bank.tick()
  assert.deepEqual(await statuses(orderId), [])
  world.advance(30 * SECOND)
  await world.open('second').tick()
  assert.deepEqual(await statuses(orderId), ['AUTHORIZED'])
  assert.equal(world.deliveries[0]?.by, 'second')
})
