import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { dayOf } from './moscow.ts'
import { makeBankWorld } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import { FAULT_CHOICES } from './fault-choices.ts'
import { BANK_FAULTS, CALL_FAULTS, NOTICE_FAULTS } from './fault.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
beforeEach(() => world.bank.faults.clear())
after(() => world.close())

const DESK = '/bank/admin'

async function press(form: Record<string, string>) {
  return world.send(DESK, form)
}

async function dashboard() {
  return (await world.app.inject(DESK)).body
}

test('the desk lists what happened and says whether the money is kept', async () => {
  const { id, orderId, path } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  const phone = '79000000009'
  await world.prepared({ OrderId: 'payout-1', PhoneNumber: phone })
  const body = await dashboard()
  for (const part of [
    'Демо-банк. Деньги не списываются.',
    'Деньги сохраняются: <b>да</b>',
    orderId,
    `href="${path}"`,
    'CONFIRMED',
    `href="/bank/phone/${phone}"`,
    'payout-1',
  ])
    assert.ok(body.includes(part), part)
  assert.doesNotMatch(body, /<script|\son\w+=|\sstyle=/i)
})

test('a desk whose money does not add up says no', async () => {
  const lost = await world.opened()
  const change = (captured: number) =>
    world.tamper('payment', ({ id }) => (id === lost.id ? { captured } : {}))
  await change(1)
  assert.ok((await dashboard()).includes('Деньги сохраняются: <b>нет</b>'))
  await change(0)
  assert.ok((await dashboard()).includes('Деньги сохраняются: <b>да</b>'))
})

test('every fault there is can be picked', () => {
  const kinds = new Set(FAULT_CHOICES.map(({ fault }) => fault({}, 'Init').kind))
  for (const kind of [...NOTICE_FAULTS, ...CALL_FAULTS, ...BANK_FAULTS]) assert.ok(kinds.has(kind))
})

for (const { value, words, fault } of FAULT_CHOICES)
  test(`«${words}» is set by its form and listed`, async () => {
    const form = { do: 'fault', fault: value, method: 'Confirm', reference: ' one ', times: '2' }
    assert.equal((await press(form)).statusCode, 303)
    const [set, ...others] = (await world.bank.operator.dashboard()).faults
    assert.deepEqual(others, [])
    const wanted = fault({ reference: 'one', times: 2 }, 'Confirm')
    assert.equal(set?.kind, wanted.kind)
    assert.equal(set?.reference, 'one')
    assert.equal(set?.timesLeft, 2)
    assert.equal(set?.method, 'method' in wanted ? 'Confirm' : null)
    assert.ok((await dashboard()).includes(`<li>${words}`))
  })

test('an empty scope is everybody, until cleared', async () => {
  await press({ do: 'fault', fault: 'refused_capture', method: 'Init', reference: '', times: '' })
  const { id } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  assert.equal((await world.ask('Confirm', { PaymentId: id }))['ErrorCode'], '8')
  assert.equal((await press({ do: 'clear' })).statusCode, 303)
  assert.deepEqual((await world.bank.operator.dashboard()).faults, [])
})

for (const form of [
  { do: 'fault', fault: 'no such', method: 'Init' },
  { do: 'fault', fault: 'hold_2h', method: 'Init', times: 'много' },
  { do: 'clock', hours: 'century' },
  { do: 'refund', id: '10000000000000000001' },
  { do: 'forge', id: 'x' },
  { do: 'resend', id: 'x' },
  { do: 'constructor' },
])
  test(`the desk answers ${JSON.stringify(form)} in words`, async () => {
    const answer = await press(form)
    assert.equal(answer.statusCode, 422)
    assert.match(answer.body, /role="alert"/)
  })

test('the clock goes forward by its buttons, and holds end with it', async () => {
  const { id } = await world.opened()
  await world.bank.pay(id, { action: 'pay' })
  for (const hours of ['1', '24', '192'])
    assert.equal((await press({ do: 'clock', hours })).statusCode, 303)
  assert.equal((await world.bank.operator.dashboard()).offsetMs, (1 + 24 + 8 * 24) * 3_600_000)
  assert.equal(await world.statusOf(id), 'REVERSED')
})

test('the buttons of a payment refund it, tell of it again, and forge', async () => {
  const { id, orderId } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  // A notice that is already on its way is not sent twice.
  assert.equal((await world.noticesOf(orderId)).length, 1)
  await press({ do: 'resend', id })
  assert.equal((await world.noticesOf(orderId)).length, 2)
  const { length } = world.deliveries
  await press({ do: 'forge', id })
  await world.bank.idle()
  assert.equal(world.deliveries.length, length + 1)
  assert.equal((await world.noticesOf(orderId)).length, 2)
  await press({ do: 'refund', id })
  assert.equal(await world.statusOf(id), 'ASYNC_REFUNDING')
  assert.equal((await press({ do: 'refund', id })).statusCode, 422)
})

test('its cabinet gives a part back, whose rest is the sum that is told from then on', async () => {
  const { id, orderId } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  assert.equal((await press({ do: 'refund', id, rubles: 'много' })).statusCode, 422)
  assert.equal((await press({ do: 'refund', id, rubles: '100,01' })).statusCode, 422)
  assert.equal((await press({ do: 'refund', id, rubles: '30,50' })).statusCode, 303)
  world.advance(3000)
  await world.bank.tick()
  const { Status, Amount } = await world.ask('GetState', { PaymentId: id })
  assert.deepEqual([Status, Amount], ['PARTIAL_REFUNDED', 6950])
  const deliveries = (await world.noticesOf(orderId)).at(-1)
  assert.deepEqual([deliveries?.['Status'], deliveries?.['Amount']], ['PARTIAL_REFUNDED', 6950])
  assert.ok(await world.bank.booksBalance())
})

test('a complaint takes a card payment back once, and it is won back; what is told of is the registry', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  assert.equal((await press({ do: 'win', id })).statusCode, 422)
  assert.ok((await dashboard()).includes('Оспорить'))
  assert.equal((await press({ do: 'dispute', id })).statusCode, 303)
  assert.equal((await world.bank.totals()).chargedBack, 10_000)
  assert.ok((await dashboard()).includes('CONFIRMED, оспорен'))
  assert.equal(await world.statusOf(id), 'CONFIRMED')
  assert.equal((await world.ask('Cancel', { PaymentId: id }))['ErrorCode'], '330')
  assert.equal((await press({ do: 'dispute', id })).statusCode, 422)
  assert.equal((await press({ do: 'win', id })).statusCode, 303)
  assert.equal((await press({ do: 'dispute', id })).statusCode, 422)
  assert.equal((await world.bank.totals()).chargedBack, 0)
  const today = dayOf((await world.bank.operator.dashboard()).now.getTime())
  await press({ do: 'clock', hours: '24' })
  const { body } = await world.app.inject(`/bank/registry?day=${today}`)
  const mine = body.split('\r\n').filter((line) => line.includes(`;${id};`))
  assert.deepEqual(
    mine
      .map((line) => line.split(';'))
      .map((cells) => [cells[15], cells[11], cells[12]].join(' '))
      .toSorted(),
    [
      'Chargeback -100.00 0.00',
      'Chargeback_Fee 0.00 50.00',
      'Chargeback_Reversal 100.00 0.00',
      'Debit 100.00 2.50',
    ],
  )
  assert.ok(await world.bank.booksBalance())
})

test('SBP has no chargebacks', async () => {
  const { id } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  assert.equal((await press({ do: 'dispute', id })).statusCode, 422)
})

test('a script asks and acts in JSON', async () => {
  const { id, orderId } = await world.opened({ stage: 'one' })
  await world.bank.pay(id, { action: 'pay' })
  const headers = { accept: 'application/json' }
  const act = (payload: object) => world.app.inject({ method: 'POST', url: DESK, headers, payload })
  assert.deepEqual((await act({ do: 'refund', id, rubles: 30 })).json(), { ok: true })
  assert.match((await act({ do: 'refund', id: 'x' })).json().error, /no payment x/u)
  const state = (await world.app.inject({ url: DESK, headers })).json()
  assert.equal(state.balances, true)
  const payments = state.payments as { orderId: string; refunding: number }[]
  assert.equal(payments.find((payment) => payment.orderId === orderId)?.refunding, 3000)
  assert.deepEqual((await act({ do: 'account', rubles: '-1000' })).json(), { ok: true })
  const emptier = (await world.app.inject({ url: DESK, headers })).json()
  assert.equal(emptier.merchant, state.merchant - 100_000)
})
