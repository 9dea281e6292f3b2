import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { NOW, bankWorld } from './bank.tbank.fixture.ts'
import { tbankBank } from './bank.tbank.ts'
import { checkSignature } from './tbank-dialect/signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const keys = {
  terminalKey: 'BisE2C',
  password: null,
  privateKeyPem: privateKey,
  serial: '00AB',
  signs: 'digest',
}
const world = await bankWorld({ payouts: { ...keys, signs: 'digest' } })
const { bank } = world
after(() => world.close())
beforeEach(() => {
  world.asked.length = 0
})

const YES = { Success: true, ErrorCode: '0', TerminalKey: 'BisE2C', OrderId: 'payout-1' }
const amount = kopecks(90_000)
const QUESTION = {
  reference: 'payout-1',
  amount,
  phone: '79991234567',
  bankId: '100000000004',
  purpose: 'Выплата музыканту',
}

/** The payout as it is known when the bank answers a look so. */
async function seen(fields: object) {
  world.says('/a2c/sbp/GetState', { ...YES, PaymentId: '5', Amount: 90_000, ...fields })
  return bank.lookAtPayout('5')
}

test('a payout is taken down in the words of the bank and signed by our key', async () => {
  world.says('/a2c/sbp/Init', { ...YES, PaymentId: 5, Status: 'CHECKED' })
  assert.deepEqual(await bank.preparePayout(QUESTION), {
    outcome: 'ok',
    value: { bankPayoutId: '5', state: 'known', amount: 90_000, fee: 0 },
  })
  const { DigestValue, SignatureValue, ...fields } = world.last()
  assert.ok(typeof DigestValue === 'string' && typeof SignatureValue === 'string')
  assert.deepEqual(fields, {
    TerminalKey: 'BisE2C',
    OrderId: 'payout-1',
    PhoneNumber: '79991234567',
    SbpMemberId: '100000000004',
    Amount: 90_000,
    DATA: { PaymentPurposeDetails: 'Выплата музыканту' },
    X509SerialNumber: '00AB',
  })
})

test('every question is signed, in the way that was chosen', async () => {
  const other = await bankWorld({ payouts: { ...keys, signs: 'text' } })
  try {
    for (const [place, signs] of [
      [world, 'digest'],
      [other, 'text'],
    ] as const) {
      await place.bank.preparePayout(QUESTION)
      await place.bank.pay('5')
      await place.bank.lookAtPayout('5')
      await place.bank.payoutBanks()
      assert.equal(place.asked.length, 4)
      for (const { body } of place.asked) assert.ok(checkSignature(body, publicKey, signs))
    }
  } finally {
    other.close()
  }
})

test('the order to pay names the payout alone, and paying takes its time', async () => {
  world.says('/a2c/sbp/Payment', { ...YES, PaymentId: '5', Status: 'COMPLETING', Amount: 90_000 })
  const answer = await bank.pay('5')
  assert.ok(answer.outcome === 'ok' && answer.value.state === 'busy')
  assert.equal(world.last()['PaymentId'], '5')
})

test('where the order to pay is answered without the sum, a look tells it', async () => {
  world.says('/a2c/sbp/Payment', { ...YES, PaymentId: '5', Status: 'COMPLETING' })
  world.says('/a2c/sbp/GetState', { ...YES, PaymentId: '5', Status: 'COMPLETED', Amount: 90_000 })
  const answer = await bank.pay('5')
  assert.deepEqual(answer, {
    outcome: 'ok',
    value: { bankPayoutId: '5', state: 'completed', amount: 90_000, fee: 0 },
  })
})

test('a look tells the end only when the bank does', async () => {
  for (const [Status, state] of [
    ['CHECKED', 'known'],
    ['CHECKING', 'busy'],
    ['CREDIT_CHECKING', 'busy'],
    ['BANK_REVIEW', 'busy'],
    ['COMPLETED', 'completed'],
    ['REJECTED', 'rejected'],
  ] as const) {
    const look = await seen({ Status })
    assert.ok(look.outcome === 'ok' && look.value.state === state, Status)
  }
  const paid = await seen({ Status: 'COMPLETED', Fee: 150 })
  assert.ok(paid.outcome === 'ok' && paid.value.fee === 150)
})

test('an answer about another payout, or without state or sum, tells nothing', async () => {
  for (const fields of [
    { PaymentId: '6', Status: 'COMPLETED' },
    { Status: undefined },
    { Status: 'REJECTED', Amount: undefined },
  ])
    assert.equal((await seen(fields)).outcome, 'unknown')
  world.says('/a2c/sbp/Init', { ...YES, Status: 'CHECKED' })
  assert.equal((await bank.preparePayout(QUESTION)).outcome, 'unknown')
})

test('too little money for now is no end, a number without an account is', async () => {
  world.says('/a2c/sbp/Payment', { Success: false, ErrorCode: '1502', Message: 'Нет денег' })
  const poor = await bank.pay('5')
  assert.ok(poor.outcome === 'declined' && !poor.final)
  world.says('/a2c/sbp/Init', { Success: false, ErrorCode: '3008' })
  const nobody = await bank.preparePayout(QUESTION)
  assert.ok(nobody.outcome === 'declined' && nobody.final)
  world.says('/a2c/sbp/Payment', { Success: false, ErrorCode: '9999' })
  assert.equal((await bank.pay('5')).outcome, 'unknown')
  world.on('/a2c/sbp/Payment', (answer) => answer.writeHead(500).end())
  assert.equal((await bank.pay('5')).outcome, 'unknown')
})

test('the banks of SBP keep their order, and what is no bank is left out', async () => {
  world.says('/a2c/sbp/GetSbpMembers', {
    Success: true,
    Members: [
      { MemberId: '100000000111', MemberName: 'Sberbank', MemberNameRus: 'Сбербанк' },
      { MemberId: 100_000_000_004, MemberName: 'T-Bank' },
      { MemberName: 'Nobody' },
      null,
    ],
  })
  assert.deepEqual(await bank.payoutBanks(), {
    outcome: 'ok',
    value: [
      { id: '100000000111', name: 'Сбербанк' },
      { id: '100000000004', name: 'T-Bank' },
    ],
  })
  world.says('/a2c/sbp/GetSbpMembers', { Success: true })
  assert.equal((await bank.payoutBanks()).outcome, 'unknown')
})

test('without payout keys every question is declined without asking anybody', async () => {
  const bare = await bankWorld({ payouts: null })
  try {
    const none = {
      outcome: 'declined',
      code: 'no_payouts',
      text: 'Выплаты не настроены',
      final: false,
    }
    assert.deepEqual(await bare.bank.preparePayout(QUESTION), none)
    assert.deepEqual(await bare.bank.pay('5'), none)
    assert.deepEqual(await bare.bank.lookAtPayout('5'), none)
    assert.deepEqual(await bare.bank.payoutBanks(), none)
    assert.equal(bare.asked.length, 0)
  } finally {
    bare.close()
  }
})

test('a key that is no key stops the start, not a payout', () => {
  const payouts = { ...keys, signs: 'digest' as const, privateKeyPem: 'not a key' }
  const options = { url: world.url, terminalKey: 'T', password: 'p', now: () => NOW }
  assert.throws(() => tbankBank({ ...options, payouts }))
})
