import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ownFolder } from '#test/support/product/product.ts'
import { mmdbIpCountries, tablesIpLocation, openIpTowns, packIpTowns } from './ip-location.ts'

test('the table of the package knows the countries of well-known addresses, old style and new', async () => {
  const countries = mmdbIpCountries()
  const asked = ['77.88.8.8', '2a02:6b8::feed:ff', '8.8.8.8', '127.0.0.1', '::1', 'not an address']
  const found = await Promise.all(asked.map((address) => countries.countryOf(address)))
  assert.deepEqual(found, ['RU', 'RU', 'US', null, null, null])
})

const own = ownFolder()
after(() => own.remove())

const TVER = { name: 'Тверь', latitude: 56.9, longitude: 35.9 }
const PERM = { name: 'Пермь', latitude: 58, longitude: 56.3 }
const block = (a: number, b: number, c: number) => (a * 256 + b) * 256 + c
const TABLE = {
  towns: [TVER, PERM],
  v4: [
    { start: block(5, 8, 0), length: 4, town: 0 },
    { start: block(5, 8, 4), length: 1, town: 1 },
    { start: block(213, 255, 255), length: 1, town: 1 },
  ],
  v6: [
    { start: 0x2a00_1234_0000, length: 65_536, town: 0 },
    { start: 0x2a02_06b8_0001, length: 1, town: 1 },
  ],
}

let files = 0
function located(bytes: Uint8Array | null) {
  mkdirSync(own.path, { recursive: true })
  const path = join(own.path, `${files++}.bin`)
  if (bytes !== null) writeFileSync(path, bytes)
  const logged: string[] = []
  const log = { error: (_: object, sentence: string) => logged.push(sentence) }
  return { logged, ip: tablesIpLocation({ log, townsFile: pathToFileURL(path) }) }
}

describe('a packed table of towns', () => {
  test('is read as it was written, edges and gaps as well', () => {
    const table = openIpTowns(packIpTowns(TABLE))
    const found = [
      block(5, 7, 255),
      block(5, 8, 0),
      block(5, 8, 3),
      block(5, 8, 4),
      block(5, 8, 5),
      block(213, 255, 255),
      block(214, 0, 0),
    ].map((one) => table.inV4(one)?.name ?? null)
    assert.deepEqual(found, [null, 'Тверь', 'Тверь', 'Пермь', null, 'Пермь', null])
  })

  test('is refused where it is cut short or is something else', () => {
    const bytes = packIpTowns(TABLE)
    assert.throws(() => openIpTowns(bytes.subarray(0, -1)))
    for (const wrong of ['', 'GIF89a\n', '{}\n'])
      assert.throws(() => openIpTowns(Buffer.from(wrong)))
  })
})

describe('a network address', () => {
  test('has the town of its block, in every spelling of it', async () => {
    const { ip, logged } = located(packIpTowns(TABLE))
    for (const address of ['5.8.3.200', '2a00:1234::1', '2a00:1234:ffff:1:2:3:4:5', '2A00:1234::'])
      assert.deepEqual(await ip.locationOf(address), { country: 'RU', town: TVER }, address)
    for (const address of ['5.8.4.0', '2a02:6b8:1::1', '2a02:06b8:0001:0:0:0:1.2.3.4'])
      assert.deepEqual(await ip.locationOf(address), { country: 'RU', town: PERM }, address)
    assert.deepEqual(logged, [])
  })

  test('has its country alone where the towns do not know it, and nothing where nobody does', async () => {
    const { ip } = located(packIpTowns(TABLE))
    assert.deepEqual(await ip.locationOf('8.8.8.8'), { country: 'US' })
    for (const nowhere of ['127.0.0.1', '::1', '::', 'Тверь', ''])
      assert.equal(await ip.locationOf(nowhere), null, nowhere)
  })

  test('keeps its country when the table of towns is lost or broken, which is told once', async () => {
    for (const bytes of [null, Buffer.from('broken')]) {
      const { ip, logged } = located(bytes)
      assert.deepEqual(await ip.locationOf('77.88.8.8'), { country: 'RU' })
      assert.deepEqual(await ip.locationOf('8.8.8.8'), { country: 'US' })
      assert.equal(logged.length, 1)
    }
  })
})

test('the table that ships with the product knows towns far from each other, old style and new', async () => {
  const logged: string[] = []
  const ip = tablesIpLocation({ log: { error: (_, sentence) => logged.push(sentence) } })
  // Networks of universities and of a search company, which do not move.
  const asked = ['188.44.33.1', '195.19.226.1', '84.237.50.1', '2a02:6b8::feed:ff']
  const found = await Promise.all(asked.map((address) => ip.locationOf(address)))
  assert.deepEqual(
    found.map((place) => place?.town?.name),
    ['Москва', 'Санкт-Петербург', 'Новосибирск', 'Москва'],
  )
  assert.deepEqual(logged, [])
})
