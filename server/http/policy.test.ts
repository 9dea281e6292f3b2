import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagePolicy } from './policy.ts'

const rules = new Map(
  pagePolicy('bm9uY2U=', 'wss://bis.example')
    .split('; ')
    .map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources] as const
    }),
)

test('a script runs by the nonce of its answer, and by no address', () => {
  assert.deepEqual(rules.get('script-src'), ["'nonce-bm9uY2U='", "'strict-dynamic'"])
})

test('nothing is allowed that is not named', () => {
  assert.deepEqual(rules.get('default-src'), ["'none'"])
  for (const [name, sources] of rules)
    for (const source of sources)
      assert.ok(
        !/unsafe|\*|https?:/u.test(source),
        `${name} lets through more than our own: ${source}`,
      )
})

test('the live channel may be opened at our own origin alone', () => {
  assert.deepEqual(rules.get('connect-src'), ["'self'", 'wss://bis.example'])
})

test('a page stands in no frame, and its forms lead nowhere else', () => {
  assert.deepEqual(rules.get('frame-ancestors'), ["'none'"])
  assert.deepEqual(rules.get('form-action'), ["'self'"])
  assert.deepEqual(rules.get('base-uri'), ["'none'"])
})

test('a string becomes no markup by itself', () => {
  assert.deepEqual(rules.get('require-trusted-types-for'), ["'script'"])
  assert.deepEqual(rules.get('trusted-types'), ['default', 'bis'])
})
