import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeBankWorld, SBER } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import { SBP_BANKS } from './sbp-banks.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const PHONE = '79123456789'

const pay = (PaymentId: string) => world.askPayouts('v2/Payment', { PaymentId })

async function inFlight() {
  return (await world.bank.totals()).inFlight
}

test('a payout is taken down, sent and there two seconds later', async () => {
  const phone = '79000000001'
  const was = await world.bank.totals()
  const id = await world.prepared({ PhoneNumber: phone })
  assert.equal(await world.payoutStatus(id), 'CHECKED')
  assert.equal((await world.bank.totals()).merchant, was.merchant)
  assert.equal((await pay(id))['Status'], 'COMPLETING')
  assert.equal(await inFlight(), 900)
  assert.deepEqual(await world.bank.inbox(phone), [])
  world.advance(2000)
  await world.bank.tick()
  assert.equal(await world.payoutStatus(id), 'COMPLETED')
  assert.deepEqual(await world.bank.inbox(phone), [{ amount: 900, at: world.now(), from: 'Лавка' }])
  const is = await world.bank.totals()
  assert.equal(is.merchant, was.merchant - 900)
  assert.equal(is.phones, was.phones + 900)
  const page = await world.app.inject(`/bank/phone/${phone}`)
  assert.match(page.body, /Пришло 9\s₽ от Лавка/)
  const json = (await world.app.inject(`/bank/phone/${phone}.json`)).json()
  assert.equal(json[0].amount, 900)
})

test('the same id paid twice is one payout', async () => {
  const phone = '79000000002'
  const id = await world.prepared({ PhoneNumber: phone })
  await Promise.all([pay(id), pay(id)])
  world.advance(2000)
  assert.equal((await pay(id))['Status'], 'COMPLETING')
  await world.bank.tick()
  assert.equal((await pay(id))['Status'], 'COMPLETED')
  assert.equal((await world.bank.inbox(phone)).length, 1)
})

const asked = { Amount: 900, PhoneNumber: PHONE, SbpMemberId: SBER }

test('an order is taken once, and has moved no money', async () => {
  const OrderId = randomUUID()
  await world.prepared({ OrderId })
  const again = await world.askPayouts('v2/Init', { ...asked, OrderId })
  assert.equal(again['ErrorCode'], '4005')
  assert.equal(await inFlight(), 0)
})

test('a payout dies where nobody tells it to be paid', async () => {
  const id = await world.prepared()
  world.advance(179_999)
  assert.equal(await world.payoutStatus(id), 'CHECKED')
  world.advance(1)
  assert.equal((await pay(id))['ErrorCode'], '8')
  assert.equal(await world.payoutStatus(id), 'REJECTED')
  assert.equal(await inFlight(), 0)
})

test('a payout beyond the account is rejected', async () => {
  for (let at = 0; at < 2; at++) await pay(await world.prepared({ Amount: 50_000_000 }))
  const third = await world.prepared({ Amount: 50_000_000 })
  assert.equal((await pay(third))['ErrorCode'], '1116')
  assert.equal(await world.payoutStatus(third), 'REJECTED')
  assert.equal((await pay(third))['ErrorCode'], '8')
})

test('what was not signed by the merchant is refused', async () => {
  const { keys } = world
  const fields = { TerminalKey: keys.payouts.terminalKey, OrderId: randomUUID(), ...asked }
  const send = async (given: object) =>
    (await world.post('/a2c/sbp/v2/Init', { ...given })).fields['ErrorCode']
  const signed = world.signed(fields)
  assert.equal(await send({ ...signed, Amount: 90_000 }), '204')
  assert.equal(await send({ ...signed, X509SerialNumber: 'other' }), '204')
  assert.equal(await send(fields), '204')
  assert.equal(await send({ ...signed, TerminalKey: keys.terminalKey }), '501')
  assert.equal(await send(signed), '0')
})

for (const [what, changes, code] of [
  ['a phone that is none', { PhoneNumber: '12345678' }, '201'],
  ['a bank that is none', { SbpMemberId: '100000000999' }, '201'],
  ['less than a rouble', { Amount: 99 }, '251'],
  ['more than the rail takes', { Amount: 50_000_001 }, '251'],
] as const)
  test(`${what} gets no payout`, async () => {
    const answer = await world.askPayouts('v2/Init', {
      OrderId: randomUUID(),
      ...asked,
      ...changes,
    })
    assert.equal(answer['ErrorCode'], code)
  })

test('the members are the banks of SBP', async () => {
  const { Members } = await world.askPayouts('GetSbpMembers', {})
  const members = Members as { MemberId: string; MemberName: string }[]
  assert.deepEqual(
    Object.fromEntries(members.map(({ MemberId, MemberName }) => [MemberId, MemberName])),
    SBP_BANKS,
  )
})
