import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeBankWorld, NOTICES, SHOP } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const ALL = 10_000
const HOUR = 3_600_000

async function refund({ id, amount = ALL, key }: { id: string; amount?: number; key: string }) {
  return world.ask('Cancel', { PaymentId: id, Amount: amount, ExternalRequestId: key })
}

test('an id is text in answers, a number where a refund is answered, and exact as either', async () => {
  const payment = await world.opened()
  assert.equal(String(Number(payment.id)), payment.id)
  const state = await world.call('GetState', { PaymentId: payment.id })
  assert.ok(state.answer.body.includes(`"PaymentId":"${payment.id}",`))
  const other = await world.opened()
  const cancelled = await world.call('Cancel', { PaymentId: other.id })
  assert.ok(cancelled.answer.body.includes(`"PaymentId":${other.id},`))
})

test('a wrong token, a wrong terminal and a changed field are refused, and nothing is told', async () => {
  const { id } = await world.opened()
  const forged = (await world.call('GetState', { PaymentId: id }, { token: 'f'.repeat(64) })).fields
  assert.deepEqual(
    [forged['Success'], forged['ErrorCode'], forged['Status']],
    [false, '204', undefined],
  )
  const otherTerminal = await world.ask('GetState', { TerminalKey: 'Other', PaymentId: id })
  assert.equal(otherTerminal['ErrorCode'], '501')
  assert.equal((await world.ask('Cancel', { PaymentId: id }))['Status'], 'CANCELED')
})

test('an order id is taken once', async () => {
  const { orderId } = await world.opened()
  const again = { OrderId: orderId, Amount: ALL, NotificationURL: NOTICES }
  assert.equal((await world.ask('Init', again))['ErrorCode'], '20')
})

for (const [field, value, code] of [
  ['Amount', 0, '251'],
  ['Amount', 99, '251'],
  ['Amount', 10.5, '251'],
  ['OrderId', '', '201'],
  ['OrderId', 'x'.repeat(37), '201'],
  ['Description', 'x'.repeat(141), '201'],
  ['PayType', 'Z', '201'],
  ['NotificationURL', 'javascript:alert(1)', '201'],
  ['RedirectDueDate', '2026-11-21T18:00:30Z', '12'],
  ['RedirectDueDate', '2027-03-21T18:00:30+03:00', '12'],
  ['RedirectDueDate', 'завтра', '12'],
] as const)
  test(`a question with ${field} «${String(value).slice(0, 20)}» is refused with ${code}`, async () => {
    const fields = { Amount: 10_000, OrderId: crypto.randomUUID(), [field]: value }
    const answer = await world.ask('Init', fields)
    assert.deepEqual([answer['Success'], answer['ErrorCode']], [false, code])
  })

test('a card is held, then captured', async () => {
  const { id, path, orderId } = await world.opened()
  assert.equal(await world.statusOf(id), 'NEW')
  const sent = await world.send(path, { action: 'pay' })
  assert.equal(sent.statusCode, 303)
  assert.equal(sent.headers.location, `${SHOP}/payment/${orderId}`)
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
  const taken = await world.ask('Confirm', { PaymentId: id, Amount: ALL })
  assert.equal(taken['Status'], 'CONFIRMED')
  const statuses = (await world.noticesOf(orderId)).map(({ Status }) => Status)
  assert.deepEqual(statuses, ['AUTHORIZED', 'CONFIRMED'])
})

test('SBP is charged at once, whatever was asked for', async () => {
  const { id } = await world.opened({})
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  const { Status, Params } = await world.ask('GetState', { PaymentId: id })
  assert.equal(Status, 'CONFIRMED')
  assert.deepEqual((Params as unknown[])[1], { Key: 'Source', Value: 'qrsbp' })
})

test('a card without a hold is charged at once', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  assert.equal(await world.statusOf(id), 'CONFIRMED')
})

test('only what is held can be captured', async () => {
  const { id } = await world.opened()
  const early = await world.ask('Confirm', { PaymentId: id, Amount: ALL })
  assert.equal(early['ErrorCode'], '8')
  await world.bank.pay(id, { action: 'pay' })
  await world.ask('Confirm', { PaymentId: id, Amount: ALL })
  const twice = await world.ask('Confirm', { PaymentId: id, Amount: ALL })
  assert.equal(twice['ErrorCode'], '8')
})

test('no more is captured than is held', async () => {
  const { id } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  const more = await world.ask('Confirm', { PaymentId: id, Amount: 10_001 })
  assert.equal(more['ErrorCode'], '251')
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
})

test('a page that nobody paid is closed, and takes no money afterwards', async () => {
  const { id, path, orderId } = await world.opened()
  const back = { id, key: `close:${id}` }
  assert.equal((await refund(back))['Status'], 'CANCELED')
  const late = await world.send(path, { action: 'pay' })
  assert.equal(late.statusCode, 303)
  assert.equal(late.headers.location, path)
  assert.equal(await world.statusOf(id), 'CANCELED')
  assert.deepEqual(
    (await world.noticesOf(orderId)).map(({ Status }) => Status),
    ['CANCELED'],
  )
})

test('a hold is let go', async () => {
  const { id } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  const back = { id, key: `back:${id}` }
  assert.equal((await refund(back))['Status'], 'REVERSED')
})

test('a refund to a card arrives after a while, and the same key again is the same refund', async () => {
  const { id, orderId } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  const back = { id, key: `back:${id}` }
  assert.equal((await refund(back))['Status'], 'REFUNDING')
  assert.equal((await refund(back))['Status'], 'REFUNDING')
  world.advance(2000)
  await world.bank.tick()
  assert.equal((await refund(back))['Status'], 'REFUNDED')
  const books = await world.bank.books()
  assert.equal(books.payments.find((one) => one.id === id)?.refunded, ALL)
  assert.deepEqual(
    (await world.noticesOf(orderId)).map(({ Status }) => Status),
    ['AUTHORIZED', 'CONFIRMED', 'REFUNDED'],
  )
})

test('the same key with another refund is refused by the state', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  await refund({ id, key: 'one' })
  assert.equal((await refund({ id, key: 'two' }))['ErrorCode'], '8')
})

test('a refund that was refused is done only with another key', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  await world.bank.faults.set({ kind: 'refused_refund', code: '3002', times: 1 })
  assert.equal((await refund({ id, key: 'one' }))['ErrorCode'], '3002')
  const again = await refund({ id, key: 'one' })
  assert.deepEqual([again['Success'], again['Status']], [true, 'CONFIRMED'])
  assert.equal((await refund({ id, key: 'two' }))['Status'], 'REFUNDING')
})

test('a refund over SBP does not know its key: half and half again is the whole', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  const half = { PaymentId: id, Amount: 5000, ExternalRequestId: 'the-one-key' }
  const first = await world.ask('Cancel', half)
  assert.equal(first['Status'], 'ASYNC_REFUNDING')
  assert.equal(first['OriginalAmount'], 10_000)
  assert.equal(first['NewAmount'], 5000)
  assert.equal((await world.ask('Cancel', half))['ErrorCode'], '8')
  world.advance(2999)
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'ASYNC_REFUNDING')
  world.advance(1)
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'PARTIAL_REFUNDED')
  assert.equal((await world.ask('Cancel', half))['NewAmount'], 0)
  world.advance(3000)
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'REFUNDED')
  assert.equal((await world.ask('Cancel', half))['ErrorCode'], '8')
})

test('no more is given back than was taken', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  const more = { id, amount: 10_001, key: 'more' }
  assert.equal((await refund(more))['ErrorCode'], '330')
})

test('a hold ends at the seventh midnight of Moscow', async () => {
  const { id, orderId } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  const end = new Date('2026-11-28T00:00:00+03:00').getTime()
  const start = world.now().getTime()
  world.advance(end - start - 1)
  await world.bank.tick()
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
  world.advance(1)
  const late = await world.ask('Confirm', { PaymentId: id, Amount: ALL })
  assert.equal(late['ErrorCode'], '8')
  assert.equal(await world.statusOf(id), 'REVERSED')
  assert.deepEqual(
    (await world.noticesOf(orderId)).map(({ Status }) => Status),
    ['AUTHORIZED', 'REVERSED'],
  )
})

test('a link runs out in silence', async () => {
  const { id, path, orderId } = await world.opened()
  world.advance(HOUR)
  assert.equal((await world.send(path, { action: 'pay' })).headers.location, path)
  assert.equal(await world.statusOf(id), 'DEADLINE_EXPIRED')
  assert.deepEqual(await world.noticesOf(orderId), [])
})

test('a payment that is not there is not found', async () => {
  const { ErrorCode } = await world.ask('GetState', { PaymentId: '10000000000000000001' })
  assert.equal(ErrorCode, '255')
})

test('the code of SBP leads to the page', async () => {
  const { id, link } = await world.opened({ stage: 'one' })
  assert.equal((await world.ask('GetQr', { PaymentId: id }))['Data'], `${link}?method=sbp`)
  const image = await world.ask('GetQr', { PaymentId: id, DataType: 'IMAGE' })
  assert.match(String(image['Data']), /^<svg /)
})

test('what is given back from the cabinet is seen by the next look', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  await world.bank.operator.refund(id)
  world.advance(2000)
  assert.equal(await world.statusOf(id), 'REFUNDED')
  await assert.rejects(world.bank.operator.refund(id), RangeError)
})
