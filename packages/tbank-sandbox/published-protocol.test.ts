import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeBankWorld, NOTICES, tokenBy } from './bank.fixture.ts'
import type { BankWorld, Fields } from './bank.fixture.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const acquiring: BankWorld['ask'] = (...question) => world.ask(...question)
const payouts: BankWorld['askPayouts'] = (...question) => world.askPayouts(...question)
const noticesOf: BankWorld['noticesOf'] = (orderId) => world.noticesOf(orderId)
const state = (PaymentId: unknown) => world.statusOf(String(PaymentId))

const RECEIPT = {
  Email: 'payer@example.org',
  Taxation: 'usn_income',
  Items: [
    { Name: 'Чай', Price: 5000, Quantity: 2, Amount: 10_000, Tax: 'none' },
    { Name: 'Ещё чай', Price: 2000, Quantity: 1, Amount: 2000, Tax: 'vat20' },
  ],
}

function init(fields: Fields = {}, app = world.app): Promise<Fields> {
  const order = {
    Amount: 12_000,
    OrderId: randomUUID(),
    Description: 'Заказ',
    NotificationURL: NOTICES,
    DATA: { OperationInitiatorType: '0' },
    ...fields,
  }
  return acquiring('Init', order, app)
}

async function payByCard(page: unknown) {
  await world.send(new URL(String(page)).pathname, { action: 'pay' })
}

const statuses = async (orderId: unknown) => (await noticesOf(orderId)).map(({ Status }) => Status)

test('a two-stage payment: held, confirmed, refunded in part and in full', async () => {
  const opened = await init({ PayType: 'T', Receipt: RECEIPT })
  const { PaymentId, OrderId, PaymentURL, ...rest } = opened
  assert.equal(typeof PaymentId, 'string')
  assert.deepEqual(rest, {
    TerminalKey: world.keys.terminalKey,
    Success: true,
    ErrorCode: '0',
    Status: 'NEW',
    Amount: 12_000,
  })
  await payByCard(PaymentURL)
  const held = await acquiring('GetState', { PaymentId })
  assert.deepEqual(
    [held['Status'], held['Amount'], held['PaymentId']],
    ['AUTHORIZED', 12_000, PaymentId],
  )
  assert.deepEqual(held['Params'], [
    { Key: 'Route', Value: 'ACQ' },
    { Key: 'Source', Value: 'cards' },
  ])
  const confirmed = await acquiring('Confirm', { PaymentId, Receipt: RECEIPT })
  assert.deepEqual([confirmed['Status'], confirmed['PaymentId']], ['CONFIRMED', PaymentId])
  const part = await acquiring('Cancel', { PaymentId, Amount: 2000, ExternalRequestId: 'part' })
  assert.deepEqual(
    [part['OriginalAmount'], part['NewAmount'], part['PaymentId'], part['ExternalRequestId']],
    [12_000, 10_000, Number(PaymentId), 'part'],
  )
  world.advance(MINUTE)
  assert.equal(await state(PaymentId), 'PARTIAL_REFUNDED')
  await acquiring('Cancel', { PaymentId })
  world.advance(MINUTE)
  assert.equal(await state(PaymentId), 'REFUNDED')
  const deliveries = await noticesOf(OrderId)
  assert.deepEqual(
    deliveries.map(({ Status }) => Status),
    ['AUTHORIZED', 'CONFIRMED', 'PARTIAL_REFUNDED', 'REFUNDED'],
  )
  // A number here, and exact in every client.
  assert.ok(deliveries.every((notice) => notice['PaymentId'] === Number(PaymentId)))
  assert.ok(Number.isSafeInteger(Number(PaymentId)))
})

test('a one-stage payment by card is told of as authorized and as confirmed', async () => {
  const { OrderId, PaymentURL, PaymentId } = await init({ PayType: 'O' }, world.oneStageApp)
  await payByCard(PaymentURL)
  assert.equal(await state(PaymentId), 'CONFIRMED')
  assert.deepEqual(await statuses(OrderId), ['AUTHORIZED', 'CONFIRMED'])
})

test('a PayType against the setting of its terminal is refused', async () => {
  assert.equal((await init({ PayType: 'O' }))['ErrorCode'], '201')
  assert.equal((await init({ PayType: 'T' }, world.oneStageApp))['ErrorCode'], '201')
})

test('a part of a hold is let go, and the rest can be taken', async () => {
  const { OrderId, PaymentURL, PaymentId } = await init({ PayType: 'T' })
  await payByCard(PaymentURL)
  const let_go = await acquiring('Cancel', { PaymentId, Amount: 2000 })
  assert.deepEqual(
    [let_go['Status'], let_go['OriginalAmount'], let_go['NewAmount']],
    ['PARTIAL_REVERSED', 12_000, 10_000],
  )
  assert.equal((await acquiring('Confirm', { PaymentId, Amount: 10_000 }))['Status'], 'CONFIRMED')
  assert.deepEqual(await statuses(OrderId), ['AUTHORIZED', 'PARTIAL_REVERSED', 'CONFIRMED'])
  assert.ok(await world.bank.booksBalance())
})

test('a payment by SBP: the list of banks, the code, the three tests, the refund', async () => {
  const banks = await acquiring('GetQrBankList', { Device: { Type: 'mobile', Os: 'iOS' } })
  const list = banks['BankList'] as Fields[]
  assert.ok(list.length > 0)
  for (const [place, bank] of list.entries()) {
    assert.match(String(bank['BankId']), /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u)
    assert.match(String(bank['NspkBankId']), /^\d{12}$/u)
    assert.ok(typeof bank['BankName'] === 'string' && URL.canParse(String(bank['BankLogo'])))
    assert.equal(bank['BankOrder'], place + 1)
  }
  for (const [asked, end] of [
    [{}, 'CONFIRMED'],
    [{ IsRejected: true }, 'REJECTED'],
    [{ IsDeadlineExpired: true }, 'DEADLINE_EXPIRED'],
  ] as const) {
    const { PaymentId, OrderId } = await init()
    const code = await acquiring('GetQr', { PaymentId: Number(PaymentId), DataType: 'PAYLOAD' })
    assert.deepEqual(
      [code['Success'], code['OrderId'], code['PaymentId'], URL.canParse(String(code['Data']))],
      [true, OrderId, Number(PaymentId), true],
    )
    const tried = await acquiring('SbpPayTest', { PaymentId, ...asked })
    assert.deepEqual(tried, { Success: true, ErrorCode: '0', Message: 'OK', Details: '0' })
    assert.equal(await state(PaymentId), end)
    if (end !== 'CONFIRMED') continue
    await acquiring('Cancel', { PaymentId })
    world.advance(MINUTE)
    assert.equal(await state(PaymentId), 'REFUNDED')
    const refund = await acquiring('GetQrState', { PaymentId })
    assert.deepEqual([refund['Success'], refund['OrderId']], [true, OrderId])
  }
})

test('an order is looked up by its own number', async () => {
  const { OrderId, PaymentId, PaymentURL } = await init({}, world.oneStageApp)
  await payByCard(PaymentURL)
  const found = await acquiring('CheckOrder', { OrderId })
  const [payment] = found['Payments'] as Fields[]
  const { RRN: rrn, ...rest } = payment ?? {}
  assert.match(String(rrn), /^\d{12}$/u)
  const said = { Success: 'true', ErrorCode: 0, Message: 'None' }
  assert.deepEqual(rest, { PaymentId, Amount: 12_000, Status: 'CONFIRMED', ...said })
  assert.equal((await acquiring('CheckOrder', { OrderId: 'nobody' }))['ErrorCode'], '335')
})

for (const [what, receipt, code] of [
  ['nobody to send it to', { ...RECEIPT, Email: undefined }, '329'],
  ['a sum of its own', { ...RECEIPT, Items: RECEIPT.Items.slice(1) }, '334'],
  ['an unknown taxation', { ...RECEIPT, Taxation: 'envd' }, '201'],
  ['nothing sold', { ...RECEIPT, Items: [] }, '201'],
  [
    'an agent and no supplier',
    {
      ...RECEIPT,
      Items: RECEIPT.Items.map((item) => ({ ...item, AgentData: { AgentSign: 'another' } })),
    },
    '201',
  ],
  [
    'an unknown tax',
    { ...RECEIPT, Items: [{ ...RECEIPT.Items[0], Amount: 12_000, Price: 6000, Tax: 'vat18' }] },
    '201',
  ],
] as const)
  test(`a receipt with ${what} is refused`, async () => {
    const refused = await init({ Receipt: receipt })
    assert.deepEqual([refused['Success'], refused['ErrorCode']], [false, code])
  })

test('a notice is repeated every hour for a day, and then no more', async () => {
  world.shop.answer = { status: 200, text: 'ok' }
  const { OrderId, PaymentURL } = await init({ PayType: 'T' })
  await payByCard(PaymentURL)
  assert.equal((await noticesOf(OrderId)).length, 1)
  for (let hour = 1; hour <= 30; hour += 1) {
    world.advance(HOUR)
    await world.bank.tick()
    assert.equal((await noticesOf(OrderId)).length, Math.min(hour, 24) + 1)
  }
  world.shop.answer = { status: 200, text: 'OK' }
})

test('a payout: prepared with the name of its recipient, paid, told of', async () => {
  const OrderId = randomUUID()
  const prepared = await payouts('v2/Init', {
    OrderId,
    PhoneNumber: '79012345678',
    SbpMemberId: 100_000_000_004,
    Amount: 900,
    DATA: { PaymentPurposeDetails: 'Выплата' },
  })
  const { PaymentId } = prepared
  assert.equal(typeof PaymentId, 'string')
  assert.deepEqual(
    [prepared['Success'], prepared['Status'], prepared['OrderId'], prepared['Amount']],
    [true, 'CHECKED', OrderId, 900],
  )
  assert.match(String(prepared['RecipientShortName']), /^\S+ \S+ \S\.$/u)
  assert.equal((await payouts('v2/Payment', { PaymentId }))['Status'], 'COMPLETING')
  world.advance(MINUTE)
  await world.bank.tick()
  assert.equal((await payouts('GetState', { PaymentId }))['Status'], 'COMPLETED')
  await world.bank.idle()
  const notice = world.deliveries
    .map(({ body }) => JSON.parse(body) as Fields)
    .find((deliveries) => deliveries['OrderId'] === OrderId)
  assert.ok(notice !== undefined)
  const { SbpId: _sbp, Phone: _phone, ...signed } = notice
  assert.equal(notice['Token'], tokenBy(world.keys.payouts.password, signed))
  assert.deepEqual([notice['Status'], notice['Success']], ['COMPLETED', true])
})

test('a payout that nobody tells to be paid in 180 seconds is rejected', async () => {
  const fields = { PhoneNumber: '79012345678', SbpMemberId: 100_000_000_004, Amount: 900 }
  const { PaymentId } = await payouts('v2/Init', { OrderId: randomUUID(), ...fields })
  world.advance(180_000)
  assert.equal((await payouts('v2/Payment', { PaymentId }))['Success'], false)
  assert.equal((await payouts('GetState', { PaymentId }))['Status'], 'REJECTED')
})

test('a method that the protocol does not have is nothing', async () => {
  for (const path of ['v2/Charge2', 'cashbox/Init', 'a2c/sbp/Payment2']) {
    const url = `/bank/${path}`
    const { statusCode } = await world.app.inject({ method: 'POST', url, payload: {} })
    assert.equal(statusCode, 404, path)
  }
})

test('who does not know the password or the key is refused', async () => {
  const token = 'f'.repeat(64)
  const { fields } = await world.call('GetState', { PaymentId: '1' }, { token })
  assert.equal(fields['ErrorCode'], '204')
  const unsigned = { TerminalKey: world.keys.payouts.terminalKey, PaymentId: '1' }
  assert.equal((await world.post('/a2c/sbp/GetState', unsigned)).fields['Success'], false)
})
