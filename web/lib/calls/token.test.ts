import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieIn, TOKEN_COOKIE, tokenCookie } from './token.ts'

test('the token that a login stores is the one that is read', () => {
  const [pair = ''] = tokenCookie('a b/c=', true).split(';')
  assert.equal(cookieIn(`other=1; ${pair}`, TOKEN_COOKIE), 'a b/c=')
})

test('a cookie that is no text is no token', () => {
  assert.equal(cookieIn(`${TOKEN_COOKIE}=%E0%A4`, TOKEN_COOKIE), null)
})

test('the cookie of another name is not it', () => {
  assert.equal(cookieIn(`x${TOKEN_COOKIE}=1`, TOKEN_COOKIE), null)
})
