import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { Refusal } from '../refusal.ts'
import {
  checkRecoveryCode,
  checkRecoveryLogin,
  isRecoveryLink,
  readRecoveryToken,
  recoveryToken,
  wrongRecoveryCode,
} from './recovery.ts'

const LINK = 'abcdefghijklmnopqrstu-'

function refused(check: () => unknown): Refusal {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return assert.fail('nothing was refused')
}

test('a nickname or an address is looked for without spaces around it and in lower case', () => {
  assert.equal(checkRecoveryLogin('  Lada@Example.org '), 'lada@example.org')
  assert.equal(checkRecoveryLogin('Lada.Struny'), 'lada.struny')
})

test('a blank nickname or address is refused in the words of the screen', () => {
  for (const typed of ['', '   '])
    assert.deepEqual(refused(() => checkRecoveryLogin(typed)).fields, {
      usernameOrEmail: 'Укажите никнейм или email',
    })
})

test('a code may be pasted with spaces, and a blank one is refused in the words of the screen', () => {
  assert.equal(checkRecoveryCode(' 012 345 '), '012345')
  assert.deepEqual(refused(() => checkRecoveryCode(' ')).fields, { code: 'Введите код из письма' })
})

test('the secret of a link is told from a typed code', () => {
  assert.equal(isRecoveryLink('123456'), false)
  assert.equal(isRecoveryLink(LINK), true)
})

test('a code that does not open is told of at its field', () => {
  assert.deepEqual(Object.keys(wrongRecoveryCode().fields ?? {}), ['code'])
})

const username = fc.stringMatching(/^[\w.-]{3,32}$/)
const code = fc.stringMatching(/^[\w-]{22}$/)

test('the end of the link gives back the nickname and the secret, and stands in an address as it is', () => {
  fc.assert(
    fc.property(username, code, (name, digits) => {
      const token = recoveryToken(name, digits)
      assert.match(token, /^[\w-]+$/)
      assert.deepEqual(readRecoveryToken(token), { username: name, code: digits })
    }),
  )
})

test('anything else in its place is nothing', () => {
  const others = ['', 'x', '123456', 'не токен', recoveryToken('', LINK)]
  for (const token of [...others, recoveryToken('a b', LINK), recoveryToken('lada', '123456')])
    assert.equal(readRecoveryToken(token), null, token)
  fc.assert(
    fc.property(fc.string(), (token) => {
      readRecoveryToken(token)
    }),
  )
})
