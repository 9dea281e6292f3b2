import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webAddress } from './web-address.ts'

test('an address without a scheme gets the safe one', () => {
  assert.equal(webAddress(' example.ru/x '), 'https://example.ru/x')
  assert.equal(webAddress('билеты.рф'), 'https://билеты.рф')
  assert.equal(webAddress('example.ru:8080?id=7'), 'https://example.ru:8080?id=7')
})

test('a whole address stays as it was typed', () => {
  for (const address of ['http://example.ru', 'HTTPS://Example.ru/Подвал?id=7#зал'])
    assert.equal(webAddress(address), address)
})

test('what leads nowhere, or not where it seems to, is no address', () => {
  const wrong = [
    '',
    'билеты',
    'https://',
    'https:example.ru',
    'javascript:alert(1)',
    'ftp://example.ru',
    'https://exa mple.ru',
    'https://example.ru/\u202Egpj',
    'https://localhost/x',
    'https://127.0.0.1/x',
    '10.0.0.1',
    'https://[::1]/',
    'https://-example.ru',
    'https://example.ru@evil.example/',
    'https://user:word@example.ru/',
  ]
  for (const typed of wrong) assert.equal(webAddress(typed), null, typed)
})
