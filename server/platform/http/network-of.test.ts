import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of.ts'

test('all addresses of one home are one network, however they are written', () => {
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:a:b:c:d',
    '2001:0DB8:0001:0002:ffff::',
    '2001:db8:1:2::a:b%eth0',
  ])
    assert.equal(networkOf(address), '2001:db8:1:2::/64', address)
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
})

test('an address of the old kind is its own network, and what is no address stays as it is', () => {
  for (const address of ['203.0.113.7', 'unknown', '']) assert.equal(networkOf(address), address)
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
})
