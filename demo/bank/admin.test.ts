import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { moscowDay } from '#domain/time.ts'
import { okValue, makeBankWorld, declineCode } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import { FAULT_CHOICES } from './fault-choices.ts'
import { BANK_FAULTS, CALL_FAULTS, NOTICE_FAULTS } from './fault.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
beforeEach(() => world.bank.faults.clear())
after(() => world.close())

const DESK = '/sandbox-bank/admin'

async function press(form: Record<string, string>) {
  return world.send(DESK, form)
}

async function dashboard() {
  return (await world.app.inject(DESK)).body
}

test('the desk lists what happened and says whether the money is kept', async () => {
  const { id, reference, path } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { action: 'pay' })
  const phone = '79000000009'
  const question = { reference: 'payout-1', amount: kopecks(900), phone, purpose: '' }
  okValue(await world.port.preparePayout({ ...question, bankId: '100000000111' }))
  const body = await dashboard()
  for (const part of [
    'Демо-банк. Деньги не списываются.',
    'Деньги сохраняются: <b>да</b>',
    reference,
    `href="${path}"`,
    'CONFIRMED',
    `href="/sandbox-bank/phone/${phone}"`,
    'payout-1',
  ])
    assert.ok(body.includes(part), part)
  assert.doesNotMatch(body, /<script|\son\w+=|\sstyle=/i)
})

test('a desk whose money does not add up says no', async () => {
  await world.opened()
  const change = (captured: number) =>
    world.tamper('payment', ({ link }) => (link === lost ? { captured } : {}))
  const { link: lost = '' } = (await world.bank.books()).payments.at(-1) ?? {}
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
  const capture = { bankPaymentId: id, amount: kopecks(10_000), receipt: null }
  assert.equal(declineCode(await world.port.capture(capture)), '8')
  assert.equal((await press({ do: 'clear' })).statusCode, 303)
  assert.deepEqual((await world.bank.operator.dashboard()).faults, [])
})

for (const form of [
  { do: 'fault', fault: 'no such', method: 'Init' },
  { do: 'fault', fault: 'hold_2h', method: 'Init', times: 'много' },
  { do: 'clock', by: 'century' },
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
  for (const by of ['hour', 'day', 'week'])
    assert.equal((await press({ do: 'clock', by })).statusCode, 303)
  assert.equal((await world.bank.operator.dashboard()).offsetMs, (1 + 24 + 8 * 24) * 3_600_000)
  assert.equal(okValue(await world.port.look(id)).state, 'voided')
})

test('the buttons of a payment refund it, tell of it again, and forge', async () => {
  const { id, reference } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  // A notice that is already on its way is not sent twice.
  assert.equal((await world.noticesOf(reference)).length, 1)
  await press({ do: 'resend', id })
  assert.equal((await world.noticesOf(reference)).length, 2)
  const { length } = world.deliveries
  await press({ do: 'forge', id })
  await world.bank.idle()
  assert.equal(world.deliveries.length, length + 1)
  assert.equal((await world.noticesOf(reference)).length, 2)
  await press({ do: 'refund', id })
  assert.equal(okValue(await world.port.look(id)).state, 'refunding')
  assert.equal((await press({ do: 'refund', id })).statusCode, 422)
})

test('its cabinet gives a part back, whose rest is the sum that is told from then on', async () => {
  const { id, reference } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  assert.equal((await press({ do: 'refund', id, rubles: 'много' })).statusCode, 422)
  assert.equal((await press({ do: 'refund', id, rubles: '100,01' })).statusCode, 422)
  assert.equal((await press({ do: 'refund', id, rubles: '30,50' })).statusCode, 303)
  world.advance(3000)
  await world.bank.tick()
  const { state, amount } = okValue(await world.port.look(id))
  assert.deepEqual([state, amount], ['part_refunded', 6950])
  const deliveries = (await world.noticesOf(reference)).at(-1)
  assert.deepEqual([deliveries?.word, deliveries?.amount], ['PARTIAL_REFUNDED', 6950])
  assert.ok(await world.bank.booksBalance())
})

test('a complaint takes a card payment back once, and it is won back; what is told of is the registry', async () => {
  const { id } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { action: 'pay' })
  assert.equal((await press({ do: 'win', id })).statusCode, 422)
  assert.ok((await dashboard()).includes('Оспорить'))
  assert.equal((await press({ do: 'dispute', id })).statusCode, 303)
  assert.equal((await world.bank.totals()).chargedBack, 10_000)
  assert.ok((await dashboard()).includes('CONFIRMED, оспорен'))
  assert.equal(okValue(await world.port.look(id)).state, 'charged')
  const back = { bankPaymentId: id, amount: kopecks(10_000), requestKey: id }
  assert.equal(declineCode(await world.port.refund(back)), '330', 'its payer has the money already')
  assert.equal((await press({ do: 'dispute', id })).statusCode, 422)
  assert.equal((await press({ do: 'win', id })).statusCode, 303)
  assert.equal((await press({ do: 'dispute', id })).statusCode, 422)
  assert.equal((await world.bank.totals()).chargedBack, 0)
  const today = moscowDay((await world.bank.operator.dashboard()).now)
  await press({ do: 'clock', by: 'day' })
  const lines = okValue(await world.port.registry(today)) ?? []
  const deliveries = lines.filter(({ bankPaymentId }) => bankPaymentId === id)
  assert.deepEqual(
    deliveries.map(({ operation, gross, fee }) => `${operation} ${gross} ${fee}`).toSorted(),
    [
      'Chargeback -10000 0',
      'Chargeback_Fee 0 5000',
      'Chargeback_Reversal 10000 0',
      'Debit 10000 250',
    ],
  )
  assert.ok(await world.bank.booksBalance())
})

test('SBP has no chargebacks', async () => {
  const { id } = await world.opened({ mode: 'charge' })
  await world.bank.pay(id, { method: 'sbp', action: 'pay' })
  assert.equal((await press({ do: 'dispute', id })).statusCode, 422)
})
