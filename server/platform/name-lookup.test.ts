import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { keptLookup } from './name-lookup.ts'

type Answer = { resolve(addresses: string[]): void; reject(error: Error): void }

/** A lookup whose answers and clock the test controls. */
function setUp() {
  const asked: ({ name: string } & Answer)[] = []
  const world = { at: 0 }
  const lookup = keptLookup({
    now: () => world.at,
    ask(name) {
      const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>()
      const family = (address: string) => (address.includes(':') ? 6 : 4)
      const addresses = (found: string[]) =>
        resolve(found.map((address) => ({ address, family: family(address) })))
      asked.push({ name, resolve: addresses, reject })
      return promise
    },
  })
  const find = (name: string, family = 0) =>
    promisify((done: (error: Error | null, found: string) => void) =>
      lookup(name, { all: true, family }, (error, found) =>
        done(error, Array.isArray(found) ? found.map(({ address }) => address).join(' ') : found),
      ),
    )()
  return { ...world, asked, find, later: (ms: number) => (world.at += ms) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the lookup of names of the configuration', () => {
  test('asks for one name at a time, and once for all who wait', async () => {
    const { asked, find } = setUp()
    const found = [find('a.example'), find('a.example'), find('b.example')]
    await settled()
    assert.deepEqual(
      asked.map(({ name }) => name),
      ['a.example'],
    )
    asked[0]?.resolve(['192.0.2.1', '2001:db8::1'])
    await settled()
    asked[1]?.resolve(['192.0.2.2'])
    assert.deepEqual(await Promise.all(found), [
      '192.0.2.1 2001:db8::1',
      '192.0.2.1 2001:db8::1',
      '192.0.2.2',
    ])
    assert.equal(await find('a.example', 6), '2001:db8::1')
    await assert.rejects(find('b.example', 6), { code: 'ENOTFOUND' })
    assert.equal(asked.length, 2)
  })

  test('takes newer addresses after half a minute', async () => {
    const { asked, find, later } = setUp()
    const first = find('a.example')
    await settled()
    asked[0]?.resolve(['192.0.2.1'])
    assert.equal(await first, '192.0.2.1')
    later(30_000)
    const second = find('a.example')
    await settled()
    asked[1]?.resolve(['192.0.2.2'])
    assert.equal(await second, '192.0.2.2')
  })

  test('gives the last addresses where newer ones are late or fail', async () => {
    const { asked, find, later } = setUp()
    const first = find('a.example')
    await settled()
    asked[0]?.resolve(['192.0.2.1'])
    await first
    later(30_000)
    assert.deepEqual(await Promise.all([find('a.example'), find('a.example')]), [
      '192.0.2.1',
      '192.0.2.1',
    ])
    assert.equal(asked.length, 2)
    asked[1]?.reject(new Error('no'))
    await settled()
    const third = find('a.example')
    await settled()
    asked[2]?.reject(new Error('no'))
    assert.equal(await third, '192.0.2.1')
  })

  test('fails where a name was never found', async () => {
    const { asked, find } = setUp()
    const first = find('a.example')
    await settled()
    asked[0]?.reject(new Error('no such name'))
    await assert.rejects(first, /no such name/u)
  })
})
