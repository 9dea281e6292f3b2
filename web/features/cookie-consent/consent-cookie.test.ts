import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedCookie, cookiesAccepted, safeReturnPath } from './consent-cookie.ts'

test('the answer is found among other cookies, and nothing like it is taken for it', () => {
  assert.equal(cookiesAccepted('device=1; cookie_consent=accepted; jwt_authentication=2'), true)
  for (const other of [null, '', 'cookie_consent=', 'my_cookie_consent=accepted', 'accepted'])
    assert.equal(cookiesAccepted(other), false, String(other))
})

test('the answer stands for a year on the whole site', () => {
  const cookie = acceptedCookie(true)
  assert.match(cookie, /; Max-Age=31536000; /u)
  assert.match(cookie, /; Path=\/; /u)
  assert.match(cookie, /; Secure$/u)
  assert.equal(cookiesAccepted(cookie.split(';')[0] ?? ''), true)
  assert.doesNotMatch(acceptedCookie(false), /Secure/u)
})

test('the answer leads back to the page on which it was given', () => {
  for (const page of ['/', '/user/lada', '/find?q=%D0%B1%D0%BB%D1%8E%D0%B7&page=2'])
    assert.equal(safeReturnPath(page), page)
})

test('it leads to no other site, however its address is hidden', () => {
  for (const away of [
    'https://evil.example/',
    '//evil.example',
    String.raw`/\evil.example`,
    String.raw`\/evil.example`,
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'http://',
    '',
  ])
    assert.equal(safeReturnPath(away), '/', JSON.stringify(away))
})

test('it writes no header of its own', () => {
  assert.equal(safeReturnPath('/x\r\nSet-Cookie: a=b'), '/xSet-Cookie:%20a=b')
})
