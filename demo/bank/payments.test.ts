import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { okValue, makeBankWorld, declineCode, SHOP } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const ALL = kopecks(10_000)
const HOUR = 3_600_000

async function stateOf(id: string) {
  return okValue(await world.port.look(id)).state
}

test('an id is text in answers, a number where a refund is answered, and exact as either', async () => {
  const payment = await world.opened()
  assert.equal(String(Number(payment.id)), payment.id)
  const raw = await world.call('GetState', { PaymentId: payment.id })
  assert.ok(raw.body.includes(`"PaymentId":"${payment.id}",`))
  const other = await world.opened()
  const cancelled = await world.call('Cancel', { PaymentId: other.id })
  assert.ok(cancelled.body.includes(`"PaymentId":${other.id},`))
  assert.equal(okValue(await world.port.look(payment.id)).bankPaymentId, payment.id)
})

test('a wrong token, a wrong terminal and a changed field are refused, and nothing is told', async () => {
  const { id } = await world.opened()
  const forged = (await world.call('GetState', { PaymentId: id }, 'f'.repeat(64))).json()
  assert.equal(forged.Success, false)
  assert.equal(forged.ErrorCode, '204')
  assert.equal(forged.Status, undefined)
  const otherTerminal = (
    await world.call('GetState', { TerminalKey: 'Other', PaymentId: id })
  ).json()
  assert.equal(otherTerminal.ErrorCode, '501')
  const right = (await world.call('Cancel', { PaymentId: id })).json()
  assert.equal(right.Status, 'CANCELED')
})

test('an order id is taken once', async () => {
  const { reference } = await world.opened()
  const again = world.port.open({
    reference,
    amount: ALL,
    mode: 'hold',
    description: 'Ещё раз',
    returnUrl: SHOP,
    notificationUrl: `${SHOP}/notices`,
    expiresAt: new Date(world.now().getTime() + HOUR),
    receipt: null,
  })
  assert.equal(declineCode(await again), '20')
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
    const answer = (await world.call('Init', fields)).json()
    assert.equal(answer.Success, false)
    assert.equal(answer.ErrorCode, code)
  })

test('a card is held, then captured', async () => {
  const { id, path, reference } = await world.opened()
  assert.equal(await stateOf(id), 'new')
  const sent = await world.send(path, { action: 'pay' })
  assert.equal(sent.statusCode, 303)
  assert.equal(sent.headers.location, `${SHOP}/payment/${reference}`)
  const held = okValue(await world.port.look(id))
  assert.equal(held.state, 'held')
  assert.equal(held.method, 'card')
  const taken = await world.port.capture({ bankPaymentId: id, amount: ALL, receipt: null })
  assert.equal(okValue(taken).state, 'charged')
  const statuses = (await world.noticesOf(reference)).map(({ word }) => word)
  assert.deepEqual(statuses, ['AUTHORIZED', 'CONFIRMED'])
})

test('SBP is charged at once, whatever was asked for', async () => {
  const { id } = await world.opened({ mode: 'hold' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  const look = okValue(await world.port.look(id))
  assert.equal(look.state, 'charged')
  assert.equal(look.method, 'sbp')
})

test('a card without a hold is charged at once', async () => {
  const { id } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { action: 'pay' })
  assert.equal(await stateOf(id), 'charged')
})

test('only what is held can be captured', async () => {
  const { id } = await world.opened()
  const early = await world.port.capture({ bankPaymentId: id, amount: ALL, receipt: null })
  assert.equal(declineCode(early), '8')
  await world.bank.pay(id, { action: 'pay' })
  okValue(await world.port.capture({ bankPaymentId: id, amount: ALL, receipt: null }))
  const twice = await world.port.capture({ bankPaymentId: id, amount: ALL, receipt: null })
  assert.equal(declineCode(twice), '8')
})

test('no more is captured than is held', async () => {
  const { id } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  const more = { bankPaymentId: id, amount: kopecks(10_001), receipt: null }
  assert.equal(declineCode(await world.port.capture(more)), '251')
  assert.equal(await stateOf(id), 'held')
})

test('a page that nobody paid is closed, and takes no money afterwards', async () => {
  const { id, path, reference } = await world.opened()
  const back = { bankPaymentId: id, amount: ALL, requestKey: `close:${id}` }
  assert.equal(okValue(await world.port.refund(back)).state, 'canceled')
  const late = await world.send(path, { action: 'pay' })
  assert.equal(late.statusCode, 303)
  assert.equal(late.headers.location, path)
  assert.equal(await stateOf(id), 'canceled')
  assert.deepEqual(
    (await world.noticesOf(reference)).map(({ word }) => word),
    ['CANCELED'],
  )
})

test('a hold is let go', async () => {
  const { id } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  const back = { bankPaymentId: id, amount: ALL, requestKey: `back:${id}` }
  assert.equal(okValue(await world.port.refund(back)).state, 'voided')
})

test('a refund to a card arrives after a while, and the same key again is the same refund', async () => {
  const { id, reference } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { action: 'pay' })
  const back = { bankPaymentId: id, amount: ALL, requestKey: `back:${id}` }
  assert.equal(okValue(await world.port.refund(back)).state, 'refunding')
  assert.equal(okValue(await world.port.refund(back)).state, 'refunding')
  world.advance(2000)
  await world.bank.tick()
  assert.equal(okValue(await world.port.refund(back)).state, 'refunded')
  const books = await world.bank.books()
  assert.equal(books.payments.find((one) => one.id === id)?.refunded, ALL)
  assert.deepEqual(
    (await world.noticesOf(reference)).map(({ word }) => word),
    ['AUTHORIZED', 'CONFIRMED', 'REFUNDED'],
  )
})

test('the same key with another refund is refused by the state', async () => {
  const { id } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { action: 'pay' })
  okValue(await world.port.refund({ bankPaymentId: id, amount: ALL, requestKey: 'one' }))
  const other = await world.port.refund({ bankPaymentId: id, amount: ALL, requestKey: 'two' })
  assert.equal(declineCode(other), '8')
})

test('a refund over SBP does not know its key: half and half again is the whole', async () => {
  const { id } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  const half = { PaymentId: id, Amount: 5000, ExternalRequestId: 'the-one-key' }
  const first = (await world.call('Cancel', half)).json()
  assert.equal(first.Status, 'ASYNC_REFUNDING')
  assert.equal(first.OriginalAmount, 10_000)
  assert.equal(first.NewAmount, 5000)
  assert.equal((await world.call('Cancel', half)).json().ErrorCode, '8')
  world.advance(2999)
  await world.bank.tick()
  assert.equal(await stateOf(id), 'refunding')
  world.advance(1)
  await world.bank.tick()
  assert.equal(await stateOf(id), 'part_refunded')
  assert.equal((await world.call('Cancel', half)).json().NewAmount, 0)
  world.advance(3000)
  await world.bank.tick()
  assert.equal(await stateOf(id), 'refunded')
  assert.equal((await world.call('Cancel', half)).json().ErrorCode, '8')
})

test('no more is given back than was taken', async () => {
  const { id } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { action: 'pay' })
  const more = { bankPaymentId: id, amount: kopecks(10_001), requestKey: 'more' }
  assert.equal(declineCode(await world.port.refund(more)), '330')
})

test('a hold ends at the seventh midnight of Moscow', async () => {
  const { id, reference } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  const end = new Date('2026-11-28T00:00:00+03:00').getTime()
  const start = world.now().getTime()
  world.advance(end - start - 1)
  await world.bank.tick()
  assert.equal(await stateOf(id), 'held')
  world.advance(1)
  const late = await world.port.capture({ bankPaymentId: id, amount: ALL, receipt: null })
  assert.equal(declineCode(late), '8')
  assert.equal(await stateOf(id), 'voided')
  assert.deepEqual(
    (await world.noticesOf(reference)).map(({ word }) => word),
    ['AUTHORIZED', 'REVERSED'],
  )
})

test('a link runs out in silence', async () => {
  const { id, path, reference } = await world.opened()
  world.advance(HOUR)
  assert.equal((await world.send(path, { action: 'pay' })).headers.location, path)
  assert.equal(await stateOf(id), 'expired')
  assert.deepEqual(await world.noticesOf(reference), [])
})

test('an order is found by its id, and an unknown one is not', async () => {
  const { id, reference } = await world.opened()
  assert.equal(okValue(await world.port.find(reference))?.bankPaymentId, id)
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  assert.equal(okValue(await world.port.find(reference))?.method, 'sbp')
  assert.equal(okValue(await world.port.find('nobody')), null)
  assert.equal(declineCode(await world.port.look('10000000000000000001')), '255')
})

test('the code of SBP leads to the page, and the bank plays its own payer', async () => {
  const { id, path } = await world.opened({ mode: 'charge' })
  assert.ok(okValue(await world.port.sbpCode(id)).endsWith(`${path}?method=sbp`))
  const image = (await world.call('GetQr', { PaymentId: id, DataType: 'IMAGE' })).json()
  assert.match(image.Data, /^<svg /)
  assert.equal((await world.call('SbpPayTest', { PaymentId: id })).json().Success, true)
  assert.equal(await stateOf(id), 'charged')
  const over = await world.opened()
  await world.call('SbpPayTest', { PaymentId: over.id, IsDeadlineExpired: true })
  assert.equal(await stateOf(over.id), 'expired')
  const refused = await world.opened()
  await world.call('SbpPayTest', { PaymentId: refused.id, IsRejected: true })
  assert.equal(await stateOf(refused.id), 'rejected')
})

test('what is given back from the cabinet is seen by the next look', async () => {
  const { id } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { action: 'pay' })
  await world.bank.refundFromCabinet(id)
  world.advance(2000)
  assert.equal(await stateOf(id), 'refunded')
  await assert.rejects(world.bank.refundFromCabinet(id), RangeError)
})
