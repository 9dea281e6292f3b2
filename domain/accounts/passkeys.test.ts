import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admitKeyRemoval, checkKeyName, recoverySigns, shownRecoveryCode } from './passkeys.ts'

test('a recovery code is read as it was written down', () => {
  assert.equal(recoverySigns(' 4k7m-92qd '), '4K7M92QD')
  assert.equal(recoverySigns('5WLE4OSB'), '5WLE40SB')
  assert.equal(shownRecoveryCode('4K7M92QD'), '4K7M-92QD')
  for (const other of ['', '4K7M-92Q', '4K7M-92QDX', 'ключ-ключ', 'Verevka7-mytha'])
    assert.equal(recoverySigns(other), null)
})

test('the last key of an operator stays', () => {
  admitKeyRemoval({ operates: false, keys: 1 })
  admitKeyRemoval({ operates: true, keys: 2 })
  assert.throws(() => admitKeyRemoval({ operates: true, keys: 1 }), /Последний ключ оператора/u)
})

test('a key has a name that can be seen', () => {
  assert.equal(checkKeyName('  Телефон  Марка '), 'Телефон Марка')
  assert.throws(() => checkKeyName(' '), /Назовите ключ/u)
})
