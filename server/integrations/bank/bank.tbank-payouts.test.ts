import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { isSigned } from '#packages/tbank-sandbox/signatures.ts'
import { NOW, bankWorld } from './bank.tbank.fixture.ts'
import { tbankBank } from './bank.tbank.ts'

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
  purpose: 'Выплата',
}
const FIVE = { bankPayoutId: '5', amount }

/** Returns how the payout is seen when the bank answers a look with these fields. */
async function seen(fields: object) {
  world.respond('/a2c/sbp/GetState', { ...YES, PaymentId: '5', Amount: 90_000, ...fields })
  return bank.lookAtPayout(FIVE)
}

test('a payout is taken down in the words of the bank and signed by our key', async () => {
  const name = { RecipientShortName: 'Иван Иванович И.' }
  world.respond('/a2c/sbp/v2/Init', { ...YES, PaymentId: '5', Status: 'CHECKED', ...name })
  assert.deepEqual(await bank.preparePayout(QUESTION), {
    outcome: 'ok',
    value: {
      bankPayoutId: '5',
      state: 'known',
      amount: 90_000,
      fee: 0,
      recipient: 'Иван Иванович И.',
    },
  })
  const { DigestValue, SignatureValue, ...fields } = world.last()
  assert.ok(typeof DigestValue === 'string' && typeof SignatureValue === 'string')
  assert.deepEqual(fields, {
    TerminalKey: 'BisE2C',
    OrderId: 'payout-1',
    PhoneNumber: '79991234567',
    SbpMemberId: 100_000_000_004,
    Amount: 90_000,
    DATA: { PaymentPurposeDetails: 'Выплата' },
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
      await place.bank.pay(FIVE)
      await place.bank.lookAtPayout(FIVE)
      await place.bank.payoutBanks()
      assert.equal(place.asked.length, 4)
      for (const { body } of place.asked)
        assert.equal(isSigned(body, publicKey), signs === 'digest')
    }
  } finally {
    other.close()
  }
})

test('the order to pay names the payout alone, and paying takes its time', async () => {
  world.respond('/a2c/sbp/v2/Payment', {
    ...YES,
    PaymentId: '5',
    Status: 'COMPLETING',
    Amount: 90_000,
  })
  const answer = await bank.pay(FIVE)
  assert.ok(answer.outcome === 'ok' && answer.value.state === 'busy')
  assert.equal(world.last()['PaymentId'], '5')
})

test('an answer without the sum is about ours, and one with another sum tells that', async () => {
  world.respond('/a2c/sbp/v2/Payment', { ...YES, PaymentId: '5', Status: 'COMPLETING' })
  const paid = await bank.pay(FIVE)
  assert.ok(paid.outcome === 'ok' && paid.value.amount === 90_000)
  const silent = await seen({ Status: 'COMPLETED', Amount: undefined })
  assert.ok(silent.outcome === 'ok' && silent.value.amount === 90_000)
  const other = await seen({ Status: 'COMPLETED', Amount: '91000' })
  assert.ok(other.outcome === 'ok' && other.value.amount === 91_000)
  assert.equal((await seen({ Status: 'COMPLETED', Amount: 'many' })).outcome, 'unknown')
})

test('why a payout was rejected is read wherever the bank says it', async () => {
  for (const [fields, state] of [
    [{ StatusCode: 3034 }, 'rejected'],
    [{ StatusCode: '1204' }, 'failed'],
    [{ Success: false, ErrorCode: '3008' }, 'rejected'],
    [{ Success: false, ErrorCode: 'SBP_001' }, 'failed'],
    [{ StatusCode: 'None' }, 'unexplained'],
    [{}, 'unexplained'],
  ] as const) {
    const look = await seen({ Status: 'REJECTED', ...fields })
    assert.ok(look.outcome === 'ok' && look.value.state === state, JSON.stringify(fields))
  }
  assert.equal((await seen({ Success: false, ErrorCode: '9999' })).outcome, 'unknown')
})

test('a trouble of the bank ends no payout, whatever its code', async () => {
  for (const ErrorCode of ['99', '1202', '1204', '4002', '251', 'SBP_001', '77777']) {
    world.respond('/a2c/sbp/v2/Init', { Success: false, ErrorCode, Message: 'Позже' })
    const answer = await bank.preparePayout(QUESTION)
    assert.ok(answer.outcome === 'declined' && !answer.final, ErrorCode)
  }
})

test('a look tells the end only when the bank does', async () => {
  for (const [Status, state] of [
    ['CHECKED', 'known'],
    ['CHECKING', 'waiting'],
    ['CREDIT_CHECKING', 'busy'],
    ['BANK_REVIEW', 'waiting'],
    ['COMPLETED', 'completed'],
    ['REJECTED', 'unexplained'],
  ] as const) {
    const look = await seen({ Status })
    assert.ok(look.outcome === 'ok' && look.value.state === state, Status)
  }
  const paid = await seen({ Status: 'COMPLETED', Fee: 150 })
  assert.ok(paid.outcome === 'ok' && paid.value.fee === 150)
})

test('an answer about another payout, or without state or sum, tells nothing', async () => {
  for (const fields of [{ PaymentId: '6', Status: 'COMPLETED' }, { Status: undefined }])
    assert.equal((await seen(fields)).outcome, 'unknown')
  world.respond('/a2c/sbp/v2/Init', { ...YES, Status: 'CHECKED' })
  assert.equal((await bank.preparePayout(QUESTION)).outcome, 'unknown')
})

test('too little money for now is no end, a number without an account is', async () => {
  world.respond('/a2c/sbp/v2/Payment', { Success: false, ErrorCode: '1502', Message: 'Нет денег' })
  const poor = await bank.pay(FIVE)
  assert.ok(poor.outcome === 'declined' && !poor.final)
  world.respond('/a2c/sbp/v2/Init', { Success: false, ErrorCode: '3008' })
  const nobody = await bank.preparePayout(QUESTION)
  assert.ok(nobody.outcome === 'declined' && nobody.final)
  world.respond('/a2c/sbp/v2/Payment', { Success: false, ErrorCode: '9999' })
  assert.equal((await bank.pay(FIVE)).outcome, 'unknown')
  world.on('/a2c/sbp/v2/Payment', (answer) => answer.writeHead(500).end())
  assert.equal((await bank.pay(FIVE)).outcome, 'unknown')
})

test('the banks of SBP keep their order, and what is no bank is left out', async () => {
  world.respond('/a2c/sbp/GetSbpMembers', {
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
  world.respond('/a2c/sbp/GetSbpMembers', { Success: true })
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
    assert.deepEqual(await bare.bank.pay(FIVE), none)
    assert.deepEqual(await bare.bank.lookAtPayout(FIVE), none)
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
