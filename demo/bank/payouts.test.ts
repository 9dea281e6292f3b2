import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { signatureFields } from '#server/integrations/bank/tbank-dialect.ts'
import { okValue, makeBankWorld, named, declineCode } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const NINE = kopecks(900)
const SBER = '100000000111'
const PHONE = '79123456789'

function question(changes: Record<string, unknown> = {}) {
  const reference = randomUUID()
  const all = { reference, amount: NINE, phone: PHONE, bankId: SBER, purpose: 'Выплата' }
  return { ...all, ...changes }
}

async function prepared(changes: Record<string, unknown> = {}) {
  return okValue(await world.port.preparePayout(question(changes))).bankPayoutId
}

async function inFlight() {
  return (await world.bank.totals()).inFlight
}

test('a payout is taken down, sent and there two seconds later', async () => {
  const phone = '79000000001'
  const was = await world.bank.totals()
  const id = await prepared({ phone })
  assert.equal(okValue(await world.port.lookAtPayout(named(id))).state, 'known')
  assert.equal((await world.bank.totals()).merchant, was.merchant)
  assert.equal(okValue(await world.port.pay(named(id))).state, 'busy')
  assert.equal(await inFlight(), 900)
  assert.deepEqual(await world.bank.inbox(phone), [])
  world.advance(2000)
  await world.bank.tick()
  assert.equal(okValue(await world.port.lookAtPayout(named(id))).state, 'completed')
  assert.deepEqual(await world.bank.inbox(phone), [{ amount: 900, at: world.now(), from: 'Бис' }])
  const is = await world.bank.totals()
  assert.equal(is.merchant, was.merchant - 900)
  assert.equal(is.phones, was.phones + 900)
  const page = await world.app.inject(`/sandbox-bank/phone/${phone}`)
  assert.match(page.body, /Пришло 9\s₽ от Бис/)
  const json = (await world.app.inject(`/sandbox-bank/phone/${phone}.json`)).json()
  assert.equal(json[0].amount, 900)
})

test('the same id paid twice is one payout', async () => {
  const phone = '79000000002'
  const id = await prepared({ phone })
  await Promise.all([world.port.pay(named(id)), world.port.pay(named(id))])
  world.advance(2000)
  assert.equal(okValue(await world.port.pay(named(id))).state, 'busy')
  await world.bank.tick()
  assert.equal(okValue(await world.port.pay(named(id))).state, 'completed')
  assert.equal((await world.bank.inbox(phone)).length, 1)
})

test('one reference is taken once, and has moved no money', async () => {
  const reference = randomUUID()
  await prepared({ reference })
  assert.equal(declineCode(await world.port.preparePayout(question({ reference }))), '4005')
  assert.equal(await inFlight(), 0)
})

test('a payout is prepared with the name of its recipient, and dies where nobody tells it to be paid', async () => {
  const { bankPayoutId: id, recipient } = okValue(await world.port.preparePayout(question()))
  assert.equal(recipient, 'Иван Иванович И.')
  world.advance(179_999)
  assert.equal(okValue(await world.port.lookAtPayout(named(id))).state, 'known')
  world.advance(1)
  assert.equal(declineCode(await world.port.pay(named(id))), '8')
  assert.equal(okValue(await world.port.lookAtPayout(named(id))).state, 'unexplained')
  assert.equal(await inFlight(), 0)
})

test('a payout beyond the account is rejected', async () => {
  const id = await prepared({ amount: kopecks(50_000_000) })
  await world.port.pay(named(id))
  const second = await prepared({ amount: kopecks(50_000_000) })
  await world.port.pay(named(second))
  const third = await prepared({ amount: kopecks(50_000_000) })
  assert.equal(declineCode(await world.port.pay(named(third))), '1116')
  assert.equal(okValue(await world.port.lookAtPayout(named(third))).state, 'failed')
  assert.equal(declineCode(await world.port.pay(named(third))), '8')
})

test('what was not signed by the merchant is refused', async () => {
  const { keys } = world
  const fields = {
    TerminalKey: keys.payouts.terminalKey,
    OrderId: randomUUID(),
    PhoneNumber: PHONE,
    SbpMemberId: SBER,
    Amount: 900,
  }
  const send = async (payload: object) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/sandbox-bank/a2c/sbp/v2/Init',
      payload,
    })
    return answer.json()
  }
  const signed = {
    ...fields,
    ...signatureFields(fields, keys.payouts.privateKeyPem, 'digest'),
    X509SerialNumber: keys.payouts.serial,
  }
  assert.equal((await send(signed)).Status, 'CHECKED')
  assert.equal((await send({ ...signed, Amount: 90_000 })).ErrorCode, '204')
  assert.equal((await send({ ...signed, X509SerialNumber: 'other' })).ErrorCode, '204')
  assert.equal((await send(fields)).ErrorCode, '204')
  assert.equal((await send({ ...signed, TerminalKey: keys.terminalKey })).ErrorCode, '501')
})

for (const [what, changes, code] of [
  ['a phone that is none', { phone: '12345678' }, '201'],
  ['a bank that is none', { bankId: '100000000999' }, '201'],
  ['less than a rouble', { amount: kopecks(99) }, '251'],
  ['more than the rail takes', { amount: kopecks(50_000_001) }, '251'],
] as const)
  test(`${what} gets no payout`, async () => {
    assert.equal(declineCode(await world.port.preparePayout(question(changes))), code)
  })

test('the members are the banks of the product', async () => {
  const banks = okValue(await world.port.payoutBanks())
  assert.deepEqual(Object.fromEntries(banks.map(({ id, name }) => [id, name])), PAYOUT_BANKS)
})
