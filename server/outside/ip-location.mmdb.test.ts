import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mmdbIpLocation } from './ip-location.mmdb.ts'

test('the table of the package knows the countries of well-known addresses, old style and new', async () => {
  const location = mmdbIpLocation()
  const asked = ['77.88.8.8', '2a02:6b8::feed:ff', '8.8.8.8', '127.0.0.1', '::1', 'not an address']
  const found = await Promise.all(asked.map((address) => location.countryOf(address)))
  assert.deepEqual(found, ['RU', 'RU', 'US', null, null, null])
})
