import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cp1251 } from '#packages/tbank-sandbox/registry.ts'
import {
  amountOf,
  parseLossless,
  stringOf,
  sameToken,
  signatureFields,
  tokenOf,
  REGISTRY_TITLES,
  cp1251Text,
} from './tbank-dialect.ts'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import type { Signs } from './tbank-dialect.ts'
import { NOTICE, NOTICE_PASSWORD, NOTICE_TOKEN } from './bank.tbank.fixture.ts'

test('an id is the same as a number and as text', () => {
  assert.equal(stringOf(13_660), '13660')
  assert.equal(stringOf('13660'), '13660')
  for (const none of [null, undefined, '', true, {}, []]) assert.equal(stringOf(none), null)
})

test('a sum is whole kopecks of zero or more, however it is spelled', () => {
  for (const sum of [10_000, '10000', '10000.0', '10000.00']) assert.equal(amountOf(sum), 10_000)
  assert.equal(amountOf(0), 0)
  for (const none of [
    null,
    undefined,
    '',
    -1,
    0.5,
    '100.5',
    '1e3',
    '1 000',
    '99999999999999999',
    {},
  ])
    assert.equal(amountOf(none), null, JSON.stringify(none))
})

test('an id beyond the exact numbers keeps every digit', () => {
  assert.deepEqual(parseLossless('{"PaymentId":12345678901234567891,"a":[9007199254740993]}'), {
    PaymentId: '12345678901234567891',
    a: ['9007199254740993'],
  })
})

test('ordinary numbers stay numbers and text stays text', () => {
  assert.deepEqual(parseLossless('{"Amount":10000,"Rate":0.5,"Below":-3,"Id":"12","No":null}'), {
    Amount: 10_000,
    Rate: 0.5,
    Below: -3,
    Id: '12',
    No: null,
  })
})

test('a number that would be printed otherwise keeps its own spelling', () => {
  assert.deepEqual(parseLossless('[1.0,1e3,-0,1.50]'), ['1.0', '1e3', '-0', '1.50'])
})

test('what is no JSON is refused', () => {
  assert.throws(() => parseLossless('<html>'), SyntaxError)
})

test('the published question has the published token', () => {
  const question = {
    TerminalKey: 'MerchantTerminalKey',
    Amount: 19_200,
    OrderId: '21090',
    Description: 'Подарочная карта на 1000 рублей',
    DATA: { Phone: '+71234567890', Email: 'a@test.com' },
    Receipt: { Email: 'a@test.ru', Items: [{ Name: 'Наименование товара 1' }] },
  }
  assert.equal(
    tokenOf(question, 'usaf8fw8fsw21g'),
    '0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9',
  )
})

test('the published notification has the published token, with or without the token in it', () => {
  assert.equal(tokenOf(NOTICE, NOTICE_PASSWORD), NOTICE_TOKEN)
  assert.equal(tokenOf({ ...NOTICE, Token: NOTICE_TOKEN }, NOTICE_PASSWORD), NOTICE_TOKEN)
})

test('objects, lists and nulls of any name leave the token as it is', () => {
  const more = { ...NOTICE, Data: { Route: 'TCB' }, Whatever: [1, 2], Empty: null }
  assert.equal(tokenOf(more, NOTICE_PASSWORD), NOTICE_TOKEN)
  assert.notEqual(tokenOf({ ...NOTICE, Data: 'a scalar' }, NOTICE_PASSWORD), NOTICE_TOKEN)
})

test('a field of the body cannot take the place of the password', () => {
  assert.equal(tokenOf({ ...NOTICE, Password: 'mine' }, NOTICE_PASSWORD), NOTICE_TOKEN)
  assert.notEqual(tokenOf(NOTICE, 'mine'), NOTICE_TOKEN)
})

test('a number of twenty digits is signed as it stands in the body', () => {
  const body = parseLossless('{"PaymentId":12345678901234567890,"Success":true,"Rate":1.0}')
  const spelled = { PaymentId: '12345678901234567890', Success: 'true', Rate: '1.0' }
  assert.equal(tokenOf(body as typeof spelled, 'p'), tokenOf(spelled, 'p'))
})

test('tokens are compared as hex', () => {
  assert.ok(sameToken(NOTICE_TOKEN, NOTICE_TOKEN.toUpperCase()))
  assert.ok(!sameToken(NOTICE_TOKEN, NOTICE_TOKEN.slice(0, -1)))
  assert.ok(!sameToken(NOTICE_TOKEN, ''))
  assert.ok(!sameToken(NOTICE_TOKEN, `c${NOTICE_TOKEN.slice(1)}`))
})

const keys = pair()
const QUESTION = {
  TerminalKey: 'BisE2C',
  OrderId: 'payout-1',
  Amount: 90_000,
  DATA: { PaymentPurposeDetails: 'Выплата' },
}
// Amount, OrderId, TerminalKey.
const TEXT = '90000payout-1BisE2C'

function pair() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

function signed(signs: Signs) {
  const fields = signatureFields(QUESTION, keys.privateKey, signs)
  return { ...QUESTION, ...fields, X509SerialNumber: '0123' }
}

test('the digest is of the sorted scalars alone', () => {
  const digest = createHash('sha256').update(TEXT).digest()
  assert.equal(signed('digest').DigestValue, digest.toString('base64'))
  const signature = Buffer.from(signed('digest').SignatureValue, 'base64')
  assert.ok(verify('sha256', digest, keys.publicKey, signature))
})

test('the text may be signed instead of its digest', () => {
  const signature = Buffer.from(signed('text').SignatureValue, 'base64')
  assert.ok(verify('sha256', Buffer.from(TEXT), keys.publicKey, signature))
})

test('the titles are written in bytes of one letter each and read back', () => {
  const line = `${Object.values(REGISTRY_TITLES).join(';')}\r\n№ «Ёжик» — 1\u00A0234,56`
  const bytes = cp1251(line)
  assert.equal(bytes.length, line.length)
  assert.equal(cp1251Text(bytes), line)
})

test('no column stands twice', () => {
  const titles = Object.values(REGISTRY_TITLES)
  assert.equal(new Set(titles).size, titles.length)
})
