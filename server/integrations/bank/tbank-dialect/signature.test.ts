import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import { parseLossless } from './json.ts'
import { checkSignature, sameToken, signatureFields, tokenOf } from './signature.ts'
import type { Signs } from './signature.ts'

const NOTICE = {
  TerminalKey: '1321054611234DEMO',
  OrderId: '201709',
  Success: true,
  Status: 'AUTHORIZED',
  PaymentId: 8_742_591,
  ErrorCode: '0',
  Amount: 9855,
  CardId: 322_264,
  Pan: '430000******0777',
  ExpDate: '1122',
  RebillId: 101_709,
}
const NOTICE_PASSWORD = 'Dfsfh56dgKl'
const NOTICE_TOKEN = 'b906d28e76c6428e37b25fcf86c0adc52c63d503013fdd632e300593d165766b'

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
const stranger = pair()
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

for (const signs of ['digest', 'text'] as const) {
  test(`what was signed by ${signs} is recognised, and nothing else is`, () => {
    const good = signed(signs)
    assert.ok(checkSignature(good, keys.publicKey, signs))
    assert.ok(checkSignature({ ...good, X509SerialNumber: 'other' }, keys.publicKey, signs))
    assert.ok(!checkSignature(good, keys.publicKey, signs === 'digest' ? 'text' : 'digest'))
    assert.ok(!checkSignature(good, stranger.publicKey, signs))
    assert.ok(!checkSignature({ ...good, Amount: 90_001 }, keys.publicKey, signs))
    assert.ok(!checkSignature({ ...good, Extra: 'x' }, keys.publicKey, signs))
    assert.ok(!checkSignature({ ...good, DigestValue: 'bm8=' }, keys.publicKey, signs))
    assert.ok(!checkSignature({ ...good, SignatureValue: 'bm8=' }, keys.publicKey, signs))
    assert.ok(!checkSignature({ ...good, SignatureValue: 7 }, keys.publicKey, signs))
    assert.ok(!checkSignature(QUESTION, keys.publicKey, signs))
  })
}
