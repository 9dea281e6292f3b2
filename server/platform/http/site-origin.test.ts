import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOrigin } from './site-origin.ts'

const configured = siteOrigin({ publicUrl: 'https://bis.example' })
const open = siteOrigin({ publicUrl: 'http://localhost:3000', anyHost: true })
const INVALID = [
  '',
  'a b',
  'localhost:99999',
  '[::1',
  'me@10.0.0.7',
  '10.0.0.7/x',
  'a:b',
  '999.1.1.1',
]

test('a configured site stands at its origin, whatever host is asked for', () => {
  for (const host of ['bis.example', 'evil.example', '127.0.0.1:3001', undefined, ...INVALID]) {
    assert.equal(configured.at(host), 'https://bis.example')
    assert.equal(configured.owns('https://bis.example', host), true)
  }
})

test('a page at another address of a configured site is foreign', () => {
  for (const [origin, host] of [
    ['https://evil.example', 'evil.example'],
    ['https://bis.example.evil.example', 'bis.example'],
    ['http://bis.example', 'bis.example'],
    ['http://127.0.0.1:3001', '127.0.0.1:3001'],
    ['null', 'bis.example'],
    ['', ''],
  ] as const)
    assert.equal(configured.owns(origin, host), false, origin)
})

test('a site without a configured origin stands where it was reached, and at its default', () => {
  assert.equal(open.at('192.168.1.7:3000'), 'http://192.168.1.7:3000')
  assert.equal(open.at('[FE80::1]:3000'), 'http://[fe80::1]:3000')
  assert.equal(open.owns('http://192.168.1.7:3000', '192.168.1.7:3000'), true)
  assert.equal(open.owns('http://laptop.local:3000', 'Laptop.local:3000'), true)
  assert.equal(open.owns('https://bis.tunnel.example', 'bis.tunnel.example'), true)
  assert.equal(open.owns('http://localhost:3000', '10.0.0.7:3000'), true)
  for (const host of [undefined, ...INVALID]) assert.equal(open.at(host), 'http://localhost:3000')
})

test('and a page at another host than the one that was asked for is foreign', () => {
  for (const foreign of [
    'https://evil.example',
    'http://localhost:4000',
    'http://10.0.0.7',
    'ws://10.0.0.7:3000',
    'null',
    '',
    '10.0.0.7:3000',
  ])
    assert.equal(open.owns(foreign, '10.0.0.7:3000'), false, foreign)
  for (const host of [undefined, ...INVALID])
    for (const origin of ['https://evil.example', 'null', '', `http://${host}`])
      assert.equal(open.owns(origin, host), false, `${origin} at ${host}`)
})
