import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { keepsakeDevice, keepsakeKey } from './keepsake-keys.ts'

const ctx = { codeSecret: 'the secret of one installation', formerCodeSecrets: [] }
const CONCERT = '01900000-0000-7000-8000-000000000001'
const DEVICE = '3f2b8c1e-5a47-4d0e-9b6f-2c7d1e8a9f04'

test('a key is the same each time, and its device is found by it', () => {
  for (const device of [DEVICE, ...Array.from({ length: 50 }, () => randomUUID())]) {
    const key = keepsakeKey(ctx, CONCERT, device)
    assert.match(key, /^[\w-]{42}[AEIMQUYcgkosw048]$/u)
    assert.equal(keepsakeKey(ctx, CONCERT, device), key)
    assert.equal(keepsakeDevice(ctx, CONCERT, key), device)
  }
})

test('no sign of a key can be another, and it opens no other concert and no other installation', () => {
  const key = keepsakeKey(ctx, CONCERT, DEVICE)
  for (let at = 0; at < key.length; at++) {
    const other = `${key.slice(0, at)}${key[at] === 'g' ? 'w' : 'g'}${key.slice(at + 1)}`
    assert.equal(keepsakeDevice(ctx, CONCERT, other), null, other)
  }
  assert.equal(keepsakeDevice(ctx, CONCERT.replace(/1$/u, '2'), key), null)
  assert.equal(keepsakeDevice({ ...ctx, codeSecret: 'of another' }, CONCERT, key), null)
})

test('a link of before opens its page still', () => {
  assert.equal(keepsakeDevice(ctx, CONCERT, 'RNSjMmZ5Sd1_I2MrocSM1g'), DEVICE)
})
