import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import type { Signs } from './signature.ts'
import { checkSignature, signatureFields } from './signature.ts'

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
