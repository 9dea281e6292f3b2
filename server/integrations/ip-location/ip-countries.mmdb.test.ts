import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mmdbIpCountries } from './ip-countries.mmdb.ts'

test('the table of the package knows the countries of well-known addresses, old style and new', async () => {
  const countries = mmdbIpCountries()
  const asked = ['77.88.8.8', '2a02:6b8::feed:ff', '8.8.8.8', '127.0.0.1', '::1', 'not an address']
  const found = await Promise.all(asked.map((address) => countries.countryOf(address)))
  assert.deepEqual(found, ['RU', 'RU', 'US', null, null, null])
})
