import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { NOW, PASSWORD, TERMINAL, bankWorld } from './bank.tbank.fixture.ts'
import { tokenOf } from './tbank-dialect.ts'

const world = await bankWorld()
const { bank } = world
after(() => world.close())
beforeEach(() => {
  world.asked.length = 0
})

const LONG_ID = '12345678901234567891'
const YES = { Success: true, ErrorCode: '0', TerminalKey: TERMINAL, OrderId: 'order-1' }
const SUM = kopecks(10_000)

const QUESTION = {
  reference: 'order-1',
  amount: SUM,
  mode: 'hold' as const,
  description: 'Песня «Кукушка» от Ильи',
  returnUrl: 'https://bis.example/payment/order-1',
  notificationUrl: 'https://bis.example/api/v1/payment/notification',
  expiresAt: new Date('2026-03-01T09:15:00.500Z'),
  receipt: null,
}

function source(value: string) {
  return {
    Params: [
      { Key: 'Route', Value: 'ACQ' },
      { Key: 'Source', Value: value },
    ],
  }
}

/** Returns the look at payment 7 when the bank answers with these fields. */
async function seen(fields: object) {
  world.respond('/v2/GetState', { ...YES, PaymentId: '7', Amount: 10_000, ...fields })
  const answer = await bank.look('7')
  assert.equal(answer.outcome, 'ok')
  return answer.outcome === 'ok' ? answer.value : assert.fail()
}

test('a page is asked for in the words of the bank, and the question is signed', async () => {
  const page = { PaymentId: '7', PaymentURL: 'https://pay.example/7', Status: 'NEW' }
  world.respond('/v2/Init', { ...YES, ...page })
  const answer = await bank.open(QUESTION)
  assert.deepEqual(answer, {
    outcome: 'ok',
    value: { bankPaymentId: '7', link: 'https://pay.example/7' },
  })
  const { Token, ...fields } = world.last()
  assert.deepEqual(fields, {
    TerminalKey: TERMINAL,
    Amount: 10_000,
    OrderId: 'order-1',
    Description: 'Песня «Кукушка» от Ильи',
    PayType: 'T',
    Language: 'ru',
    NotificationURL: QUESTION.notificationUrl,
    SuccessURL: `${QUESTION.returnUrl}?back=paid`,
    FailURL: `${QUESTION.returnUrl}?back=failed`,
    RedirectDueDate: '2026-03-01T12:15:00+03:00',
    DATA: { OperationInitiatorType: '0' },
  })
  assert.equal(Token, tokenOf(fields, PASSWORD))
  assert.ok(!world.asked.some(({ text }) => text.includes(PASSWORD)))
})

test('a charge is asked for at once, and a receipt goes along', async () => {
  world.respond('/v2/Init', { ...YES, PaymentId: '7', PaymentURL: 'https://pay.example/7' })
  const sold = {
    tax: 'none',
    paymentMethod: 'full_payment',
    paymentObject: 'service',
    supplier: null,
  }
  const receipt = {
    to: 'a@b.example',
    taxation: 'usn_income',
    items: [{ name: 'Песня', amount: SUM, ...sold }],
  }
  await bank.open({ ...QUESTION, mode: 'charge', receipt })
  assert.equal(world.last()['PayType'], 'O')
  assert.deepEqual(world.last()['Receipt'], {
    Email: 'a@b.example',
    Taxation: 'usn_income',
    Items: [
      {
        Name: 'Песня',
        Price: 10_000,
        Quantity: 1,
        Amount: 10_000,
        Tax: 'none',
        PaymentMethod: 'full_payment',
        PaymentObject: 'service',
      },
    ],
  })
  await bank.open({ ...QUESTION, receipt: { ...receipt, to: '+79123456789' } })
  const { Email, Phone } = world.last()['Receipt'] as Record<string, unknown>
  assert.deepEqual([Email, Phone], [undefined, '+79123456789'])
})

test('a closing receipt that is wrong is refused for good, and one under a wrong key is not', async () => {
  const closing = { to: 'a@b.example', taxation: 'usn_income', items: [] }
  for (const [code, final] of [
    ['201', true],
    ['8', true],
    ['204', false],
  ] as const) {
    const no = { Success: false, ErrorCode: code, Message: 'нет' }
    world.respond('/cashbox/SendClosingReceipt', no)
    const answer = await bank.closeReceipt({ bankPaymentId: '7', receipt: closing })
    assert.equal(answer.outcome === 'declined' && answer.final, final, code)
  }
  world.on('/cashbox/SendClosingReceipt', (response) => response.writeHead(403).end())
  const shut = await bank.closeReceipt({ bankPaymentId: '7', receipt: closing })
  assert.equal(shut.outcome === 'declined' && shut.final, false)
})

test('a description that was cut in the middle of a letter is made whole before it is signed', async () => {
  world.respond('/v2/Init', { ...YES, PaymentId: '7', PaymentURL: 'https://pay.example/7' })
  await bank.open({ ...QUESTION, description: 'Песня 🎸'.slice(0, -1) })
  assert.equal(world.last()['Description'], 'Песня \uFFFD')
})

test('an id of twenty digits survives the way here and back', async () => {
  const page = `"PaymentId":${LONG_ID},"PaymentURL":"https://pay.example/7"`
  world.respond('/v2/Init', `{"Success":true,"ErrorCode":"0",${page}}`)
  const opened = await bank.open(QUESTION)
  assert.ok(opened.outcome === 'ok' && opened.value.bankPaymentId === LONG_ID)

  const state = `"PaymentId":${LONG_ID},"Status":"NEW","Amount":10000`
  world.respond('/v2/GetState', `{"Success":true,"ErrorCode":"0",${state}}`)
  const look = await bank.look(LONG_ID)
  assert.ok(look.outcome === 'ok' && look.value.bankPaymentId === LONG_ID)
  assert.ok(world.asked.at(-1)?.text.includes(LONG_ID))
})

test('an answer without a page, or with a page that is no web address, opens nothing', async () => {
  world.respond('/v2/Init', { ...YES, PaymentId: '7' })
  assert.equal((await bank.open(QUESTION)).outcome, 'unknown')
  world.respond('/v2/Init', { ...YES, PaymentURL: 'https://pay.example/7' })
  assert.equal((await bank.open(QUESTION)).outcome, 'unknown')
  world.respond('/v2/Init', { ...YES, PaymentId: '7', PaymentURL: 'data:text/html,pay' })
  assert.equal((await bank.open(QUESTION)).outcome, 'unknown')
})

test('an order that the bank knows already is declined for now', async () => {
  world.respond('/v2/Init', { Success: false, ErrorCode: '20', Message: 'Повтор заказа' })
  assert.deepEqual(await bank.open(QUESTION), {
    outcome: 'declined',
    code: '20',
    text: 'Повтор заказа',
    final: false,
  })
})

test('a look tells the state, the sum and how it is paid', async () => {
  assert.deepEqual(await seen({ Status: 'AUTHORIZED', ...source('cards') }), {
    bankPaymentId: '7',
    state: 'held',
    amount: 10_000,
    method: 'card',
    holdUntil: null,
  })
  const { Token, ...fields } = world.last()
  assert.deepEqual(fields, { TerminalKey: TERMINAL, PaymentId: '7' })
  assert.equal(Token, tokenOf(fields, PASSWORD))
  assert.equal((await seen({ Status: 'CONFIRMED', ...source('qrsbp') })).method, 'sbp')
  assert.equal((await seen({ Status: 'CONFIRMED', ...source('SberPay') })).method, 'other')
  assert.equal((await seen({ Status: 'NEW' })).method, null)
})

test('money of SBP is never told as held', async () => {
  assert.equal((await seen({ Status: 'AUTHORIZED', ...source('qrsbp') })).state, 'busy')
})

test('a declined payment is a state, even where the answer says that nothing succeeded', async () => {
  const refusal = { Success: false, ErrorCode: '1051', Message: 'Недостаточно средств' }
  assert.equal((await seen({ ...refusal, Status: 'REJECTED' })).state, 'rejected')
})

test('a state in an answer about the bank’s own trouble is no state', async () => {
  const trouble = { Success: false, ErrorCode: '9999', Message: 'Повторите позже' }
  world.respond('/v2/GetState', { ...trouble, PaymentId: '7', Status: 'REJECTED', Amount: 10_000 })
  assert.equal((await bank.look('7')).outcome, 'unknown')
})

test('a look that tells nothing is a refusal or nothing, never a state', async () => {
  world.respond('/v2/GetState', { Success: false, ErrorCode: '255', Message: 'Не найден' })
  const missing = await bank.look('7')
  assert.ok(missing.outcome === 'declined' && missing.code === '255')
  for (const fields of [
    { PaymentId: '8', Status: 'CONFIRMED', Amount: 10_000 },
    { PaymentId: '7', Amount: 10_000 },
    { PaymentId: '7', Status: 'CONFIRMED' },
    { PaymentId: '7', Status: 'CONFIRMED', Amount: '10 рублей' },
    { PaymentId: '7', Status: 'CONFIRMED', Amount: -1 },
    { Status: 'CONFIRMED', Amount: 10_000 },
  ]) {
    world.respond('/v2/GetState', { ...YES, ...fields })
    assert.equal((await bank.look('7')).outcome, 'unknown', JSON.stringify(fields))
  }
})

test('what is held is taken whole, and the answer is a look at the whole sum', async () => {
  world.respond('/v2/Confirm', { ...YES, PaymentId: '7', Status: 'CONFIRMED', ...source('cards') })
  const answer = await bank.capture({ bankPaymentId: '7', amount: SUM, receipt: null })
  assert.deepEqual(answer, {
    outcome: 'ok',
    value: {
      bankPaymentId: '7',
      state: 'charged',
      amount: 10_000,
      method: 'card',
      holdUntil: null,
    },
  })
  const { Token, ...fields } = world.last()
  assert.deepEqual(fields, { TerminalKey: TERMINAL, PaymentId: '7', Amount: 10_000 })
  assert.equal(Token, tokenOf(fields, PASSWORD))
})

test('a capture of what is not held is declined for now', async () => {
  const no = { Success: false, ErrorCode: '8', Message: 'Неверный статус', Status: 'REVERSED' }
  world.respond('/v2/Confirm', { ...no, PaymentId: '7' })
  const answer = await bank.capture({ bankPaymentId: '7', amount: SUM, receipt: null })
  assert.ok(answer.outcome === 'declined' && answer.code === '8' && !answer.final)
})

test('money goes back under the key of the wish, and the look tells the sum that was paid', async () => {
  const sums = { OriginalAmount: 10_000, NewAmount: 0 }
  world.respond('/v2/Cancel', { ...YES, ...sums, PaymentId: 7, Status: 'ASYNC_REFUNDING' })
  const answer = await bank.refund({ bankPaymentId: '7', amount: SUM, requestKey: 'wish-1' })
  assert.ok(answer.outcome === 'ok')
  assert.equal(answer.value.state, 'refunding')
  assert.equal(answer.value.amount, 10_000)
  const { Token, ...fields } = world.last()
  assert.deepEqual(fields, {
    TerminalKey: TERMINAL,
    PaymentId: '7',
    Amount: 10_000,
    ExternalRequestId: 'wish-1',
  })
  assert.equal(Token, tokenOf(fields, PASSWORD))
})

test('a refund beyond the hour comes later, a refund that the payer’s bank refused never', async () => {
  const refund = { bankPaymentId: '7', amount: SUM, requestKey: 'wish-1' }
  world.respond('/v2/Cancel', { Success: false, ErrorCode: '3029' })
  assert.deepEqual(await bank.refund(refund), {
    outcome: 'later',
    retryAt: new Date(NOW.getTime() + 3_600_000),
    code: '3029',
  })
  world.respond('/v2/Cancel', { Success: false, ErrorCode: '3028' })
  const refused = await bank.refund(refund)
  assert.ok(refused.outcome === 'declined' && refused.final)
})

test('an order that the bank does not know is found to be nothing', async () => {
  world.respond('/v2/CheckOrder', { Success: false, ErrorCode: '335', Message: 'Не найден' })
  assert.deepEqual(await bank.find('order-1'), { outcome: 'ok', value: null })
  assert.equal(world.last()['OrderId'], 'order-1')
  world.respond('/v2/CheckOrder', { ...YES, Payments: [] })
  assert.deepEqual(await bank.find('order-1'), { outcome: 'ok', value: null })
})

test('only the unknown order is nothing: a wrong token is not', async () => {
  world.respond('/v2/CheckOrder', { Success: false, ErrorCode: '204', Message: 'Неверный токен' })
  const answer = await bank.find('order-1')
  assert.ok(answer.outcome === 'declined' && !answer.final)
  world.respond('/v2/CheckOrder', YES)
  assert.equal((await bank.find('order-1')).outcome, 'unknown')
})

test('of several payments of one order the one with the money is found', async () => {
  const Payments = [
    { PaymentId: '11', Amount: 10_000, Status: 'REJECTED', Success: 'false' },
    { PaymentId: '12', Amount: 10_000, Status: 'CONFIRMED', Success: 'true', SbpPaymentId: 'A1' },
    { PaymentId: '13', Amount: 10_000, Status: 'NEW', Success: 'true' },
  ]
  world.respond('/v2/CheckOrder', { ...YES, Payments })
  const found = await bank.find('order-1')
  assert.ok(found.outcome === 'ok')
  assert.equal(found.value?.bankPaymentId, '12')
  assert.equal(found.value?.state, 'charged')
  assert.equal(found.value?.method, 'sbp')
})

test('a hold that was found is looked at, for the list does not say how it is paid', async () => {
  const Payments = [{ PaymentId: '7', Amount: 10_000, Status: 'AUTHORIZED', Success: 'true' }]
  world.respond('/v2/CheckOrder', { ...YES, Payments })
  world.respond('/v2/GetState', {
    ...YES,
    PaymentId: '7',
    Amount: 10_000,
    Status: 'AUTHORIZED',
    ...source('qrsbp'),
  })
  const found = await bank.find('order-1')
  assert.ok(found.outcome === 'ok' && found.value?.state === 'busy')
})

test('the text of the SBP code is asked for as text', async () => {
  world.respond('/v2/GetQr', { ...YES, PaymentId: 7, Data: 'https://qr.nspk.ru/AS10' })
  assert.deepEqual(await bank.sbpCode('7'), { outcome: 'ok', value: 'https://qr.nspk.ru/AS10' })
  assert.equal(world.last()['DataType'], 'PAYLOAD')
  world.respond('/v2/GetQr', { ...YES, PaymentId: 7 })
  assert.equal((await bank.sbpCode('7')).outcome, 'unknown')
})

test('notifications are answered with the two letters that stop them', () => {
  assert.equal(bank.acknowledgement, 'OK')
})

test('an address that becomes known late is asked for at the call', async () => {
  let url = 'http://127.0.0.1:1'
  const late = await bankWorld({ url: () => url })
  try {
    assert.equal((await late.bank.look('7')).outcome, 'unknown')
    url = late.url
    late.respond('/v2/GetState', { ...YES, PaymentId: '7', Status: 'NEW', Amount: 10_000 })
    assert.equal((await late.bank.look('7')).outcome, 'ok')
  } finally {
    late.close()
  }
})
