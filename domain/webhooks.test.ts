import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from './refusal.ts'
import { checkWebhookAddress } from './webhooks.ts'

const refusalOf = (typed: string) => {
  try {
    checkWebhookAddress(typed)
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.fields?.['url']
  }
  return null
}

test('an address is https, of a name, at the usual port', () => {
  assert.equal(
    checkWebhookAddress(' https://Hooks.example/бис?a=1#x '),
    'https://hooks.example/%D0%B1%D0%B8%D1%81?a=1',
  )
  assert.equal(checkWebhookAddress('https://пример.рф:443'), 'https://xn--e1afmkfd.xn--p1ai/')
  for (const [typed, text] of [
    ['hooks.example', /целиком/u],
    ['', /целиком/u],
    ['http://hooks.example/', /https/u],
    ['javascript:alert(1)', /https/u],
    ['https://a:b@hooks.example/', /пароль/u],
    ['https://hooks.example:8443/', /Порт/u],
    ['https://127.0.0.1/', /именем/u],
    ['https://2130706433/', /именем/u],
    ['https://0x7f.1/', /именем/u],
    ['https://[::1]/', /именем/u],
    ['https://[::ffff:10.0.0.1]/', /именем/u],
    ['https://localhost/', /именем/u],
    [`https://hooks.example/${'a'.repeat(500)}`, /длиннее/u],
  ] as const)
    assert.match(refusalOf(typed) ?? 'taken', text, typed)
})
