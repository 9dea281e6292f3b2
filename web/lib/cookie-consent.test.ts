import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedCookie, cookiesAccepted } from './cookie-consent.ts'

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
